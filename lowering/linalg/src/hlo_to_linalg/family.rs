// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Maps each operation to the function that lowers it, and to the function that checks whether the
//! operation can be lowered.
//!
//! Elementwise operations need no entry in this module, because their scalar code has a table for
//! each kind of number (`scalar/`). A new operation of another family is refused until it has an
//! entry.

use super::emitter::Emit;
use super::scalar::Form;
use super::{
    bitcast_convert, calls, constant, control_flow, convolution, dot, elementwise, indexing,
    reduce, reduce_window, runtime_call, scalars, scatter, select_and_scatter, shape, sort,
    upstream,
};
use hloom_dialects::op::{Family, Op as HloOp};
use hloom_ir::{self as ir, Op, Shaped};
use melior::ir::ValueLike;

/// Returns the function that lowers `op`, or `None` if there is none.
pub fn emitter(op: Op) -> Option<Emit> {
    Some(Lowering::of(op)?.emit)
}

/// Returns the reason why `op` cannot be lowered although operations with its name have a lowering,
/// or `None` if it can be lowered.
pub fn refusal(op: Op) -> Option<String> {
    (Lowering::of(op)?.refusal)(op)
}

/// The lowering of all operations with one name.
struct Lowering {
    emit: Emit,
    /// Returns the reason why an operation cannot be lowered, or `None` if it can be lowered.
    refusal: fn(Op) -> Option<String>,
}

impl Lowering {
    /// Creates the lowering of all operations with one name, which has no restrictions.
    fn new(emit: Emit) -> Self {
        Self { emit, refusal: |_| None }
    }

    /// Returns the lowering with restrictions: `refusal` returns the reason why an operation cannot
    /// be lowered.
    fn unless(self, refusal: fn(Op) -> Option<String>) -> Self {
        Self { refusal, ..self }
    }

    /// Returns the lowering of `op`, or `None` if there is none.
    fn of(op: Op) -> Option<Self> {
        match ir::hlo_op(op) {
            Some(kind) => Self::of_kind(op, kind),
            None if ir::op_name(op) == "func.call" => {
                Some(Self::new(calls::emit).unless(calls::refusal))
            }
            None if upstream::contains(op) => {
                Some(Self::new(upstream::emit).unless(upstream::refusal))
            }
            None => None,
        }
    }

    /// Returns the lowering of `op`, an HLO operation of the given kind, or `None` if there is
    /// none.
    fn of_kind(op: Op, kind: HloOp) -> Option<Self> {
        Some(match kind {
            // Elementwise operations.
            HloOp::StablehloConstant => Self::new(constant::emit),

            HloOp::StablehloBitcastConvert => Self::new(bitcast_convert::emit),
            HloOp::StablehloBroadcast => Self::new(shape::emit_broadcast),
            HloOp::StablehloBroadcastInDim => Self::new(shape::emit_broadcast_in_dim),
            HloOp::StablehloConcatenate => Self::new(shape::emit_concatenate),
            HloOp::StablehloGetDimensionSize => Self::new(shape::emit_get_dimension_size),
            HloOp::StablehloIota => Self::new(shape::emit_iota),
            HloOp::StablehloOptimizationBarrier => Self::new(shape::emit_identity),
            HloOp::StablehloPad => Self::new(shape::emit_pad),
            HloOp::StablehloReshape => Self::new(shape::emit_reshape),
            HloOp::StablehloReverse => Self::new(shape::emit_reverse),
            HloOp::StablehloSlice => Self::new(shape::emit_slice),
            HloOp::StablehloTranspose => Self::new(shape::emit_transpose),

            HloOp::StablehloConvolution => Self::new(convolution::emit).unless(dot::refusal),
            HloOp::StablehloDot => Self::new(dot::emit_dot).unless(dot::refusal),
            HloOp::StablehloDotGeneral => Self::new(dot::emit_dot_general).unless(dot::refusal),

            HloOp::StablehloMap => Self::new(reduce::emit_map).unless(body_refusal),
            HloOp::StablehloReduce => Self::new(reduce::emit_reduce).unless(body_refusal),
            HloOp::StablehloReduceWindow => Self::new(reduce_window::emit).unless(body_refusal),
            HloOp::StablehloSelectAndScatter => {
                Self::new(select_and_scatter::emit).unless(bodies_refusal)
            }

            HloOp::StablehloDynamicSlice => Self::new(indexing::emit_dynamic_slice),
            HloOp::StablehloDynamicUpdateSlice => Self::new(indexing::emit_dynamic_update_slice),
            HloOp::StablehloGather => Self::new(indexing::emit_gather),
            HloOp::StablehloScatter => Self::new(scatter::emit).unless(scatter::refusal),
            HloOp::StablehloSort => Self::new(sort::emit).unless(body_refusal),

            // Shardings have no meaning on one device.
            HloOp::SdyShardingConstraint => Self::new(shape::emit_identity),
            HloOp::SdyShardingGroup => Self::new(shape::emit_nothing),

            HloOp::StablehloCustomCall => Self::new(runtime_call::emit_custom_call),
            HloOp::StablehloFft | HloOp::StablehloRng => Self::new(runtime_call::emit),

            HloOp::StablehloCase => Self::new(control_flow::emit_case),
            HloOp::StablehloIf => Self::new(control_flow::emit_if),
            HloOp::StablehloWhile => Self::new(control_flow::emit_while),

            _ if Form::of(kind).is_some() => Self::new(elementwise_emitter(op)),

            _ => match kind.family() {
                // Earlier passes expand these operations, or make them static.
                Family::Chlo
                | Family::Collective
                | Family::Contraction
                | Family::Convolution
                | Family::Dynamic
                | Family::Elementwise
                | Family::Indexing
                | Family::LinearAlgebra
                | Family::Quant
                | Family::Random
                | Family::Reduction
                | Family::Shape => return None,
                // The terminator, whose operands `Emitter::block` returns, and composites.
                Family::ControlFlow => return None,
                // Operations on tokens, and those of StableHLO's tests, have no compiled form.
                Family::Check | Family::Communication | Family::Interpreter => return None,
                // The annotations are handled above.
                Family::CustomCall | Family::Sharding | Family::Sort => return None,
            },
        })
    }
}

/// Returns the function that lowers an elementwise operation.
fn elementwise_emitter(op: Op) -> Emit {
    let result = ir::results(op).first().and_then(|result| Shaped::of(result.r#type()));
    let rank_zero = result.is_some_and(|shaped| shaped.rank() == 0);
    if rank_zero { scalars::elementwise } else { elementwise::emit }
}

/// Returns the reason why the body of an operation with a single body cannot be emitted on scalars,
/// or `None` if it can be emitted.
fn body_refusal(op: Op) -> Option<String> {
    reduce::body_refusal(op, 0)
}

/// Returns the reason why one of the two bodies of an operation cannot be emitted on scalars, or
/// `None` if both can be emitted.
fn bodies_refusal(op: Op) -> Option<String> {
    reduce::body_refusal(op, 0).or_else(|| reduce::body_refusal(op, 1))
}
