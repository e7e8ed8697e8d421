// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-expand-linear-algebra`: expands factorizations and solvers to loops of matrix products
//! (specification, sections "cholesky", "triangular_solve").
//!
//! The expansion slices matrices of known sizes, so it leaves operations on dynamic shapes
//! unchanged.

mod cholesky;
mod matrix;
mod triangular_solve;

use super::build::Hlo;
use hloom_dialects::op::Op as Kind;
use hloom_dialects::op_view::OpView;
use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Builder, Context, Op, Shaped, Type};
use melior::ir::ValueLike;

/// The pass `hlo-expand-linear-algebra`.
pub static PASS: PassInfo = PassInfo {
    argument: "hlo-expand-linear-algebra",
    description: "expand `cholesky` and `triangular_solve` to loops",
    anchor: "",
    level: Level::Hlo,
    options: &[],
    dialects: &["stablehlo"],
    run,
};

fn run<'a>(context: &'a Context, root: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    for op in ir::walk(root) {
        let Some(view) = OpView::from_operation(op) else { continue };
        let values = ir::operands(op).into_iter().chain(ir::results(op));
        if !values.into_iter().all(|value| is_static(value.r#type())) {
            continue;
        }
        let hlo = Hlo { at: Builder::before(context, op) };
        let expanded = match view.op() {
            Kind::StablehloCholesky => cholesky::expand(hlo, &view),
            Kind::StablehloTriangularSolve => triangular_solve::expand(hlo, &view),
            _ => continue,
        };
        if let Some(result) = expanded {
            ir::replace(op, [result]);
        }
    }
    Ok(())
}

fn is_static(ty: Type) -> bool {
    Shaped::of(ty).is_some_and(|shaped| shaped.is_static())
}
