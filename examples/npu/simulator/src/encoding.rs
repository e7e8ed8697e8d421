// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Binary encoding of programs: 16 bytes per instruction, little-endian.
//!
//! Byte 0 is the opcode. Bytes 1 to 7 contain the fields in the order of the assembly, preceded by
//! the operation, queue, kind or format if there is one. Bit 7 of a vector operand marks a
//! broadcast. Bytes 8 to 15 contain the immediate, the offset or the target. Unused bytes must be
//! zero.

use thiserror::Error;

use crate::dma::DIMENSIONS;
use crate::isa::{Instruction, Operand, Register, UnitSet};
use crate::operations::{Condition, Format, Kind, Queue, ScalarOp};
use crate::vector_operations::{VectorBinary, VectorReduce, VectorTernary, VectorUnary};

/// Size of an instruction in bytes.
pub const INSTRUCTION_BYTES: usize = 16;

const BROADCAST: u8 = 0x80;

/// The reason why bytes are not a valid program.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DecodeError {
    /// The number of bytes is not a multiple of the instruction size.
    #[error("{bytes} bytes are not a whole number of {INSTRUCTION_BYTES}-byte instructions")]
    Truncated { bytes: usize },
    /// An instruction has an unknown opcode.
    #[error("instruction {index}: unknown opcode {opcode:#04x}")]
    UnknownOpcode { index: usize, opcode: u8 },
    /// A field of an instruction has an invalid value.
    #[error("instruction {index}: expected a {field}, found the code {value}")]
    BadField { index: usize, field: &'static str, value: u8 },
    /// A reserved byte of an instruction is not zero.
    #[error("instruction {index}: expected zero in reserved byte {byte}, found another value")]
    Reserved { index: usize, byte: usize },
    /// A jump target is outside the program.
    #[error(
        "instruction {index}: expected a target below the program length {length}, found {target}"
    )]
    BadTarget { index: usize, target: u32, length: usize },
}

/// Encodes a program.
pub fn encode(program: &[Instruction]) -> Vec<u8> {
    program.iter().flat_map(encode_one).collect()
}

/// Decodes a program.
///
/// # Errors
/// Fails at the first instruction that is invalid.
pub fn decode(bytes: &[u8]) -> Result<Vec<Instruction>, DecodeError> {
    let (words, rest) = bytes.as_chunks::<INSTRUCTION_BYTES>();
    if !rest.is_empty() {
        return Err(DecodeError::Truncated { bytes: bytes.len() });
    }
    let mut program = Vec::with_capacity(words.len());
    for (index, word) in words.iter().enumerate() {
        let instruction = decode_one(index, word)?;
        if let Some(target) = instruction.target()
            && target as usize >= words.len()
        {
            return Err(DecodeError::BadTarget { index, target, length: words.len() });
        }
        program.push(instruction);
    }
    Ok(program)
}

fn register(register: Register) -> u8 {
    register.number()
}

fn operand(operand: Operand) -> u8 {
    operand.register.number() | if operand.broadcast { BROADCAST } else { 0 }
}

fn encode_one(instruction: &Instruction) -> [u8; INSTRUCTION_BYTES] {
    use Instruction as I;
    use register as r;
    let low = |value: i32| u64::from(value.cast_unsigned());
    match *instruction {
        I::Nop => pack(0x01, &[], 0),
        I::Halt => pack(0x02, &[], 0),
        I::Fence { units } => pack(0x03, &[units.bits()], 0),
        I::LoadImmediate { rd, value } => pack(0x10, &[r(rd)], value.cast_unsigned()),
        I::Scalar { op, rd, ra, rb } => pack(0x11, &[op.code(), r(rd), r(ra), r(rb)], 0),
        I::AddImmediate { rd, ra, value } => pack(0x12, &[r(rd), r(ra)], low(value)),
        I::MulImmediate { rd, ra, value } => pack(0x13, &[r(rd), r(ra)], low(value)),
        I::Branch { condition, ra, rb, target } => {
            pack(0x14, &[condition.code(), r(ra), r(rb)], target.into())
        }
        I::Jump { target } => pack(0x15, &[], target.into()),
        I::LoadScratchpad { rd, ra, offset } => pack(0x16, &[r(rd), r(ra)], low(offset)),
        I::StoreScratchpad { ra, offset, rb } => pack(0x17, &[r(ra), r(rb)], low(offset)),
        I::LoadDram { rd, ra, offset } => pack(0x18, &[r(rd), r(ra)], low(offset)),
        I::DmaReset => pack(0x20, &[], 0),
        I::DmaDimension { dimension, count, dram_stride, sram_stride } => {
            pack(0x21, &[dimension, r(count), r(dram_stride), r(sram_stride)], 0)
        }
        I::DmaLoad { queue, format, sram, dram } => {
            pack(0x22, &[queue.code(), format.code(), r(sram), r(dram)], 0)
        }
        I::DmaStore { queue, format, sram, dram } => {
            pack(0x23, &[queue.code(), format.code(), r(sram), r(dram)], 0)
        }
        I::VectorLength { length } => pack(0x30, &[r(length)], 0),
        I::VectorUnary { op, dst, a } => pack(0x31, &[op.code(), r(dst), operand(a)], 0),
        I::VectorBinary { op, dst, a, b } => {
            pack(0x32, &[op.code(), r(dst), operand(a), operand(b)], 0)
        }
        I::VectorTernary { op, dst, a, b, c } => {
            pack(0x33, &[op.code(), r(dst), operand(a), operand(b), operand(c)], 0)
        }
        I::VectorIota { dst } => pack(0x34, &[r(dst)], 0),
        I::VectorSplat { dst, value } => pack(0x35, &[r(dst), r(value)], 0),
        I::VectorReduce { op, dst, a } => pack(0x36, &[op.code(), r(dst), r(a)], 0),
        I::MatrixWeights { kind, source, k, n, stride } => {
            pack(0x40, &[kind.code(), r(source), r(k), r(n), r(stride)], 0)
        }
        I::MatrixMultiply { kind, dst, a, m, dst_stride, a_stride } => {
            pack(0x41, &[kind.code(), r(dst), r(a), r(m), r(dst_stride), r(a_stride)], 0)
        }
    }
}

fn pack(opcode: u8, fields: &[u8], immediate: u64) -> [u8; INSTRUCTION_BYTES] {
    let mut word = [0; INSTRUCTION_BYTES];
    word[0] = opcode;
    word[1..=fields.len()].copy_from_slice(fields);
    word[8..].copy_from_slice(&immediate.to_le_bytes());
    word
}

fn decode_one(index: usize, word: &[u8; INSTRUCTION_BYTES]) -> Result<Instruction, DecodeError> {
    use Instruction as I;
    let mut w = Fields { index, word, next: 1, end: 8 };
    // Rust evaluates the fields of a struct expression in source order, which is their byte
    // order.
    let instruction = match word[0] {
        0x01 => I::Nop,
        0x02 => I::Halt,
        0x03 => I::Fence { units: w.field("set of units", UnitSet::from_bits)? },
        0x10 => I::LoadImmediate { rd: w.register()?, value: w.immediate64() },
        0x11 => I::Scalar { op: w.op()?, rd: w.register()?, ra: w.register()?, rb: w.register()? },
        0x12 => I::AddImmediate { rd: w.register()?, ra: w.register()?, value: w.immediate32() },
        0x13 => I::MulImmediate { rd: w.register()?, ra: w.register()?, value: w.immediate32() },
        0x14 => I::Branch {
            condition: w.op()?,
            ra: w.register()?,
            rb: w.register()?,
            target: w.immediate32().cast_unsigned(),
        },
        0x15 => I::Jump { target: w.immediate32().cast_unsigned() },
        0x16 => I::LoadScratchpad { rd: w.register()?, ra: w.register()?, offset: w.immediate32() },
        0x17 => {
            I::StoreScratchpad { ra: w.register()?, rb: w.register()?, offset: w.immediate32() }
        }
        0x18 => I::LoadDram { rd: w.register()?, ra: w.register()?, offset: w.immediate32() },
        0x20 => I::DmaReset,
        0x21 => I::DmaDimension {
            dimension: w.field("dimension", |d| (usize::from(d) < DIMENSIONS).then_some(d))?,
            count: w.register()?,
            dram_stride: w.register()?,
            sram_stride: w.register()?,
        },
        0x22 => {
            I::DmaLoad { queue: w.op()?, format: w.op()?, sram: w.register()?, dram: w.register()? }
        }
        0x23 => I::DmaStore {
            queue: w.op()?,
            format: w.op()?,
            sram: w.register()?,
            dram: w.register()?,
        },
        0x30 => I::VectorLength { length: w.register()? },
        0x31 => I::VectorUnary { op: w.op()?, dst: w.register()?, a: w.operand()? },
        0x32 => {
            I::VectorBinary { op: w.op()?, dst: w.register()?, a: w.operand()?, b: w.operand()? }
        }
        0x33 => I::VectorTernary {
            op: w.op()?,
            dst: w.register()?,
            a: w.operand()?,
            b: w.operand()?,
            c: w.operand()?,
        },
        0x34 => I::VectorIota { dst: w.register()? },
        0x35 => I::VectorSplat { dst: w.register()?, value: w.register()? },
        0x36 => I::VectorReduce { op: w.op()?, dst: w.register()?, a: w.register()? },
        0x40 => I::MatrixWeights {
            kind: w.op()?,
            source: w.register()?,
            k: w.register()?,
            n: w.register()?,
            stride: w.register()?,
        },
        0x41 => I::MatrixMultiply {
            kind: w.op()?,
            dst: w.register()?,
            a: w.register()?,
            m: w.register()?,
            dst_stride: w.register()?,
            a_stride: w.register()?,
        },
        opcode => return Err(DecodeError::UnknownOpcode { index, opcode }),
    };
    w.finish()?;
    Ok(instruction)
}

/// Reads the fields of an encoded instruction. Bytes that belong to no field must be zero.
struct Fields<'w> {
    index: usize,
    word: &'w [u8; INSTRUCTION_BYTES],
    /// Byte index in the instruction of the next field, from 1 to 8.
    next: usize,
    /// Byte index in the instruction of the first byte after the immediate, from 8 to 16.
    end: usize,
}

/// An enum whose variant an instruction encodes as a code in a one-byte field.
trait Code: Sized {
    const NAME: &'static str;
    fn of(code: u8) -> Option<Self>;
}

macro_rules! codes {
    ($($name:ident $text:literal,)*) => {
        $(impl Code for $name {
            const NAME: &'static str = $text;
            fn of(code: u8) -> Option<Self> {
                Self::from_code(code)
            }
        })*
    };
}

codes! {
    Queue "queue",
    Format "format",
    Kind "kind of matrix",
    ScalarOp "scalar operation",
    Condition "condition",
    VectorUnary "unary operation",
    VectorBinary "binary operation",
    VectorTernary "ternary operation",
    VectorReduce "reduction",
}

impl Fields<'_> {
    fn field<T>(
        &mut self,
        field: &'static str,
        parse: impl Fn(u8) -> Option<T>,
    ) -> Result<T, DecodeError> {
        let value = self.word[self.next];
        self.next += 1;
        parse(value).ok_or(DecodeError::BadField { index: self.index, field, value })
    }

    fn op<T: Code>(&mut self) -> Result<T, DecodeError> {
        self.field(T::NAME, T::of)
    }

    fn register(&mut self) -> Result<Register, DecodeError> {
        self.field("register", Register::new)
    }

    fn operand(&mut self) -> Result<Operand, DecodeError> {
        self.field("vector operand", |code| {
            let register = Register::new(code & !BROADCAST)?;
            Some(Operand { register, broadcast: code & BROADCAST != 0 })
        })
    }

    fn immediate64(&mut self) -> i64 {
        self.end = 16;
        let [_, _, _, _, _, _, _, _, bytes @ ..] = *self.word;
        i64::from_le_bytes(bytes)
    }

    fn immediate32(&mut self) -> i32 {
        let value = self.immediate64();
        self.end = 12;
        value as i32
    }

    fn finish(&self) -> Result<(), DecodeError> {
        match (self.next..8).chain(self.end..16).find(|byte| self.word[*byte] != 0) {
            Some(byte) => Err(DecodeError::Reserved { index: self.index, byte }),
            None => Ok(()),
        }
    }
}
