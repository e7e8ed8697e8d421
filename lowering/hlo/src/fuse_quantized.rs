// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-fuse-quantized`: converts floating-point operations between `uniform_dequantize` and
//! `uniform_quantize` to operations on quantized tensors.
//!
//! ```mlir
//! uniform_quantize(add(uniform_dequantize(x), uniform_dequantize(y)))   ->   add(x, y) : quantized
//! ```
//!
//! TensorFlow and PyTorch export quantized models in this form. This is stablehlo-opt's pass
//! `stablehlo-legalize-qdq-to-quantized-op`; `hlo-expand-quantized` is the inverse.

use crate::expand_quantized::expressed;
use hloom_dialects::op::Op as Kind;
use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Builder, Context, Op, Value};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;

/// The pass `hlo-fuse-quantized`.
pub static PASS: PassInfo = PassInfo {
    argument: "hlo-fuse-quantized",
    description: "convert floating-point operations between dequantization and quantization to \
    quantized operations",
    anchor: "",
    level: Level::Hlo,
    options: &[],
    dialects: &["stablehlo"],
    run,
};

fn run<'a>(context: &'a Context, root: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    for quantize in ir::walk(root) {
        if ir::hlo_op(quantize) != Some(Kind::StablehloUniformQuantize) {
            continue;
        }
        let Some((computation, operands)) = matched(quantize) else { continue };
        let Some(next) = computation.next_in_block() else { continue };
        let results: Vec<_> = ir::results(quantize).iter().map(|result| result.r#type()).collect();
        let new = Builder::before(context, next)
            .at(computation.location())
            .op(ir::op_name(computation))
            .operands(&operands)
            .attrs_of(computation, &[])
            .results(&results)
            .build();
        ir::replace_all_uses(ir::results(quantize)[0], ir::results(new)[0]);
        let mut unused = vec![quantize, computation];
        for op in ir::operands(computation).into_iter().filter_map(ir::defining_op) {
            if !unused.contains(&op) {
                unused.push(op);
            }
        }
        for op in unused {
            ir::erase_unused(op);
        }
    }
    Ok(())
}

/// Returns the operation whose result `quantize` quantizes, and the quantized tensors from which
/// the operands of this operation are dequantized. Returns `None` if an operand is not dequantized,
/// or if the operation has no operands, a region or several results.
fn matched<'a>(quantize: Op<'a>) -> Option<(Op<'a>, Vec<Value<'a>>)> {
    let computation = ir::defining_op(*ir::operands(quantize).first()?)?;
    let operands = ir::operands(computation);
    let is_simple = ir::regions(computation).is_empty() && ir::results(computation).len() == 1;
    if !is_simple || operands.is_empty() {
        return None;
    }
    let quantized = operands.into_iter().map(|operand| {
        let dequantize = ir::defining_op(operand)?;
        let is_dequantize = ir::hlo_op(dequantize) == Some(Kind::StablehloUniformDequantize);
        let is_quantized = expressed(operand.r#type()).is_some();
        (is_dequantize && !is_quantized).then(|| ir::operands(dequantize)[0])
    });
    Some((computation, quantized.collect::<Option<_>>()?))
}
