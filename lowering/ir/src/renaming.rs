// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Cloning of operations with replaced operands.

use crate::{self as ir, Builder, Op, Value};

/// A map from values to their replacements in clones of operations.
#[derive(Default)]
pub struct Renaming<'a> {
    pairs: Vec<(Value<'a>, Value<'a>)>,
}

impl<'a> Renaming<'a> {
    /// Maps each value in `old` to the value at the same position in `new`.
    pub fn new(old: &[Value<'a>], new: &[Value<'a>]) -> Self {
        Self { pairs: old.iter().copied().zip(new.iter().copied()).collect() }
    }

    /// Adds a pair: operations that are cloned later use `new` in place of `old`.
    pub fn add(&mut self, old: Value<'a>, new: Value<'a>) {
        self.pairs.push((old, new));
    }

    /// Returns the replacement of a value, or the value itself if it has none.
    pub fn of(&self, value: Value<'a>) -> Value<'a> {
        self.pairs.iter().find(|(old, _)| *old == value).map_or(value, |(_, new)| *new)
    }

    /// Clones an operation without regions to the end of the builder's block. The results of the
    /// clone replace those of the operation.
    pub fn clone_op(&mut self, builder: Builder<'a>, op: Op<'a>) {
        let clone = ir::clone_at_end(op, builder.block());
        for (position, operand) in ir::operands(op).into_iter().enumerate() {
            ir::set_operand(clone, position, self.of(operand));
        }
        self.pairs.extend(ir::results(op).into_iter().zip(ir::results(clone)));
    }

    /// Clones an operation before another one, like [`Self::clone_op`]. The operation may have
    /// regions.
    pub fn clone_before(&mut self, op: Op<'a>, before: Op<'a>) -> Op<'a> {
        let clone = ir::clone_before(op, before);
        self.replace_inside(clone);
        self.pairs.extend(ir::results(op).into_iter().zip(ir::results(clone)));
        clone
    }

    /// Applies the map to the operands of an operation and of its nested operations, in place.
    pub fn replace_inside(&self, op: Op<'a>) {
        for (old, new) in &self.pairs {
            ir::replace_uses_inside(*old, *new, op);
        }
    }
}
