// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-expand-complex`: expands complex functions of StableHLO to functions of the real and
//! imaginary parts, and products of complex tensors to products of real ones ([`products`]).
//!
//! For some arguments, upstream's formulas suffer from cancellation, overflow or the loss of small
//! real or imaginary parts; the formulas in this pass avoid this. Errors are a few units in the
//! last place of the modulus of the result, not of each part
//! ([accuracy](../../../docs/math-accuracy.md)).

mod products;

use super::build::{Hlo, element_of};
use super::expand_chlo::complex::{Parts, cosh, far_out, product_or_zero, sinh, tan};
use super::expr::Expr;
use hloom_dialects::op::Op as Kind;
use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Builder, Context, Op, Shaped};
use melior::ir::ValueLike;

/// The pass `hlo-expand-complex`.
pub static PASS: PassInfo = PassInfo {
    argument: "hlo-expand-complex",
    description: "expand functions and products of complex numbers to those of the real and imaginary parts",
    anchor: "builtin.module",
    level: Level::Hlo,
    options: &[],
    dialects: &["chlo", "stablehlo"],
    run,
};

fn run<'a>(context: &'a Context, module: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    for op in ir::walk(module) {
        if let Some(product) = products::expand(context, op) {
            ir::replace(op, [product]);
            continue;
        }
        let Some(function) = ir::hlo_op(op).and_then(function) else { continue };
        let [x] = &ir::operands(op)[..] else { continue };
        let is_static = Shaped::of(x.r#type()).is_some_and(|shaped| shaped.is_static());
        let is_complex = ir::is_complex(element_of(*x)).is_some();
        if !is_static || !is_complex {
            continue;
        }
        let hlo = Hlo { at: Builder::before(context, op) };
        let part = |value| Expr::new(hlo, value);
        let (re, im) = function(part(hlo.real(*x)), part(hlo.imag(*x)));
        ir::replace(op, [hlo.complex(re.value(), im.value())]);
    }
    Ok(())
}

/// A function from the real and imaginary parts of the argument to the parts of the result.
type Function = for<'a> fn(Expr<'a>, Expr<'a>) -> Parts<'a>;

/// Returns the expansion of an operation, if this pass has one.
fn function(kind: Kind) -> Option<Function> {
    Some(match kind {
        Kind::StablehloCosine => cosine,
        Kind::StablehloExponentialMinusOne => exponential_minus_one,
        Kind::StablehloLog => log,
        Kind::StablehloLogPlusOne => log_plus_one,
        Kind::StablehloLogistic => logistic,
        Kind::StablehloSine => sine,
        Kind::StablehloTan => tan,
        Kind::StablehloTanh => tanh,
        _ => return None,
    })
}

/// cos(x + iy) = cosh(-y + ix), the conjugate of cosh(y + ix)
fn cosine<'a>(x: Expr<'a>, y: Expr<'a>) -> Parts<'a> {
    let (re, im) = cosh(y, x);
    (re, -im)
}

/// sin(z) = -i sinh(i z)
fn sine<'a>(x: Expr<'a>, y: Expr<'a>) -> Parts<'a> {
    let (re, im) = sinh(y, x);
    (im, re)
}

/// tanh(z) = -i tan(i z)
fn tanh<'a>(x: Expr<'a>, y: Expr<'a>) -> Parts<'a> {
    let (re, im) = tan(y, x);
    (im, re)
}

/// The parts of `e^z - 1`: `e^x cos(y) - 1` and `e^x sin(y)`. Both terms of the real part may be
/// near one, so it is computed as `expm1(x) cos(y) - 2 sin(y/2)^2`.
fn exponential_minus_one<'a>(x: Expr<'a>, y: Expr<'a>) -> Parts<'a> {
    let half = (0.5 * y).sin();
    let near = x.expm1() * y.cos() - 2.0 * (half * half);
    let grows = x.max(0.0);
    (
        far_out(grows, 2.0 * y.cos(), near),
        far_out(grows, 2.0 * y.sin(), product_or_zero(x.exp(), y.sin())),
    )
}

fn log<'a>(x: Expr<'a>, y: Expr<'a>) -> Parts<'a> {
    (log_of_modulus(x, y), y.atan2(x))
}

/// log(1 + z). For x from -2 to -1/2, the sum 1 + x is exact. For x from -1/2 to 1 and `|y|` below
/// 2, the square of the modulus minus one is computed without this sum.
fn log_plus_one<'a>(x: Expr<'a>, y: Expr<'a>) -> Parts<'a> {
    let near = 0.5 * (x * (2.0 + x) + y * y).log1p();
    let is_near = x.gt(-0.5) & x.lt(1.0) & y.abs().lt(2.0);
    let after = 1.0 + x;
    (is_near.select(near, log_of_modulus(after, y)), y.atan2(after))
}

/// `log(sqrt(x^2 + y^2))`, computed near one from the difference between the square and one.
fn log_of_modulus<'a>(x: Expr<'a>, y: Expr<'a>) -> Expr<'a> {
    let (x, y) = (x.abs(), y.abs());
    let (high, low) = (x.max(y), x.min(y));
    let near = 0.5 * ((high - 1.0) * (high + 1.0) + low * low).log1p();
    let ratio = low.eq(high).select(x.splat(1.0), low / high);
    let far = high.log() + 0.5 * (ratio * ratio).log1p();
    (high.gt(0.5) & high.lt(2.0)).select(near, far)
}

/// `1 / (1 + e^-z)`. Let `w` be `z` or `-z`, whichever has a nonpositive real part, so that `e^w`
/// does not overflow, and let `d = 1 + e^w`. The result is `conj(d) / |d|^2` if `w = -z`, and `e^w`
/// times this quotient if `w = z`. For `w = x + iy`, `d` is computed as `expm1(x) cos(y) + 2
/// cos(y/2)^2 + i e^x sin(y)`.
fn logistic<'a>(x: Expr<'a>, y: Expr<'a>) -> Parts<'a> {
    let less = -x.abs();
    let (grown, less_one) = (less.exp(), less.expm1());
    let half = (0.5 * y).cos();
    let versed = 2.0 * (half * half);
    let d = less_one * y.cos() + versed;
    let im = grown * y.sin();
    let square = d * d + im * im;
    // e^w conj(1 + e^w) = e^w + |e^w|^2
    let re = x.lt(0.0).select(grown * (versed + less_one), d);
    (re / square, im / square)
}
