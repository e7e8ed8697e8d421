// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tests that no program makes the machine panic or hang, whatever its registers hold.

use npu_simulator::{INSTRUCTION_BYTES, Instruction, Machine, Register, decode, encode};

/// Typical values, and values that are never valid.
const VALUES: [i64; 16] =
    [0, 1, 2, 3, 4, 8, 32, 33, 64, 4096, 524_284, -4, -1, i64::MAX, i64::MIN, i64::MAX - 3];
const OPCODES: [u8; 22] = [
    0x03, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x20, 0x21, 0x22, 0x23, 0x30, 0x31, 0x32,
    0x33, 0x34, 0x35, 0x36, 0x40, 0x41,
];

#[test]
fn no_program_makes_it_panic() {
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    let mut random = |limit: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 20) as usize % limit
    };
    let mut machine = Machine::default();
    machine.step_limit = 5000;
    let buffer = machine.dram.allocate(4096).unwrap();
    let (mut ended, mut stopped) = (0, 0);
    for _ in 0..600 {
        let mut program = Vec::new();
        for number in 1..16 {
            let value = match random(3) {
                0 => buffer.cast_signed() + random(4096) as i64,
                _ => VALUES[random(VALUES.len())],
            };
            let rd = Register::new(number).unwrap();
            program.push(Instruction::LoadImmediate { rd, value });
        }
        let length = program.len() + 40;
        while program.len() < length {
            let mut word = [0; INSTRUCTION_BYTES];
            word[0] = OPCODES[random(OPCODES.len())];
            let (fields, first) = (1 + random(6), if random(2) == 0 { 2 } else { 64 });
            for field in &mut word[1..=fields] {
                *field = random(16) as u8 | if random(8) == 0 { 0x80 } else { 0 };
            }
            word[1] = random(first) as u8;
            word[8] = random(3) as u8 * 4;
            let mut last = encode(&[Instruction::Nop; 8]);
            last.extend(word);
            // Most words are not instructions; those that are join the program.
            if let Ok(decoded) = decode(&last) {
                program.extend(decoded.last());
                if random(3) > 0 {
                    let all = npu_simulator::UnitSet::ALL;
                    program.push(Instruction::Fence { units: all });
                }
            }
        }
        program.push(Instruction::Halt);
        match machine.run(&program, &[]) {
            Ok(_) => ended += 1,
            Err(fault) => {
                assert!(!fault.to_string().is_empty());
                stopped += 1;
            }
        }
    }
    assert!(stopped > 100, "{ended} ended, {stopped} stopped");
}
