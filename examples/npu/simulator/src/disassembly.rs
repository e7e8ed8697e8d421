// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Printing of instructions as assembly.

use std::fmt::{Display, Formatter, Result};

use crate::isa::{Instruction, Operand, Register, UnitSet};

impl Display for Register {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "s{}", self.number())
    }
}

impl Display for Operand {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "{}{}", self.register, if self.broadcast { "*" } else { "" })
    }
}

impl Display for UnitSet {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        if *self == UnitSet::EMPTY {
            return f.write_str("none");
        }
        for (position, unit) in self.units().enumerate() {
            write!(f, "{}{unit}", if position == 0 { "" } else { "|" })?;
        }
        Ok(())
    }
}

/// Prints `[register + offset]`, or `[register - offset]` for a negative offset.
struct Address(Register, i32);

impl Display for Address {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let sign = if self.1 < 0 { '-' } else { '+' };
        write!(f, "[{} {sign} {}]", self.0, self.1.unsigned_abs())
    }
}

impl Display for Instruction {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match *self {
            Instruction::Nop => f.write_str("nop"),
            Instruction::Halt => f.write_str("halt"),
            Instruction::Fence { units } => write!(f, "fence {units}"),
            Instruction::LoadImmediate { rd, value } => write!(f, "li {rd}, {value}"),
            Instruction::Scalar { op, rd, ra, rb } => write!(f, "{op} {rd}, {ra}, {rb}"),
            Instruction::AddImmediate { rd, ra, value } => write!(f, "addi {rd}, {ra}, {value}"),
            Instruction::MulImmediate { rd, ra, value } => write!(f, "muli {rd}, {ra}, {value}"),
            Instruction::Branch { condition, ra, rb, target } => {
                write!(f, "{condition} {ra}, {rb}, @{target}")
            }
            Instruction::Jump { target } => write!(f, "jmp @{target}"),
            Instruction::LoadScratchpad { rd, ra, offset } => {
                write!(f, "lds {rd}, {}", Address(ra, offset))
            }
            Instruction::StoreScratchpad { ra, offset, rb } => {
                write!(f, "sts {}, {rb}", Address(ra, offset))
            }
            Instruction::LoadDram { rd, ra, offset } => {
                write!(f, "ldd {rd}, {}", Address(ra, offset))
            }
            Instruction::DmaReset => f.write_str("dma.reset"),
            Instruction::DmaDimension { dimension, count, dram_stride, sram_stride } => {
                write!(f, "dma.dim {dimension}, {count}, {dram_stride}, {sram_stride}")
            }
            Instruction::DmaLoad { queue, format, sram, dram } => {
                write!(f, "dma.load {queue}, {format}, {sram}, {dram}")
            }
            Instruction::DmaStore { queue, format, sram, dram } => {
                write!(f, "dma.store {queue}, {format}, {sram}, {dram}")
            }
            Instruction::VectorLength { length } => write!(f, "v.len {length}"),
            Instruction::VectorUnary { op, dst, a } => write!(f, "v.{op} {dst}, {a}"),
            Instruction::VectorBinary { op, dst, a, b } => write!(f, "v.{op} {dst}, {a}, {b}"),
            Instruction::VectorTernary { op, dst, a, b, c } => {
                write!(f, "v.{op} {dst}, {a}, {b}, {c}")
            }
            Instruction::VectorIota { dst } => write!(f, "v.iota {dst}"),
            Instruction::VectorSplat { dst, value } => write!(f, "v.splat {dst}, {value}"),
            Instruction::VectorReduce { op, dst, a } => write!(f, "v.red.{op} {dst}, {a}"),
            Instruction::MatrixWeights { kind, source, k, n, stride } => {
                write!(f, "m.weights {kind}, {source}, {k}, {n}, {stride}")
            }
            Instruction::MatrixMultiply { kind, dst, a, m, dst_stride, a_stride } => {
                write!(f, "m.mul {kind}, {dst}, {a}, {m}, {dst_stride}, {a_stride}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::isa::s;
    use crate::operations::{Condition, Format, Queue, Unit};
    use crate::vector_operations::{VectorBinary, VectorReduce};

    #[test]
    fn prints_the_manuals_syntax() {
        let check = |instruction: Instruction, text| assert_eq!(instruction.to_string(), text);
        check(Instruction::LoadImmediate { rd: s(3), value: -17 }, "li s3, -17");
        check(
            Instruction::Branch { condition: Condition::Lt, ra: s(1), rb: s(2), target: 7 },
            "blt s1, s2, @7",
        );
        check(Instruction::LoadDram { rd: s(1), ra: s(2), offset: -8 }, "ldd s1, [s2 - 8]");
        check(Instruction::StoreScratchpad { ra: s(2), offset: 4, rb: s(3) }, "sts [s2 + 4], s3");
        let units = UnitSet::of(Unit::Dma0).with(Unit::Vector);
        check(Instruction::Fence { units }, "fence dma0|vector");
        check(Instruction::Fence { units: UnitSet::EMPTY }, "fence none");
        check(
            Instruction::DmaLoad { queue: Queue::Q1, format: Format::Bf16, sram: s(4), dram: s(5) },
            "dma.load q1, bf16, s4, s5",
        );
        let (a, b) = (Operand::lanes(s(2)), Operand::broadcast(s(3)));
        check(
            Instruction::VectorBinary { op: VectorBinary::Fult, dst: s(1), a, b },
            "v.cmpf.ult s1, s2, s3*",
        );
        check(
            Instruction::VectorReduce { op: VectorReduce::Iadd, dst: s(1), a: s(2) },
            "v.red.iadd s1, s2",
        );
    }
}
