// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The backend's own passes.

use hloom_lowering::ir::{self, Context, Op};
use hloom_lowering::pass::{Failure, OptionValues, PassInfo};
use hloom_lowering::pipeline::Level;

/// All passes of the backend, for the registry.
pub const ALL: &[&PassInfo] = &[&COUNT];

/// An example pass. In a textual pipeline, it is `func.func(skeleton-count)`.
static COUNT: PassInfo = PassInfo {
    argument: "skeleton-count",
    description: "annotate functions with the number of their structured operations",
    anchor: "func.func",
    level: Level::Linalg,
    options: &[],
    dialects: &[],
    run: count,
};

fn count<'a>(context: &'a Context, function: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    let all = ir::walk(function);
    let count = all.into_iter().filter(|op| ir::op_name(*op) == "linalg.generic").count();
    ir::set_attribute(function, "skeleton.count", ir::i64_attr(context, count as i64));
    Ok(())
}
