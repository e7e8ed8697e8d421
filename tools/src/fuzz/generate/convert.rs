// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Random conversions of the element type of a tensor.

use super::elementwise::{is_complex, is_float, is_integer};
use super::generator::{Emit, Generator};
use super::need::Need;
use crate::fuzz::facts::{Facts, is_exact_in, largest, smallest};
use hloom_compiler::{ElementType, Shape};
use hloom_values::ElementClass;

pub const EMITTERS: &[(Emit, u32)] = &[(convert, 8), (bitcast, 3), (reduce_precision, 2)];

fn convert(generator: &mut Generator) -> Option<()> {
    let operand = generator.any(Need::ANY, |_| true, |_| true)?;
    let shape = generator.shape(operand);
    let to = generator.element_type(|_| true)?;
    let facts = converted(&generator.facts(operand), shape.element_type, to)?;
    let shape = Shape::new(to, shape.dims);
    generator.one("stablehlo.convert", &[operand], "", shape, facts).map(drop)
}

/// Returns the facts of elements after a conversion of the element type, or `None` if they have no
/// useful bound.
fn converted(known: &Facts, from: ElementType, to: ElementType) -> Option<Facts> {
    match to.class() {
        ElementClass::Boolean | ElementClass::Signed | ElementClass::Unsigned => {
            // Rounding to an integer would turn a small difference into a difference of one.
            known.is_exact().then(|| Facts::of_type(to))
        }
        ElementClass::Float | ElementClass::Complex => {
            if is_float(from) && !known.is_bounded() {
                if !known.is_exact() || is_complex(to) {
                    return None;
                }
                return Some(Facts::of_type(to).without_bits());
            }
            let low = if is_complex(to) { known.low.min(0.0) } else { known.low };
            let high = if is_complex(to) { known.high.max(0.0) } else { known.high };
            // The imaginary parts of converted reals are zero.
            let range = Facts { low, high, ..*known };
            if known.magnitude() > largest(to) / 4.0
                && !is_exact_in(range.magnitude(), known.step, to)
            {
                return None;
            }
            // A single rounding of exact elements is the same on all platforms.
            let facts = range.rounded(to, 1.0);
            let tiny = known.is_exact() && !facts.is_exact();
            Some(if tiny {
                Facts { absolute: facts.absolute + smallest(to), ..facts }
            } else {
                facts
            })
        }
    }
}

fn bitcast(generator: &mut Generator) -> Option<()> {
    let plain = |ty: ElementType| {
        !is_complex(ty) && ty != ElementType::Pred && (is_integer(ty) || is_float(ty))
    };
    let operand = generator.any(Need::BITS, |_| true, plain)?;
    let mut shape = generator.shape(operand);
    let from = shape.element_type.bit_width();
    let last = shape.dims.last().copied();
    let fits = |ty: ElementType| {
        let to = ty.bit_width();
        plain(ty)
            && (from.is_multiple_of(to)
                || to.is_multiple_of(from) && last == Some((to / from) as usize))
    };
    let to = generator.element_type(fits)?;
    if to.bit_width() < from {
        shape.dims.push((from / to.bit_width()) as usize);
    } else if to.bit_width() > from {
        shape.dims.pop();
    }
    shape.element_type = to;
    generator.one("stablehlo.bitcast_convert", &[operand], "", shape, Facts::of_type(to)).map(drop)
}

fn reduce_precision(generator: &mut Generator) -> Option<()> {
    let operand = generator.any(Need::EXACT, |_| true, is_float)?;
    let shape = generator.shape(operand);
    let known = generator.facts(operand);
    let (exponent, mantissa) = *generator.random().pick(&[
        (8, 7),
        (5, 10),
        (8, 23),
        (5, 2),
        (4, 3),
        (3, 0),
        (1, 1),
        (11, 52),
        (6, 30),
    ]);
    // Values too large for the exponent become infinite.
    let magnitude = 2.0 * known.magnitude();
    let facts = match known.is_bounded() && exponent >= 5 {
        true => Facts { low: -magnitude, high: magnitude, step: 0.0, bits: false, ..known },
        false => Facts::of_type(shape.element_type).without_bits(),
    };
    let attributes = format!("exponent_bits = {exponent} : i32, mantissa_bits = {mantissa} : i32");
    generator.one("stablehlo.reduce_precision", &[operand], attributes, shape, facts).map(drop)
}
