// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reductions of the vector unit, strictly from left to right.

use crate::vector_binary::{maximum, minimum};
use crate::vector_operations::VectorReduce as Op;

/// Folds the lanes of `a` from left to right with the operation, beginning with the value `first`.
pub(crate) fn fold(op: Op, first: u32, a: &[u32]) -> u32 {
    match op {
        Op::Fadd => floats(first, a, |x, y| x + y),
        Op::Fmul => floats(first, a, |x, y| x * y),
        Op::Fmin => floats(first, a, minimum),
        Op::Fmax => floats(first, a, maximum),
        Op::Iadd => words(first, a, u32::wrapping_add),
        Op::Imul => words(first, a, u32::wrapping_mul),
        Op::Mins => signed(first, a, i32::min),
        Op::Maxs => signed(first, a, i32::max),
        Op::Minu => words(first, a, u32::min),
        Op::Maxu => words(first, a, u32::max),
        Op::And => words(first, a, |x, y| x & y),
        Op::Or => words(first, a, |x, y| x | y),
        Op::Xor => words(first, a, |x, y| x ^ y),
    }
}

fn words(first: u32, a: &[u32], f: impl Fn(u32, u32) -> u32) -> u32 {
    a.iter().fold(first, |sum, x| f(sum, *x))
}

fn signed(first: u32, a: &[u32], f: impl Fn(i32, i32) -> i32) -> u32 {
    words(first, a, |sum, x| f(sum.cast_signed(), x.cast_signed()).cast_unsigned())
}

fn floats(first: u32, a: &[u32], f: impl Fn(f32, f32) -> f32) -> u32 {
    a.iter().fold(f32::from_bits(first), |sum, x| f(sum, f32::from_bits(*x))).to_bits()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn float(op: Op, first: f32, a: &[f32]) -> f32 {
        let a: Vec<u32> = a.iter().map(|x| x.to_bits()).collect();
        f32::from_bits(fold(op, first.to_bits(), &a))
    }

    #[test]
    fn sums_go_from_left_to_right() {
        // In another order, such as from right to left or in pairs, the small values would
        // survive.
        assert_eq!(float(Op::Fadd, 1e8, &[1.0, 1.0, 1.0, 1.0, -1e8]), 0.0);
        assert_eq!(float(Op::Fmul, 1e30, &[1e30, 1e-30]), f32::INFINITY);
    }

    #[test]
    fn no_lanes_leave_the_word() {
        for op in Op::ALL {
            assert_eq!(fold(*op, 0x1234, &[]), 0x1234);
        }
    }

    #[test]
    fn float_extremes() {
        assert_eq!(float(Op::Fmin, f32::INFINITY, &[3.0, -2.0, 5.0]), -2.0);
        assert_eq!(float(Op::Fmax, -f32::INFINITY, &[3.0, -2.0, 5.0]), 5.0);
        assert!(float(Op::Fmax, 0.0, &[f32::NAN, 1.0]).is_nan());
        assert!(float(Op::Fmin, 0.0, &[-0.0, 0.0]).is_sign_negative());
        assert!(float(Op::Fmax, -0.0, &[0.0, -0.0]).is_sign_positive());
    }

    #[test]
    fn integers() {
        let a = [3, u32::MAX, 7];
        let cases = [
            (Op::Iadd, 1, 10),
            (Op::Imul, 2, 0u32.wrapping_sub(42)),
            (Op::Mins, 1, u32::MAX),
            (Op::Maxs, 1, 7),
            (Op::Minu, 9, 3),
            (Op::Maxu, 1, u32::MAX),
            (Op::And, 0b10, 0b10),
            (Op::Or, 0, u32::MAX),
            (Op::Xor, 0, !0b100),
        ];
        for (op, first, want) in cases {
            assert_eq!(fold(op, first, &a), want, "{op}");
        }
    }
}
