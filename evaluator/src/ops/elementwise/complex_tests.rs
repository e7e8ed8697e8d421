// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

use super::*;
use crate::ops::elementwise::complex::abs;

const INF: f64 = f64::INFINITY;
const NAN: f64 = f64::NAN;

fn close(actual: C, re: f64, im: f64) {
    let near = |a: f64, b: f64| {
        a == b || a.is_nan() && b.is_nan() || (a - b).abs() <= 4e-15 * b.abs() + 1e-300
    };
    assert!(near(actual.re, re) && near(actual.im, im), "{actual}, not {re} and {im}");
}

fn one(op: Op, re: f64, im: f64) -> C {
    of_one(op).expect("known")(C::new(re, im))
}

fn two(op: Op, a: (f64, f64), b: (f64, f64)) -> C {
    of_two(op).expect("known")(C::new(a.0, a.1), C::new(b.0, b.1))
}

// Expected values from XLA on the CPU.
#[test]
fn quotients() {
    let divide = |a, b| two(Op::StablehloDivide, a, b);
    close(divide((1.0, 1.0), (0.0, 0.0)), INF, INF);
    close(divide((1.0, 1.0), (INF, INF)), 0.0, 0.0);
    close(divide((INF, 0.0), (0.0, 0.0)), INF, NAN);
    close(divide((INF, NAN), (1.0, 1.0)), INF, -INF);
    close(divide((0.0, INF), (1.0, 1.0)), INF, INF);
    close(divide((NAN, 1.0), (0.0, 0.0)), NAN, INF);
    close(divide((NAN, 1.0), (1.0, 1.0)), NAN, NAN);
    close(divide((1e300, 1e300), (1e300, 1e300)), 1.0, 0.0);
    close(divide((1e-300, 2e-300), (1e-300, 0.0)), 1.0, 2.0);
    close(divide((1.0, 0.0), (1e308, 1e308)), 5e-309, -5e-309);
}

// Expected values from StableHLO's tests, NumPy or XLA.
#[test]
fn powers() {
    let power = |a, b| two(Op::StablehloPower, a, b);
    close(power((1.5, 2.5), (2.5, 1.5)), -1.567_931_381_430_501_6, -2.667_477_544_662_361_3);
    close(power((0.0, 0.0), (0.0, 0.0)), 1.0, 0.0);
    close(power((0.0, 0.0), (1.0, 0.0)), 0.0, 0.0);
    close(power((0.0, 0.0), (-1.0, 0.0)), NAN, NAN);
    close(power((0.0, 1.0), (2.0, 0.0)), -1.0, 0.0);
    close(power((NAN, 0.0), (0.0, 0.0)), 1.0, 0.0);
    close(power((1.0, 1.0), (2.0, 3.0)), -0.163_450_932_107_355, 0.096_004_983_608_948_91);
    close(power((-8.0, 0.0), (1.0 / 3.0, 0.0)), 1.0, 1.732_050_807_568_877_2);
}

#[test]
fn roots() {
    close(one(Op::StablehloSqrt, -4.0, 0.0), 0.0, 2.0);
    close(one(Op::StablehloSqrt, -4.0, -0.0), 0.0, -2.0);
    close(one(Op::StablehloSqrt, 3.0, 4.0), 2.0, 1.0);
    close(one(Op::StablehloSqrt, 3e307, 4e307), 2e153 * 10_f64.sqrt(), 1e153 * 10_f64.sqrt());
    close(one(Op::StablehloSqrt, -INF, 1.0), 0.0, INF);
    close(one(Op::StablehloSqrt, NAN, INF), INF, INF);
    close(one(Op::StablehloRsqrt, -4.0, 0.0), 0.0, -0.5);
    close(one(Op::StablehloRsqrt, 0.0, 0.0), INF, NAN);
    close(one(Op::StablehloCbrt, 27.0, 0.0), 3.0, 0.0);
    close(one(Op::StablehloCbrt, -8.0, 0.0), 1.0, 3_f64.sqrt());
}

#[test]
fn exponentials_and_logarithms() {
    close(one(Op::StablehloExponential, 1.0, 2.0), -1.131_204_383_756_813_6, 2.471_726_672_004_819);
    close(one(Op::StablehloExponential, -INF, INF), NAN, NAN);
    close(one(Op::StablehloExponential, -INF, 1.0), 0.0, 0.0);
    close(one(Op::StablehloExponentialMinusOne, 1e-20, 1e-20), 1e-20, 1e-20);
    // The double nearest to 0.8 exceeds it by more than the one nearest to 0.6 falls short.
    close(one(Op::StablehloLog, 0.6, 0.8), 2.220_446_049_250_313e-17, 0.927_295_218_001_612_2);
    close(one(Op::StablehloLog, 1.0, 1e-10), 5e-21, 1e-10);
    close(one(Op::StablehloLog, 1e308, 1e308), 709.542_782_232_446, std::f64::consts::FRAC_PI_4);
    close(one(Op::StablehloLog, 0.0, 0.0), -INF, 0.0);
    close(one(Op::StablehloLogPlusOne, 1e-20, 1e-20), 1e-20, 1e-20);
    close(one(Op::StablehloLogPlusOne, -2.0, 0.0), 0.0, std::f64::consts::PI);
    close(one(Op::StablehloLogistic, -1000.0, 1.0), 0.0, 0.0);
    close(one(Op::StablehloLogistic, 1.0, 1.0), 0.782_041_570_633_749_2, 0.201_948_227_658_012_9);
}

#[test]
fn order_and_size() {
    close(two(Op::StablehloMaximum, (1.0, 2.0), (1.0, 3.0)), 1.0, 3.0);
    close(two(Op::StablehloMinimum, (1.0, 2.0), (1.0, 3.0)), 1.0, 2.0);
    close(two(Op::StablehloMinimum, (1.0, 2.0), (0.0, NAN)), 0.0, NAN);
    close(one(Op::StablehloSign, 3.0, 4.0), 0.6, 0.8);
    close(one(Op::StablehloSign, NAN, 0.0), NAN, NAN);
    close(one(Op::StablehloSign, 1.5e308, 1.5e308), 0.5_f64.sqrt(), 0.5_f64.sqrt());
    assert_eq!(abs(C::new(NAN, INF)), INF);
    close(two(Op::StablehloAtan2, (1.0, 0.0), (-1.0, 0.0)), 2.356_194_490_192_345, 0.0);
}
