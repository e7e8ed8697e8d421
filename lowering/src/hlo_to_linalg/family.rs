// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Which file lowers which operation.

use super::emitter::Emit;
use super::{
    bitcast_convert, calls, constant, control_flow, convolution, dot, elementwise, indexing,
    library_call, reduce, reduce_window, scalar, scalars, scatter, select_and_scatter, shape, sort,
};
use crate::ir::{self, Op, Shaped};
use melior::ir::ValueLike;

/// The function that lowers `op`; none if there is none.
pub fn emitter(op: Op) -> Option<Emit> {
    let name = ir::op_name(op);
    if scalar::is_elementwise(name) {
        let result = ir::results(op).first().and_then(|result| Shaped::of(result.r#type()));
        let rank_zero = result.is_some_and(|shaped| shaped.rank() == 0);
        return Some(if rank_zero { scalars::elementwise } else { elementwise::emit });
    }
    Some(match name {
        "stablehlo.constant" => constant::emit,

        "stablehlo.bitcast_convert" => bitcast_convert::emit,
        "stablehlo.broadcast" => shape::emit_broadcast,
        "stablehlo.broadcast_in_dim" => shape::emit_broadcast_in_dim,
        "stablehlo.concatenate" => shape::emit_concatenate,
        "stablehlo.get_dimension_size" => shape::emit_get_dimension_size,
        "stablehlo.iota" => shape::emit_iota,
        "stablehlo.optimization_barrier" => shape::emit_identity,
        "stablehlo.pad" => shape::emit_pad,
        "stablehlo.reshape" => shape::emit_reshape,
        "stablehlo.reverse" => shape::emit_reverse,
        "stablehlo.slice" => shape::emit_slice,
        "stablehlo.transpose" => shape::emit_transpose,

        "stablehlo.convolution" => convolution::emit,
        "stablehlo.dot" => dot::emit_dot,
        "stablehlo.dot_general" => dot::emit_dot_general,

        "stablehlo.map" => reduce::emit_map,
        "stablehlo.reduce" => reduce::emit_reduce,
        "stablehlo.reduce_window" => reduce_window::emit,
        "stablehlo.select_and_scatter" => select_and_scatter::emit,

        "stablehlo.dynamic_slice" => indexing::emit_dynamic_slice,
        "stablehlo.dynamic_update_slice" => indexing::emit_dynamic_update_slice,
        "stablehlo.gather" => indexing::emit_gather,
        "stablehlo.scatter" => scatter::emit,
        "stablehlo.sort" => sort::emit,

        // Where parts of a tensor live is all the same to one device.
        "sdy.sharding_constraint" => shape::emit_identity,
        "sdy.sharding_group" => shape::emit_nothing,

        "stablehlo.fft" | "stablehlo.rng" => library_call::emit,

        "func.call" => calls::emit,
        "stablehlo.case" => control_flow::emit_case,
        "stablehlo.custom_call" => control_flow::emit_custom_call,
        "stablehlo.if" => control_flow::emit_if,
        "stablehlo.while" => control_flow::emit_while,
        _ => return None,
    })
}

/// Why this very operation cannot be lowered although others of its name can.
pub fn refusal(op: Op) -> Option<String> {
    match ir::op_name(op) {
        "func.call" => calls::refusal(op),
        "stablehlo.convolution" | "stablehlo.dot" | "stablehlo.dot_general" => dot::refusal(op),
        "stablehlo.map" | "stablehlo.reduce" | "stablehlo.reduce_window" | "stablehlo.sort" => {
            reduce::body_refusal(op, 0)
        }
        "stablehlo.scatter" => scatter::refusal(op),
        "stablehlo.select_and_scatter" => {
            reduce::body_refusal(op, 0).or_else(|| reduce::body_refusal(op, 1))
        }
        _ => None,
    }
}
