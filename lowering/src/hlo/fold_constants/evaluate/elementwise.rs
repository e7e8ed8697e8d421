// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! One element of each operand to one of the result.

use super::{float, integer};
use crate::hlo::elements::{Elements, Format, Number};
use crate::ir::{self, Op, Shaped};
use std::cmp::Ordering;

/// Whether the operation `name` is evaluated here, for some element types at least.
pub fn is_known(name: &str) -> bool {
    matches!(name, "clamp" | "compare" | "complex" | "imag" | "is_finite" | "real" | "select")
        || integer::is_known(name)
        || float::is_known(name)
}

/// The result of an elementwise operation.
pub fn evaluate<'a>(
    name: &str,
    op: Op<'a>,
    operands: &[Elements<'a>],
    result: &Shaped<'a>,
) -> Option<Elements<'a>> {
    let format = operands.first()?.format;
    match (name, operands) {
        ("select", [condition, yes, no]) => select(condition, yes, no, result),
        ("compare", [x, y]) => {
            let direction = ir::enum_case(op, "comparison_direction")?;
            let total = ir::enum_case(op, "compare_type").is_some_and(|kind| kind == "TOTALORDER");
            map(result, operands, |it| {
                Some(Number::Int(compare(&direction, total, x.format, [it[0], it[1]])?.into()))
                    .filter(|_| y.format == x.format)
            })
        }
        ("clamp", [_, x, _]) => {
            let format = x.format;
            map(result, operands, |it| {
                let low = binary("maximum", format, it[1], it[0])?;
                binary("minimum", format, low, it[2])
            })
        }
        ("complex", [_, _]) => map(result, operands, |it| match (it[0], it[1]) {
            (Number::Float(re), Number::Float(im)) => Some(Number::Complex(re, im)),
            _ => None,
        }),
        ("real", [_]) => map(result, operands, |it| match it[0] {
            Number::Complex(re, _) => Some(Number::Float(re)),
            _ => None,
        }),
        ("imag", [_]) => map(result, operands, |it| match it[0] {
            Number::Complex(_, im) => Some(Number::Float(im)),
            _ => None,
        }),
        ("is_finite", [_]) => {
            map(result, operands, |it| Some(Number::Int(it[0].float()?.is_finite().into())))
        }
        // On the bits: NaN keeps its own.
        ("abs" | "negate", [x]) if format.is_float() => float::sign_bit(name, x, result),
        (_, [_]) => map(result, operands, |it| match it[0] {
            Number::Int(value) => Some(Number::Int(integer::unary(name, format, value)?)),
            Number::Float(value) => Some(Number::Float(float::unary(name, value)?)),
            _ => None,
        }),
        (_, [_, _]) => map(result, operands, |it| binary(name, format, it[0], it[1])),
        _ => None,
    }
}

fn binary(name: &str, format: Format, x: Number, y: Number) -> Option<Number> {
    match (x, y) {
        (Number::Int(x), Number::Int(y)) => Some(Number::Int(integer::binary(name, format, x, y)?)),
        (Number::Float(x), Number::Float(y)) => Some(Number::Float(float::binary(name, x, y)?)),
        _ => None,
    }
}

/// Applies `function` to corresponding elements; scalars go with every one.
fn map<'a>(
    result: &Shaped<'a>,
    operands: &[Elements<'a>],
    function: impl Fn(&[Number]) -> Option<Number>,
) -> Option<Elements<'a>> {
    let format = Format::of(result.element)?;
    let count = result.elements() as usize;
    let one = operands.iter().all(|operand| operand.is_splat());
    let steps = if one { count.min(1) } else { count };
    let mut data = Vec::with_capacity(steps * format.size());
    let mut numbers = vec![Number::Unknown; operands.len()];
    for index in 0..steps {
        for (number, operand) in numbers.iter_mut().zip(operands) {
            *number = operand.number(if operand.shape.is_empty() { 0 } else { index });
        }
        let value = function(&numbers)?;
        if !fits(format, value) {
            return None;
        }
        format.encode(value, &mut data);
    }
    Elements::new(&result.shape, result.element, data)
}

fn fits(format: Format, number: Number) -> bool {
    match number {
        Number::Int(_) => format.is_integer(),
        Number::Float(_) => format.is_float(),
        Number::Complex(..) => matches!(format, Format::ComplexF32 | Format::ComplexF64),
        Number::Unknown => false,
    }
}

fn select<'a>(
    condition: &Elements<'a>,
    yes: &Elements<'a>,
    no: &Elements<'a>,
    result: &Shaped<'a>,
) -> Option<Elements<'a>> {
    let scalar = condition.shape.is_empty();
    let holds = |index| condition.bytes(if scalar { 0 } else { index })[0] != 0;
    if condition.is_splat() {
        return Some(if holds(0) { yes.clone() } else { no.clone() });
    }
    let mut data = Vec::new();
    for index in 0..result.elements() as usize {
        data.extend_from_slice(if holds(index) { yes } else { no }.bytes(index));
    }
    Elements::new(&result.shape, result.element, data)
}

/// The outcome of a comparison; none if the numbers cannot be compared so.
pub fn compare(direction: &str, total: bool, format: Format, [x, y]: [Number; 2]) -> Option<bool> {
    let order = match (x, y) {
        (Number::Int(x), Number::Int(y)) => Some(x.cmp(&y)),
        // The total order tells NaNs apart, whose bits are not kept here.
        (Number::Float(x), Number::Float(y)) if total => {
            if x.is_nan() || y.is_nan() {
                return None;
            }
            Some(x.total_cmp(&y))
        }
        (Number::Float(x), Number::Float(y)) => x.partial_cmp(&y),
        (Number::Complex(..), Number::Complex(..)) => {
            return match direction {
                "EQ" => Some(x == y),
                "NE" => Some(x != y),
                _ => None,
            };
        }
        _ => return None,
    };
    debug_assert!(format.is_float() || format.is_integer());
    Some(match direction {
        "EQ" => order == Some(Ordering::Equal),
        "NE" => order != Some(Ordering::Equal),
        "LT" => order == Some(Ordering::Less),
        "GT" => order == Some(Ordering::Greater),
        "LE" => order.is_some_and(Ordering::is_le),
        "GE" => order.is_some_and(Ordering::is_ge),
        _ => return None,
    })
}
