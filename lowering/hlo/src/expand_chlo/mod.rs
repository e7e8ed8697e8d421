// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-expand-chlo`: expands CHLO operations to StableHLO, except those with a separate lowering.
//!
//! Math libraries provide some functions of floats: acos, acosh, asin, asinh, atan, atanh, cosh,
//! erf, erfc, is_inf, sinh, tan. The option `functions` specifies whether these functions are kept,
//! become composites, or are expanded. Functions of complex numbers are always expanded. Operations
//! with dynamic shapes are kept, so shape refinement must run first.

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
use composites::Decompositions;
pub use functions::FUNCTIONS;
use hloom_dialects::op::Op as Kind;
use hloom_ir::pass::{Failure, OptionValues, PassInfo, PassOption};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Builder, Context, Op, Shaped, Value};
use melior::ir::ValueLike;
use std::cell::RefCell;

/// The pass `hlo-expand-chlo`.
pub static PASS: PassInfo = PassInfo {
    argument: "hlo-expand-chlo",
    description: "expand CHLO operations to StableHLO",
    anchor: "builtin.module",
    level: Level::Hlo,
    options: &[
        PassOption {
            name: "functions",
            description: "treatment of float functions that math libraries provide: `keep` leaves \
                          them unchanged, `composites` replaces them by composites with \
                          decompositions, `inline` expands them",
            default: "keep",
        },
        PassOption {
            name: "keep",
            description: "names of functions to leave unchanged regardless of the option \
                          `functions`, separated by commas, such as erf,tan",
            default: "",
        },
    ],
    dialects: &["chlo", "stablehlo"],
    run,
};

/// The treatment of float functions that a math library provides: the option `functions`.
enum Functions<'a> {
    Keep,
    Composites(RefCell<Decompositions<'a>>),
    Inline,
}

/// State of one run of the pass `hlo-expand-chlo`, with the values of its options.
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
            let message = format!(
                "option `functions`: expected `keep`, `composites` or `inline`, found `{other}`"
            );
            return Err(Failure::at(module, message));
        }
    };
    let keep = options.text("keep").split(',').map(str::trim).collect();
    let expansion = Expansion { context, functions, keep };
    expansion.expand_all(module)?;
    // Some expansions create other CHLO operations: complex functions become functions of
    // floats, and broadcasting operations become operations that do not broadcast.
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

    /// Replaces `op` by its expansion, if there is one.
    fn expand_op(&self, op: Op<'a>) -> Result<(), Failure<'a>> {
        let Some(kind) = ir::hlo_op(op).filter(|kind| kind.facts().dialect == "chlo") else {
            return Ok(());
        };
        let types = ir::operands(op).into_iter().chain(ir::results(op)).map(|value| value.r#type());
        if !types.into_iter().all(|ty| Shaped::of(ty).is_some_and(|shaped| shaped.is_static())) {
            return Ok(());
        }
        let hlo = Hlo { at: Builder::before(self.context, op) };
        let Some(results) = self.results(hlo, op, kind)? else { return Ok(()) };
        ir::replace(op, results);
        Ok(())
    }

    /// Returns the results of the expansion, or `None` for an operation that is kept.
    fn results(
        &self,
        hlo: Hlo<'a>,
        op: Op<'a>,
        kind: Kind,
    ) -> Result<Option<Vec<Value<'a>>>, Failure<'a>> {
        let name = kind.mnemonic();
        match kind {
            Kind::ChloRaggedDot => return ragged_dot::expand(hlo, op),
            Kind::ChloScan => return scan::expand(hlo, op),
            Kind::ChloTopK => return top_k::expand(hlo, op).map(Some),
            _ if name.starts_with("broadcast_") => return broadcast::expand(hlo, op, name),
            _ => {}
        }
        let operands = ir::operands(op);
        let value = match elementary::expand(hlo, op, kind, &operands)? {
            Some(value) => Some(value),
            None => special::expand(hlo, kind, &operands),
        };
        let value = value.or_else(|| match operands[..] {
            [x] if !self.keep.contains(&name) => self.function(hlo, op, kind, x),
            _ => None,
        });
        Ok(value.map(|value| vec![value]))
    }

    /// Expands a float function that a math library provides, according to the options.
    fn function(&self, hlo: Hlo<'a>, op: Op<'a>, kind: Kind, x: Value<'a>) -> Option<Value<'a>> {
        let name = kind.mnemonic();
        match (&self.functions, kind) {
            (Functions::Keep, _) => None,
            (_, Kind::ChloIsInf) => Some(elementary::is_infinite(hlo, x)),
            (Functions::Composites(made), _) => {
                let composite = made.borrow_mut().composite(hlo, op, name, x);
                composite.or_else(|| functions::expand(hlo, name, x))
            }
            (Functions::Inline, _) => functions::expand(hlo, name, x),
        }
    }
}
