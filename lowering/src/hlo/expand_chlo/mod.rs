// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-expand-chlo`: CHLO operations without a lowering of their own become
//! StableHLO.
//!
//! What a math library has stays on floats: acos, acosh, asin, asinh, atan, atanh,
//! cosh, erf, erfc, is_inf, sinh, tan; on complex numbers these are expanded too.
//! Operations of dynamic shape stay, for a shape refinement to come before.

mod bessel;
pub mod broadcast;
mod coefficients;
pub mod complex;
mod elementary;
mod erf_inv;
mod gamma;
mod ragged_dot;
mod scan;
mod special;
mod top_k;
mod zeta;

use super::build::Hlo;
use crate::ir::{self, Builder, Context, Op, Shaped, Value};
use crate::pass::{Failure, OptionValues, PassInfo};
use melior::ir::ValueLike;

/// The pass.
pub static PASS: PassInfo = PassInfo {
    argument: "hlo-expand-chlo",
    description: "expand CHLO operations to StableHLO",
    anchor: "builtin.module",
    options: &[],
    dialects: &["chlo", "stablehlo"],
    run,
};

fn run<'a>(context: &'a Context, module: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    let mut refused = Failure::default();
    // Inner operations first: an expansion may move or clone the regions around them.
    for op in ir::walk(module).into_iter().rev() {
        if let Err(failure) = expand_op(context, op) {
            refused.merge(failure);
        }
    }
    refused.into_result()
}

/// Replaces `op` by its expansion, if it has one here.
fn expand_op<'a>(context: &'a Context, op: Op<'a>) -> Result<(), Failure<'a>> {
    let Some(name) = ir::op_name(op).strip_prefix("chlo.") else { return Ok(()) };
    let types = ir::operands(op).into_iter().chain(ir::results(op)).map(|value| value.r#type());
    if !types.into_iter().all(|ty| Shaped::of(ty).is_some_and(|shaped| shaped.is_static())) {
        return Ok(());
    }
    let hlo = Hlo { at: Builder::before(context, op) };
    let Some(results) = expand(hlo, op, name)? else { return Ok(()) };
    ir::replace(op, results);
    Ok(())
}

/// The results of the expansion; none for an operation that is lowered as it is.
fn expand<'a>(hlo: Hlo<'a>, op: Op<'a>, name: &str) -> Result<Option<Vec<Value<'a>>>, Failure<'a>> {
    match name {
        "ragged_dot" => ragged_dot::expand(hlo, op),
        "scan" => scan::expand(hlo, op),
        "top_k" => top_k::expand(hlo, op).map(Some),
        _ if name.starts_with("broadcast_") => broadcast::expand(hlo, op, name),
        _ => {
            let operands = ir::operands(op);
            let value = match elementary::expand(hlo, op, name, &operands)? {
                Some(value) => Some(value),
                None => special::expand(hlo, name, &operands),
            };
            Ok(value.map(|value| vec![value]))
        }
    }
}
