// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The table of expansions, indexed by function of the `math` dialect.

use super::builder::Float;
use super::host::Host;
use super::real::Widen;
use super::{cbrt, erf, exp, hyperbolic, inverse_hyperbolic, inverse_trig, log, power, trig};

/// Calls a macro with every function of one argument: the name in the `math` dialect, the f32
/// expansion and the f64 expansion.
macro_rules! for_each_unary {
    ($callback:ident) => {
        $callback! {
            "acos", inverse_trig::acos, inverse_trig::acos;
            "acosh", inverse_hyperbolic::acosh, inverse_hyperbolic::acosh;
            "asin", inverse_trig::asin, inverse_trig::asin;
            "asinh", inverse_hyperbolic::asinh, inverse_hyperbolic::asinh;
            "atan", inverse_trig::atan, inverse_trig::atan;
            "atanh", inverse_hyperbolic::atanh, inverse_hyperbolic::atanh;
            "cbrt", cbrt::cbrt, cbrt::cbrt;
            "cos", trig::cos_f32, trig::cos;
            "cosh", hyperbolic::cosh, hyperbolic::cosh;
            "erf", erf::erf, erf::erf;
            "erfc", erf::erfc, erf::erfc;
            "exp", exp::exp, exp::exp;
            "exp2", exp::exp2, exp::exp2;
            "expm1", exp::expm1, exp::expm1;
            "log", log::log, log::log;
            "log10", log::log10, log::log10;
            "log1p", log::log1p, log::log1p;
            "log2", log::log2, log::log2;
            "rsqrt", cbrt::rsqrt, cbrt::rsqrt;
            "sin", trig::sin_f32, trig::sin;
            "sinh", hyperbolic::sinh, hyperbolic::sinh;
            "tan", trig::tan_f32, trig::tan;
            "tanh", hyperbolic::tanh, hyperbolic::tanh;
        }
    };
}

/// Calls a macro with the table of all functions of two arguments. Each row has the same form as in
/// [`for_each_unary`].
macro_rules! for_each_binary {
    ($callback:ident) => {
        $callback! {
            "atan2", inverse_trig::atan2, inverse_trig::atan2;
            "powf", power::powf, power::powf;
        }
    };
}

macro_rules! names {
    ($($name:literal, $f32:path, $f64:path;)*) => { &[$($name),*] };
}

/// The names of the `math` functions of one argument that have an expansion, without the prefix
/// `math.`.
pub static UNARY: &[&str] = for_each_unary!(names);
/// The names of the `math` functions of two arguments that have an expansion, without the prefix
/// `math.`.
pub static BINARY: &[&str] = for_each_binary!(names);

/// Emits a function of one argument. Returns `None` if there is no expansion with this name.
pub fn emit_unary<F: Widen>(name: &str, x: F) -> Option<F> {
    macro_rules! emit {
        ($($name:literal, $f32:path, $f64:path;)*) => {
            match name {
                $($name => if x.format().bits == 64 { $f64(x) } else { $f32(x) },)*
                _ => return None,
            }
        };
    }
    Some(for_each_unary!(emit))
}

/// Emits a function of two arguments. Returns `None` if there is no expansion with this name.
pub fn emit_binary<'s, 'a>(
    name: &str,
    x: Float<'s, 'a>,
    y: Float<'s, 'a>,
) -> Option<Float<'s, 'a>> {
    macro_rules! emit {
        ($($name:literal, $f32:path, $f64:path;)*) => {
            match name {
                $($name => if x.is_f64() { $f64(x, y) } else { $f32(x, y) },)*
                _ => return None,
            }
        };
    }
    Some(for_each_binary!(emit))
}

/// A function of one argument, applied to a slice of arguments. The results go to a slice of the
/// same length.
pub type Unary<T> = fn(&[T], &mut [T]);
/// A function of two arguments, applied to two slices of arguments. The results go to a slice of
/// the same length.
pub type Binary<T> = fn(&[T], &[T], &mut [T]);

fn map<T: Copy>(x: &[T], result: &mut [T], function: impl Fn(T) -> T) {
    for (result, x) in result.iter_mut().zip(x) {
        *result = function(*x);
    }
}

fn zip<T: Copy>(x: &[T], y: &[T], result: &mut [T], function: impl Fn(T, T) -> T) {
    for ((result, x), y) in result.iter_mut().zip(x).zip(y) {
        *result = function(*x, *y);
    }
}

/// Returns the f32 expansion of a function of one argument for host numbers. Its results are
/// bitwise equal to compiled code. Returns `None` if there is no expansion with this name. `FUSED`
/// is the pass's option `fma`.
pub fn unary_f32<const FUSED: bool>(name: &str) -> Option<Unary<f32>> {
    macro_rules! evaluate {
        ($($name:literal, $f32:path, $f64:path;)*) => {
            match name {
                $($name => |x, result| map(x, result, |x| $f32(Host::<f32, FUSED>(x)).0),)*
                _ => return None,
            }
        };
    }
    Some(for_each_unary!(evaluate))
}

/// Returns the f64 expansion of a function of one argument for host numbers. Its results are
/// bitwise equal to compiled code. Returns `None` if there is no expansion with this name. `FUSED`
/// is the pass's option `fma`.
pub fn unary_f64<const FUSED: bool>(name: &str) -> Option<Unary<f64>> {
    macro_rules! evaluate {
        ($($name:literal, $f32:path, $f64:path;)*) => {
            match name {
                $($name => |x, result| map(x, result, |x| $f64(Host::<f64, FUSED>(x)).0),)*
                _ => return None,
            }
        };
    }
    Some(for_each_unary!(evaluate))
}

/// Returns the f32 expansion of a function of two arguments for host numbers. Its results are
/// bitwise equal to compiled code. Returns `None` if there is no expansion with this name. `FUSED`
/// is the pass's option `fma`.
pub fn binary_f32<const FUSED: bool>(name: &str) -> Option<Binary<f32>> {
    macro_rules! evaluate {
        ($($name:literal, $f32:path, $f64:path;)*) => {
            match name {
                $($name => |x, y, result| zip(x, y, result, |x, y| $f32(Host::<f32, FUSED>(x), Host(y)).0),)*
                _ => return None,
            }
        };
    }
    Some(for_each_binary!(evaluate))
}

/// Returns the f64 expansion of a function of two arguments for host numbers. Its results are
/// bitwise equal to compiled code. Returns `None` if there is no expansion with this name. `FUSED`
/// is the pass's option `fma`.
pub fn binary_f64<const FUSED: bool>(name: &str) -> Option<Binary<f64>> {
    macro_rules! evaluate {
        ($($name:literal, $f32:path, $f64:path;)*) => {
            match name {
                $($name => |x, y, result| zip(x, y, result, |x, y| $f64(Host::<f64, FUSED>(x), Host(y)).0),)*
                _ => return None,
            }
        };
    }
    Some(for_each_binary!(evaluate))
}

/// Returns the distance of an f32 result from the exact value, in units in the last place of the
/// exact value.
///
/// The distance is infinite if only one of the two is NaN, if the result is a zero with the wrong
/// sign, or if the result is wrong and the magnitude of the exact value is at least 2^129. Any
/// other wrong infinite result counts as 2^128.
pub fn ulps_f32(result: f32, exact: f64) -> f64 {
    let rounded = exact as f32;
    let same = result.to_bits() == rounded.to_bits();
    if result.is_nan() && rounded.is_nan() || same && (exact == 0.0 || rounded.is_infinite()) {
        return 0.0;
    }
    let top = 2f64.powi(128);
    let both_zero = result == 0.0 && rounded == 0.0 && !same;
    if result.is_nan() || rounded.is_nan() || both_zero || exact.abs() >= 2.0 * top {
        return f64::INFINITY;
    }
    let result = if result.is_infinite() { top.copysign(result.into()) } else { result.into() };
    let exponent = ((exact.abs().to_bits() >> 52) as i32 - 1023).clamp(-126, 127);
    (result - exact).abs() / 2f64.powi(exponent - 23)
}
