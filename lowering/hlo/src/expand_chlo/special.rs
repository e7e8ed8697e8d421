// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Dispatch of special functions to the modules that expand them.
//!
//! f64 functions are computed in f64, and functions of narrower floats in f32. Functions of complex
//! numbers are computed on their real and imaginary parts.

use super::super::build::{Hlo, element_of};
use super::super::expr::Expr;
use super::{bessel, complex, erf_inv, gamma, zeta};
use hloom_dialects::op::Op as Kind;
use hloom_ir::{self as ir, Value};

/// Expands a special function. Returns `None` for other operations, and if there is no expansion
/// for the element type.
pub fn expand<'a>(hlo: Hlo<'a>, kind: Kind, operands: &[Value<'a>]) -> Option<Value<'a>> {
    let element = element_of(*operands.first()?);
    if ir::is_complex(element).is_some() {
        let [z] = operands else { return None };
        let [re, im] = [hlo.real(*z), hlo.imag(*z)].map(|part| Expr::new(hlo, part));
        let (re, im) = complex::function(kind, re, im)?;
        return Some(hlo.complex(re.value(), im.value()));
    }
    if !ir::is_float(element) {
        return None;
    }
    let function = real_function(kind)?;
    let narrow = ir::element_width(element) < 32;
    let wide = |value| if narrow { hlo.convert(value, ir::f32(hlo.at.context())) } else { value };
    let operands: Vec<_> = operands.iter().map(|value| Expr::new(hlo, wide(*value))).collect();
    let result = match (function, &operands[..]) {
        (Function::One(function), [x]) => function(*x),
        (Function::Two(function), [x, y]) => function(*x, *y),
        _ => return None,
    };
    Some(if narrow { hlo.convert(result.value(), element) } else { result.value() })
}

/// A builder of the expansion of a function of one or two floats.
enum Function {
    One(for<'a> fn(Expr<'a>) -> Expr<'a>),
    Two(for<'a> fn(Expr<'a>, Expr<'a>) -> Expr<'a>),
}

/// Returns the expansion of an operation on floats, if there is one.
fn real_function(kind: Kind) -> Option<Function> {
    Some(match kind {
        Kind::ChloBesselI1e => Function::One(bessel::i1e),
        Kind::ChloDigamma => Function::One(gamma::digamma),
        Kind::ChloErfInv => Function::One(erf_inv::erf_inv),
        Kind::ChloLgamma => Function::One(gamma::lgamma),
        Kind::ChloPolygamma => Function::Two(zeta::polygamma),
        Kind::ChloZeta => Function::Two(zeta::zeta),
        _ => return None,
    })
}
