// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Error-free transformations: a number as the unevaluated sum of two.
//!
//! Dekker, "A floating-point technique for extending the available precision"
//! (1971); Knuth, TAOCP volume 2, section 4.2.2; Ogita, Rump and Oishi,
//! "Accurate sum and dot product" (2005).

use super::real::{Real, Table};

/// The sum `hi + lo`, where `lo` is about half an ulp of `hi` or less.
#[derive(Clone, Copy)]
pub struct Pair<F> {
    /// The leading part.
    pub hi: F,
    /// What rounding to `hi` lost.
    pub lo: F,
}

/// `a + b` exactly, for any `a` and `b` whose sum does not overflow.
#[inline(always)]
pub fn two_sum<F: Real>(a: F, b: F) -> Pair<F> {
    let hi = a + b;
    let part = hi - a;
    Pair { hi, lo: (a - (hi - part)) + (b - part) }
}

/// `a + b` exactly, for `a` zero or no smaller than `b` in magnitude.
#[inline(always)]
pub fn fast_two_sum<F: Real>(a: F, b: F) -> Pair<F> {
    let hi = a + b;
    Pair { hi, lo: (a - hi) + b }
}

/// `a * b` exactly, where neither over- nor underflow comes in between.
#[inline(always)]
pub fn two_product<F: Real>(a: F, b: F) -> Pair<F> {
    let hi = a * b;
    Pair { hi, lo: product_error(a, b, hi) }
}

/// `a * b - product` exactly, where `product` is `a * b` rounded or close to it.
#[inline(always)]
pub fn product_error<F: Real>(a: F, b: F, product: F) -> F {
    if a.fused() {
        return a.fma(b, -product);
    }
    let (ah, al) = halves(a);
    let (bh, bl) = halves(b);
    ((ah * bh - product) + ah * bl + al * bh) + al * bl
}

/// Veltkamp's split of a number into two of half the digits.
#[inline(always)]
fn halves<F: Real>(a: F) -> (F, F) {
    let format = a.format();
    let scaled = a.times(format.power_of_two(format.digits.div_ceil(2) as i32) + 1.0);
    let high = scaled - (scaled - a);
    (high, a - high)
}

impl<F: Real> Pair<F> {
    /// The two words of a constant, in the format of `like`.
    #[inline(always)]
    pub fn constant(like: F, table: &Table) -> Self {
        Self { hi: like.constant(table, 0), lo: like.constant(table, 1) }
    }

    /// The nearest number.
    #[inline(always)]
    pub fn round(self) -> F {
        self.hi + self.lo
    }

    /// The product with another pair, to about twice the digits less two.
    #[inline(always)]
    pub fn times(self, other: Self) -> Self {
        let p = two_product(self.hi, other.hi);
        let cross = self.hi.mul_add(other.lo, self.lo * other.hi);
        Pair { hi: p.hi, lo: p.lo + cross }
    }

    /// `by` added, which is zero or no smaller than this.
    #[inline(always)]
    pub fn added_to(self, by: F) -> Self {
        let s = fast_two_sum(by, self.hi);
        Pair { hi: s.hi, lo: s.lo + self.lo }
    }
}
