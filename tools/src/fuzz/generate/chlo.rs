// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Operations of CHLO that StableHLO lacks.

use super::elementwise::{is_complex, is_float, product, sum};
use super::unary::{Function, tame};
use super::{Emit, Generator, Need};
use crate::fuzz::facts::Facts;
use hloom_compiler::{ElementType, Shape};

pub const EMITTERS: &[(Emit, u32)] =
    &[(top_k, 3), (special, 5), (next_after, 1), (zeta, 1), (broadcast, 5), (constant_like, 1)];

const SPECIAL: &[Function] = &[
    Function {
        name: "chlo.lgamma",
        domain: (0.2, 50.0),
        ulps: 64.0,
        shape: |a, b| (-0.2, b * b, 1.0 / a + b.ln().max(0.0) + 1.0),
    },
    Function {
        name: "chlo.digamma",
        domain: (0.2, 50.0),
        ulps: 64.0,
        shape: |a, _| (-6.0, 4.0, 1.0 / (a * a) + 2.0),
    },
    Function {
        name: "chlo.erf_inv",
        domain: (-0.9, 0.9),
        ulps: 64.0,
        shape: |_, _| (-1.2, 1.2, 3.5),
    },
    Function {
        name: "chlo.bessel_i1e",
        domain: (-50.0, 50.0),
        ulps: 64.0,
        shape: |_, _| (-0.25, 0.25, 0.5),
    },
];

fn special(generator: &mut Generator) -> Option<()> {
    let function = generator.random().pick(SPECIAL);
    tame(generator, function)
}

fn top_k(generator: &mut Generator) -> Option<()> {
    let need = Need { exact: true, ..Need::MODERATE };
    let types = |ty| !is_complex(ty) && ty != ElementType::Pred;
    let operand = generator.any(need, |shape| shape.rank() >= 1, types)?;
    let shape = generator.shape(operand);
    let mut dims = shape.dims.clone();
    let last = dims.len() - 1;
    let count = generator.random().below(dims[last] + 1);
    dims[last] = count;
    let facts = generator.facts(operand).without_bits();
    let results = [
        (Shape::new(shape.element_type, dims.clone()), facts),
        (Shape::new(ElementType::S32, dims), Facts::of_type(ElementType::S32)),
    ];
    generator.op("chlo.top_k", &[operand], format!("k = {count} : i64"), &results).map(drop)
}

fn next_after(generator: &mut Generator) -> Option<()> {
    let operand = generator.any(Need::BITS, |_| true, is_float)?;
    let shape = generator.shape(operand);
    let other = generator.operand(&shape, Need::BITS)?;
    let facts = Facts::of_type(shape.element_type).without_bits();
    generator.one("chlo.next_after", &[operand, other], "", shape, facts).map(drop)
}

fn zeta(generator: &mut Generator) -> Option<()> {
    let first = generator.any(Need::within(1.5, 8.0), |_| true, is_float)?;
    let shape = generator.shape(first);
    let second = generator.operand(&shape, Need::within(0.5, 8.0))?;
    let error = 1e3 * (generator.facts(first).error() + generator.facts(second).error());
    let facts = Facts::inexact(0.0, 300.0, error).rounded(shape.element_type, 64.0);
    generator.one("chlo.zeta", &[first, second], "", shape, facts).map(drop)
}

fn constant_like(generator: &mut Generator) -> Option<()> {
    let operand = generator.any(Need::ANY, |_| true, is_float)?;
    let shape = generator.shape(operand);
    let attributes = format!("value = 1.500000e+00 : {}", shape.element_type);
    let facts = Facts::exact(1.5, 1.5, 0.5).rounded(shape.element_type, 1.0);
    generator.one("chlo.constant_like", &[operand], attributes, shape, facts).map(drop)
}

/// Elementwise operations that broadcast as NumPy's do.
fn broadcast(generator: &mut Generator) -> Option<()> {
    let lhs = generator.any(Need::ANY, |shape| shape.rank() >= 1, |_| true)?;
    let shape = generator.shape(lhs);
    let mut dims = shape.dims.clone();
    for dim in &mut dims {
        if generator.random().chance(0.4) {
            *dim = 1;
        }
    }
    let cut = generator.random().below(dims.len() + 1);
    let dims = dims[cut..].to_vec();
    let rhs = generator.operand(&Shape::new(shape.element_type, dims), Need::ANY)?;
    let (one, other) = (generator.facts(lhs), generator.facts(rhs));
    let element_type = shape.element_type;
    let arithmetic = is_float(element_type) || is_complex(element_type);
    let name = *generator.random().pick(&["add", "multiply", "maximum", "and"]);
    let facts = match name {
        "and" if arithmetic => return None,
        "maximum" if is_complex(element_type) => return None,
        "maximum" => one.merged(&other).without_bits(),
        _ if !arithmetic => Facts::of_type(element_type),
        _ if !one.is_bounded() || !other.is_bounded() => return None,
        "add" => sum(&one, &other, element_type),
        _ => product(&one, &other, element_type),
    };
    let swap = generator.random().chance(0.5);
    let operands = if swap { [rhs, lhs] } else { [lhs, rhs] };
    generator.one(&format!("chlo.broadcast_{name}"), &operands, "", shape, facts).map(drop)
}
