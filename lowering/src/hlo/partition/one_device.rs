// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Operations that do something besides computing: they happen once, on the device that
//! the program names, or are refused.

use super::manual::Manual;
use super::markers::{self, is_placement, marker};
use super::rewrite::Rewrite;
use super::sharding::Annotation;
use crate::hlo::build::Hlo;
use crate::ir::{self, Builder, Op};
use crate::pass::Failure;
use hloom_dialects::op_view::OpView;
use melior::ir::ValueLike;

/// Whether it matters how often an operation happens.
pub fn has_effects(op: Op) -> bool {
    match ir::op_name(op) {
        "stablehlo.infeed" | "stablehlo.outfeed" | "stablehlo.recv" | "stablehlo.rng"
        | "stablehlo.send" => true,
        "stablehlo.custom_call" => {
            let says = |op: OpView| op.optional_boolean("has_side_effect").unwrap_or(false);
            let is_said = marker(op).is_some() || is_placement(op);
            !is_said && OpView::from_operation(op).is_some_and(says)
        }
        _ => false,
    }
}

/// Refuses what would happen on every partition, and what cannot be partitioned at all.
pub fn check<'a>(function: Op<'a>, manual: &Manual, devices: usize) -> Result<(), Failure<'a>> {
    let mut failure = Failure::default();
    for op in ir::walk(function) {
        let name = ir::op_name(op);
        let target = ir::text(op, "call_target_name").unwrap_or_default();
        let what = if target.is_empty() { name } else { &*target };
        if name == "func.call" {
            failure.merge(Failure::at(op, "a call is not inlined, and cannot be partitioned"));
        } else if target.starts_with("xla.sdy.") {
            failure.merge(Failure::at(op, format!("`{what}` cannot be partitioned")));
        } else if devices > 1 && has_effects(op) {
            let once = match markers::annotation(op, 0, devices)? {
                Some(Annotation::Manual) => true,
                Some(Annotation::Maximal(_)) => !manual.has_operation(op),
                _ => false,
            };
            if !once {
                let message = format!("`{what}` would happen on each of {devices} partitions");
                failure.merge(Failure::at(op, message));
            }
        }
    }
    failure.into_result()
}

/// What `make` makes on one device, and zeros elsewhere.
pub fn choice<'a, 's>(
    rewrite: &mut Rewrite<'a, 's>,
    at: Builder<'a>,
    op: Op<'a>,
    device: usize,
    make: impl FnOnce(&mut Rewrite<'a, 's>, Builder<'a>) -> Result<Op<'a>, Failure<'a>>,
) -> Result<Op<'a>, Failure<'a>> {
    let hlo = Hlo { at };
    let partition = rewrite.collectives.partition(at);
    let device = hlo.int(device as i64, partition.r#type());
    let here = hlo.compare("EQ", partition, device, false);
    let types: Vec<_> = ir::results(op).iter().map(|result| result.r#type()).collect();
    let mut outcome = Ok(());
    let there = at.region(&[], |at, _| {
        let made = make(rewrite, at).map(|made| {
            at.op("stablehlo.return").operands(&ir::results(made)).build();
        });
        outcome = made;
    });
    let elsewhere = at.region(&[], |at, _| {
        let zeros = types.iter().map(|ty| match ir::Shaped::of(*ty) {
            Some(_) => Hlo { at }.zeros(*ty),
            None => at.simple("stablehlo.create_token", &[], *ty),
        });
        let zeros: Vec<_> = zeros.collect();
        at.op("stablehlo.return").operands(&zeros).build();
    });
    let new = at.op("stablehlo.if").operands(&[here]).region(there).region(elsewhere);
    let new = new.results(&types).build();
    outcome.map(|()| new)
}
