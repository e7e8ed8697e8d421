// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Classification of StableHLO operations into operations for the device and operations for the
//! host.
//!
//! The list of operations for the device is conservative: it omits operations that the device may
//! support but that are untested.

use crate::codegen::is_supported;
use hloom_dialects::op::Op as Kind;
use hloom_lowering::ir::{self, Op, Shaped};
use melior::ir::ValueLike;

/// The StableHLO operations that the device supports for supported element types.
const OPERATIONS: &[Kind] = &[
    Kind::StablehloAbs,
    Kind::StablehloAdd,
    Kind::StablehloAnd,
    Kind::StablehloAtan2,
    Kind::StablehloBitcastConvert,
    Kind::StablehloBroadcast,
    Kind::StablehloBroadcastInDim,
    Kind::StablehloCbrt,
    Kind::StablehloCeil,
    Kind::StablehloClamp,
    Kind::StablehloCompare,
    Kind::StablehloConcatenate,
    Kind::StablehloConstant,
    Kind::StablehloConvert,
    Kind::StablehloConvolution,
    Kind::StablehloCosine,
    Kind::StablehloCountLeadingZeros,
    Kind::StablehloDivide,
    Kind::StablehloDot,
    Kind::StablehloDotGeneral,
    Kind::StablehloDynamicSlice,
    Kind::StablehloDynamicUpdateSlice,
    Kind::StablehloExponential,
    Kind::StablehloExponentialMinusOne,
    Kind::StablehloFloor,
    Kind::StablehloIota,
    Kind::StablehloIsFinite,
    Kind::StablehloLog,
    Kind::StablehloLogPlusOne,
    Kind::StablehloLogistic,
    Kind::StablehloMap,
    Kind::StablehloMaximum,
    Kind::StablehloMinimum,
    Kind::StablehloMultiply,
    Kind::StablehloNegate,
    Kind::StablehloNot,
    Kind::StablehloOptimizationBarrier,
    Kind::StablehloOr,
    Kind::StablehloPad,
    Kind::StablehloPopcnt,
    Kind::StablehloPower,
    Kind::StablehloReduce,
    Kind::StablehloReducePrecision,
    Kind::StablehloReduceWindow,
    Kind::StablehloRemainder,
    Kind::StablehloReshape,
    Kind::StablehloReverse,
    Kind::StablehloRoundNearestAfz,
    Kind::StablehloRoundNearestEven,
    Kind::StablehloRsqrt,
    Kind::StablehloSelect,
    Kind::StablehloShiftLeft,
    Kind::StablehloShiftRightArithmetic,
    Kind::StablehloShiftRightLogical,
    Kind::StablehloSign,
    Kind::StablehloSine,
    Kind::StablehloSlice,
    Kind::StablehloSqrt,
    Kind::StablehloSubtract,
    Kind::StablehloTan,
    Kind::StablehloTanh,
    Kind::StablehloTranspose,
    Kind::StablehloXor,
];

/// Returns true if the device supports an operation, and the operation and its regions use only
/// tensors of static shape with supported element types.
pub fn is_for_device(op: Op) -> bool {
    // The passes leave only CHLO operations that become calls, instructions or arithmetic.
    let known = ir::hlo_op(op)
        .is_some_and(|kind| kind.facts().dialect == "chlo" || OPERATIONS.contains(&kind));
    let types = ir::walk(op).into_iter().flat_map(|op| [ir::operands(op), ir::results(op)]);
    known
        && types.flatten().all(|value| {
            let shaped = Shaped::of(value.r#type()).filter(Shaped::is_static);
            shaped.is_some_and(|shaped| is_supported(shaped.element))
        })
}
