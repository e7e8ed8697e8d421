// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Computation of the binary vector operations.

use crate::vector_operations::VectorBinary as Op;

/// Computes a binary operation on all lanes. The operation is selected once, outside the loop over
/// lanes.
pub(crate) fn compute(op: Op, dst: &mut [u32], a: &[u32], b: &[u32]) {
    match op {
        Op::Fadd => floats(dst, a, b, |x, y| x + y),
        Op::Fsub => floats(dst, a, b, |x, y| x - y),
        Op::Fmul => floats(dst, a, b, |x, y| x * y),
        Op::Fdiv => floats(dst, a, b, |x, y| x / y),
        Op::Frem => floats(dst, a, b, |x, y| x % y),
        Op::Fmin => floats(dst, a, b, minimum),
        Op::Fmax => floats(dst, a, b, maximum),
        Op::Fpow => floats(dst, a, b, f32::powf),
        Op::Fatan2 => floats(dst, a, b, f32::atan2),
        Op::Fcopysign => floats(dst, a, b, f32::copysign),
        Op::Iadd => words(dst, a, b, u32::wrapping_add),
        Op::Isub => words(dst, a, b, u32::wrapping_sub),
        Op::Imul => words(dst, a, b, u32::wrapping_mul),
        Op::Divs => signed(dst, a, b, |x, y| if y == 0 { -1 } else { x.wrapping_div(y) }),
        Op::Divu => words(dst, a, b, |x, y| x.checked_div(y).unwrap_or(u32::MAX)),
        Op::Rems => signed(dst, a, b, |x, y| if y == 0 { x } else { x.wrapping_rem(y) }),
        Op::Remu => words(dst, a, b, |x, y| x.checked_rem(y).unwrap_or(x)),
        Op::And => words(dst, a, b, |x, y| x & y),
        Op::Or => words(dst, a, b, |x, y| x | y),
        Op::Xor => words(dst, a, b, |x, y| x ^ y),
        Op::Shl => words(dst, a, b, |x, y| x.checked_shl(y).unwrap_or(0)),
        Op::Shru => words(dst, a, b, |x, y| x.checked_shr(y).unwrap_or(0)),
        Op::Shrs => words(dst, a, b, |x, y| (x.cast_signed() >> y.min(31)).cast_unsigned()),
        Op::Mins => signed(dst, a, b, i32::min),
        Op::Maxs => signed(dst, a, b, i32::max),
        Op::Minu => words(dst, a, b, u32::min),
        Op::Maxu => words(dst, a, b, u32::max),
        Op::Foeq => float_test(dst, a, b, |x, y| x == y),
        Op::Fogt => float_test(dst, a, b, |x, y| x > y),
        Op::Foge => float_test(dst, a, b, |x, y| x >= y),
        Op::Folt => float_test(dst, a, b, |x, y| x < y),
        Op::Fole => float_test(dst, a, b, |x, y| x <= y),
        Op::Fone => float_test(dst, a, b, |x, y| x != y && !unordered(x, y)),
        Op::Ford => float_test(dst, a, b, |x, y| !unordered(x, y)),
        Op::Fueq => float_test(dst, a, b, |x, y| x == y || unordered(x, y)),
        Op::Fugt => float_test(dst, a, b, |x, y| x > y || unordered(x, y)),
        Op::Fuge => float_test(dst, a, b, |x, y| x >= y || unordered(x, y)),
        Op::Fult => float_test(dst, a, b, |x, y| x < y || unordered(x, y)),
        Op::Fule => float_test(dst, a, b, |x, y| x <= y || unordered(x, y)),
        Op::Fune => float_test(dst, a, b, |x, y| x != y),
        Op::Funo => float_test(dst, a, b, unordered),
        Op::Eq => words(dst, a, b, |x, y| u32::from(x == y)),
        Op::Ne => words(dst, a, b, |x, y| u32::from(x != y)),
        Op::Slt => signed(dst, a, b, |x, y| i32::from(x < y)),
        Op::Sle => signed(dst, a, b, |x, y| i32::from(x <= y)),
        Op::Sgt => signed(dst, a, b, |x, y| i32::from(x > y)),
        Op::Sge => signed(dst, a, b, |x, y| i32::from(x >= y)),
        Op::Ult => words(dst, a, b, |x, y| u32::from(x < y)),
        Op::Ule => words(dst, a, b, |x, y| u32::from(x <= y)),
        Op::Ugt => words(dst, a, b, |x, y| u32::from(x > y)),
        Op::Uge => words(dst, a, b, |x, y| u32::from(x >= y)),
    }
}

fn words(dst: &mut [u32], a: &[u32], b: &[u32], f: impl Fn(u32, u32) -> u32) {
    for ((d, a), b) in dst.iter_mut().zip(a).zip(b) {
        *d = f(*a, *b);
    }
}

fn signed(dst: &mut [u32], a: &[u32], b: &[u32], f: impl Fn(i32, i32) -> i32) {
    words(dst, a, b, |x, y| f(x.cast_signed(), y.cast_signed()).cast_unsigned());
}

fn floats(dst: &mut [u32], a: &[u32], b: &[u32], f: impl Fn(f32, f32) -> f32) {
    words(dst, a, b, |x, y| f(f32::from_bits(x), f32::from_bits(y)).to_bits());
}

fn float_test(dst: &mut [u32], a: &[u32], b: &[u32], f: impl Fn(f32, f32) -> bool) {
    words(dst, a, b, |x, y| u32::from(f(f32::from_bits(x), f32::from_bits(y))));
}

fn unordered(x: f32, y: f32) -> bool {
    x.is_nan() || y.is_nan()
}

/// Returns the smaller operand, or NaN if an operand is NaN; -0 is less than +0. This is the
/// operation `minimum` of IEEE 754-2019.
pub(crate) fn minimum(x: f32, y: f32) -> f32 {
    if unordered(x, y) {
        x + y
    } else if x < y || x == y && x.is_sign_negative() {
        x
    } else {
        y
    }
}

/// Returns the larger operand, or NaN if an operand is NaN; +0 is greater than -0. This is the
/// operation `maximum` of IEEE 754-2019.
pub(crate) fn maximum(x: f32, y: f32) -> f32 {
    if unordered(x, y) {
        x + y
    } else if x > y || x == y && x.is_sign_positive() {
        x
    } else {
        y
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(op: Op, a: u32, b: u32) -> u32 {
        let mut dst = [0];
        compute(op, &mut dst, &[a], &[b]);
        dst[0]
    }

    fn check_word(op: Op, a: u32, b: u32, want: u32) {
        assert_eq!(word(op, a, b), want, "{op} {a:#x} {b:#x}");
    }

    fn check_signed(op: Op, a: i32, b: i32, want: i32) {
        check_word(op, a.cast_unsigned(), b.cast_unsigned(), want.cast_unsigned());
    }

    /// Checks for equal bits, or NaN if NaN is expected.
    fn check(op: Op, a: f32, b: f32, want: f32) {
        let got = f32::from_bits(word(op, a.to_bits(), b.to_bits()));
        let same = got.to_bits() == want.to_bits() || got.is_nan() && want.is_nan();
        assert!(same, "{op} {a} {b}: {got}");
    }

    #[test]
    fn float_arithmetic() {
        check(Op::Fadd, 1.0, f32::EPSILON / 2.0, 1.0);
        check(Op::Fsub, f32::INFINITY, f32::INFINITY, f32::NAN);
        check(Op::Fmul, f32::MAX, 2.0, f32::INFINITY);
        check(Op::Fdiv, -1.0, 0.0, -f32::INFINITY);
        check(Op::Fdiv, 0.0, 0.0, f32::NAN);
        check(Op::Frem, 5.5, -2.0, 1.5);
        check(Op::Frem, -5.5, 2.0, -1.5);
        check(Op::Frem, -4.0, 2.0, -0.0);
        check(Op::Frem, 1.0, 0.0, f32::NAN);
        check(Op::Frem, 1.0, f32::INFINITY, 1.0);
        check(Op::Fpow, 2.0, -1.0, 0.5);
        check(Op::Fpow, f32::NAN, 0.0, 1.0);
        check(Op::Fpow, -8.0, 0.5, f32::NAN);
        check(Op::Fatan2, -0.0, -1.0, -std::f32::consts::PI);
        check(Op::Fatan2, 1.0, 0.0, std::f32::consts::FRAC_PI_2);
        check(Op::Fcopysign, 3.0, -0.0, -3.0);
        check(Op::Fcopysign, -3.0, f32::NAN.copysign(1.0), 3.0);
    }

    #[test]
    fn minimum_and_maximum() {
        check(Op::Fmin, 0.0, -0.0, -0.0);
        check(Op::Fmin, -0.0, 0.0, -0.0);
        check(Op::Fmax, 0.0, -0.0, 0.0);
        check(Op::Fmax, -0.0, 0.0, 0.0);
        check(Op::Fmin, 1.0, 2.0, 1.0);
        check(Op::Fmax, 1.0, 2.0, 2.0);
        for op in [Op::Fmin, Op::Fmax] {
            check(op, f32::NAN, 1.0, f32::NAN);
            check(op, 1.0, f32::NAN, f32::NAN);
        }
        check(Op::Fmin, 1.0, -f32::INFINITY, -f32::INFINITY);
    }

    #[test]
    fn division_never_stops() {
        check_signed(Op::Divs, -7, 2, -3);
        check_signed(Op::Divs, -7, 0, -1);
        check_signed(Op::Divs, i32::MIN, -1, i32::MIN);
        check_signed(Op::Rems, -7, 2, -1);
        check_signed(Op::Rems, -7, 0, -7);
        check_signed(Op::Rems, i32::MIN, -1, 0);
        check_word(Op::Divu, u32::MAX, 2, 0x7FFF_FFFF);
        check_word(Op::Divu, 7, 0, u32::MAX);
        check_word(Op::Remu, u32::MAX, 10, 5);
        check_word(Op::Remu, 7, 0, 7);
    }

    #[test]
    fn integers_wrap() {
        check_word(Op::Iadd, u32::MAX, 2, 1);
        check_word(Op::Isub, 0, 1, u32::MAX);
        check_word(Op::Imul, 0x8000_0001, 2, 2);
        check_word(Op::And, 0b1100, 0b1010, 0b1000);
        check_word(Op::Or, 0b1100, 0b1010, 0b1110);
        check_word(Op::Xor, 0b1100, 0b1010, 0b0110);
    }

    #[test]
    fn shifts_beyond_the_word() {
        let top = 0x8000_0000;
        for (by, left, unsigned, signed) in [
            (0, top | 1, top | 1, top | 1),
            (1, 2, 0x4000_0000, 0xC000_0000),
            (31, top, 1, u32::MAX),
            (32, 0, 0, u32::MAX),
            (u32::MAX, 0, 0, u32::MAX),
        ] {
            check_word(Op::Shl, top | 1, by, left);
            check_word(Op::Shru, top | 1, by, unsigned);
            check_word(Op::Shrs, top | 1, by, signed);
        }
        check_word(Op::Shrs, 0x7FFF_FFFF, 40, 0);
    }

    #[test]
    fn integer_order_is_signed_or_not() {
        check_signed(Op::Mins, -1, 1, -1);
        check_signed(Op::Maxs, -1, 1, 1);
        check_signed(Op::Minu, -1, 1, 1);
        check_signed(Op::Maxu, -1, 1, -1);
        let ops = [
            (Op::Eq, [0, 1, 0]),
            (Op::Ne, [1, 0, 1]),
            (Op::Slt, [1, 0, 0]),
            (Op::Sle, [1, 1, 0]),
            (Op::Sgt, [0, 0, 1]),
            (Op::Sge, [0, 1, 1]),
            (Op::Ult, [0, 0, 1]),
            (Op::Ule, [0, 1, 1]),
            (Op::Ugt, [1, 0, 0]),
            (Op::Uge, [1, 1, 0]),
        ];
        for (op, want) in ops {
            for ((a, b), want) in [(-1, 1), (5, 5), (1, -1)].into_iter().zip(want) {
                check_signed(op, a, b, want);
            }
        }
    }

    #[test]
    fn float_predicates() {
        // Expected results for less, equal, greater and unordered operands.
        let ops = [
            (Op::Foeq, [0, 1, 0, 0]),
            (Op::Fogt, [0, 0, 1, 0]),
            (Op::Foge, [0, 1, 1, 0]),
            (Op::Folt, [1, 0, 0, 0]),
            (Op::Fole, [1, 1, 0, 0]),
            (Op::Fone, [1, 0, 1, 0]),
            (Op::Ford, [1, 1, 1, 0]),
            (Op::Fueq, [0, 1, 0, 1]),
            (Op::Fugt, [0, 0, 1, 1]),
            (Op::Fuge, [0, 1, 1, 1]),
            (Op::Fult, [1, 0, 0, 1]),
            (Op::Fule, [1, 1, 0, 1]),
            (Op::Fune, [1, 0, 1, 1]),
            (Op::Funo, [0, 0, 0, 1]),
        ];
        let pairs = [(-1.0_f32, 1.0_f32), (0.0, -0.0), (2.0, 1.0), (f32::NAN, 1.0)];
        for (op, want) in ops {
            for ((a, b), want) in pairs.into_iter().zip(want) {
                check_word(op, a.to_bits(), b.to_bits(), want);
            }
            check_word(op, 1.0_f32.to_bits(), f32::NAN.to_bits(), want[3]);
        }
    }
}
