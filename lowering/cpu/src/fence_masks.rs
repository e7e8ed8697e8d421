// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-fence-masks`: hides from LLVM the constant that replaces masked elements in a maximum or
//! a minimum.
//!
//! The maximum of a masked row, as in the attention of a language model, selects minus infinity
//! where the mask is false. LLVM knows that minus infinity does not change a maximum. It therefore
//! selects between the old and the new maximum instead, but then does not vectorize the conditional
//! maximum. To prevent this, the pass inserts `llvm.arithmetic.fence` after the constant. The fence
//! compiles to no instruction:
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
    description: "wrap the constant that replaces masked elements of a maximum or minimum in \
                  `llvm.arithmetic.fence`, so that LLVM vectorizes the loop",
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

/// If `value` is the result of an `llvm.select`, replaces the float constants among its two
/// selected values with fenced constants.
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
