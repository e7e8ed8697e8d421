// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Builds dot-product instructions and their operands.

use super::dot::{ACCUMULATOR_BITS, Dot};
use hloom_ir::{self as ir, Builder, Type, Value};
use melior::ir::ValueLike;

impl Dot {
    /// Returns the integer type of a factor of the dot product.
    pub fn element<'a>(&self, builder: Builder<'a>) -> Type<'a> {
        ir::int(builder.context(), self.bits() as u32)
    }

    /// Returns the vector type of a group of factors, whose products one lane adds.
    pub fn group_type<'a>(&self, builder: Builder<'a>) -> Type<'a> {
        ir::vector(&[self.group()], self.element(builder))
    }

    /// Returns the number of factors in an operand of the instruction: a group for each lane.
    pub fn width(&self) -> i64 {
        self.instruction.lanes * self.group()
    }

    /// Returns the type of an operand of the instruction: the groups of all lanes.
    pub fn vector<'a>(&self, builder: Builder<'a>) -> Type<'a> {
        ir::vector(&[self.width()], self.element(builder))
    }

    /// Returns the type of a vector of accumulators, or of groups represented as 32-bit lanes.
    pub fn lanes<'a>(&self, builder: Builder<'a>) -> Type<'a> {
        let lane = ir::int(builder.context(), ACCUMULATOR_BITS as u32);
        ir::vector(&[self.instruction.lanes], lane)
    }

    /// Builds the dot-product instruction, which adds the products of each group of `left` and
    /// `right` to a lane of `sum`.
    pub fn multiply_add<'a>(
        &self,
        builder: Builder<'a>,
        left: Value<'a>,
        right: Value<'a>,
        sum: Value<'a>,
    ) -> Value<'a> {
        let mut operands = if self.swapped { vec![right, left] } else { vec![left, right] };
        if self.instruction.accumulates {
            operands.insert(0, sum);
        }
        let result = builder.intrinsic(&self.instruction.intrinsic, &operands, sum.r#type());
        if self.instruction.accumulates {
            return result;
        }
        builder.binary("arith.addi", sum, result)
    }

    /// Builds a left operand of the instruction in which each lane has the factors of `group`.
    pub fn broadcast<'a>(&self, builder: Builder<'a>, group: Value<'a>) -> Value<'a> {
        let lane = ir::int(builder.context(), ACCUMULATOR_BITS as u32);
        let lane = builder.simple("vector.bitcast", &[group], ir::vector(&[1], lane));
        let lanes = builder.simple("vector.broadcast", &[lane], self.lanes(builder));
        builder.simple("vector.bitcast", &[lanes], self.vector(builder))
    }

    /// Inverts the highest bit of each left factor in a scalar or vector if [`Dot::flipped`] is
    /// true.
    pub fn flip<'a>(&self, builder: Builder<'a>, factors: Value<'a>) -> Value<'a> {
        if !self.flipped {
            return factors;
        }
        let ty = factors.r#type();
        let mut highest = self.highest_bit(builder);
        if ir::Shaped::of(ty).is_some() {
            highest = builder.simple("vector.broadcast", &[highest], ty);
        }
        builder.binary("arith.xori", factors, highest)
    }

    /// Builds a left operand of the instruction whose factors are zeros with the highest bit
    /// inverted.
    pub fn flipped_zeros<'a>(&self, builder: Builder<'a>) -> Value<'a> {
        let ty = self.vector(builder);
        builder.simple("vector.broadcast", &[self.highest_bit(builder)], ty)
    }

    fn highest_bit<'a>(&self, builder: Builder<'a>) -> Value<'a> {
        builder.int(-(1 << (self.bits() - 1)), self.element(builder))
    }
}
