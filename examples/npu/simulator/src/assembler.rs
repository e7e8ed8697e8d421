// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! An assembler that builds programs and resolves labels.

use thiserror::Error;

use crate::isa::{Instruction, Operand, Register, UnitSet};
use crate::operations::{Condition, Format, Kind, Queue, ScalarOp};
use crate::vector_operations::{VectorBinary, VectorReduce, VectorTernary, VectorUnary};

/// A label for jumps, which is bound to a position in the program. Valid only for the assembler
/// that created it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Label(usize);

/// The reason why [`Assembler::finish`] cannot resolve the labels of a program or encode its jumps.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AssemblerError {
    /// The target of a jump is a label that is not bound, or that is bound to the end of the
    /// program.
    #[error("instruction {pc} jumps to label {}, which is not bound to an instruction", .label.0)]
    Unbound { label: Label, pc: usize },
    /// A label is bound twice or belongs to another assembler.
    #[error("label {} is bound twice or belongs to another assembler", .label.0)]
    BadLabel { label: Label },
    /// The program has more instructions than a jump can address.
    #[error("the program has {length} instructions, more than a jump can address")]
    TooLong { length: usize },
}

/// Builds a program. The method of an instruction appends the instruction.
/// [`finish`](Assembler::finish) reports misused labels.
#[derive(Debug, Default)]
pub struct Assembler {
    program: Vec<Instruction>,
    /// The instruction index to which each label is bound, in the order of creation; `None` for an
    /// unbound label.
    labels: Vec<Option<usize>>,
    /// The jumps and branches, each as an instruction index and a target label.
    jumps: Vec<(usize, Label)>,
    bad_label: Option<Label>,
}

/// Defines methods, each of which appends one instruction.
macro_rules! pushes {
    ($($(#[$doc:meta])* $name:ident($($field:ident: $type:ty),*) $instruction:ident;)*) => {
        $($(#[$doc])*
        pub fn $name(&mut self, $($field: $type),*) -> &mut Assembler {
            self.push(Instruction::$instruction { $($field),* })
        })*
    };
}

/// Defines methods, each of which appends one scalar operation.
macro_rules! scalars {
    ($($name:ident $op:ident;)*) => {
        $(#[doc = concat!("Appends `", stringify!($name), " rd, ra, rb`.")]
        pub fn $name(&mut self, rd: Register, ra: Register, rb: Register) -> &mut Assembler {
            self.scalar(ScalarOp::$op, rd, ra, rb)
        })*
    };
}

/// Defines methods, each of which appends one branch.
macro_rules! branches {
    ($($name:ident $condition:ident;)*) => {
        $(#[doc = concat!("Appends `", stringify!($name), " ra, rb, label`.")]
        pub fn $name(&mut self, ra: Register, rb: Register, label: Label) -> &mut Assembler {
            self.branch(Condition::$condition, ra, rb, label)
        })*
    };
}

impl Assembler {
    /// Creates an assembler with an empty program.
    pub fn new() -> Assembler {
        Assembler::default()
    }

    /// Creates an unbound label.
    pub fn label(&mut self) -> Label {
        self.labels.push(None);
        Label(self.labels.len() - 1)
    }

    /// Binds a label to the instruction that is appended next.
    pub fn bind(&mut self, label: Label) -> &mut Assembler {
        match self.labels.get_mut(label.0) {
            Some(place @ None) => *place = Some(self.program.len()),
            _ => self.bad_label = self.bad_label.or(Some(label)),
        }
        self
    }

    /// Creates a label and binds it to the instruction that is appended next.
    pub fn here(&mut self) -> Label {
        let label = self.label();
        self.bind(label);
        label
    }

    /// Returns the index of the instruction that is appended next, which is the current length of
    /// the program.
    pub fn position(&self) -> usize {
        self.program.len()
    }

    /// Appends an instruction.
    pub fn push(&mut self, instruction: Instruction) -> &mut Assembler {
        self.program.push(instruction);
        self
    }

    /// Returns the program with all labels resolved.
    ///
    /// # Errors
    /// Fails if a label is misused or the program is too long.
    pub fn finish(mut self) -> Result<Vec<Instruction>, AssemblerError> {
        if let Some(label) = self.bad_label {
            return Err(AssemblerError::BadLabel { label });
        }
        let length = self.program.len();
        if u32::try_from(length).is_err() {
            return Err(AssemblerError::TooLong { length });
        }
        for (pc, label) in self.jumps {
            let place = self.labels.get(label.0).copied().flatten();
            let place = place.filter(|place| *place < length);
            let place = place.ok_or(AssemblerError::Unbound { label, pc })?;
            if let Instruction::Jump { target } | Instruction::Branch { target, .. } =
                &mut self.program[pc]
            {
                *target = place as u32;
            }
        }
        Ok(self.program)
    }

    pushes! {
        /// Appends `nop`.
        nop() Nop;
        /// Appends `halt`.
        halt() Halt;
        /// Appends `fence units`.
        fence(units: UnitSet) Fence;
        /// Appends `li rd, value`.
        li(rd: Register, value: i64) LoadImmediate;
        /// Appends the scalar instruction `<op> rd, ra, rb`.
        scalar(op: ScalarOp, rd: Register, ra: Register, rb: Register) Scalar;
        /// Appends `addi rd, ra, value`.
        addi(rd: Register, ra: Register, value: i32) AddImmediate;
        /// Appends `muli rd, ra, value`.
        muli(rd: Register, ra: Register, value: i32) MulImmediate;
        /// Appends `lds rd, [ra + offset]`.
        lds(rd: Register, ra: Register, offset: i32) LoadScratchpad;
        /// Appends `sts [ra + offset], rb`.
        sts(ra: Register, offset: i32, rb: Register) StoreScratchpad;
        /// Appends `ldd rd, [ra + offset]`.
        ldd(rd: Register, ra: Register, offset: i32) LoadDram;
        /// Appends `dma.reset`.
        dma_reset() DmaReset;
        /// Appends `dma.dim dimension, count, dram_stride, sram_stride`.
        dma_dim(
            dimension: u8, count: Register, dram_stride: Register, sram_stride: Register
        ) DmaDimension;
        /// Appends `dma.load queue, format, sram, dram`.
        dma_load(queue: Queue, format: Format, sram: Register, dram: Register) DmaLoad;
        /// Appends `dma.store queue, format, sram, dram`.
        dma_store(queue: Queue, format: Format, sram: Register, dram: Register) DmaStore;
        /// Appends `v.len length`.
        v_len(length: Register) VectorLength;
        /// Appends `v.iota dst`.
        v_iota(dst: Register) VectorIota;
        /// Appends `v.splat dst, value`.
        v_splat(dst: Register, value: Register) VectorSplat;
        /// Appends the vector reduction `v.red.<op> dst, a`.
        v_reduce(op: VectorReduce, dst: Register, a: Register) VectorReduce;
        /// Appends `m.weights kind, source, k, n, stride`.
        m_weights(
            kind: Kind, source: Register, k: Register, n: Register, stride: Register
        ) MatrixWeights;
        /// Appends `m.mul kind, dst, a, m, dst_stride, a_stride`.
        m_mul(
            kind: Kind, dst: Register, a: Register, m: Register, dst_stride: Register,
            a_stride: Register
        ) MatrixMultiply;
    }

    scalars! {
        add Add; sub Sub; mul Mul; min Min; max Max; div Div; rem Rem; slt Slt; sle Sle; seq Seq;
    }

    branches! {
        beq Eq; bne Ne; blt Lt; bge Ge;
    }

    /// Appends a branch that jumps to a label if the condition holds.
    pub fn branch(
        &mut self,
        condition: Condition,
        ra: Register,
        rb: Register,
        label: Label,
    ) -> &mut Assembler {
        self.jumps.push((self.program.len(), label));
        self.push(Instruction::Branch { condition, ra, rb, target: 0 })
    }

    /// Appends `jmp label`.
    pub fn jmp(&mut self, label: Label) -> &mut Assembler {
        self.jumps.push((self.program.len(), label));
        self.push(Instruction::Jump { target: 0 })
    }

    /// Appends the vector instruction `v.<op> dst, a`.
    pub fn v_unary(
        &mut self,
        op: VectorUnary,
        dst: Register,
        a: impl Into<Operand>,
    ) -> &mut Assembler {
        self.push(Instruction::VectorUnary { op, dst, a: a.into() })
    }

    /// Appends the vector instruction `v.<op> dst, a, b`.
    pub fn v_binary(
        &mut self,
        op: VectorBinary,
        dst: Register,
        a: impl Into<Operand>,
        b: impl Into<Operand>,
    ) -> &mut Assembler {
        self.push(Instruction::VectorBinary { op, dst, a: a.into(), b: b.into() })
    }

    /// Appends the vector instruction `v.<op> dst, a, b, c`.
    pub fn v_ternary(
        &mut self,
        op: VectorTernary,
        dst: Register,
        a: impl Into<Operand>,
        b: impl Into<Operand>,
        c: impl Into<Operand>,
    ) -> &mut Assembler {
        self.push(Instruction::VectorTernary { op, dst, a: a.into(), b: b.into(), c: c.into() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::isa::s;

    #[test]
    fn labels_go_both_ways() {
        let mut code = Assembler::new();
        let end = code.label();
        let top = code.here();
        code.beq(s(1), s(2), end).jmp(top).bind(end).halt();
        let text: Vec<_> = code.finish().unwrap().iter().map(ToString::to_string).collect();
        assert_eq!(text, ["beq s1, s2, @2", "jmp @0", "halt"]);
    }

    #[test]
    fn labels_need_one_place_in_the_program() {
        let mut code = Assembler::new();
        let label = code.label();
        code.nop().jmp(label);
        assert_eq!(code.finish(), Err(AssemblerError::Unbound { label, pc: 1 }));

        let mut code = Assembler::new();
        let label = code.label();
        code.jmp(label).bind(label);
        assert_eq!(code.finish(), Err(AssemblerError::Unbound { label, pc: 0 }));

        let mut code = Assembler::new();
        let label = code.here();
        code.bind(label).nop();
        assert_eq!(code.finish(), Err(AssemblerError::BadLabel { label }));
    }
}
