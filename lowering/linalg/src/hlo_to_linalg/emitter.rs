// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Traverses a block of HLO and emits its operations one by one.
//!
//! The emitter maps each HLO value to the converted value. It finds the lowering of an operation
//! through a function that is passed to [`Emitter::new`], so that the lowerings can use the emitter
//! for the blocks of regions.

use hloom_dialects::op::Op as HloOp;
use hloom_ir::linalg::generic::empty;
use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Block, Builder, Context, Op, Shaped, Value};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;
use std::collections::HashMap;

/// A function that lowers the operations of one family.
///
/// Its arguments are the insertion point, the HLO operation, and the converted operands. It returns
/// the converted results.
pub type Emit = for<'a> fn(
    &mut Emitter<'a>,
    Builder<'a>,
    Op<'a>,
    &[Value<'a>],
) -> Result<Vec<Value<'a>>, Failure<'a>>;

/// A function that returns the lowering function of an operation, or `None` if there is none.
pub type EmitOf = fn(Op) -> Option<Emit>;

/// The state of the conversion of one function.
pub struct Emitter<'a> {
    context: &'a Context,
    emit_of: EmitOf,
    values: HashMap<usize, Value<'a>>,
    /// Whether the program is for a GPU. GPUs need parallel loops for their threads, and loops with
    /// a known number of iterations should not need predicates on the host.
    pub for_gpus: bool,
}

impl<'a> Emitter<'a> {
    /// Creates an emitter without values. The emitter lowers each operation with the function that
    /// `emit_of` returns.
    pub fn new(context: &'a Context, emit_of: EmitOf) -> Self {
        Self { context, emit_of, values: HashMap::new(), for_gpus: false }
    }

    /// Returns the MLIR context.
    pub fn context(&self) -> &'a Context {
        self.context
    }

    /// Returns the converted value of the HLO value `hlo`, which may belong to an enclosing block.
    ///
    /// # Panics
    /// Panics if `hlo` was not emitted before, which SSA dominance rules out.
    pub fn value(&self, hlo: Value<'a>) -> Value<'a> {
        self.values[&ir::value_address(hlo)]
    }

    /// Records `value` as the converted value of the HLO value `hlo`.
    pub fn set(&mut self, hlo: Value<'a>, value: Value<'a>) {
        self.values.insert(ir::value_address(hlo), value);
    }

    /// Emits the operations of `block`, with `arguments` as the converted block arguments, and
    /// returns the converted operands of the terminator.
    ///
    /// # Errors
    /// Fails if an operation cannot be lowered.
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

    /// Returns the converted operands of `op`.
    pub fn operands(&self, op: Op<'a>) -> Vec<Value<'a>> {
        ir::operands(op).into_iter().map(|operand| self.value(operand)).collect()
    }

    /// Emits one operation.
    ///
    /// # Errors
    /// Fails if the operation cannot be lowered.
    pub fn op(&mut self, builder: Builder<'a>, op: Op<'a>) -> Result<(), Failure<'a>> {
        let name = ir::op_name(op);
        let Some(emit) = (self.emit_of)(op) else {
            return Err(Failure::at(op, format!("`{name}` has no lowering to linalg")));
        };
        if is_skipped(op) {
            for hlo in ir::results(op) {
                let ty = ir::tensor_type(self.context, hlo.r#type());
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

/// Returns true if no code is emitted for an operation, because its results are tensors without
/// elements. An operation with a loop or a call is always emitted, because it may have side
/// effects.
pub fn is_skipped(op: Op) -> bool {
    let is_empty = |value: &Value| Shaped::of(value.r#type()).is_some_and(|it| it.is_empty());
    let acts = |inner: Op| match ir::hlo_op(inner) {
        Some(kind) => matches!(kind, HloOp::StablehloWhile | HloOp::StablehloCustomCall),
        None => ir::op_name(inner) == "func.call" || ir::dialect(inner) == "scf",
    };
    let results = ir::results(op);
    let is_pure = || !ir::walk(op).into_iter().any(acts);
    !results.is_empty() && results.iter().all(is_empty) && is_pure()
}
