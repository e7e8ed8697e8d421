// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Error-free transformations: a number as the unevaluated sum of two floats.
//!
//! Sums and products are computed together with their rounding errors, which are also floats.
//! Sources: Dekker, "A floating-point technique for extending the available precision" (1971);
//! Knuth, TAOCP volume 2, section 4.2.2; Ogita, Rump and Oishi, "Accurate sum and dot product"
//! (2005).

use super::real::{Real, Table};

/// An unevaluated sum `hi + lo`. In the result of an exact sum or product, `lo` is at most half an
/// ulp of `hi`.
#[derive(Clone, Copy)]
pub struct Pair<F> {
    /// The leading part of the sum.
    pub hi: F,
    /// The rest, which is the rounding error of `hi` in an exact sum or product.
    pub lo: F,
}

/// Computes `a + b` exactly, for any `a` and `b` whose sum does not overflow (Knuth).
#[inline(always)]
pub fn two_sum<F: Real>(a: F, b: F) -> Pair<F> {
    let hi = a + b;
    let part = hi - a;
    Pair { hi, lo: (a - (hi - part)) + (b - part) }
}

/// Computes `a + b` exactly, for `a` zero or not smaller than `b` in magnitude (Dekker).
#[inline(always)]
pub fn fast_two_sum<F: Real>(a: F, b: F) -> Pair<F> {
    let hi = a + b;
    Pair { hi, lo: (a - hi) + b }
}

/// Computes `a * b` exactly, if no intermediate result overflows or underflows.
#[inline(always)]
pub fn two_product<F: Real>(a: F, b: F) -> Pair<F> {
    let hi = a * b;
    Pair { hi, lo: product_error(a, b, hi) }
}

/// Computes `a * b - product` exactly. `product` must be the rounded value of `a * b`, or a number
/// close to it.
#[inline(always)]
pub fn product_error<F: Real>(a: F, b: F, product: F) -> F {
    if a.fused() {
        return a.fma(b, -product);
    }
    let (ah, al) = halves(a);
    let (bh, bl) = halves(b);
    ((ah * bh - product) + ah * bl + al * bh) + al * bl
}

/// Splits a number into two numbers with half of the digits each (Veltkamp).
#[inline(always)]
fn halves<F: Real>(a: F) -> (F, F) {
    let format = a.format();
    let scaled = a.times(format.power_of_two(format.digits.div_ceil(2) as i32) + 1.0);
    let high = scaled - (scaled - a);
    (high, a - high)
}

impl<F: Real> Pair<F> {
    /// Returns the two words of a constant in the format of `like`.
    #[inline(always)]
    pub fn constant(like: F, table: &Table) -> Self {
        Self { hi: like.constant(table, 0), lo: like.constant(table, 1) }
    }

    /// Returns the float nearest to the sum of the pair.
    #[inline(always)]
    pub fn round(self) -> F {
        self.hi + self.lo
    }

    /// Computes the product with another pair. The result has about two digits less accuracy than a
    /// pair can represent.
    #[inline(always)]
    pub fn times(self, other: Self) -> Self {
        let p = two_product(self.hi, other.hi);
        let cross = self.hi.mul_add(other.lo, self.lo * other.hi);
        Pair { hi: p.hi, lo: p.lo + cross }
    }

    /// Adds this pair to `by`, which must be zero or not smaller in magnitude.
    #[inline(always)]
    pub fn added_to(self, by: F) -> Self {
        let s = fast_two_sum(by, self.hi);
        Pair { hi: s.hi, lo: s.lo + self.lo }
    }
}
