// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Simplification rules for conversions of the element type.

use crate::build::element_of;
use crate::elements::Format;
use crate::simplify::matching::{Match, one, operand_of, producer};
use crate::simplify::rule::Rule;
use hloom_dialects::op::Op as Kind;
use hloom_ir::{self as ir, Value};
use melior::ir::ValueLike;

pub const RULES: &[(Kind, Rule)] = &[
    (Kind::StablehloConvert, convert_to_itself),
    (Kind::StablehloConvert, convert_of_convert),
    (Kind::StablehloBitcastConvert, bitcast_of_bitcast),
    (Kind::StablehloReducePrecision, reduce_precision_of_enough),
    (Kind::StablehloReal, part_of_complex),
    (Kind::StablehloImag, part_of_complex),
    (Kind::StablehloComplex, complex_of_parts),
];

/// `convert(x) : T -> T` = `x`
fn convert_to_itself<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let x = found.operand(0)?;
    if x.r#type() != found.ty {
        return None;
    }
    one(x)
}

/// `convert(convert(x))` = `convert(x)`, if the intermediate type represents every value of the
/// type of `x` and converts in the same way, or if integers are truncated
fn convert_of_convert<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let between = found.operand(0)?;
    let x = operand_of(between, Kind::StablehloConvert)?;
    let [from, middle, to] =
        [Format::of(element_of(x))?, Format::of(element_of(between))?, found.format()?];
    if !can_skip(from, middle, to) {
        return None;
    }
    one(found.with_operands(&[x]))
}

fn can_skip(from: Format, middle: Format, to: Format) -> bool {
    if let (Some(own), Some(between)) = (from.integer(), middle.integer()) {
        let holds = match (own.1, between.1) {
            (true, true) | (false, false) => own.0 <= between.0,
            (false, true) => own.0 < between.0,
            (true, false) => false,
        };
        // The result has no more bits than the intermediate type. A conversion to boolean is no
        // truncation.
        let cut = to != Format::Bool && to.integer().is_some_and(|to| to.0 <= between.0);
        return (holds || cut) && (middle != Format::Bool || from == Format::Bool);
    }
    // The intermediate number is the same, and no integer saturates that would have wrapped.
    let float_holds = match (from, middle) {
        (Format::Bool, _) => middle.is_float(),
        _ if !middle.is_float() => false,
        // Integers are converted to the 16-bit formats by way of f32.
        _ if from.is_integer() => {
            let once = matches!(to, Format::F32 | Format::F64) || integer_fits(from, Format::F32);
            integer_fits(from, middle) && once && !to.is_integer()
        }
        (Format::F16 | Format::Bf16, Format::F32 | Format::F64) => true,
        (Format::F32, Format::F64) => true,
        _ => from == middle,
    };
    float_holds && (to.is_float() || to.is_integer())
}

/// Returns true if the float format `float` represents every integer of the integer format `from`
/// exactly.
fn integer_fits(from: Format, float: Format) -> bool {
    let Some((_, mantissa)) = float.layout() else { return false };
    let digits = mantissa + 1;
    from.integer().is_some_and(|(width, signed)| width - u32::from(signed) <= digits)
}

/// `bitcast(x) : T -> T` = `x`, `bitcast(bitcast(x)) : T -> T` = `x`, and `bitcast(bitcast(x))` =
/// `bitcast(x)`, if no shape changes
fn bitcast_of_bitcast<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let between = found.operand(0)?;
    if found.ty == between.r#type() {
        return one(between);
    }
    let x = operand_of(between, Kind::StablehloBitcastConvert)?;
    if x.r#type() == found.ty {
        return one(x);
    }
    if ir::shape_of(x) != ir::shape_of(between) || ir::shape_of(x) != found.shape {
        return None;
    }
    one(found.with_operands(&[x]))
}

/// `reduce_precision(x)` = `x`, if no bit is removed
fn reduce_precision_of_enough<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let (exponent, mantissa) = found.format()?.layout()?;
    let bits = |name| ir::integer(found.op, name);
    if bits("exponent_bits")? < exponent.into() || bits("mantissa_bits")? < mantissa.into() {
        return None;
    }
    one(found.operand(0)?)
}

/// `real(complex(x, y))` = `x`, `imag(complex(x, y))` = `y`, and `real(x)` = `x` for a float
fn part_of_complex<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let z = found.operand(0)?;
    let real = found.kind == Kind::StablehloReal;
    if real && z.r#type() == found.ty {
        return one(z);
    }
    let parts = ir::operands(producer(z, Kind::StablehloComplex)?);
    one(parts[usize::from(!real)])
}

/// `complex(real(z), imag(z))` = `z`
fn complex_of_parts<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let (re, im) = found.pair()?;
    let z = operand_of(re, Kind::StablehloReal)?;
    if operand_of(im, Kind::StablehloImag)? != z || z.r#type() != found.ty {
        return None;
    }
    one(z)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conversions_in_between() {
        use Format::{Bf16, Bool, F16, F32, F64, Signed, Unsigned};
        for (from, middle, to, skipped) in [
            (Signed(8), Signed(32), Signed(64), true),
            (Signed(8), Signed(32), F32, true),
            (Signed(8), Unsigned(32), Signed(64), false),
            (Unsigned(8), Signed(16), F32, true),
            (Unsigned(8), Signed(8), Signed(32), false),
            (Signed(64), Signed(32), Signed(8), true),
            (Signed(64), Unsigned(32), Signed(32), true),
            (Signed(64), Signed(32), Signed(64), false),
            (Signed(64), Signed(32), Bool, false),
            (Signed(64), Bool, Signed(32), false),
            (Bool, Signed(32), Bool, true),
            (Bool, F32, Signed(8), true),
            (Bf16, F32, Bf16, true),
            (F16, F32, F64, true),
            (F32, Bf16, F32, false),
            (F16, Bf16, F32, false),
            (F32, F64, Signed(32), true),
            (Signed(32), F32, F64, false),
            (Signed(32), F64, F32, true),
            (Signed(16), F32, Signed(8), false),
            (F32, Signed(32), F32, false),
        ] {
            assert_eq!(can_skip(from, middle, to), skipped, "{from:?} {middle:?} {to:?}");
        }
    }
}
