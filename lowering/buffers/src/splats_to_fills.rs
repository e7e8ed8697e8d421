// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-splats-to-fills`: materializes large splats with a fill, so that they take no space in the
//! binary.
//!
//! Before: `%c = arith.constant dense<1.0> : tensor<1000000xf32>`
//! After:  `%c = linalg.fill ins(%one) outs(tensor.empty())`
//!
//! Vector constants are kept, because vectors are values in registers, whereas a fill writes
//! memory.
//!
//! Fused operations already use the element as a scalar, so only other readers use the fill.

use hloom_ir::linalg::generic::splat_tensor;
use hloom_ir::pass::{Failure, OptionValues, PassInfo, PassOption};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Builder, Context, Op, Shaped};
use melior::ir::operation::OperationLike;
use melior::ir::{TypeLike, ValueLike};

/// The pass `hloom-splats-to-fills`.
pub static PASS: PassInfo = PassInfo {
    argument: "hloom-splats-to-fills",
    description: "materialize large splat constants with `linalg.fill`, so that they take no space \
                  in the binary",
    anchor: "func.func",
    level: Level::Buffers,
    options: &[PassOption {
        name: "threshold",
        description: "minimum number of elements of a splat that becomes a fill",
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
        let splat = op.attribute("value").ok().and_then(ir::splat_value);
        let is_tensor = result.r#type().is_ranked_tensor();
        let shaped = Shaped::of(result.r#type()).filter(|it| is_tensor && it.is_static());
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
