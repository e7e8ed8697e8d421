// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The data from which the kernels, the packing and the stores of a contraction are emitted.
//!
//! A [`Plan`] is made once per contraction. [`Buffers`] are made once per task. Packing, kernels
//! and stores read both.

use super::body::Arithmetic;
use super::schedule::Schedule;
use hloom_ir::{self as ir, Context, Type, Value};

/// The initial value of the output, to which products are added.
#[derive(Clone, Copy, Debug)]
pub enum InitialValue<'a> {
    /// The existing elements of the output.
    Output,
    /// Zeros, which do not have to be written first.
    Zero,
    /// One value for all elements, which does not have to be written first.
    Value(Value<'a>),
    /// The second value if the first value, an `i1` condition, is true; otherwise the output's
    /// elements.
    ValueIf(Value<'a>, Value<'a>),
}

/// The contraction, its schedule and its memory, from which the loops are emitted.
#[derive(Clone, Debug)]
pub struct Plan<'a> {
    /// The MLIR context of the contraction.
    pub context: &'a Context,
    /// The arithmetic of the body, with factors in the order left, right.
    pub arithmetic: Arithmetic<'a>,
    /// The kernel, the tile sizes and the order of the loops.
    pub schedule: Schedule,
    /// The initial value of the output.
    pub initial: InitialValue<'a>,
    /// The memory of the left operand, the right operand and the output.
    pub memory: [Memory<'a>; 3],
}

/// The memory of an operand or of the output.
#[derive(Clone, Copy, Debug)]
pub struct Memory<'a> {
    /// The memref that contains the elements.
    pub value: Value<'a>,
    /// The memref's offset in elements; `None` if it is dynamic.
    pub offset: Option<i64>,
    /// The position of the first element used, in elements from the offset.
    pub first: i64,
    /// The number of elements from the first to the last element used, inclusive.
    pub span: i64,
}

/// The operand views and packing buffers of one task.
#[derive(Clone, Copy, Debug)]
pub struct Buffers<'a> {
    /// One-dimensional views of the left operand, the right operand and the output.
    pub flat: [Value<'a>; 3],
    /// The buffer for the packed panel of the right operand, if panels are packed.
    pub panel: Option<Value<'a>>,
    /// The buffer for the packed rows of the left operand, if rows are packed.
    pub left: Option<Value<'a>>,
    /// The buffer for the initial value of the sums of each column, if the right operand is packed
    /// and left factors are flipped ([`Dot::flipped`](super::dot::Dot::flipped)). The initial value
    /// cancels the effect of the flip.
    pub correction: Option<Value<'a>>,
    /// The buffer for tiles that are stored only partly, if there are such tiles.
    pub edge: Option<Value<'a>>,
}

impl<'a> Plan<'a> {
    /// Returns the strides of a packed buffer along the loops of [`Schedule::depth`], outermost
    /// first. `innermost` is the stride of the last loop. The layout is that of a full depth block.
    pub fn packed_strides(&self, innermost: i64) -> Vec<i64> {
        let extents: Vec<_> = self.schedule.depth.iter().map(|dim| dim.extent).collect();
        (1..=extents.len())
            .map(|index| self.schedule.padded_extent(&extents[index..]) * innermost)
            .collect()
    }

    /// Returns the number of bits of an element of the right operand in memory.
    pub fn right_bits(&self) -> i64 {
        i64::from(ir::element_width(self.arithmetic.factors[1].element))
    }

    /// Returns the type of the elements of packed buffers.
    pub fn packed_element(&self) -> Type<'a> {
        match &self.schedule.dot {
            Some(dot) => ir::int(self.context, dot.bits() as u32),
            None => self.arithmetic.accumulator,
        }
    }
}
