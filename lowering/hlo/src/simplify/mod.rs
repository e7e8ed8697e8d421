// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-simplify`: algebraic simplification of StableHLO, exact for every type.
//!
//! A rule matches one operation and the producers of its operands, and returns values that replace
//! its results. Each file in [`rules`] contains a family of rules. A rule preserves all bits of a
//! result, except for the payload of NaN, powers that become more accurate, and the order of a sum
//! over a window. Identities that hold only for real numbers (`x * 0 = 0`, `x - x = 0`, `x + 0 = x`
//! for a positive zero) are not applied to floats. Every rule makes the program smaller, or moves
//! it towards a form that other rules match, so that rewriting terminates.

mod driver;
mod matching;
mod purity;
mod rule;
mod rules;

pub(crate) use matching::{Combiner, splat};
pub(crate) use purity::is_pure;

use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::{Context, Op};

/// The pass `hlo-simplify`.
pub static PASS: PassInfo = PassInfo {
    argument: "hlo-simplify",
    description: "simplify StableHLO algebraically, and rewrite deprecated operations",
    anchor: "",
    level: Level::Hlo,
    options: &[],
    dialects: &["stablehlo"],
    run,
};

fn run<'a>(context: &'a Context, root: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    driver::simplify(context, root);
    Ok(())
}
