// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Functions of floats, in `f64`.

use hloom_dialects::op::Op;

/// Returns the function of one float that an operation computes.
pub fn of_one(op: Op) -> Option<fn(f64) -> f64> {
    Some(match op {
        Op::StablehloAbs => f64::abs,
        Op::StablehloNegate => |x| -x,
        Op::StablehloSign => sign,
        Op::StablehloCeil => f64::ceil,
        Op::StablehloFloor => f64::floor,
        Op::StablehloRoundNearestAfz => f64::round,
        Op::StablehloRoundNearestEven => f64::round_ties_even,
        Op::StablehloSqrt => f64::sqrt,
        Op::StablehloRsqrt => |x| 1.0 / x.sqrt(),
        Op::StablehloCbrt => f64::cbrt,
        Op::StablehloExponential => f64::exp,
        Op::StablehloExponentialMinusOne => f64::exp_m1,
        Op::StablehloLog => f64::ln,
        Op::StablehloLogPlusOne => f64::ln_1p,
        Op::StablehloLogistic => logistic,
        Op::StablehloSine => f64::sin,
        Op::StablehloCosine => f64::cos,
        Op::StablehloTan => f64::tan,
        Op::StablehloTanh => f64::tanh,
        _ => return None,
    })
}

/// Returns the function of two floats that an operation computes.
pub fn of_two(op: Op) -> Option<fn(f64, f64) -> f64> {
    Some(match op {
        Op::StablehloAdd => |a, b| a + b,
        Op::StablehloSubtract => |a, b| a - b,
        Op::StablehloMultiply => |a, b| a * b,
        Op::StablehloDivide => |a, b| a / b,
        Op::StablehloRemainder => |a, b| a % b,
        Op::StablehloMaximum => maximum,
        Op::StablehloMinimum => |a, b| -maximum(-a, -b),
        Op::StablehloPower => f64::powf,
        Op::StablehloAtan2 => f64::atan2,
        _ => return None,
    })
}

fn sign(x: f64) -> f64 {
    if x.is_nan() || x == 0.0 { x } else { 1.0_f64.copysign(x) }
}

/// Returns `1 / (1 + exp(-x))`, without overflow if the result is tiny.
fn logistic(x: f64) -> f64 {
    if x < 0.0 {
        let power = x.exp();
        power / (1.0 + power)
    } else {
        1.0 / (1.0 + (-x).exp())
    }
}

/// Returns IEEE 754's maximum. The result is NaN if either number is NaN, and zero is greater than
/// negative zero.
fn maximum(a: f64, b: f64) -> f64 {
    if a.is_nan() || b.is_nan() {
        a + b
    } else if a > b || a == b && a.is_sign_positive() {
        a
    } else {
        b
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(op: Op, x: f64) -> f64 {
        of_one(op).expect("known")(x)
    }

    fn two(op: Op, a: f64, b: f64) -> f64 {
        of_two(op).expect("known")(a, b)
    }

    /// Returns true for the same number, including the sign of zero.
    fn same(one: f64, other: f64) -> bool {
        one.to_bits() == other.to_bits() || one.is_nan() && other.is_nan()
    }

    #[test]
    fn extremes_of_two() {
        for (a, b) in [(f64::NAN, 1.0), (1.0, f64::NAN)] {
            assert!(two(Op::StablehloMaximum, a, b).is_nan());
            assert!(two(Op::StablehloMinimum, a, b).is_nan());
        }
        for (a, b) in [(-0.0, 0.0), (0.0, -0.0)] {
            assert!(same(two(Op::StablehloMaximum, a, b), 0.0));
            assert!(same(two(Op::StablehloMinimum, a, b), -0.0));
        }
        assert_eq!(two(Op::StablehloMinimum, 1.0, f64::NEG_INFINITY), f64::NEG_INFINITY);
        assert_eq!(two(Op::StablehloMaximum, 3.0, 2.0), 3.0);
    }

    #[test]
    fn signs_and_rounding() {
        assert!(same(one(Op::StablehloSign, -0.0), -0.0));
        assert!(same(one(Op::StablehloSign, f64::NAN), f64::NAN));
        assert_eq!(one(Op::StablehloSign, f64::NEG_INFINITY), -1.0);
        assert_eq!(one(Op::StablehloRoundNearestAfz, -2.5), -3.0);
        assert_eq!(one(Op::StablehloRoundNearestEven, -2.5), -2.0);
        assert!(same(one(Op::StablehloRoundNearestEven, -0.4), -0.0));
        assert!(same(one(Op::StablehloCeil, -0.4), -0.0));
        assert!(same(one(Op::StablehloRoundNearestAfz, 0.499_999_999_999_999_94), 0.0));
    }

    #[test]
    fn edges() {
        assert_eq!(two(Op::StablehloPower, 1.0, f64::NAN), 1.0);
        assert_eq!(two(Op::StablehloPower, f64::NAN, 0.0), 1.0);
        assert!(two(Op::StablehloPower, -36.0, 1.1).is_nan());
        assert_eq!(two(Op::StablehloPower, -0.0, -3.0), f64::NEG_INFINITY);
        assert_eq!(two(Op::StablehloRemainder, -7.5, 2.0), -1.5);
        assert_eq!(two(Op::StablehloRemainder, 1.0, f64::INFINITY), 1.0);
        assert!(two(Op::StablehloRemainder, 1.0, 0.0).is_nan());
        assert_eq!(two(Op::StablehloAtan2, 0.0, -0.0), std::f64::consts::PI);
        assert_eq!(one(Op::StablehloLogistic, -800.0), 0.0);
        assert_eq!(one(Op::StablehloLogistic, 800.0), 1.0);
        assert!(one(Op::StablehloLogistic, -744.0) > 0.0);
        assert_eq!(one(Op::StablehloRsqrt, 0.0), f64::INFINITY);
        assert!(one(Op::StablehloLog, -1.0).is_nan());
        assert_eq!(one(Op::StablehloCbrt, -27.0), -3.0);
    }
}
