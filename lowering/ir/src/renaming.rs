// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Clones of operations that use other values.

use crate::{self as ir, Builder, Op, Value};

/// Values, each with the value that replaces it in clones of operations.
#[derive(Default)]
pub struct Renaming<'a> {
    pairs: Vec<(Value<'a>, Value<'a>)>,
}

impl<'a> Renaming<'a> {
    /// Replaces each of the values `old` by the one of `new` at the same position.
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

    /// Clones an operation before another one, as [`Self::clone_op`] does. The operation may have
    /// regions.
    pub fn clone_before(&mut self, op: Op<'a>, before: Op<'a>) -> Op<'a> {
        let clone = ir::clone_before(op, before);
        self.replace_inside(clone);
        self.pairs.extend(ir::results(op).into_iter().zip(ir::results(clone)));
        clone
    }

    /// Replaces values in the operands of an operation and of those nested in it.
    pub fn replace_inside(&self, op: Op<'a>) {
        for (old, new) in &self.pairs {
            ir::replace_uses_inside(*old, *new, op);
        }
    }
}
