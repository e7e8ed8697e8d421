// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! A mapping from operations to the functions of complex numbers that they compute.

use super::complex::{
    C, atan2, cbrt, divide, exp, expm1, extreme, log, log1p, logistic, power, sign, sqrt,
};
use super::complex_trigonometry as trigonometry;
use hloom_dialects::op::Op;

/// Returns the function of one complex number that an operation computes.
pub fn of_one(op: Op) -> Option<fn(C) -> C> {
    Some(match op {
        Op::StablehloNegate => |z| -z,
        Op::StablehloSign => sign,
        Op::StablehloSqrt => sqrt,
        Op::StablehloRsqrt => |z| divide(C::new(1.0, 0.0), sqrt(z)),
        Op::StablehloCbrt => cbrt,
        Op::StablehloExponential => exp,
        Op::StablehloExponentialMinusOne => expm1,
        Op::StablehloLog => log,
        Op::StablehloLogPlusOne => log1p,
        Op::StablehloLogistic => logistic,
        Op::StablehloSine => trigonometry::sin,
        Op::StablehloCosine => trigonometry::cos,
        Op::StablehloTan => trigonometry::tan,
        Op::StablehloTanh => trigonometry::tanh,
        _ => return None,
    })
}

/// Returns the function of two complex numbers that an operation computes.
pub fn of_two(op: Op) -> Option<fn(C, C) -> C> {
    Some(match op {
        Op::StablehloAdd => |a, b| a + b,
        Op::StablehloSubtract => |a, b| a - b,
        Op::StablehloMultiply => |a, b| a * b,
        Op::StablehloDivide => divide,
        Op::StablehloPower => power,
        Op::StablehloMaximum => |a, b| extreme(a, b, true),
        Op::StablehloMinimum => |a, b| extreme(a, b, false),
        Op::StablehloAtan2 => atan2,
        _ => return None,
    })
}

#[cfg(test)]
#[path = "complex_tests.rs"]
mod tests;
