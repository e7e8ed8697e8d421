// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Random elementwise operations with several operands.

use super::generator::{Emit, Generator};
use super::need::Need;
use crate::fuzz::facts::{Facts, epsilon, smallest};
use crate::fuzz::program::ValueId;
use hloom_compiler::{ElementType, Shape};
use hloom_values::ElementClass;

pub const EMITTERS: &[(Emit, u32)] = &[
    (add, 6),
    (subtract, 5),
    (multiply, 6),
    (divide, 4),
    (remainder, 2),
    (maximum, 3),
    (minimum, 3),
    (power, 2),
    (atan2, 2),
    (compare, 5),
    (select, 5),
    (clamp, 2),
];

/// Returns true for signed and unsigned integer types, but not for Booleans.
pub fn is_integer(element_type: ElementType) -> bool {
    matches!(element_type.class(), ElementClass::Signed | ElementClass::Unsigned)
}

/// Returns true for real floating-point types.
pub fn is_float(element_type: ElementType) -> bool {
    element_type.class() == ElementClass::Float
}

/// Returns true for complex types.
pub fn is_complex(element_type: ElementType) -> bool {
    element_type.class() == ElementClass::Complex
}

/// Returns true for all types except Booleans.
pub fn is_number(element_type: ElementType) -> bool {
    element_type != ElementType::Pred
}

/// Returns the facts of an operation's result if the operands have no useful bounds.
///
/// Results of two platforms differ by at most `ulps` units in the last place.
pub fn unbounded(element_type: ElementType, ulps: f64) -> Facts {
    Facts {
        relative: ulps * epsilon(element_type),
        absolute: ulps * smallest(element_type),
        bits: false,
        ..Facts::of_type(element_type)
    }
}

/// Returns two operands of the same shape and type that meet a requirement, and their shape.
pub fn two(
    generator: &mut Generator,
    need: Need,
    types: impl Fn(ElementType) -> bool,
) -> Option<(ValueId, ValueId, Shape)> {
    let one = generator.any(need, |_| true, types)?;
    let shape = generator.shape(one);
    let other = generator.operand(&shape, need)?;
    let swap = generator.random().chance(0.5);
    Some(if swap { (other, one, shape) } else { (one, other, shape) })
}

/// Returns the facts of the rounded sum of two values.
pub fn sum(one: &Facts, other: &Facts, element_type: ElementType) -> Facts {
    let sum = Facts {
        low: one.low + other.low,
        high: one.high + other.high,
        absolute: one.error() + other.error(),
        relative: 0.0,
        step: if one.step * other.step == 0.0 { 0.0 } else { one.step.min(other.step) },
        bits: false,
    };
    sum.rounded(element_type, 1.0)
}

/// Returns the facts of the rounded product of two values.
pub fn product(one: &Facts, other: &Facts, element_type: ElementType) -> Facts {
    let complex = if is_complex(element_type) { 2.0 } else { 1.0 };
    let corners =
        [one.low * other.low, one.low * other.high, one.high * other.low, one.high * other.high];
    let (mut low, mut high) =
        corners.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), corner| {
            (low.min(*corner), high.max(*corner))
        });
    if is_complex(element_type) {
        high = 2.0 * one.magnitude() * other.magnitude();
        low = -high;
    }
    let error = one.error() * other.magnitude() + other.error() * (one.magnitude() + one.error());
    let product = Facts {
        low,
        high,
        absolute: complex * error,
        relative: 0.0,
        step: one.step * other.step,
        bits: false,
    };
    product.rounded(element_type, complex)
}

/// Emits a binary operation. `floats` computes the facts of the result if the operands are bounded
/// floats or complex numbers.
fn arithmetic(
    generator: &mut Generator,
    name: &str,
    types: impl Fn(ElementType) -> bool,
    floats: impl Fn(&Facts, &Facts, ElementType) -> Facts,
) -> Option<()> {
    let (lhs, rhs, shape) = two(generator, Need::ANY, types)?;
    let element_type = shape.element_type;
    let (one, other) = (generator.facts(lhs), generator.facts(rhs));
    let facts = if !is_float(element_type) && !is_complex(element_type) {
        Facts::of_type(element_type)
    } else if one.is_bounded() && other.is_bounded() {
        floats(&one, &other, element_type)
    } else if one.is_exact() && other.is_exact() {
        unbounded(element_type, 1.0)
    } else {
        return None;
    };
    generator.one(name, &[lhs, rhs], "", shape, facts).map(drop)
}

/// Emits an addition of two random operands.
pub fn add(generator: &mut Generator) -> Option<()> {
    arithmetic(generator, "stablehlo.add", |_| true, sum)
}

fn subtract(generator: &mut Generator) -> Option<()> {
    arithmetic(generator, "stablehlo.subtract", is_number, |one, other, element_type| {
        let negated = Facts { low: -other.high, high: -other.low, ..*other };
        sum(one, &negated, element_type)
    })
}

fn multiply(generator: &mut Generator) -> Option<()> {
    arithmetic(generator, "stablehlo.multiply", |_| true, product)
}

fn divide(generator: &mut Generator) -> Option<()> {
    let lhs = generator.any(Need::ANY, |_| true, is_number)?;
    let shape = generator.shape(lhs);
    let element_type = shape.element_type;
    if is_integer(element_type) {
        let rhs = generator.operand(&shape, Need::ANY)?;
        let facts = Facts::of_type(element_type);
        return generator.one("stablehlo.divide", &[lhs, rhs], "", shape, facts).map(drop);
    }
    let one = generator.facts(lhs);
    let any_divisor = one.is_exact() && is_float(element_type) && generator.random().chance(0.3);
    if any_divisor {
        let rhs = generator.operand(&shape, Need::EXACT)?;
        let facts = unbounded(element_type, 1.0);
        return generator.one("stablehlo.divide", &[lhs, rhs], "", shape, facts).map(drop);
    }
    if !one.is_bounded() {
        return None;
    }
    let rhs = generator.operand(&shape, Need::within(0.2, 100.0))?;
    let other = generator.facts(rhs);
    let parts = if is_complex(element_type) { 2.0 } else { 1.0 };
    let high = parts * one.magnitude() / other.low;
    let low = if one.low >= 0.0 && parts == 1.0 { 0.0 } else { -high };
    let error = parts * (one.error() + high * other.error()) / (other.low - other.error()).max(0.1);
    let facts = Facts::inexact(low, high, error).rounded(element_type, 4.0 * parts);
    generator.one("stablehlo.divide", &[lhs, rhs], "", shape, facts).map(drop)
}

fn remainder(generator: &mut Generator) -> Option<()> {
    let types = |ty| is_integer(ty) || is_float(ty);
    let (lhs, rhs, shape) = two(generator, Need::EXACT, types)?;
    let facts = match is_integer(shape.element_type) {
        true => Facts::of_type(shape.element_type),
        false => {
            let (one, other) = (generator.facts(lhs), generator.facts(rhs));
            // The remainder of a division by zero is NaN.
            let zero = other.low <= 0.0 && other.high >= 0.0;
            let range = if zero { Facts::of_type(shape.element_type) } else { one };
            let magnitude = range.magnitude();
            Facts { low: -magnitude, high: magnitude, step: 0.0, bits: false, ..range }
        }
    };
    generator.one("stablehlo.remainder", &[lhs, rhs], "", shape, facts).map(drop)
}

fn maximum(generator: &mut Generator) -> Option<()> {
    extremum(generator, "stablehlo.maximum", f64::max)
}

fn minimum(generator: &mut Generator) -> Option<()> {
    extremum(generator, "stablehlo.minimum", f64::min)
}

fn extremum(generator: &mut Generator, name: &str, choose: fn(f64, f64) -> f64) -> Option<()> {
    let (lhs, rhs, shape) = two(generator, Need::ANY, |ty| !is_complex(ty))?;
    let (one, other) = (generator.facts(lhs), generator.facts(rhs));
    let mut facts = one.merged(&other);
    if one.is_bounded() && other.is_bounded() {
        facts.low = choose(one.low, other.low);
        facts.high = choose(one.high, other.high);
    }
    // The sign of a zero result may differ.
    facts.bits &= !is_float(shape.element_type);
    generator.one(name, &[lhs, rhs], "", shape, facts).map(drop)
}

fn power(generator: &mut Generator) -> Option<()> {
    let lhs = generator.any(Need::ANY, |_| true, is_number)?;
    let shape = generator.shape(lhs);
    let element_type = shape.element_type;
    let name = "stablehlo.power";
    if is_integer(element_type) {
        let rhs = generator.operand(&shape, Need::ANY)?;
        return generator.one(name, &[lhs, rhs], "", shape, Facts::of_type(element_type)).map(drop);
    }
    let base = generator.facts(lhs);
    if is_float(element_type) && base.is_exact() && generator.random().chance(0.4) {
        let rhs = generator.operand(&shape, Need::EXACT)?;
        return generator.one(name, &[lhs, rhs], "", shape, unbounded(element_type, 8.0)).map(drop);
    }
    let lhs = generator.operand(&shape, Need::within(0.2, 8.0))?;
    let rhs = generator.operand(&shape, Need::within(-2.0, 3.0))?;
    let (base, exponent) = (generator.facts(lhs), generator.facts(rhs));
    // The imaginary part of the logarithm rotates complex powers.
    let turned = if is_complex(element_type) { 150.0 } else { 1.0 };
    let reach = if is_complex(element_type) { 1.5 } else { 1.0 };
    let high = turned * (reach * base.high).max(1.0 / base.low).powf(exponent.magnitude());
    let low = if is_complex(element_type) { -high } else { 0.0 };
    let error = high * (base.error() * exponent.magnitude() / base.low + exponent.error() * 3.0);
    let facts = Facts::inexact(low, high, error).rounded(element_type, 16.0);
    generator.one(name, &[lhs, rhs], "", shape, facts).map(drop)
}

fn atan2(generator: &mut Generator) -> Option<()> {
    let lhs = generator.any(Need::ANY, |_| true, is_float)?;
    let shape = generator.shape(lhs);
    let element_type = shape.element_type;
    let need = if generator.facts(lhs).bits { Need::BITS } else { Need::within(0.2, 1e3) };
    let rhs = generator.operand(&shape, need)?;
    let (one, other) = (generator.facts(lhs), generator.facts(rhs));
    let error = if need.bits { 0.0 } else { one.error() / other.low + other.error() / other.low };
    let facts = Facts::inexact(-3.2, 3.2, error).rounded(element_type, 4.0);
    // NaN operands give NaN.
    let facts = match one.is_bounded() && other.is_bounded() {
        true => facts,
        false => unbounded(element_type, 4.0),
    };
    generator.one("stablehlo.atan2", &[lhs, rhs], "", shape, facts).map(drop)
}

/// Returns the attributes of a random `stablehlo.compare` of elements of a type, as text.
pub fn comparison(generator: &mut Generator, element_type: ElementType, bits: bool) -> String {
    let directions: &[&str] = match is_complex(element_type) {
        true => &["EQ", "NE"],
        false => &["EQ", "NE", "GE", "GT", "LE", "LT"],
    };
    let direction = generator.random().pick(directions);
    let kind = match element_type.class() {
        ElementClass::Boolean | ElementClass::Unsigned => "UNSIGNED",
        ElementClass::Signed => "SIGNED",
        ElementClass::Float if bits && generator.random().chance(0.3) => "TOTALORDER",
        ElementClass::Float | ElementClass::Complex => "FLOAT",
    };
    compared(direction, kind)
}

/// Returns the attributes of a `stablehlo.compare` with the given direction and type, as text.
pub fn compared(direction: &str, kind: &str) -> String {
    format!(
        "comparison_direction = #stablehlo<comparison_direction {direction}>, \
         compare_type = #stablehlo<comparison_type {kind}>"
    )
}

fn compare(generator: &mut Generator) -> Option<()> {
    let (lhs, rhs, shape) = two(generator, Need::EXACT, |_| true)?;
    let bits = generator.facts(lhs).bits && generator.facts(rhs).bits;
    let attributes = comparison(generator, shape.element_type, bits);
    let shape = Shape::new(ElementType::Pred, shape.dims);
    let facts = Facts::of_type(ElementType::Pred);
    generator.one("stablehlo.compare", &[lhs, rhs], attributes, shape, facts).map(drop)
}

fn select(generator: &mut Generator) -> Option<()> {
    let (lhs, rhs, shape) = two(generator, Need::ANY, |_| true)?;
    let scalar = generator.random().chance(0.2);
    let dims = if scalar { Vec::new() } else { shape.dims.clone() };
    let condition = generator.operand(&Shape::new(ElementType::Pred, dims), Need::ANY)?;
    let facts = generator.facts(lhs).merged(&generator.facts(rhs));
    generator.one("stablehlo.select", &[condition, lhs, rhs], "", shape, facts).map(drop)
}

fn clamp(generator: &mut Generator) -> Option<()> {
    let operand = generator.any(Need::ANY, |_| true, |ty| !is_complex(ty))?;
    let shape = generator.shape(operand);
    let bound = |generator: &mut Generator| {
        let scalar = generator.random().chance(0.5);
        let dims = if scalar { Vec::new() } else { shape.dims.clone() };
        generator.operand(&Shape::new(shape.element_type, dims), Need::ANY)
    };
    let (low, high) = (bound(generator)?, bound(generator)?);
    let facts = [low, operand, high].map(|id| generator.facts(id));
    let mut merged = facts[0].merged(&facts[1]).merged(&facts[2]);
    merged.bits &= !is_float(shape.element_type);
    generator.one("stablehlo.clamp", &[low, operand, high], "", shape, merged).map(drop)
}
