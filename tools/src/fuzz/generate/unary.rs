// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Functions of one float.

use super::elementwise::{is_float, is_number, wild};
use super::{Emit, Generator, Need};
use crate::fuzz::facts::Facts;
use hloom_compiler::literal::ElementClass;
use hloom_compiler::{ElementType, Shape};

pub const EMITTERS: &[(Emit, u32)] =
    &[(smooth, 10), (anywhere, 4), (moving, 4), (rounding, 4), (predicate, 1), (chlo_smooth, 4)];

/// A function where it is tame.
pub struct Function {
    /// The operation.
    pub name: &'static str,
    /// Where it is applied.
    pub domain: (f64, f64),
    /// Its least and greatest value and the most that it grows, between two arguments.
    pub shape: fn(f64, f64) -> (f64, f64, f64),
    /// How far from the right result a platform may be, in units of the last place.
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

/// A function on arguments where it is tame.
fn smooth(generator: &mut Generator) -> Option<()> {
    let function = generator.random().pick(SMOOTH);
    tame(generator, function)
}

fn chlo_smooth(generator: &mut Generator) -> Option<()> {
    let function = generator.random().pick(CHLO_SMOOTH);
    tame(generator, function)
}

/// Emits a function on arguments where it is tame.
pub fn tame(generator: &mut Generator, function: &Function) -> Option<()> {
    let need = Need::within(function.domain.0, function.domain.1);
    let operand = generator.any(need, |_| true, is_float)?;
    let shape = generator.shape(operand);
    let known = generator.facts(operand);
    // Half formats do not have the ends of the domain.
    let low = known.low.max(function.domain.0);
    let high = known.high.min(function.domain.1).max(low);
    let (least, most, slope) = (function.shape)(low, high);
    let slack = 1e-2 * least.abs().max(most.abs());
    let facts = Facts::inexact(least - slack, most + slack, slope * known.error())
        .rounded(shape.element_type, function.ulps);
    // No less than a positive function can have.
    let facts = Facts { low: if least >= 0.0 { least * 0.98 } else { facts.low }, ..facts };
    generator.one(function.name, &[operand], "", shape, facts).map(drop)
}

/// A function on any arguments, out of its domain as well.
fn anywhere(generator: &mut Generator) -> Option<()> {
    let chlo = generator.random().chance(0.3);
    let function = generator.random().pick(if chlo { CHLO_SMOOTH } else { SMOOTH });
    let operand = generator.any(Need::BITS, |_| true, is_float)?;
    let shape = generator.shape(operand);
    let facts = wild(shape.element_type, 2.0 * function.ulps);
    generator.one(function.name, &[operand], "", shape, facts).map(drop)
}

/// Functions that are exact.
fn moving(generator: &mut Generator) -> Option<()> {
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

/// Functions that jump.
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
