// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Integers and booleans. Corner cases that the specification leaves open are those
//! of XLA and of the lowering: `x / 0` is all ones, `x rem 0` is x, `MIN / -1` is MIN,
//! and a shift by the width or more shifts everything out.

use crate::hlo::elements::{Format, wrap};

/// Whether the operation `name` is evaluated here.
pub fn is_known(name: &str) -> bool {
    matches!(
        name,
        "abs"
            | "add"
            | "and"
            | "count_leading_zeros"
            | "divide"
            | "maximum"
            | "minimum"
            | "multiply"
            | "negate"
            | "not"
            | "or"
            | "popcnt"
            | "power"
            | "remainder"
            | "shift_left"
            | "shift_right_arithmetic"
            | "shift_right_logical"
            | "sign"
            | "subtract"
            | "xor"
    )
}

/// A binary operation; the result is wrapped to the format.
pub fn binary(name: &str, format: Format, x: i128, y: i128) -> Option<i128> {
    let (width, signed) = format.integer()?;
    if format == Format::Bool {
        return match name {
            "add" | "or" | "maximum" => Some(x | y),
            "multiply" | "and" | "minimum" => Some(x & y),
            "xor" => Some(x ^ y),
            _ => None,
        };
    }
    let bits = |value| wrap(value, width, false);
    let amount = bits(y);
    let inside = amount < i128::from(width);
    let value = match name {
        "add" => x + y,
        "subtract" => x - y,
        "multiply" => x.wrapping_mul(y),
        "divide" if y == 0 => -1,
        "divide" => x / y,
        "remainder" if y == 0 => x,
        "remainder" => x % y,
        "maximum" => x.max(y),
        "minimum" => x.min(y),
        "and" => x & y,
        "or" => x | y,
        "xor" => x ^ y,
        "power" => power(x, y, width, signed),
        "shift_left" if inside => bits(x) << amount,
        "shift_right_logical" if inside => bits(x) >> amount,
        "shift_left" | "shift_right_logical" => 0,
        "shift_right_arithmetic" => wrap(x, width, true) >> amount.min(i128::from(width) - 1),
        _ => return None,
    };
    Some(wrap(value, width, signed))
}

/// A unary operation; the result is wrapped to the format.
pub fn unary(name: &str, format: Format, x: i128) -> Option<i128> {
    let (width, signed) = format.integer()?;
    if format == Format::Bool {
        return (name == "not").then_some(x ^ 1);
    }
    let bits = wrap(x, width, false) as u128;
    let value = match name {
        "abs" => x.abs(),
        "negate" => -x,
        "not" => !x,
        "sign" => x.signum(),
        "popcnt" => bits.count_ones().into(),
        "count_leading_zeros" => (bits.leading_zeros() - (128 - width)).into(),
        _ => return None,
    };
    Some(wrap(value, width, signed))
}

/// The power modulo 2^width; with a negative exponent what dividing one by the
/// power gives.
fn power(x: i128, y: i128, width: u32, signed: bool) -> i128 {
    if y < 0 {
        return match x {
            1 => 1,
            -1 if y % 2 == 0 => 1,
            -1 => -1,
            _ => 0,
        };
    }
    let (mut result, mut square, mut exponent) = (1i128, x, y);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = wrap(result.wrapping_mul(square), width, signed);
        }
        square = wrap(square.wrapping_mul(square), width, signed);
        exponent >>= 1;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    const I8: Format = Format::Signed(8);
    const U8: Format = Format::Unsigned(8);

    #[test]
    fn corner_cases() {
        for (name, format, x, y, value) in [
            ("add", I8, 127, 1, -128),
            ("add", U8, 255, 1, 0),
            ("subtract", U8, 0, 1, 255),
            ("multiply", I8, -128, -1, -128),
            ("divide", I8, 5, 0, -1),
            ("divide", U8, 5, 0, 255),
            ("divide", I8, -128, -1, -128),
            ("divide", I8, -7, 2, -3),
            ("remainder", I8, 5, 0, 5),
            ("remainder", I8, -128, -1, 0),
            ("remainder", I8, -7, 2, -1),
            ("shift_left", I8, 1, 8, 0),
            ("shift_left", I8, 1, -1, 0),
            ("shift_left", I8, 3, 7, -128),
            ("shift_right_logical", I8, -1, 1, 127),
            ("shift_right_arithmetic", I8, -1, 100, -1),
            ("shift_right_arithmetic", U8, 128, 1, 192),
            ("power", I8, -1, -3, -1),
            ("power", I8, 2, -1, 0),
            ("power", I8, 3, 5, -13),
            ("power", I8, 0, 0, 1),
            ("maximum", U8, 200, 100, 200),
        ] {
            assert_eq!(binary(name, format, x, y), Some(value), "{name} {x} {y}");
        }
        assert_eq!(binary("add", Format::Bool, 1, 1), Some(1));
        assert_eq!(binary("subtract", Format::Bool, 1, 1), None);
        assert_eq!(unary("abs", I8, -128), Some(-128));
        assert_eq!(unary("count_leading_zeros", I8, 1), Some(7));
        assert_eq!(unary("count_leading_zeros", U8, 0), Some(8));
        assert_eq!(unary("popcnt", I8, -1), Some(8));
        assert_eq!(unary("not", Format::Bool, 0), Some(1));
        assert_eq!(unary("not", U8, 1), Some(254));
    }

    #[test]
    fn products_of_words_wrap() {
        let u64 = Format::Unsigned(64);
        let most = i128::from(u64::MAX);
        assert_eq!(binary("multiply", u64, most, most), Some(1));
        assert_eq!(binary("power", u64, 3, 64), Some(i128::from(3u64.wrapping_pow(64))));
    }
}
