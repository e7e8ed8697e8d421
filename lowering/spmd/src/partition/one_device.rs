// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Operations with side effects. On several devices, the program must assign each such operation to
//! one device, which alone runs it, or mark the operation as manual, so that every device runs it.

use super::manual::Manual;
use super::markers::{self, is_placement, marker};
use super::sharding::Annotation;
use hloom_dialects::op::Op as Kind;
use hloom_dialects::op_view::OpView;
use hloom_hlo_passes::build::Hlo;
use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Builder, Op, Value};
use melior::ir::ValueLike;

/// Returns true if an operation has side effects, so that the number of its executions matters.
pub fn has_effects(op: Op) -> bool {
    match ir::hlo_op(op) {
        Some(
            Kind::StablehloInfeed
            | Kind::StablehloOutfeed
            | Kind::StablehloRecv
            | Kind::StablehloRng
            | Kind::StablehloSend,
        ) => true,
        Some(Kind::StablehloCustomCall) => {
            let has_effect = |op: OpView| op.optional_boolean("has_side_effect").unwrap_or(false);
            let is_annotation = marker(op).is_some() || is_placement(op);
            !is_annotation && OpView::from_operation(op).is_some_and(has_effect)
        }
        _ => false,
    }
}

/// Checks that all operations can be partitioned.
///
/// # Errors
/// Fails for operations that cannot be partitioned, for invalid annotations, and for side effects
/// that would happen on every partition without being marked as manual.
pub fn check<'a>(function: Op<'a>, manual: &Manual, devices: usize) -> Result<(), Failure<'a>> {
    let mut failure = Failure::default();
    for op in ir::walk(function) {
        let name = ir::op_name(op);
        let target = ir::text(op, "call_target_name").unwrap_or_default();
        let what = if target.is_empty() { name } else { &*target };
        if name == "func.call" {
            failure.merge(Failure::at(op, "`func.call` cannot be partitioned; inline it first"));
        } else if target.starts_with("xla.sdy.") {
            failure.merge(Failure::at(op, format!("`{what}` cannot be partitioned")));
        } else if devices > 1 && has_effects(op) {
            let once = match markers::annotation(op, 0, devices)? {
                Some(Annotation::Manual) => true,
                Some(Annotation::Maximal(_)) => !manual.has_operation(op),
                _ => false,
            };
            if !once {
                let message = format!(
                    "`{what}` would run on each of {devices} partitions; assign it to one device"
                );
                failure.merge(Failure::at(op, message));
            }
        }
    }
    failure.into_result()
}

/// Builds a `stablehlo.if` that returns the results of the operation that `make` builds on
/// partition `device`, and zeros on the other partitions. `partition` is the id of the current
/// partition, a `tensor<ui32>`.
///
/// # Errors
/// Fails if `make` fails.
pub fn choice<'a>(
    at: Builder<'a>,
    op: Op<'a>,
    (partition, device): (Value<'a>, usize),
    make: impl FnOnce(Builder<'a>) -> Result<Op<'a>, Failure<'a>>,
) -> Result<Op<'a>, Failure<'a>> {
    let hlo = Hlo { at };
    let device = hlo.int(device as i64, partition.r#type());
    let here = hlo.compare("EQ", partition, device, false);
    let types: Vec<_> = ir::results(op).iter().map(|result| result.r#type()).collect();
    let mut outcome = Ok(());
    let there = at.region(&[], |at, _| {
        let made = make(at).map(|made| {
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
