// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-expand-rng`: expands `rng_bit_generator` to integer arithmetic.
//!
//! The generators encrypt a counter with a key (Salmon et al., "Parallel random numbers: as easy as
//! 1, 2, 3", 2011; specification, section "rng_bit_generator"). Each block of random bits depends
//! only on its own counter, so all blocks are computed in parallel. The bits and states are the
//! same as in XLA.

mod blocks;
mod philox;
mod threefry;

use super::build::Hlo;
use hloom_dialects::attributes::stablehlo::RngAlgorithm;
use hloom_dialects::op::Op as Kind;
use hloom_dialects::op_view::OpView;
use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Builder, Context, Op};
use melior::ir::ValueLike;

/// The pass `hlo-expand-rng`.
pub static PASS: PassInfo = PassInfo {
    argument: "hlo-expand-rng",
    description: "expand `rng_bit_generator` to integer arithmetic",
    anchor: "",
    level: Level::Hlo,
    options: &[],
    dialects: &["stablehlo"],
    run,
};

fn run<'a>(context: &'a Context, root: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    let mut refused = Failure::default();
    for op in ir::walk(root) {
        let Some(view) = OpView::from_operation(op) else { continue };
        if view.op() != Kind::StablehloRngBitGenerator {
            continue;
        }
        let hlo = Hlo { at: Builder::before(context, op) };
        let request = blocks::Request::of(hlo, op);
        let expanded = match view.optional_typed("rng_algorithm") {
            Some(RngAlgorithm::ThreeFry) => request.and_then(threefry::expand),
            Some(RngAlgorithm::Default | RngAlgorithm::Philox) => request.and_then(philox::expand),
            None => None,
        };
        match expanded {
            Some(results) => {
                ir::replace(op, results);
            }
            None => {
                let algorithm = ir::enum_case(op, "rng_algorithm").unwrap_or_default();
                let types: Vec<_> =
                    ir::results(op).iter().map(|it| format!("`{}`", it.r#type())).collect();
                let message = format!(
                    "`stablehlo.rng_bit_generator`: {algorithm} has no expansion for the state and \
                     result types {}",
                    types.join(" and ")
                );
                refused.merge(Failure::at(op, message));
            }
        }
    }
    refused.into_result()
}
