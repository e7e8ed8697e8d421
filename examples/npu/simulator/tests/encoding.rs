// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tests that every instruction survives encoding, and that invalid bytes are rejected without a
//! panic.

use npu_simulator::{
    Condition, DecodeError, Format, INSTRUCTION_BYTES, Instruction as I, Kind, Operand, Queue,
    Register, ScalarOp, UnitSet, VectorBinary, VectorReduce, VectorTernary, VectorUnary, decode,
    encode, s,
};

/// Returns each instruction with each operation, and different values in all fields.
fn all_instructions() -> Vec<I> {
    let (a, b, c) = (Operand::lanes(s(31)), Operand::broadcast(s(0)), Operand::broadcast(s(17)));
    let (rd, ra, rb) = (s(1), s(30), s(7));
    let mut all = vec![
        I::Nop,
        I::Halt,
        I::LoadImmediate { rd, value: i64::MIN + 5 },
        I::AddImmediate { rd, ra, value: -3 },
        I::MulImmediate { rd, ra, value: i32::MAX },
        I::Jump { target: 3 },
        I::LoadScratchpad { rd, ra, offset: -4 },
        I::StoreScratchpad { ra, offset: 8, rb },
        I::LoadDram { rd, ra, offset: i32::MIN },
        I::DmaReset,
        I::VectorLength { length: rd },
        I::VectorIota { dst: ra },
        I::VectorSplat { dst: rd, value: ra },
    ];
    all.extend((0..16).map(|bits| I::Fence { units: UnitSet::from_bits(bits).unwrap() }));
    all.extend(ScalarOp::ALL.iter().map(|&op| I::Scalar { op, rd, ra, rb }));
    let branch = |&condition| I::Branch { condition, ra, rb, target: 1 };
    all.extend(Condition::ALL.iter().map(branch));
    all.extend((0..5).map(|dimension| I::DmaDimension {
        dimension,
        count: rd,
        dram_stride: ra,
        sram_stride: rb,
    }));
    for &queue in Queue::ALL {
        for &format in Format::ALL {
            all.push(I::DmaLoad { queue, format, sram: rd, dram: ra });
            all.push(I::DmaStore { queue, format, sram: rd, dram: ra });
        }
    }
    all.extend(VectorUnary::ALL.iter().map(|&op| I::VectorUnary { op, dst: rd, a }));
    all.extend(VectorBinary::ALL.iter().map(|&op| I::VectorBinary { op, dst: rd, a, b }));
    all.extend(VectorTernary::ALL.iter().map(|&op| I::VectorTernary { op, dst: rd, a, b, c }));
    all.extend(VectorReduce::ALL.iter().map(|&op| I::VectorReduce { op, dst: rd, a: ra }));
    for &kind in Kind::ALL {
        let (k, n, stride) = (ra, rb, s(12));
        all.push(I::MatrixWeights { kind, source: rd, k, n, stride });
        let (dst_stride, a_stride) = (s(13), s(14));
        all.push(I::MatrixMultiply { kind, dst: rd, a: ra, m: rb, dst_stride, a_stride });
    }
    all
}

#[test]
fn every_instruction_round_trips() {
    let program = all_instructions();
    let bytes = encode(&program);
    assert_eq!(bytes.len(), program.len() * INSTRUCTION_BYTES);
    assert_eq!(decode(&bytes), Ok(program));
}

#[test]
fn every_instruction_has_an_assembly_of_its_own() {
    let texts: std::collections::BTreeSet<_> =
        all_instructions().iter().map(ToString::to_string).collect();
    assert_eq!(texts.len(), all_instructions().len());
}

#[test]
fn the_encoding_is_the_manuals() {
    let add = I::Scalar { op: ScalarOp::Sub, rd: s(1), ra: s(2), rb: s(3) };
    assert_eq!(encode(&[add]), [0x11, 1, 1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    let jump = I::AddImmediate { rd: s(1), ra: s(2), value: -2 };
    assert_eq!(encode(&[jump]), [0x12, 1, 2, 0, 0, 0, 0, 0, 0xFE, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0]);
}

#[test]
fn a_single_changed_bit_is_refused_or_means_something_else() {
    let program = all_instructions();
    for instruction in &program {
        let mut bytes = encode(&[I::Nop, I::Nop, I::Nop, I::Nop, *instruction]);
        let start = 4 * INSTRUCTION_BYTES;
        for bit in 0..8 * INSTRUCTION_BYTES {
            bytes[start + bit / 8] ^= 1 << (bit % 8);
            if let Ok(changed) = decode(&bytes) {
                assert_ne!(changed[4], *instruction);
                assert_eq!(encode(&changed), bytes);
            }
            bytes[start + bit / 8] ^= 1 << (bit % 8);
        }
    }
}

#[test]
fn refusals_say_why() {
    let word = |start: &[u8]| {
        let mut bytes = start.to_vec();
        bytes.resize(INSTRUCTION_BYTES, 0);
        decode(&bytes).unwrap_err()
    };
    let field = |field, value| DecodeError::BadField { index: 0, field, value };
    assert_eq!(decode(&[1; 17]), Err(DecodeError::Truncated { bytes: 17 }));
    assert_eq!(word(&[0]), DecodeError::UnknownOpcode { index: 0, opcode: 0 });
    assert_eq!(word(&[0x10, Register::COUNT]), field("register", 32));
    assert_eq!(word(&[0x21, 5]), field("dimension", 5));
    assert_eq!(word(&[0x31, 0, 0, 0xA0]), field("vector operand", 0xA0));
    assert_eq!(word(&[0x32, 0xFF]), field("binary operation", 0xFF));
    assert_eq!(word(&[0x03, 16]), field("set of units", 16));
    assert_eq!(word(&[1, 0, 1]), DecodeError::Reserved { index: 0, byte: 2 });
    let immediate = [0x12, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1];
    assert_eq!(word(&immediate), DecodeError::Reserved { index: 0, byte: 12 });
    let target = DecodeError::BadTarget { index: 0, target: 1, length: 1 };
    assert_eq!(word(&[0x15, 0, 0, 0, 0, 0, 0, 0, 1]), target);
    assert_eq!(decode(&[]), Ok(vec![]));
}

#[test]
fn no_bytes_make_it_panic() {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut random = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let opcodes: Vec<u8> = encode(&all_instructions()).chunks(16).map(|word| word[0]).collect();
    let mut accepted = 0;
    for round in 0..20_000 {
        let length = random() as usize % 50;
        let mut bytes: Vec<u8> = (0..length).map(|_| random() as u8).collect();
        if round % 2 == 0 {
            // Bytes that resemble a program: small fields and known opcodes.
            bytes.resize(32, 0);
            for word in bytes.chunks_mut(16) {
                word.iter_mut().for_each(|byte| *byte &= 1);
                word[0] = opcodes[random() as usize % opcodes.len()];
                word[5 + random() as usize % 3..].fill(0);
            }
        }
        if let Ok(program) = decode(&bytes) {
            accepted += 1;
            assert_eq!(encode(&program), bytes);
        }
    }
    assert!(accepted > 500, "{accepted}");
}
