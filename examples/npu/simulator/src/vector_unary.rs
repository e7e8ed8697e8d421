// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Computation of the unary vector operations.

use half::{bf16, f16};

use crate::vector_operations::VectorUnary as Op;

/// Computes a unary operation on all lanes. The operation is selected once, outside the loop over
/// lanes.
pub(crate) fn compute(op: Op, dst: &mut [u32], a: &[u32]) {
    match op {
        Op::Mov => dst.copy_from_slice(a),
        Op::Fneg => words(dst, a, |x| x ^ SIGN),
        Op::Fabs => words(dst, a, |x| x & !SIGN),
        Op::Fsign => floats(dst, a, sign),
        Op::Fsqrt => floats(dst, a, f32::sqrt),
        Op::Frsqrt => floats(dst, a, |x| 1.0 / x.sqrt()),
        Op::Fcbrt => floats(dst, a, f32::cbrt),
        Op::Fexp => floats(dst, a, f32::exp),
        Op::Fexpm1 => floats(dst, a, f32::exp_m1),
        Op::Flog => floats(dst, a, f32::ln),
        Op::Flog1p => floats(dst, a, f32::ln_1p),
        Op::Ftanh => floats(dst, a, f32::tanh),
        Op::Fsin => floats(dst, a, f32::sin),
        Op::Fcos => floats(dst, a, f32::cos),
        Op::Ftan => floats(dst, a, f32::tan),
        Op::Ffloor => floats(dst, a, f32::floor),
        Op::Fceil => floats(dst, a, f32::ceil),
        Op::Fround => floats(dst, a, f32::round),
        Op::Froundeven => floats(dst, a, f32::round_ties_even),
        Op::Ftrunc => floats(dst, a, f32::trunc),
        Op::Fisfinite => words(dst, a, |x| u32::from(f32::from_bits(x).is_finite())),
        Op::RoundF16 => floats(dst, a, |x| f16::from_f32(x).to_f32()),
        Op::RoundBf16 => floats(dst, a, |x| bf16::from_f32(x).to_f32()),
        Op::Not => words(dst, a, |x| !x),
        Op::Popcnt => words(dst, a, u32::count_ones),
        Op::Clz => words(dst, a, u32::leading_zeros),
        Op::Ctz => words(dst, a, u32::trailing_zeros),
        // Rust's float-to-integer casts saturate and convert NaN to 0.
        Op::F2s => words(dst, a, |x| (f32::from_bits(x) as i32).cast_unsigned()),
        Op::F2u => words(dst, a, |x| f32::from_bits(x) as u32),
        Op::S2f => words(dst, a, |x| (x.cast_signed() as f32).to_bits()),
        Op::U2f => words(dst, a, |x| (x as f32).to_bits()),
        Op::Sext8 => words(dst, a, |x| i32::from(x as i8).cast_unsigned()),
        Op::Sext16 => words(dst, a, |x| i32::from(x as i16).cast_unsigned()),
        Op::Zext8 => words(dst, a, |x| x & 0xFF),
        Op::Zext16 => words(dst, a, |x| x & 0xFFFF),
    }
}

const SIGN: u32 = 1 << 31;

fn words(dst: &mut [u32], a: &[u32], f: impl Fn(u32) -> u32) {
    for (d, a) in dst.iter_mut().zip(a) {
        *d = f(*a);
    }
}

fn floats(dst: &mut [u32], a: &[u32], f: impl Fn(f32) -> f32) {
    words(dst, a, |x| f(f32::from_bits(x)).to_bits());
}

fn sign(x: f32) -> f32 {
    if x.is_nan() || x == 0.0 { x } else { x.signum() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(op: Op, a: u32) -> u32 {
        let mut dst = [0];
        compute(op, &mut dst, &[a]);
        dst[0]
    }

    fn float(op: Op, a: f32) -> f32 {
        f32::from_bits(word(op, a.to_bits()))
    }

    /// Checks for equal bits, or NaN if NaN is expected.
    fn check(op: Op, a: f32, want: f32) {
        let got = float(op, a);
        assert!(
            got.to_bits() == want.to_bits() || got.is_nan() && want.is_nan(),
            "{op} {a}: {got}"
        );
    }

    #[test]
    fn signs() {
        assert_eq!(word(Op::Fneg, 0x7FC0_0001), 0xFFC0_0001);
        assert_eq!(word(Op::Fabs, 0xFFC0_0001), 0x7FC0_0001);
        check(Op::Fneg, 0.0, -0.0);
        check(Op::Fabs, -0.0, 0.0);
        for same in [0.0, -0.0, f32::NAN] {
            check(Op::Fsign, same, same);
        }
        check(Op::Fsign, -f32::INFINITY, -1.0);
        check(Op::Fsign, 1e-40, 1.0);
    }

    #[test]
    fn rounding() {
        let cases = [
            (2.5, 3.0, 2.0, 2.0, 2.0, 3.0),
            (-2.5, -3.0, -2.0, -2.0, -3.0, -2.0),
            (-0.5, -1.0, -0.0, -0.0, -1.0, -0.0),
            (0.499_999_97, 0.0, 0.0, 0.0, 0.0, 1.0),
            (8_388_609.0, 8_388_609.0, 8_388_609.0, 8_388_609.0, 8_388_609.0, 8_388_609.0),
            (
                f32::INFINITY,
                f32::INFINITY,
                f32::INFINITY,
                f32::INFINITY,
                f32::INFINITY,
                f32::INFINITY,
            ),
        ];
        for (x, round, even, trunc, floor, ceil) in cases {
            check(Op::Fround, x, round);
            check(Op::Froundeven, x, even);
            check(Op::Ftrunc, x, trunc);
            check(Op::Ffloor, x, floor);
            check(Op::Fceil, x, ceil);
        }
    }

    #[test]
    fn roots() {
        check(Op::Fsqrt, 9.0, 3.0);
        check(Op::Fsqrt, -0.0, -0.0);
        check(Op::Fsqrt, -1.0, f32::NAN);
        check(Op::Frsqrt, 4.0, 0.5);
        check(Op::Frsqrt, 0.0, f32::INFINITY);
        check(Op::Frsqrt, -0.0, -f32::INFINITY);
        check(Op::Fcbrt, -27.0, -3.0);
    }

    #[test]
    fn transcendentals() {
        check(Op::Fexp, 0.0, 1.0);
        check(Op::Fexp, -f32::INFINITY, 0.0);
        check(Op::Fexp, 100.0, f32::INFINITY);
        check(Op::Fexpm1, -0.0, -0.0);
        check(Op::Fexpm1, 1e-10, 1e-10);
        check(Op::Flog, 1.0, 0.0);
        check(Op::Flog, 0.0, -f32::INFINITY);
        check(Op::Flog, -1.0, f32::NAN);
        check(Op::Flog1p, 1e-10, 1e-10);
        check(Op::Flog1p, -1.0, -f32::INFINITY);
        check(Op::Ftanh, f32::INFINITY, 1.0);
        check(Op::Ftanh, -0.0, -0.0);
        check(Op::Fsin, -0.0, -0.0);
        check(Op::Fcos, 0.0, 1.0);
        check(Op::Ftan, f32::INFINITY, f32::NAN);
        let close = |op, x: f32, want: f64| {
            assert!((f64::from(float(op, x)) - want).abs() < 1e-6 * want.abs().max(1.0), "{op}");
        };
        let (x, wide) = (0.7_f32, 0.7_f64);
        close(Op::Fexp, x, wide.exp());
        close(Op::Fexpm1, x, wide.exp_m1());
        close(Op::Flog, x, wide.ln());
        close(Op::Flog1p, x, wide.ln_1p());
        close(Op::Ftanh, x, wide.tanh());
        close(Op::Fsin, x, wide.sin());
        close(Op::Fcos, x, wide.cos());
        close(Op::Ftan, x, wide.tan());
    }

    #[test]
    fn finite() {
        for (x, want) in [(f32::MAX, 1), (f32::INFINITY, 0), (-f32::INFINITY, 0), (f32::NAN, 0)] {
            assert_eq!(word(Op::Fisfinite, x.to_bits()), want);
        }
    }

    #[test]
    fn narrower_floats() {
        check(Op::RoundBf16, 1.0 + f32::EPSILON, 1.0);
        check(Op::RoundBf16, f32::from_bits(0x3F80_8000), 1.0);
        check(Op::RoundBf16, f32::from_bits(0x3F81_8000), f32::from_bits(0x3F82_0000));
        check(Op::RoundF16, 65_519.0, 65_504.0);
        check(Op::RoundF16, 65_520.0, f32::INFINITY);
        check(Op::RoundF16, f32::NAN, f32::NAN);
    }

    #[test]
    fn bits() {
        assert_eq!(word(Op::Mov, 0x7F80_0001), 0x7F80_0001);
        assert_eq!(word(Op::Not, 0), u32::MAX);
        assert_eq!(word(Op::Popcnt, 0xF0F0_0001), 9);
        assert_eq!((word(Op::Clz, 0), word(Op::Clz, 1)), (32, 31));
        assert_eq!((word(Op::Ctz, 0), word(Op::Ctz, 8)), (32, 3));
    }

    #[test]
    fn conversions_saturate() {
        let signed = |x: f32| word(Op::F2s, x.to_bits()).cast_signed();
        assert_eq!((signed(-1.9), signed(3e9), signed(-3e9)), (-1, i32::MAX, i32::MIN));
        assert_eq!(signed(f32::NAN), 0);
        let unsigned = |x: f32| word(Op::F2u, x.to_bits());
        assert_eq!((unsigned(1.9), unsigned(5e9), unsigned(-1.0)), (1, u32::MAX, 0));
        assert_eq!(unsigned(f32::NAN), 0);
        let from = |op, x: u32| f32::from_bits(word(op, x));
        assert_eq!((from(Op::S2f, u32::MAX), from(Op::U2f, u32::MAX)), (-1.0, 4_294_967_296.0));
        assert_eq!(from(Op::S2f, 16_777_217), 16_777_216.0);
    }

    #[test]
    fn extensions() {
        assert_eq!((word(Op::Sext8, 0x180), word(Op::Zext8, 0x180)), (0xFFFF_FF80, 0x80));
        assert_eq!((word(Op::Sext16, 0x1_8000), word(Op::Zext16, 0x1_8000)), (0xFFFF_8000, 0x8000));
        assert_eq!(word(Op::Sext8, 0xFF7F), 0x7F);
    }
}
