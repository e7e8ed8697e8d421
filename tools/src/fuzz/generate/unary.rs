// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Random elementwise operations with one operand.

use super::elementwise::{is_float, is_number, unbounded};
use super::generator::{Emit, Generator};
use super::need::Need;
use crate::fuzz::facts::Facts;
use hloom_compiler::{ElementType, Shape};
use hloom_values::ElementClass;

pub const EMITTERS: &[(Emit, u32)] = &[
    (smooth, 10),
    (emit_anywhere, 4),
    (exact, 4),
    (rounding, 4),
    (predicate, 1),
    (chlo_smooth, 4),
];

/// An elementwise function, and a domain on which each platform's error is bounded.
pub struct Function {
    /// Name of the operation that computes the function.
    pub name: &'static str,
    /// Range of the arguments for which the function's error is bounded.
    pub domain: (f64, f64),
    /// Returns the minimum, the maximum and the largest absolute slope of the function between two
    /// arguments.
    pub shape: fn(f64, f64) -> (f64, f64, f64),
    /// Maximum error of a platform's results of the function, in units in the last place.
    pub ulps: f64,
}

const fn function(
    name: &'static str,
    domain: (f64, f64),
    shape: fn(f64, f64) -> (f64, f64, f64),
) -> Function {
    Function { name, domain, shape, ulps: 4.0 }
}

const LARGE: f64 = 1e4;

const SMOOTH: &[Function] = &[
    function("stablehlo.exponential", (-50.0, 4.5), |a, b| (a.exp(), b.exp(), b.exp())),
    function("stablehlo.exponential_minus_one", (-50.0, 4.5), |a, b| {
        (a.exp_m1(), b.exp_m1(), b.exp())
    }),
    function("stablehlo.log", (0.05, LARGE), |a, b| (a.ln(), b.ln(), 1.0 / a)),
    function("stablehlo.log_plus_one", (-0.9, LARGE), |a, b| {
        (a.ln_1p(), b.ln_1p(), 1.0 / (1.0 + a))
    }),
    function("stablehlo.logistic", (-LARGE, LARGE), |_, _| (0.0, 1.0, 0.25)),
    function("stablehlo.tanh", (-LARGE, LARGE), |a, b| (a.tanh(), b.tanh(), 1.0)),
    function("stablehlo.sine", (-LARGE, LARGE), |_, _| (-1.0, 1.0, 1.0)),
    function("stablehlo.cosine", (-LARGE, LARGE), |_, _| (-1.0, 1.0, 1.0)),
    function("stablehlo.tan", (-1.2, 1.2), |a, b| (a.tan(), b.tan(), 8.0)),
    function("stablehlo.sqrt", (0.01, LARGE), |a, b| (a.sqrt(), b.sqrt(), 0.5 / a.sqrt())),
    function("stablehlo.rsqrt", (0.05, LARGE), |a, b| {
        (b.powf(-0.5), a.powf(-0.5), 0.5 * a.powf(-1.5))
    }),
    function("stablehlo.cbrt", (0.05, LARGE), |a, b| (a.cbrt(), b.cbrt(), a.powf(-2.0 / 3.0))),
];

const CHLO_SMOOTH: &[Function] = &[
    function("chlo.acos", (-0.9, 0.9), |a, b| (b.acos(), a.acos(), 2.4)),
    function("chlo.acosh", (1.1, LARGE), |a, b| (a.acosh(), b.acosh(), 2.3)),
    function("chlo.asin", (-0.9, 0.9), |a, b| (a.asin(), b.asin(), 2.4)),
    function("chlo.asinh", (-LARGE, LARGE), |a, b| (a.asinh(), b.asinh(), 1.0)),
    function("chlo.atan", (-LARGE, LARGE), |a, b| (a.atan(), b.atan(), 1.0)),
    function("chlo.atanh", (-0.9, 0.9), |a, b| (a.atanh(), b.atanh(), 5.4)),
    function("chlo.cosh", (-4.0, 4.0), |_, _| (1.0, 27.4, 27.4)),
    function("chlo.sinh", (-4.0, 4.0), |a, b| (a.sinh(), b.sinh(), 27.4)),
    function("chlo.tan", (-1.2, 1.2), |a, b| (a.tan(), b.tan(), 8.0)),
    function("chlo.erf", (-LARGE, LARGE), |_, _| (-1.0, 1.0, 1.2)),
    function("chlo.erfc", (-LARGE, LARGE), |_, _| (0.0, 2.0, 1.2)),
    function("chlo.square", (-100.0, 100.0), |a, b| {
        let most = a.abs().max(b.abs());
        (0.0, most * most, 2.0 * most)
    }),
];

/// Emits a random elementwise function of StableHLO on arguments in the function's domain.
fn smooth(generator: &mut Generator) -> Option<()> {
    let function = generator.random().pick(SMOOTH);
    emit_in_domain(generator, function)
}

fn chlo_smooth(generator: &mut Generator) -> Option<()> {
    let function = generator.random().pick(CHLO_SMOOTH);
    emit_in_domain(generator, function)
}

/// Emits an elementwise function on arguments in the function's domain.
pub fn emit_in_domain(generator: &mut Generator, function: &Function) -> Option<()> {
    let need = Need::within(function.domain.0, function.domain.1);
    let operand = generator.any(need, |_| true, is_float)?;
    let shape = generator.shape(operand);
    let known = generator.facts(operand);
    // The ends of the domain may not be representable in a 16-bit format.
    let low = known.low.max(function.domain.0);
    let high = known.high.min(function.domain.1).max(low);
    let (least, most, slope) = (function.shape)(low, high);
    let slack = 1e-2 * least.abs().max(most.abs());
    let facts = Facts::inexact(least - slack, most + slack, slope * known.error())
        .rounded(shape.element_type, function.ulps);
    // Keeps the lower bound of a nonnegative function nonnegative.
    let facts = Facts { low: if least >= 0.0 { least * 0.98 } else { facts.low }, ..facts };
    generator.one(function.name, &[operand], "", shape, facts).map(drop)
}

/// Emits a random elementwise function on arbitrary arguments, including arguments outside the
/// function's domain.
fn emit_anywhere(generator: &mut Generator) -> Option<()> {
    let chlo = generator.random().chance(0.3);
    let function = generator.random().pick(if chlo { CHLO_SMOOTH } else { SMOOTH });
    let operand = generator.any(Need::BITS, |_| true, is_float)?;
    let shape = generator.shape(operand);
    let facts = unbounded(shape.element_type, 2.0 * function.ulps);
    generator.one(function.name, &[operand], "", shape, facts).map(drop)
}

/// Emits a negation or an absolute value, which are exact.
fn exact(generator: &mut Generator) -> Option<()> {
    let negate = generator.random().chance(0.5);
    let types = |ty: ElementType| {
        is_number(ty)
            && (negate || matches!(ty.class(), ElementClass::Float | ElementClass::Signed))
    };
    let operand = generator.any(Need::ANY, |_| true, types)?;
    let shape = generator.shape(operand);
    let known = generator.facts(operand);
    let integer = known.step == 1.0 && !is_float(shape.element_type);
    let facts = if integer {
        Facts::of_type(shape.element_type)
    } else if negate {
        Facts { low: -known.high, high: -known.low, ..known }
    } else {
        let low = if known.low > 0.0 { known.low } else { 0.0 };
        let low = if known.is_bounded() { low } else { f64::NEG_INFINITY };
        Facts { low, high: known.magnitude(), ..known }
    };
    let name = if negate { "stablehlo.negate" } else { "stablehlo.abs" };
    generator.one(name, &[operand], "", shape, facts).map(drop)
}

/// Emits a discontinuous function, such as `floor`, of arguments that are equal on all platforms.
fn rounding(generator: &mut Generator) -> Option<()> {
    let names = ["floor", "ceil", "round_nearest_even", "round_nearest_afz", "sign"];
    let name = *generator.random().pick(&names);
    let types =
        |ty: ElementType| is_float(ty) || name == "sign" && ty.class() == ElementClass::Signed;
    let operand = generator.any(Need::EXACT, |_| true, types)?;
    let shape = generator.shape(operand);
    let known = generator.facts(operand);
    let facts = match name {
        _ if !known.is_bounded() => Facts { step: 0.0, ..known },
        "sign" => Facts::exact(-1.0, 1.0, 1.0),
        _ => Facts { low: known.low.floor(), high: known.high.ceil(), step: 1.0, ..known },
    };
    let facts = if is_float(shape.element_type) { facts.without_bits() } else { facts };
    generator.one(&format!("stablehlo.{name}"), &[operand], "", shape, facts).map(drop)
}

fn predicate(generator: &mut Generator) -> Option<()> {
    let names = ["stablehlo.is_finite", "chlo.is_inf", "chlo.is_pos_inf", "chlo.is_neg_inf"];
    let name = *generator.random().pick(&names);
    let operand = generator.any(Need::EXACT, |_| true, is_float)?;
    let shape = Shape::new(ElementType::Pred, generator.shape(operand).dims);
    generator.one(name, &[operand], "", shape, Facts::of_type(ElementType::Pred)).map(drop)
}
