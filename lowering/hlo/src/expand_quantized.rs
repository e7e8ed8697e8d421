// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-expand-quantized`: computes operations on quantized tensors in floating-point.
//!
//! ```mlir
//! add(x, y) : quantized   ->   uniform_quantize(add(uniform_dequantize(x), uniform_dequantize(y)))
//! ```
//!
//! The specification defines these operations in this way (`dequantize_op_quantize`). This is
//! stablehlo-opt's pass `stablehlo-legalize-quantized-op-to-qdq`; `hlo-fuse-quantized` is the
//! inverse.

use hloom_dialects::op::Op as Kind;
use hloom_dialects::shape::TensorType;
use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Builder, Context, Op, Type, Value};
use melior::ir::ValueLike;

/// The pass `hlo-expand-quantized`.
pub static PASS: PassInfo = PassInfo {
    argument: "hlo-expand-quantized",
    description: "convert operations on quantized tensors to floating-point operations between \
                  dequantization and quantization",
    anchor: "",
    level: Level::Hlo,
    options: &[],
    dialects: &["stablehlo"],
    run,
};

/// The operations that the specification defines by dequantization and quantization.
const KINDS: [Kind; 40] = [
    Kind::StablehloAbs,
    Kind::StablehloAdd,
    Kind::StablehloAtan2,
    Kind::StablehloBatchNormGrad,
    Kind::StablehloBatchNormInference,
    Kind::StablehloBatchNormTraining,
    Kind::StablehloCbrt,
    Kind::StablehloCeil,
    Kind::StablehloCholesky,
    Kind::StablehloClamp,
    Kind::StablehloCompare,
    Kind::StablehloConvolution,
    Kind::StablehloCosine,
    Kind::StablehloDivide,
    Kind::StablehloDotGeneral,
    Kind::StablehloDot,
    Kind::StablehloExponentialMinusOne,
    Kind::StablehloExponential,
    Kind::StablehloFloor,
    Kind::StablehloLogPlusOne,
    Kind::StablehloLogistic,
    Kind::StablehloLog,
    Kind::StablehloMaximum,
    Kind::StablehloMinimum,
    Kind::StablehloMultiply,
    Kind::StablehloNegate,
    Kind::StablehloPower,
    Kind::StablehloReducePrecision,
    Kind::StablehloRemainder,
    Kind::StablehloRoundNearestAfz,
    Kind::StablehloRoundNearestEven,
    Kind::StablehloRsqrt,
    Kind::StablehloSelect,
    Kind::StablehloSign,
    Kind::StablehloSine,
    Kind::StablehloSqrt,
    Kind::StablehloSubtract,
    Kind::StablehloTanh,
    Kind::StablehloTan,
    Kind::StablehloTriangularSolve,
];

fn run<'a>(context: &'a Context, root: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    for op in ir::walk(root) {
        let is_known = ir::hlo_op(op).is_some_and(|kind| KINDS.contains(&kind));
        let (operands, results) = (ir::operands(op), ir::results(op));
        let is_quantized = |value: &Value<'a>| expressed(value.r#type()).is_some();
        if !is_known || !operands.iter().chain(&results).any(is_quantized) {
            continue;
        }
        let at = Builder::before(context, op);
        let dequantized = operands.iter().map(|value| match expressed(value.r#type()) {
            Some(ty) => at.simple("stablehlo.uniform_dequantize", &[*value], ty),
            None => *value,
        });
        let dequantized: Vec<_> = dequantized.collect();
        let types: Vec<_> = results.iter().map(|value| value.r#type()).collect();
        let floats: Vec<_> = types.iter().map(|ty| expressed(*ty).unwrap_or(*ty)).collect();
        let new = at
            .op(ir::op_name(op))
            .operands(&dequantized)
            .attrs_of(op, &[])
            .results(&floats)
            .build();
        let quantized =
            ir::results(new).into_iter().zip(types).map(|(value, ty)| match expressed(ty) {
                Some(_) => at.simple("stablehlo.uniform_quantize", &[value], ty),
                None => value,
            });
        let quantized: Vec<_> = quantized.collect();
        ir::replace(op, quantized);
    }
    Ok(())
}

/// Returns the tensor type of the numbers that a quantized tensor represents, or `None` for any
/// other type.
pub fn expressed(ty: Type<'_>) -> Option<Type<'_>> {
    let element = TensorType::from_type(ty)?.quantized()?.expressed;
    Some(ir::like(ty, element))
}
