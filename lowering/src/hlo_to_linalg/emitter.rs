// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Walks a block of HLO and emits its operations one by one.

use super::{empty, family};
use crate::ir::{self, Block, Builder, Context, Op, Value};
use crate::pass::Failure;
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;
use std::collections::HashMap;

/// What an op family's function takes: the place to build at, the HLO operation,
/// and its operands as already converted. It returns the operation's results.
pub type Emit = for<'a> fn(
    &mut Emitter<'a>,
    Builder<'a>,
    Op<'a>,
    &[Value<'a>],
) -> Result<Vec<Value<'a>>, Failure<'a>>;

/// The state of converting one function.
pub struct Emitter<'a> {
    context: &'a Context,
    values: HashMap<usize, Value<'a>>,
}

impl<'a> Emitter<'a> {
    /// An emitter that knows no values yet.
    pub fn new(context: &'a Context) -> Self {
        Self { context, values: HashMap::new() }
    }

    /// The context.
    pub fn context(&self) -> &'a Context {
        self.context
    }

    /// What `hlo` became. Inside regions, values of enclosing blocks are found too.
    ///
    /// # Panics
    /// If it was not emitted before its use, which SSA dominance excludes.
    pub fn value(&self, hlo: Value<'a>) -> Value<'a> {
        self.values[&key(hlo)]
    }

    /// Records what `hlo` became.
    pub fn set(&mut self, hlo: Value<'a>, value: Value<'a>) {
        self.values.insert(key(hlo), value);
    }

    /// Emits the operations of `block` with its arguments standing for
    /// `arguments`; returns the terminator's operands, converted.
    pub fn block(
        &mut self,
        builder: Builder<'a>,
        block: Block<'a>,
        arguments: &[Value<'a>],
    ) -> Result<Vec<Value<'a>>, Failure<'a>> {
        for (hlo, value) in ir::args(block).into_iter().zip(arguments) {
            self.set(hlo, *value);
        }
        let mut ops = ir::ops(block);
        let terminator = ops.pop();
        for op in ops {
            self.op(builder.at(op.location()), op)?;
        }
        Ok(terminator.map(|op| self.operands(op)).unwrap_or_default())
    }

    /// The converted operands of `op`.
    pub fn operands(&self, op: Op<'a>) -> Vec<Value<'a>> {
        ir::operands(op).into_iter().map(|operand| self.value(operand)).collect()
    }

    fn op(&mut self, builder: Builder<'a>, op: Op<'a>) -> Result<(), Failure<'a>> {
        let name = ir::op_name(op);
        let Some(emit) = family::emitter(op) else {
            return Err(Failure::at(op, format!("`{name}` has no lowering to linalg")));
        };
        let types: Vec<_> = ir::results(op)
            .iter()
            .map(|result| ir::tensor_type(self.context, result.r#type()))
            .collect();
        let nothing = |ty| ir::Shaped::of(ty).is_some_and(|shaped| shaped.elements() == 0);
        let acts = |op| {
            matches!(ir::op_name(op), "stablehlo.while" | "stablehlo.custom_call" | "func.call")
        };
        let pure = !ir::walk(op).into_iter().any(acts);
        if pure && !types.is_empty() && types.iter().all(|ty| nothing(*ty)) {
            // Tensors without elements need no computation.
            for (hlo, ty) in ir::results(op).into_iter().zip(types) {
                self.set(hlo, empty(builder, ty));
            }
            return Ok(());
        }
        let operands = self.operands(op);
        let results = emit(self, builder, op, &operands)?;
        for (hlo, value) in ir::results(op).into_iter().zip(results) {
            self.set(hlo, value);
        }
        Ok(())
    }
}

fn key(value: Value) -> usize {
    value.to_raw().ptr as usize
}
