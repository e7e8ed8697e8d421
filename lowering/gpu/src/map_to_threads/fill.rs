// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Memory that is filled with a constant, as the start of a reduction.

use super::nest::Nest;
use super::shared::Place;
use crate::host::root;
use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Context, Value};
use melior::ir::{TypeLike, ValueLike};

/// A structured operation that sets all elements of its result to a constant.
pub struct Fill<'a> {
    nest: Nest<'a>,
    constant: Value<'a>,
    memory: Value<'a>,
}

impl<'a> Fill<'a> {
    /// Reads an operation, which is returned if it is another one.
    pub fn of(nest: Nest<'a>) -> Result<Self, Nest<'a>> {
        match Self::parts(&nest) {
            Some((constant, memory)) => Ok(Self { nest, constant, memory }),
            None => Err(nest),
        }
    }

    fn parts(nest: &Nest<'a>) -> Option<(Value<'a>, Value<'a>)> {
        let [constant, memory] = ir::operands(nest.generic.op)[..] else { return None };
        let source = ir::defining_op(constant)?;
        let is_constant = matches!(ir::op_name(source), "arith.constant" | "complex.constant");
        let is_fill = is_constant
            && !constant.r#type().is_mem_ref()
            && nest.generic.is_layout_only()
            && nest.writes_all(nest.generic.inputs)
            && ir::args(nest.generic.body()?)[..1]
                == ir::operands(ir::ops(nest.generic.body()?).pop()?);
        is_fill.then_some((constant, memory))
    }

    /// Returns the value with which each output of the next operation begins, `None` for the elements
    /// that are in memory.
    pub fn start_of(&self, next: &Nest<'a>) -> Vec<Option<Value<'a>>> {
        let operands = ir::operands(next.generic.op);
        let is_used = |operand: &usize| root(operands[*operand]) == root(self.memory);
        let mut users = (0..operands.len()).filter(is_used);
        let only = users.next().filter(|operand| *operand >= next.generic.inputs);
        let only = only.filter(|operand| operands[*operand] == self.memory);
        let only = only.filter(|_| users.next().is_none() && !next.accumulates_in_memory());
        let only = only.filter(|operand| next.writes_all(*operand));
        let start = |operand: usize| (Some(operand) == only).then_some(self.constant);
        (next.generic.inputs..operands.len()).map(start).collect()
    }

    /// Emits the loops of the operation unless the next one begins with the constant. Erases it.
    ///
    /// # Errors
    /// Fails if the shared memory of a block is too small.
    pub fn emit_unless(
        self,
        context: &'a Context,
        is_start: bool,
        place: &mut Place<'_, 'a>,
    ) -> Result<(), Failure<'a>> {
        if !is_start {
            self.nest.emit(context, &[], place)?;
        }
        ir::erase(self.nest.generic.op);
        Ok(())
    }
}
