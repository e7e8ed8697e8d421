// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-expand-chlo`: CHLO operations without a lowering of their own become
//! StableHLO.
//!
//! What a math library has stays on floats, or becomes what the option `functions` says:
//! acos, acosh, asin, asinh, atan, atanh, cosh, erf, erfc, is_inf, sinh, tan; on complex
//! numbers these are expanded too. Operations of dynamic shape stay, for a shape refinement
//! to come before.

mod bessel;
pub mod broadcast;
mod coefficients;
pub mod complex;
mod composites;
mod elementary;
mod erf_inv;
mod functions;
mod gamma;
mod ragged_dot;
mod scan;
mod special;
mod top_k;
mod zeta;

use super::build::Hlo;
use crate::ir::{self, Builder, Context, Op, Shaped, Value};
use crate::pass::{Failure, OptionValues, PassInfo, PassOption};
use composites::Decompositions;
pub use functions::FUNCTIONS;
use melior::ir::ValueLike;
use std::cell::RefCell;

/// The pass.
pub static PASS: PassInfo = PassInfo {
    argument: "hlo-expand-chlo",
    description: "expand CHLO operations to StableHLO",
    anchor: "builtin.module",
    options: &[
        PassOption {
            name: "functions",
            description: "what becomes of functions of floats that a math library has: \
                          keep, composites with decompositions, or inline",
            default: "keep",
        },
        PassOption {
            name: "keep",
            description: "functions that stay in any case, of those: erf,tan for two",
            default: "",
        },
    ],
    dialects: &["chlo", "stablehlo"],
    run,
};

/// What becomes of functions of floats that a math library has.
enum Functions<'a> {
    Keep,
    Composites(RefCell<Decompositions<'a>>),
    Inline,
}

/// The expansion, as the options have it.
struct Expansion<'a, 'o> {
    context: &'a Context,
    functions: Functions<'a>,
    keep: Vec<&'o str>,
}

fn run<'a>(
    context: &'a Context,
    module: Op<'a>,
    options: &OptionValues,
) -> Result<(), Failure<'a>> {
    let functions = match options.text("functions") {
        "keep" => Functions::Keep,
        "composites" => Functions::Composites(Decompositions::new(context, module).into()),
        "inline" => Functions::Inline,
        other => {
            let message = format!("`functions` is `{other}`: not keep, composites or inline");
            return Err(Failure::at(module, message));
        }
    };
    let keep = options.text("keep").split(',').map(str::trim).collect();
    let expansion = Expansion { context, functions, keep };
    expansion.expand_all(module)?;
    // Functions of complex numbers are made of such of floats, operations that broadcast of
    // such that do not.
    expansion.expand_all(module)
}

impl<'a> Expansion<'a, '_> {
    fn expand_all(&self, module: Op<'a>) -> Result<(), Failure<'a>> {
        let mut refused = Failure::default();
        // Inner operations first: an expansion may move or clone the regions around them.
        for op in ir::walk(module).into_iter().rev() {
            if let Err(failure) = self.expand_op(op) {
                refused.merge(failure);
            }
        }
        refused.into_result()
    }

    /// Replaces `op` by its expansion, if it has one here.
    fn expand_op(&self, op: Op<'a>) -> Result<(), Failure<'a>> {
        let Some(name) = ir::op_name(op).strip_prefix("chlo.") else { return Ok(()) };
        let types = ir::operands(op).into_iter().chain(ir::results(op)).map(|value| value.r#type());
        if !types.into_iter().all(|ty| Shaped::of(ty).is_some_and(|shaped| shaped.is_static())) {
            return Ok(());
        }
        let hlo = Hlo { at: Builder::before(self.context, op) };
        let Some(results) = self.results(hlo, op, name)? else { return Ok(()) };
        ir::replace(op, results);
        Ok(())
    }

    /// The results of the expansion; none for an operation that is lowered as it is.
    fn results(
        &self,
        hlo: Hlo<'a>,
        op: Op<'a>,
        name: &str,
    ) -> Result<Option<Vec<Value<'a>>>, Failure<'a>> {
        match name {
            "ragged_dot" => return ragged_dot::expand(hlo, op),
            "scan" => return scan::expand(hlo, op),
            "top_k" => return top_k::expand(hlo, op).map(Some),
            _ if name.starts_with("broadcast_") => return broadcast::expand(hlo, op, name),
            _ => {}
        }
        let operands = ir::operands(op);
        let value = match elementary::expand(hlo, op, name, &operands)? {
            Some(value) => Some(value),
            None => special::expand(hlo, name, &operands),
        };
        let value = value.or_else(|| match operands[..] {
            [x] if !self.keep.contains(&name) => self.function(hlo, op, name, x),
            _ => None,
        });
        Ok(value.map(|value| vec![value]))
    }

    /// A function of floats that a math library has.
    fn function(&self, hlo: Hlo<'a>, op: Op<'a>, name: &str, x: Value<'a>) -> Option<Value<'a>> {
        match (&self.functions, name) {
            (Functions::Keep, _) => None,
            (_, "is_inf") => Some(elementary::is_infinite(hlo, x)),
            (Functions::Composites(made), _) => {
                let composite = made.borrow_mut().composite(hlo, op, name, x);
                composite.or_else(|| functions::expand(hlo, name, x))
            }
            (Functions::Inline, _) => functions::expand(hlo, name, x),
        }
    }
}
