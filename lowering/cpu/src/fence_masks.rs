// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-fence-masks`: hides from LLVM the constant that a mask puts into a maximum or a minimum.
//!
//! The maximum of a masked row, as in the attention of a language model, selects minus infinity
//! where the mask is false. LLVM knows that minus infinity changes no maximum. LLVM selects between
//! the old maximum and the new one instead, and does not vectorize a maximum under a condition. The
//! constant then passes through `llvm.arithmetic.fence`, which costs no instruction:
//!
//! ```mlir
//! %x = llvm.select %mask, %score, %infinity : i1, f32
//! // becomes
//! %hidden = llvm.call_intrinsic "llvm.arithmetic.fence"(%infinity) : (f32) -> f32
//! %x = llvm.select %mask, %score, %hidden : i1, f32
//! ```

use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Builder, Context, Op, Value};
use melior::ir::ValueLike;

/// The pass `hloom-fence-masks`.
pub static PASS: PassInfo = PassInfo {
    argument: "hloom-fence-masks",
    description: "keep maxima and minima of masked elements vectorizable",
    anchor: "builtin.module",
    level: Level::Target,
    options: &[],
    dialects: &["llvm"],
    run,
};

fn run<'a>(context: &'a Context, module: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    for op in ir::walk(module) {
        if is_extremum(op) {
            for operand in ir::operands(op) {
                fence_constants(context, operand);
            }
        }
    }
    Ok(())
}

fn is_extremum(op: Op) -> bool {
    matches!(
        ir::op_name(op),
        "llvm.intr.maximum" | "llvm.intr.minimum" | "llvm.intr.maxnum" | "llvm.intr.minnum"
    )
}

/// Hides the float constants among the two values that `value` is selected from, if it is the
/// result of an `llvm.select`.
fn fence_constants<'a>(context: &'a Context, value: Value<'a>) {
    let Some(select) = ir::defining_op(value).filter(|op| ir::op_name(*op) == "llvm.select") else {
        return;
    };
    for (position, operand) in ir::operands(select).into_iter().enumerate().skip(1) {
        let is_constant =
            ir::defining_op(operand).is_some_and(|op| ir::op_name(op) == "llvm.mlir.constant");
        if !is_constant || !ir::is_float(operand.r#type()) {
            continue;
        }
        let builder = Builder::before(context, select);
        let fenced = builder.intrinsic("llvm.arithmetic.fence", &[operand], operand.r#type());
        ir::set_operand(select, position, fenced);
    }
}
