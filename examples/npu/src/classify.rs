// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Classification of StableHLO operations that the device supports.
//!
//! The list is conservative: the device may support operations that are not in it, but these are
//! untested.

use crate::codegen::is_supported;
use hloom_lowering::ir::{self, Op, Shaped};
use melior::ir::ValueLike;

/// Names of the operations that the device supports for supported element types.
const OPERATIONS: &[&str] = &[
    "abs",
    "add",
    "and",
    "atan2",
    "broadcast",
    "broadcast_in_dim",
    "cbrt",
    "ceil",
    "clamp",
    "compare",
    "concatenate",
    "constant",
    "convert",
    "convolution",
    "cosine",
    "count_leading_zeros",
    "divide",
    "dot",
    "dot_general",
    "dynamic_slice",
    "dynamic_update_slice",
    "exponential",
    "exponential_minus_one",
    "floor",
    "iota",
    "is_finite",
    "log",
    "log_plus_one",
    "logistic",
    "map",
    "maximum",
    "minimum",
    "multiply",
    "negate",
    "not",
    "optimization_barrier",
    "or",
    "pad",
    "popcnt",
    "power",
    "reduce",
    "reduce_precision",
    "reduce_window",
    "remainder",
    "reshape",
    "reverse",
    "round_nearest_afz",
    "round_nearest_even",
    "rsqrt",
    "select",
    "shift_left",
    "shift_right_arithmetic",
    "shift_right_logical",
    "sign",
    "sine",
    "slice",
    "sqrt",
    "subtract",
    "tan",
    "tanh",
    "transpose",
    "xor",
    "bitcast_convert",
];

/// Returns true if the device supports an operation and its element types.
pub fn is_for_device(op: Op) -> bool {
    let name = ir::op_name(op);
    let known = match name.split_once('.') {
        Some(("stablehlo", rest)) => OPERATIONS.contains(&rest),
        // The passes leave only CHLO operations that become calls, instructions or arithmetic.
        Some(("chlo", _)) => true,
        _ => false,
    };
    let types = ir::walk(op).into_iter().flat_map(|op| [ir::operands(op), ir::results(op)]);
    known
        && types.flatten().all(|value| {
            let shaped = Shaped::of(value.r#type()).filter(Shaped::is_static);
            shaped.is_some_and(|shaped| is_supported(shaped.element))
        })
}
