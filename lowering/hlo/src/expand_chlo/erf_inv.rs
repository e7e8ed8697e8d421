// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The inverse error function.

use super::super::expr::Expr;
use super::coefficients::{
    ERF_INV_FAR_F32, ERF_INV_FAR_F64, ERF_INV_MIDDLE_F64, ERF_INV_NEAR_F32, ERF_INV_NEAR_F64,
};

/// Returns the inverse error function of `x`, computed as `x P(w)` with `w = -log(1 - x^2)`. P is
/// smooth in w for small w, and smooth in the square root of w for large w (M. Giles,
/// "Approximating the erfinv function", GPU Computing Gems Jade Edition, 2011). The result is
/// infinite at -1 and 1, and NaN outside [-1, 1].
pub fn erf_inv<'a>(x: Expr<'a>) -> Expr<'a> {
    // Near one, `1 - x` is exact, but `x^2` is not.
    let near_zero = -(-(x * x)).log1p();
    let near_one = -((1.0 - x) * (1.0 + x)).log();
    let w = x.abs().lt(0.5).select(near_zero, near_one);
    let root = w.sqrt();
    let factor = if x.is_double() {
        let near = (w - 3.125).polynomial(ERF_INV_NEAR_F64);
        let middle = (root - 3.25).polynomial(ERF_INV_MIDDLE_F64);
        let far = (root - 5.0).polynomial(ERF_INV_FAR_F64);
        w.lt(6.25).select(near, w.lt(16.0).select(middle, far))
    } else {
        let near = (w - 2.5).polynomial(ERF_INV_NEAR_F32);
        let far = (root - 3.125).polynomial(ERF_INV_FAR_F32);
        w.lt(5.0).select(near, far)
    };
    x.abs().eq(1.0).select(x * f64::INFINITY, x * factor)
}
