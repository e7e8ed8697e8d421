// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Instructions and their operands.

use crate::operations::{Condition, Format, Kind, Queue, ScalarOp, Unit};
use crate::vector_operations::{VectorBinary, VectorReduce, VectorTernary, VectorUnary};

/// One of the 32 scalar registers; `s0` reads 0 and ignores writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Register(u8);

impl Register {
    /// How many there are.
    pub const COUNT: u8 = 32;
    /// `s0`, always 0.
    pub const ZERO: Register = Register(0);

    /// The register of this number, if there is one.
    pub const fn new(number: u8) -> Option<Register> {
        if number < Self::COUNT { Some(Register(number)) } else { None }
    }

    /// Its number, below 32.
    pub const fn number(self) -> u8 {
        self.0
    }
}

/// The register of this number, which must be below 32: for programs written by hand.
pub const fn s(number: u8) -> Register {
    assert!(number < Register::COUNT, "there are 32 registers");
    Register(number)
}

/// An operand of the vector unit: the register holds its scratchpad address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Operand {
    /// Holds the address.
    pub register: Register,
    /// One word for all lanes, rather than one word a lane.
    pub broadcast: bool,
}

impl Operand {
    /// One word a lane, from the address on.
    pub const fn lanes(register: Register) -> Operand {
        Operand { register, broadcast: false }
    }

    /// The one word at the address, for all lanes.
    pub const fn broadcast(register: Register) -> Operand {
        Operand { register, broadcast: true }
    }
}

impl From<Register> for Operand {
    fn from(register: Register) -> Operand {
        Operand::lanes(register)
    }
}

/// A set of units to wait for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct UnitSet(u8);

impl UnitSet {
    /// No unit.
    pub const EMPTY: UnitSet = UnitSet(0);
    /// All units one can wait for.
    pub const ALL: UnitSet = UnitSet(0b1111);

    /// This unit alone; the scalar unit, which waits, gives the empty set.
    pub const fn of(unit: Unit) -> UnitSet {
        UnitSet((1 << unit.code()) >> 1)
    }

    /// The units of both.
    #[must_use]
    pub const fn with(self, unit: Unit) -> UnitSet {
        UnitSet(self.0 | UnitSet::of(unit).0)
    }

    /// Whether the unit is one of them.
    pub const fn contains(self, unit: Unit) -> bool {
        self.0 & UnitSet::of(unit).0 != 0
    }

    /// The set as bits: dma0 1, dma1 2, vector 4, matrix 8.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// The set of these bits, if all of them mean a unit.
    pub const fn from_bits(bits: u8) -> Option<UnitSet> {
        if bits <= Self::ALL.0 { Some(UnitSet(bits)) } else { None }
    }

    /// Its units, in order.
    pub fn units(self) -> impl Iterator<Item = Unit> {
        Unit::ALL.iter().copied().filter(move |unit| self.contains(*unit))
    }
}

impl FromIterator<Unit> for UnitSet {
    fn from_iter<I: IntoIterator<Item = Unit>>(units: I) -> UnitSet {
        units.into_iter().fold(UnitSet::EMPTY, UnitSet::with)
    }
}

impl Queue {
    /// The unit it is.
    pub const fn unit(self) -> Unit {
        match self {
            Queue::Q0 => Unit::Dma0,
            Queue::Q1 => Unit::Dma1,
        }
    }
}

impl Format {
    /// Bytes of an element in DRAM.
    pub const fn bytes(self) -> u64 {
        match self {
            Format::B8 | Format::S8 => 1,
            Format::U16 | Format::S16 | Format::F16 | Format::Bf16 => 2,
            Format::W32 => 4,
        }
    }
}

/// One instruction; its `Display` is its assembly. The crate's manual says what each does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Instruction {
    /// `nop`: nothing.
    Nop,
    /// `halt`: the end, once all units are idle.
    Halt,
    /// `fence units`: wait until these units are idle.
    Fence { units: UnitSet },
    /// `li rd, value`.
    LoadImmediate { rd: Register, value: i64 },
    /// `op rd, ra, rb`.
    Scalar { op: ScalarOp, rd: Register, ra: Register, rb: Register },
    /// `addi rd, ra, value`.
    AddImmediate { rd: Register, ra: Register, value: i32 },
    /// `muli rd, ra, value`.
    MulImmediate { rd: Register, ra: Register, value: i32 },
    /// `beq ra, rb, @target` and the like; the target is an instruction's index.
    Branch { condition: Condition, ra: Register, rb: Register, target: u32 },
    /// `jmp @target`.
    Jump { target: u32 },
    /// `lds rd, [ra + offset]`: a scratchpad word, sign extended.
    LoadScratchpad { rd: Register, ra: Register, offset: i32 },
    /// `sts [ra + offset], rb`: the low 32 bits to the scratchpad.
    StoreScratchpad { ra: Register, offset: i32, rb: Register },
    /// `ldd rd, [ra + offset]`: a 64-bit word from DRAM.
    LoadDram { rd: Register, ra: Register, offset: i32 },
    /// `dma.reset`: the next transfers have one element.
    DmaReset,
    /// `dma.dim dimension, count, dram_stride, sram_stride`: strides in bytes; 0 is innermost.
    DmaDimension { dimension: u8, count: Register, dram_stride: Register, sram_stride: Register },
    /// `dma.load queue, format, sram, dram`.
    DmaLoad { queue: Queue, format: Format, sram: Register, dram: Register },
    /// `dma.store queue, format, sram, dram`.
    DmaStore { queue: Queue, format: Format, sram: Register, dram: Register },
    /// `v.len length`: the number of lanes from now on.
    VectorLength { length: Register },
    /// `v.op dst, a`.
    VectorUnary { op: VectorUnary, dst: Register, a: Operand },
    /// `v.op dst, a, b`.
    VectorBinary { op: VectorBinary, dst: Register, a: Operand, b: Operand },
    /// `v.op dst, a, b, c`.
    VectorTernary { op: VectorTernary, dst: Register, a: Operand, b: Operand, c: Operand },
    /// `v.iota dst`: 0, 1, 2, ... as i32.
    VectorIota { dst: Register },
    /// `v.splat dst, value`: the register's low 32 bits in all lanes.
    VectorSplat { dst: Register, value: Register },
    /// `v.red.op dst, a`: the word at dst, folded with all lanes of a.
    VectorReduce { op: VectorReduce, dst: Register, a: Register },
    /// `m.weights kind, source, k, n, stride`: loads the k x n tile.
    MatrixWeights { kind: Kind, source: Register, k: Register, n: Register, stride: Register },
    /// `m.mul kind, dst, a, m, dst_stride, a_stride`: dst[m x n] += a[m x k] * weights.
    MatrixMultiply {
        kind: Kind,
        dst: Register,
        a: Register,
        m: Register,
        dst_stride: Register,
        a_stride: Register,
    },
}

impl Instruction {
    /// The unit that carries it out; what only sets up a later instruction is scalar.
    pub const fn unit(&self) -> Unit {
        match self {
            Instruction::DmaLoad { queue, .. } | Instruction::DmaStore { queue, .. } => {
                queue.unit()
            }
            Instruction::VectorUnary { .. }
            | Instruction::VectorBinary { .. }
            | Instruction::VectorTernary { .. }
            | Instruction::VectorIota { .. }
            | Instruction::VectorSplat { .. }
            | Instruction::VectorReduce { .. } => Unit::Vector,
            Instruction::MatrixWeights { .. } | Instruction::MatrixMultiply { .. } => Unit::Matrix,
            _ => Unit::Scalar,
        }
    }

    /// Where it may jump to.
    pub const fn target(&self) -> Option<u32> {
        match self {
            Instruction::Branch { target, .. } | Instruction::Jump { target } => Some(*target),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registers_end_at_31() {
        assert_eq!(Register::new(31), Some(s(31)));
        assert_eq!(Register::new(32), None);
    }

    #[test]
    fn sets_of_units() {
        let set = UnitSet::of(Unit::Dma1).with(Unit::Matrix).with(Unit::Scalar);
        assert_eq!(set.bits(), 0b1010);
        assert_eq!(set.units().collect::<Vec<_>>(), [Unit::Dma1, Unit::Matrix]);
        assert_eq!(Unit::ALL.iter().copied().collect::<UnitSet>(), UnitSet::ALL);
        assert_eq!(UnitSet::from_bits(16), None);
        assert_eq!(UnitSet::of(Unit::Scalar), UnitSet::EMPTY);
    }
}
