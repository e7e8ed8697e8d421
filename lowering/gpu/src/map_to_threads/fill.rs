// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Fills of memory with a constant, which a following reduction can replace by an initial value.

use super::nest::Nest;
use super::shared::Place;
use crate::host::root;
use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Context, Value};
use melior::ir::{TypeLike, ValueLike};

/// A structured operation that sets all elements of its result to a constant.
pub struct Fill<'a> {
    pub nest: Nest<'a>,
    constant: Value<'a>,
    memory: Value<'a>,
}

impl<'a> Fill<'a> {
    /// Reads an operation that fills memory with a constant. If the operation is not such a fill,
    /// returns its loop nest unchanged as the error.
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

    /// Returns the initial value of each output of the operation `next`. It is the constant if
    /// `next` overwrites all of the filled memory through this output. It is `None` if the initial
    /// value is in memory.
    fn start_of(&self, next: &Nest<'a>) -> Vec<Option<Value<'a>>> {
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

    /// Returns true if two fills write to the same allocation.
    pub fn shares_memory(&self, other: &Self) -> bool {
        root(self.memory) == root(other.memory)
    }
}

/// Erases fills, and emits their loops before the operation `next` unless `next` can begin with the
/// constant instead. Returns the initial value of each output of `next`, or `None` if it is in
/// memory.
///
/// The fills are of different memory, and only fills of other memory are between them and `next`.
/// `next` is `None` if the operation after the fills is not a structured operation.
///
/// # Errors
/// Fails if the shared memory of a block is too small.
pub fn emit_unless_start<'a>(
    context: &'a Context,
    fills: Vec<Fill<'a>>,
    next: Option<&Nest<'a>>,
    place: &mut Place<'_, 'a>,
) -> Result<Vec<Option<Value<'a>>>, Failure<'a>> {
    let outputs = next.map_or(0, |next| next.generic.maps.len() - next.generic.inputs);
    let mut all = vec![None; outputs];
    for fill in fills {
        let start = next.map(|next| fill.start_of(next)).unwrap_or_default();
        if start.iter().all(Option::is_none) {
            fill.nest.emit(context, &[], place)?;
        }
        for (all, start) in all.iter_mut().zip(start) {
            *all = all.or(start);
        }
        ir::erase(fill.nest.generic.op);
    }
    Ok(all)
}
