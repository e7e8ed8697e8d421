// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Functions of integers, modulo two to the power of their width. If the specification does not
//! define the result (division by zero, shifts by at least the width), the functions follow XLA.

use hloom_dialects::op::Op;
use hloom_values::{ElementClass, ElementType, Scalar};

type OfOne = fn(i128, ElementType) -> i128;
type OfTwo = fn(i128, i128, ElementType) -> i128;

/// Returns the function of one integer that an operation computes. The caller must wrap the result
/// of the function to the type.
pub fn of_one(op: Op) -> Option<OfOne> {
    Some(match op {
        Op::StablehloAbs => |x, _| x.abs(),
        Op::StablehloNegate => |x, _| -x,
        Op::StablehloSign => |x, _| x.signum(),
        Op::StablehloNot => |x, _| !x,
        Op::StablehloPopcnt => |x, ty| bits(x, ty).count_ones().into(),
        Op::StablehloCountLeadingZeros => {
            |x, ty| (bits(x, ty).leading_zeros() + ty.bit_width()).saturating_sub(128).into()
        }
        _ => return None,
    })
}

/// Returns the function of two integers that an operation computes. The caller must wrap the result
/// of the function to the type.
pub fn of_two(op: Op) -> Option<OfTwo> {
    Some(match op {
        Op::StablehloAdd => |a, b, _| a + b,
        Op::StablehloSubtract => |a, b, _| a - b,
        Op::StablehloMultiply => |a, b, _| a.wrapping_mul(b),
        Op::StablehloDivide => |a, b, _| if b == 0 { -1 } else { a / b },
        Op::StablehloRemainder => |a, b, _| if b == 0 { a } else { a % b },
        Op::StablehloMaximum => |a, b, _| a.max(b),
        Op::StablehloMinimum => |a, b, _| a.min(b),
        Op::StablehloPower => |a, b, _| power(a, b),
        Op::StablehloAnd => |a, b, _| a & b,
        Op::StablehloOr => |a, b, _| a | b,
        Op::StablehloXor => |a, b, _| a ^ b,
        Op::StablehloShiftLeft => |a, b, ty| shift(b, ty).map_or(0, |by| a << by),
        Op::StablehloShiftRightArithmetic => {
            // The highest bit is the sign, even of unsigned integers.
            |a, b, ty| signed(a, ty) >> shift(b, ty).unwrap_or(127)
        }
        Op::StablehloShiftRightLogical => {
            |a, b, ty| shift(b, ty).map_or(0, |by| (bits(a, ty) >> by) as i128)
        }
        _ => return None,
    })
}

/// Returns the value of a type that is congruent to an integer.
pub fn wrap(value: i128, ty: ElementType) -> Scalar {
    match ty.class() {
        ElementClass::Unsigned => Scalar::Unsigned(bits(value, ty) as u64),
        _ => Scalar::Signed(signed(value, ty) as i64),
    }
}

/// Returns the bits of a value that the type can represent, which are its lowest bits.
fn bits(value: i128, ty: ElementType) -> u128 {
    let unused = 128 - ty.bit_width();
    (value as u128) << unused >> unused
}

/// Returns the bits of a value as a signed integer.
fn signed(value: i128, ty: ElementType) -> i128 {
    let unused = 128 - ty.bit_width();
    value << unused >> unused
}

/// Returns the number of bits to shift by, or `None` if it is at least the width. A negative amount
/// is interpreted as a large unsigned number.
fn shift(amount: i128, ty: ElementType) -> Option<u32> {
    u32::try_from(amount).ok().filter(|amount| *amount < ty.bit_width())
}

/// Returns `base` to the power of `exponent`. If `exponent` is negative, truncates the quotient.
fn power(base: i128, exponent: i128) -> i128 {
    if exponent < 0 {
        return match base {
            1 => 1,
            -1 if exponent % 2 == 0 => 1,
            -1 => -1,
            _ => 0,
        };
    }
    let (mut result, mut square, mut exponent) = (1_i128, base, exponent);
    while exponent > 0 {
        if exponent % 2 == 1 {
            result = result.wrapping_mul(square);
        }
        square = square.wrapping_mul(square);
        exponent /= 2;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use ElementType as E;

    fn one(op: Op, x: i128, ty: E) -> i128 {
        wrap(of_one(op).expect("known")(x, ty), ty).to_integer()
    }

    fn two(op: Op, a: i128, b: i128, ty: E) -> i128 {
        wrap(of_two(op).expect("known")(a, b, ty), ty).to_integer()
    }

    // Expected values from XLA.
    #[test]
    fn division() {
        assert_eq!(two(Op::StablehloDivide, 5, 0, E::S32), -1);
        assert_eq!(two(Op::StablehloDivide, 5, 0, E::U32), u32::MAX.into());
        assert_eq!(two(Op::StablehloDivide, i32::MIN.into(), -1, E::S32), i32::MIN.into());
        assert_eq!(two(Op::StablehloDivide, -7, 2, E::S8), -3);
        assert_eq!(two(Op::StablehloRemainder, -5, 0, E::S32), -5);
        assert_eq!(two(Op::StablehloRemainder, i64::MIN.into(), -1, E::S64), 0);
        assert_eq!(two(Op::StablehloRemainder, -7, 2, E::S8), -1);
    }

    #[test]
    fn shifts() {
        assert_eq!(two(Op::StablehloShiftLeft, 1, 32, E::S32), 0);
        assert_eq!(two(Op::StablehloShiftLeft, 1, -1, E::S32), 0);
        assert_eq!(two(Op::StablehloShiftLeft, 1, 31, E::S32), i32::MIN.into());
        assert_eq!(two(Op::StablehloShiftRightArithmetic, -8, 40, E::S32), -1);
        assert_eq!(two(Op::StablehloShiftRightArithmetic, 8, -1, E::S32), 0);
        assert_eq!(two(Op::StablehloShiftRightArithmetic, 0x80, 1, E::U8), 0xc0);
        assert_eq!(two(Op::StablehloShiftRightLogical, -8, 1, E::S8), 124);
        assert_eq!(two(Op::StablehloShiftRightLogical, -8, 8, E::S8), 0);
    }

    #[test]
    fn powers() {
        assert_eq!(two(Op::StablehloPower, -1, -3, E::S64), -1);
        assert_eq!(two(Op::StablehloPower, -3, -3, E::S64), 0);
        assert_eq!(two(Op::StablehloPower, 1, -3, E::S64), 1);
        assert_eq!(two(Op::StablehloPower, 0, 0, E::U64), 1);
        assert_eq!(two(Op::StablehloPower, 3, 100, E::U8), 209);
        assert_eq!(two(Op::StablehloPower, u64::MAX.into(), 3, E::U64), u64::MAX.into());
    }

    #[test]
    fn bit_counts_and_wrapping() {
        assert_eq!(one(Op::StablehloPopcnt, -1, E::S4), 4);
        assert_eq!(one(Op::StablehloPopcnt, -1, E::S64), 64);
        assert_eq!(one(Op::StablehloCountLeadingZeros, 0, E::S64), 64);
        assert_eq!(one(Op::StablehloCountLeadingZeros, 1, E::U8), 7);
        assert_eq!(one(Op::StablehloCountLeadingZeros, -1, E::S16), 0);
        assert_eq!(one(Op::StablehloAbs, i8::MIN.into(), E::S8), i8::MIN.into());
        assert_eq!(one(Op::StablehloNegate, 1, E::U4), 15);
        assert_eq!(one(Op::StablehloNot, 0, E::U2), 3);
        assert_eq!(two(Op::StablehloAdd, 7, 1, E::S4), -8);
        let most = i128::from(u64::MAX);
        assert_eq!(two(Op::StablehloMultiply, most, most, E::U64), 1);
    }
}
