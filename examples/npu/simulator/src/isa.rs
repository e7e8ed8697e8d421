// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Instructions and their operands.

use crate::operations::{Condition, Format, Kind, Queue, ScalarOp, Unit};
use crate::vector_operations::{VectorBinary, VectorReduce, VectorTernary, VectorUnary};

/// One of the 32 scalar registers. `s0` is always 0 and ignores writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Register(u8);

impl Register {
    /// Number of registers.
    pub const COUNT: u8 = 32;
    /// The register `s0`, which is always 0.
    pub const ZERO: Register = Register(0);

    /// Returns the register with the given number, or `None` if the number is 32 or more.
    pub const fn new(number: u8) -> Option<Register> {
        if number < Self::COUNT { Some(Register(number)) } else { None }
    }

    /// Returns the register number, from 0 to 31.
    pub const fn number(self) -> u8 {
        self.0
    }
}

/// Returns the register with the given number, for handwritten programs.
///
/// # Panics
/// Panics if the number is 32 or more.
pub const fn s(number: u8) -> Register {
    assert!(number < Register::COUNT, "expected a register number below 32");
    Register(number)
}

/// An operand of the vector unit. Its register contains a scratchpad address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Operand {
    /// Register that contains the address.
    pub register: Register,
    /// Whether one word is used for all lanes instead of one word for each lane.
    pub broadcast: bool,
}

impl Operand {
    /// Returns an operand that reads consecutive scratchpad words, one per lane. `register`
    /// contains the address of the first word.
    pub const fn lanes(register: Register) -> Operand {
        Operand { register, broadcast: false }
    }

    /// Returns an operand that reads one scratchpad word for all lanes. `register` contains its
    /// address.
    pub const fn broadcast(register: Register) -> Operand {
        Operand { register, broadcast: true }
    }
}

impl From<Register> for Operand {
    fn from(register: Register) -> Operand {
        Operand::lanes(register)
    }
}

/// A set of units for a fence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct UnitSet(u8);

impl UnitSet {
    /// The empty set.
    pub const EMPTY: UnitSet = UnitSet(0);
    /// The set of all units except the scalar unit.
    pub const ALL: UnitSet = UnitSet(0b1111);

    /// Returns the set with one unit, or the empty set for the scalar unit, which executes the
    /// fence.
    pub const fn of(unit: Unit) -> UnitSet {
        UnitSet((1 << unit.code()) >> 1)
    }

    /// Returns the set with another unit added; adding the scalar unit has no effect.
    #[must_use]
    pub const fn with(self, unit: Unit) -> UnitSet {
        UnitSet(self.0 | UnitSet::of(unit).0)
    }

    /// Returns true if the set contains a unit.
    pub const fn contains(self, unit: Unit) -> bool {
        self.0 & UnitSet::of(unit).0 != 0
    }

    /// Returns the set as bits: 1 for dma0, 2 for dma1, 4 for vector, and 8 for matrix.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Returns the set with the given bits, or `None` if an unknown bit is set.
    pub const fn from_bits(bits: u8) -> Option<UnitSet> {
        if bits <= Self::ALL.0 { Some(UnitSet(bits)) } else { None }
    }

    /// Returns the units of the set in the order of [`Unit::ALL`].
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
    /// Returns the unit that corresponds to the DMA queue.
    pub const fn unit(self) -> Unit {
        match self {
            Queue::Q0 => Unit::Dma0,
            Queue::Q1 => Unit::Dma1,
        }
    }
}

impl Format {
    /// Returns the size of an element in DRAM in bytes.
    pub const fn bytes(self) -> u64 {
        match self {
            Format::B8 | Format::S8 => 1,
            Format::U16 | Format::S16 | Format::F16 | Format::Bf16 => 2,
            Format::W32 => 4,
        }
    }
}

/// An instruction. Its `Display` output is its assembly. The crate documentation describes each
/// instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Instruction {
    /// `nop`: does nothing.
    Nop,
    /// `halt`: ends the program once all units are idle.
    Halt,
    /// `fence units`: waits until the units are idle.
    Fence { units: UnitSet },
    /// `li rd, value`: sets a register to a constant.
    LoadImmediate { rd: Register, value: i64 },
    /// `op rd, ra, rb`: computes a scalar operation.
    Scalar { op: ScalarOp, rd: Register, ra: Register, rb: Register },
    /// `addi rd, ra, value`: adds a constant to a register.
    AddImmediate { rd: Register, ra: Register, value: i32 },
    /// `muli rd, ra, value`: multiplies a register by a constant.
    MulImmediate { rd: Register, ra: Register, value: i32 },
    /// `beq ra, rb, @target` and the other branches: jump if the condition holds. The target is the
    /// index of an instruction.
    Branch { condition: Condition, ra: Register, rb: Register, target: u32 },
    /// `jmp @target`: jumps to the instruction with this index.
    Jump { target: u32 },
    /// `lds rd, [ra + offset]`: loads a scratchpad word and sign-extends it.
    LoadScratchpad { rd: Register, ra: Register, offset: i32 },
    /// `sts [ra + offset], rb`: stores the low 32 bits in the scratchpad.
    StoreScratchpad { ra: Register, offset: i32, rb: Register },
    /// `ldd rd, [ra + offset]`: loads a 64-bit word from DRAM.
    LoadDram { rd: Register, ra: Register, offset: i32 },
    /// `dma.reset`: sets all dimensions of the next transfers to one element.
    DmaReset,
    /// `dma.dim dimension, count, dram_stride, sram_stride`: sets a dimension. Strides are in
    /// bytes, and dimension 0 is the innermost.
    DmaDimension { dimension: u8, count: Register, dram_stride: Register, sram_stride: Register },
    /// `dma.load queue, format, sram, dram`: copies elements from DRAM to the scratchpad.
    DmaLoad { queue: Queue, format: Format, sram: Register, dram: Register },
    /// `dma.store queue, format, sram, dram`: copies elements from the scratchpad to DRAM.
    DmaStore { queue: Queue, format: Format, sram: Register, dram: Register },
    /// `v.len length`: sets the number of lanes of the next vector instructions.
    VectorLength { length: Register },
    /// `v.op dst, a`: computes an operation on one operand, lane by lane.
    VectorUnary { op: VectorUnary, dst: Register, a: Operand },
    /// `v.op dst, a, b`: computes an operation on two operands, lane by lane.
    VectorBinary { op: VectorBinary, dst: Register, a: Operand, b: Operand },
    /// `v.op dst, a, b, c`: computes an operation on three operands, lane by lane.
    VectorTernary { op: VectorTernary, dst: Register, a: Operand, b: Operand, c: Operand },
    /// `v.iota dst`: writes 0, 1, 2, ... as i32.
    VectorIota { dst: Register },
    /// `v.splat dst, value`: writes the low 32 bits of the register `value` to all lanes.
    VectorSplat { dst: Register, value: Register },
    /// `v.red.op dst, a`: folds all lanes of `a` into the word at `dst`.
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
    /// Returns the unit that executes the instruction. The scalar unit executes instructions that
    /// only set parameters of later instructions.
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

    /// Returns the jump target, or `None` if the instruction is not a jump or branch.
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
