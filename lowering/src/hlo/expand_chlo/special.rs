// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Which file computes which special function, and in which precision: f64 in
//! f64, every narrower float in f32, complex numbers by their parts.

use super::super::build::{Hlo, element_of};
use super::super::expr::Expr;
use super::{bessel, complex, erf_inv, gamma, zeta};
use crate::ir::{self, Value};

/// The expansion of the special function `name`; none if it is none, or has no
/// expansion for the element type.
pub fn expand<'a>(hlo: Hlo<'a>, name: &str, operands: &[Value<'a>]) -> Option<Value<'a>> {
    let element = element_of(*operands.first()?);
    if ir::is_complex(element).is_some() {
        let [z] = operands else { return None };
        let [re, im] = [hlo.real(*z), hlo.imag(*z)].map(|part| Expr::new(hlo, part));
        let (re, im) = complex::function(name, re, im)?;
        return Some(hlo.complex(re.value(), im.value()));
    }
    if !ir::is_float(element) || !is_real_function(name) {
        return None;
    }
    let narrow = ir::element_width(element) < 32;
    let wide = |value| if narrow { hlo.convert(value, ir::f32(hlo.at.context())) } else { value };
    let operands: Vec<_> = operands.iter().map(|value| Expr::new(hlo, wide(*value))).collect();
    let result = match (name, &operands[..]) {
        ("bessel_i1e", [x]) => bessel::i1e(*x),
        ("digamma", [x]) => gamma::digamma(*x),
        ("erf_inv", [x]) => erf_inv::erf_inv(*x),
        ("lgamma", [x]) => gamma::lgamma(*x),
        ("polygamma", [n, x]) => zeta::polygamma(*n, *x),
        ("zeta", [x, q]) => zeta::zeta(*x, *q),
        _ => return None,
    };
    Some(if narrow { hlo.convert(result.value(), element) } else { result.value() })
}

fn is_real_function(name: &str) -> bool {
    ["bessel_i1e", "digamma", "erf_inv", "lgamma", "polygamma", "zeta"].contains(&name)
}
