// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Operations on complex numbers.
//!
//! Arguments of functions lie in a rectangle in the right half-plane, away from branch cuts.

use super::elementwise::{is_complex, two};
use super::generator::{Emit, Generator};
use super::need::Need;
use crate::fuzz::facts::Facts;
use hloom_compiler::{ElementType, Shape};

pub const EMITTERS: &[(Emit, u32)] =
    &[(make, 4), (part, 4), (magnitude, 2), (function, 6), (conj, 1), (extremum, 1)];

fn make(generator: &mut Generator) -> Option<()> {
    let types = |ty| matches!(ty, ElementType::F32 | ElementType::F64);
    let (real, imaginary, shape) = two(generator, Need::MODERATE, types)?;
    let to =
        if shape.element_type == ElementType::F32 { ElementType::C64 } else { ElementType::C128 };
    let facts = generator.facts(real).merged(&generator.facts(imaginary));
    let shape = Shape::new(to, shape.dims);
    generator.one("stablehlo.complex", &[real, imaginary], "", shape, facts).map(drop)
}

fn part(generator: &mut Generator) -> Option<()> {
    let name = *generator.random().pick(&["stablehlo.real", "stablehlo.imag"]);
    let operand = generator.any(Need::ANY, |_| true, is_complex)?;
    let shape = generator.shape(operand);
    let facts = generator.facts(operand);
    let shape = Shape::new(shape.element_type.part(), shape.dims);
    generator.one(name, &[operand], "", shape, facts).map(drop)
}

fn magnitude(generator: &mut Generator) -> Option<()> {
    let operand = generator.any(Need::MODERATE, |_| true, is_complex)?;
    let shape = generator.shape(operand);
    let known = generator.facts(operand);
    let part = shape.element_type.part();
    let low = if known.low > 0.0 { known.low } else { 0.0 };
    let facts =
        Facts::inexact(low, 1.5 * known.magnitude(), 1.5 * known.error()).rounded(part, 4.0);
    let shape = Shape::new(part, shape.dims);
    generator.one("stablehlo.abs", &[operand], "", shape, facts).map(drop)
}

fn conj(generator: &mut Generator) -> Option<()> {
    let operand = generator.any(Need::MODERATE, |_| true, is_complex)?;
    let shape = generator.shape(operand);
    let known = generator.facts(operand);
    let most = known.magnitude();
    let facts = Facts { low: -most, high: most, ..known };
    generator.one("chlo.conj", &[operand], "", shape, facts).map(drop)
}

fn function(generator: &mut Generator) -> Option<()> {
    // Bounds of the result's parts and of the derivative on [0.2, 2] + [0.2, 2]i.
    let functions = [
        ("stablehlo.exponential", 8.0, 8.0),
        ("stablehlo.exponential_minus_one", 9.0, 8.0),
        ("stablehlo.log", 2.0, 4.0),
        ("stablehlo.log_plus_one", 2.0, 1.0),
        ("stablehlo.logistic", 2.0, 4.0),
        ("stablehlo.sqrt", 2.0, 1.0),
        ("stablehlo.rsqrt", 2.0, 4.0),
        ("stablehlo.sine", 4.0, 4.0),
        ("stablehlo.cosine", 4.0, 4.0),
        ("stablehlo.sign", 1.0, 4.0),
        ("stablehlo.tan", 3.0, 8.0),
        ("stablehlo.tanh", 3.0, 8.0),
        ("stablehlo.cbrt", 2.0, 3.0),
        ("chlo.acos", 4.0, 4.0),
        ("chlo.asin", 4.0, 4.0),
        ("chlo.acosh", 4.0, 4.0),
        ("chlo.asinh", 4.0, 4.0),
        ("chlo.atan", 4.0, 4.0),
        ("chlo.cosh", 4.0, 4.0),
        ("chlo.sinh", 4.0, 4.0),
        ("chlo.square", 8.0, 6.0),
    ];
    let (name, most, slope) = *generator.random().pick(&functions);
    let operand = generator.any(Need::within(0.2, 2.0), |_| true, is_complex)?;
    let shape = generator.shape(operand);
    let error = generator.facts(operand).error();
    let facts = Facts::inexact(-most, most, slope * error).rounded(shape.element_type, 16.0);
    generator.one(name, &[operand], "", shape, facts).map(drop)
}

/// Emits a lexicographic maximum or minimum of complex operands whose elements are equal on all
/// platforms.
fn extremum(generator: &mut Generator) -> Option<()> {
    let name = *generator.random().pick(&["stablehlo.maximum", "stablehlo.minimum"]);
    let (one, other, shape) = two(generator, Need::EXACT, is_complex)?;
    let facts = generator.facts(one).merged(&generator.facts(other)).without_bits();
    facts.is_bounded().then_some(())?;
    generator.one(name, &[one, other], "", shape, facts).map(drop)
}
