// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-simplify`: algebraic simplification of StableHLO, exact for every type.
//!
//! A rule looks at one operation and what defines its operands, and gives values to
//! replace its results by; one file a family of rules in [`rules`]. A rule never
//! changes a result's bits, NaN's payload aside: what holds for real numbers only
//! (`x * 0 = 0`, `x - x = 0`, `x + 0 = x` for a positive zero) is left out for
//! floats. Every rule makes the program smaller or moves it towards the form that
//! the others look for, so that rewriting ends.

mod driver;
mod matching;
mod rules;

use crate::ir::{Context, Op};
use crate::pass::{Failure, OptionValues, PassInfo};

/// The pass.
pub static PASS: PassInfo = PassInfo {
    argument: "hlo-simplify",
    description: "simplify StableHLO algebraically, and rewrite deprecated operations",
    anchor: "",
    options: &[],
    dialects: &["stablehlo"],
    run,
};

fn run<'a>(context: &'a Context, root: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    driver::simplify(context, root);
    Ok(())
}
