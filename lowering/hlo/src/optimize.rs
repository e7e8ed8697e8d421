// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-optimize`: simplifies a program and folds its constants, in two rounds.
//!
//! `hlo-simplify` and `hlo-fold-constants` create opportunities for each other. This is
//! stablehlo-opt's pass `stablehlo-target-independent-optimization`.

use hloom_ir::pass::{Failure, OptionValues, PassInfo, run_passes};
use hloom_ir::pipeline::Level;
use hloom_ir::{Context, Op};

/// The pass `hlo-optimize`.
pub static PASS: PassInfo = PassInfo {
    argument: "hlo-optimize",
    description: "simplify StableHLO algebraically and fold constants, twice in alternation",
    anchor: "builtin.module",
    level: Level::Hlo,
    options: &[],
    dialects: &["stablehlo"],
    run,
};

/// The pipeline of passes. Two rounds reach the fixed point of nearly all programs.
const PASSES: &str =
    "builtin.module(hlo-simplify,hlo-fold-constants,hlo-simplify,hlo-fold-constants)";

fn run<'a>(context: &'a Context, module: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    run_passes(context, module, PASSES)
}
