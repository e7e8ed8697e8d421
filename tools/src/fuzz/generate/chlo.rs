// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Random CHLO operations without an equivalent in StableHLO.

use super::contraction::sum_of_products;
use super::elementwise::{is_complex, is_float, is_integer, product, sum};
use super::generator::{Emit, Generator};
use super::need::Need;
use super::unary::{Function, emit_in_domain};
use crate::fuzz::data::Kind;
use crate::fuzz::facts::{Facts, epsilon};
use hloom_compiler::{ElementType, Shape};

pub const EMITTERS: &[(Emit, u32)] = &[
    (top_k, 3),
    (special, 5),
    (next_after, 1),
    (zeta, 1),
    (broadcast, 5),
    (constant_like, 1),
    (polygamma, 1),
    (ragged_dot, 2),
];

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
    emit_in_domain(generator, function)
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

/// Emits an elementwise operation with NumPy-style broadcasting.
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

fn polygamma(generator: &mut Generator) -> Option<()> {
    let wide = |ty| is_float(ty) && epsilon(ty) < 1e-3;
    let second = generator.any(Need::within(0.5, 8.0), |_| true, wide)?;
    let shape = generator.shape(second);
    let order = Kind::Steps { low: 0, high: 3, step: 1.0 };
    let first = generator.constant(shape.clone(), order);
    let error = 600.0 * generator.facts(second).error();
    let facts = Facts::inexact(-100.0, 100.0, error).rounded(shape.element_type, 64.0);
    generator.one("chlo.polygamma", &[first, second], "", shape, facts).map(drop)
}

/// Emits a ragged dot product, in which each group of rows is multiplied by its own matrix.
fn ragged_dot(generator: &mut Generator) -> Option<()> {
    let lhs = generator.any(Need::MODERATE, |shape| shape.rank() == 2, |_| true)?;
    let shape = generator.shape(lhs);
    let (rows, depth) = (shape.dims[0], shape.dims[1]);
    let groups = 1 + generator.random().below(3);
    let columns = generator.size();
    let rhs = Shape::new(shape.element_type, [groups, depth, columns]);
    let rhs = generator.operand(&rhs, Need::MODERATE)?;
    let element_type = generator.element_type(|ty| is_integer(ty) && ty.bit_width() >= 32)?;
    let mut left = rows;
    let mut sizes = Vec::new();
    for _ in 0..groups {
        let size = generator.random().below(left + 1);
        sizes.push(size as i64);
        left -= size;
    }
    let sizes = generator.constant(Shape::new(element_type, [groups]), Kind::Explicit(sizes));
    let facts = sum_of_products(generator, [lhs, rhs], depth, shape.element_type)?;
    // Rows outside all groups are zero.
    let facts = Facts { low: facts.low.min(0.0), high: facts.high.max(0.0), ..facts };
    let attributes = "ragged_dot_dimension_numbers = #chlo.ragged_dot<\
                      lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], \
                      lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>";
    let shape = Shape::new(shape.element_type, [rows, columns]);
    generator.one("chlo.ragged_dot", &[lhs, rhs, sizes], attributes, shape, facts).map(drop)
}
