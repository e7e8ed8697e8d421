// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The exponentially scaled modified Bessel function of order one.

use super::super::expr::Expr;
use super::coefficients::{I1E_FAR_F32, I1E_FAR_F64, I1E_NEAR_F32, I1E_NEAR_F64};

/// Returns `exp(-|x|) I_1(x)`, an odd function, from two Chebyshev series: `exp(-x) I_1(x) / x` for
/// `x` up to 8, and `sqrt(x) exp(-x) I_1(x)` in `1 / x` for `x` above 8 (C. W. Clenshaw, "Chebyshev
/// series for mathematical functions", 1962).
pub fn i1e<'a>(x: Expr<'a>) -> Expr<'a> {
    let magnitude = x.abs();
    let (near, far) =
        if x.is_double() { (I1E_NEAR_F64, I1E_FAR_F64) } else { (I1E_NEAR_F32, I1E_FAR_F32) };
    let small = magnitude.min(8.0);
    let near = x * (small * 0.25 - 1.0).chebyshev(near);
    let large = magnitude.max(8.0);
    let far = ((16.0 / large - 1.0).chebyshev(far) / large.sqrt()).with_sign_of(x);
    magnitude.lt(8.0).select(near, far)
}
