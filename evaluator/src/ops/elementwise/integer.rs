// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Functions of integers, modulo two to the number of their bits. Where the
//! specification leaves the result open (division by zero, shifts by the width and
//! more) it is XLA's.

use crate::literal::{ElementClass, ElementType, Scalar};
use hloom_dialects::op::Op;

type OfOne = fn(i128, ElementType) -> i128;
type OfTwo = fn(i128, i128, ElementType) -> i128;

/// A function of one integer, whose result is to be wrapped.
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

/// A function of two integers, whose result is to be wrapped.
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
            // Of unsigned integers, too, the highest bit is the sign.
            |a, b, ty| signed(a, ty) >> shift(b, ty).unwrap_or(127)
        }
        Op::StablehloShiftRightLogical => {
            |a, b, ty| shift(b, ty).map_or(0, |by| (bits(a, ty) >> by) as i128)
        }
        _ => return None,
    })
}

/// The value of a type that an integer is congruent to.
pub fn wrap(value: i128, ty: ElementType) -> Scalar {
    match ty.class() {
        ElementClass::Unsigned => Scalar::Unsigned(bits(value, ty) as u64),
        _ => Scalar::Signed(signed(value, ty) as i64),
    }
}

/// The bits of a value of a type.
fn bits(value: i128, ty: ElementType) -> u128 {
    let unused = 128 - ty.bit_width();
    (value as u128) << unused >> unused
}

/// The signed integer that the bits of a value are.
fn signed(value: i128, ty: ElementType) -> i128 {
    let unused = 128 - ty.bit_width();
    value << unused >> unused
}

/// By how many bits to shift, nothing if by all of them. A negative amount is, as an
/// unsigned one, more than that.
fn shift(amount: i128, ty: ElementType) -> Option<u32> {
    u32::try_from(amount).ok().filter(|amount| *amount < ty.bit_width())
}

/// `base` to the `exponent`; to a negative one what the quotient is truncated to.
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

    // As XLA has them.
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
