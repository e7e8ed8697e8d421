// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-splats-to-fills`: a large constant of equal elements is made when the program
//! runs, instead of being data of the executable.
//!
//! Before: `%c = arith.constant dense<1.0> : tensor<1000000xf32>`
//! After:  `%c = linalg.fill ins(%one) outs(tensor.empty())`
//!
//! What was fused computes with the element already; this is what others read.

use crate::ffi;
use crate::ir::{self, Builder, Context, Op, Shaped};
use crate::linalg::generic::splat_tensor;
use crate::pass::{Failure, OptionValues, PassInfo, PassOption};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;

/// The pass.
pub static PASS: PassInfo = PassInfo {
    argument: "hlo-splats-to-fills",
    description: "make large constants of equal elements at run time",
    anchor: "func.func",
    options: &[PassOption {
        name: "threshold",
        description: "elements below which a constant stays data",
        default: "16384",
    }],
    dialects: &["arith", "complex", "linalg", "tensor"],
    run,
};

fn run<'a>(
    context: &'a Context,
    function: Op<'a>,
    options: &OptionValues,
) -> Result<(), Failure<'a>> {
    let threshold = options.number("threshold", function)?;
    for op in ir::walk(function) {
        if ir::op_name(op) != "arith.constant" {
            continue;
        }
        let result = ir::results(op)[0];
        let splat = op.attribute("value").ok().and_then(ffi::splat_value);
        let shaped = Shaped::of(result.r#type()).filter(Shaped::is_static);
        let (Some(value), Some(shaped)) = (splat, shaped) else { continue };
        if shaped.elements() < threshold {
            continue;
        }
        let builder = Builder::before(context, op);
        let element = builder.scalar(value, shaped.element);
        ir::replace(op, [splat_tensor(builder, element, result.r#type())]);
    }
    Ok(())
}
