// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The vocabulary that the expansions are written in.
//!
//! An expansion is a straight line of IEEE 754 operations, written once over
//! the traits here and used twice: on MLIR values it emits the operations (see
//! [`builder`](super::builder)), on host numbers it computes them (see
//! [`host`](super::host)), with the same result to the bit.

use std::ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Not, Shl, Shr, Sub};

/// A binary floating-point format.
#[derive(Debug, PartialEq, Eq)]
pub struct Format {
    /// Bits of the whole number.
    pub bits: u32,
    /// Bits of the significand, the implicit one included.
    pub digits: u32,
    /// The exponent field of 1.
    pub bias: i64,
}

/// IEEE 754 binary32.
pub static F32: Format = Format { bits: 32, digits: 24, bias: 127 };
/// IEEE 754 binary64.
pub static F64: Format = Format { bits: 64, digits: 53, bias: 1023 };

impl Format {
    /// Bits below the exponent field.
    pub const fn fraction(&self) -> u32 {
        self.digits - 1
    }

    /// 2^exponent.
    pub fn power_of_two(&self, exponent: i32) -> f64 {
        2f64.powi(exponent)
    }

    /// The number `1.5 * 2^fraction`: adding it to a number below `2^(fraction - 2)`
    /// rounds that to an integer, which is then in the low bits.
    pub fn rounder(&self) -> f64 {
        1.5 * self.power_of_two(self.fraction() as i32)
    }

    /// The bits of [`Format::rounder`].
    pub fn rounder_bits(&self) -> i64 {
        ((self.bias + i64::from(self.fraction())) << self.fraction()) | (1 << (self.fraction() - 1))
    }

    /// The smallest normal number.
    pub fn min_normal(&self) -> f64 {
        self.power_of_two(1 - self.bias as i32)
    }

    /// A number so small that `1 + x` rounds to 1 and `x` is the correctly rounded
    /// value of every function with slope 1 and no constant term at 0.
    pub fn tiny(&self) -> f64 {
        self.power_of_two(-(self.digits as i32))
    }

    /// One of two numbers, by format.
    pub fn pick(&self, f32: f64, f64: f64) -> f64 {
        if self.bits == 32 { f32 } else { f64 }
    }
}

/// Numbers that differ by format: a polynomial's coefficients from the constant
/// term up, or the words of a constant.
#[derive(Debug)]
pub struct Table {
    /// For f32.
    pub f32: &'static [f32],
    /// For f64.
    pub f64: &'static [f64],
}

impl Table {
    /// How many numbers there are.
    pub fn len(&self, format: &Format) -> usize {
        if format.bits == 32 { self.f32.len() } else { self.f64.len() }
    }

    /// One of the numbers.
    pub fn get(&self, format: &Format, index: usize) -> f64 {
        if format.bits == 32 { f64::from(self.f32[index]) } else { self.f64[index] }
    }
}

/// A floating-point number of a [`Format`]. Every operation rounds to nearest,
/// ties to even, and none is reassociated or contracted.
pub trait Real:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + std::ops::Neg<Output = Self>
{
    /// Integers of the same width.
    type Int: Int<Real = Self, Bool = Self::Bool>;
    /// Conditions.
    type Bool: Bool + Select<Self> + Select<Self::Int>;

    /// The format.
    fn format(self) -> &'static Format;
    /// Whether [`Real::fma`] is an instruction.
    fn fused(self) -> bool;
    /// A constant of the same format.
    fn lit(self, value: f64) -> Self;
    /// An integer constant of the same width.
    fn int(self, value: i64) -> Self::Int;
    /// `self * factor + term`, rounded once.
    fn fma(self, factor: Self, term: Self) -> Self;
    /// The square root.
    fn sqrt(self) -> Self;
    /// The absolute value.
    fn abs(self) -> Self;
    /// The magnitude of `self` with the sign of `sign`.
    fn copysign(self, sign: Self) -> Self;
    /// The representation.
    fn bits(self) -> Self::Int;
    /// `self < other`; false for NaN.
    fn lt(self, other: Self) -> Self::Bool;
    /// `self <= other`; false for NaN.
    fn le(self, other: Self) -> Self::Bool;
    /// `self == other`; false for NaN.
    fn eq(self, other: Self) -> Self::Bool;

    /// `self > other`; false for NaN.
    fn gt(self, other: Self) -> Self::Bool {
        other.lt(self)
    }

    /// `self >= other`; false for NaN.
    fn ge(self, other: Self) -> Self::Bool {
        other.le(self)
    }

    /// `self < value`; false for NaN.
    fn below(self, value: f64) -> Self::Bool {
        self.lt(self.lit(value))
    }

    /// `self > value`; false for NaN.
    fn above(self, value: f64) -> Self::Bool {
        self.gt(self.lit(value))
    }

    /// `self == value`; false for NaN.
    fn is(self, value: f64) -> Self::Bool {
        self.eq(self.lit(value))
    }

    /// `self + value`.
    fn plus(self, value: f64) -> Self {
        self + self.lit(value)
    }

    /// `self * value`.
    fn times(self, value: f64) -> Self {
        self * self.lit(value)
    }

    /// `self * factor + term`, rounded once or twice, whichever is fast.
    fn mul_add(self, factor: Self, term: Self) -> Self {
        if self.fused() { self.fma(factor, term) } else { self * factor + term }
    }

    /// `term - self * factor`, rounded once or twice, whichever is fast.
    fn neg_mul_add(self, factor: Self, term: Self) -> Self {
        (-self).mul_add(factor, term)
    }

    /// A number of `table`.
    fn constant(self, table: &Table, index: usize) -> Self {
        self.lit(table.get(self.format(), index))
    }

    /// The polynomial `table` at `self`, by Horner's rule.
    fn polynomial(self, table: &Table) -> Self {
        self.polynomial_from(table, 0)
    }

    /// [`Real::polynomial`] with the first `skip` coefficients left out.
    fn polynomial_from(self, table: &Table, skip: usize) -> Self {
        let last = table.len(self.format()) - 1;
        (skip..last)
            .rev()
            .fold(self.constant(table, last), |sum, i| sum.mul_add(self, self.constant(table, i)))
    }

    /// `low` where `self` is below it. NaN stays.
    fn at_least(self, low: f64) -> Self {
        let low = self.lit(low);
        low.gt(self).select(low, self)
    }

    /// `high` where `self` is above it. NaN stays.
    fn at_most(self, high: f64) -> Self {
        let high = self.lit(high);
        high.lt(self).select(high, self)
    }

    /// The nearest integer, as a float and as an integer, for magnitudes below
    /// `2^(fraction - 2)`; anything otherwise.
    fn nearest(self) -> (Self, Self::Int) {
        let format = self.format();
        let rounded = self.plus(format.rounder());
        (rounded.plus(-format.rounder()), rounded.bits().plus(-format.rounder_bits()))
    }
}

/// An integer as wide as its [`Real`]; arithmetic wraps.
pub trait Int:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// Floats of the same width.
    type Real: Real<Int = Self, Bool = Self::Bool>;
    /// Conditions.
    type Bool: Bool;

    /// A constant of the same width.
    fn lit(self, value: i64) -> Self;
    /// The float this represents.
    fn real(self) -> Self::Real;
    /// `self == other`.
    fn eq(self, other: Self) -> Self::Bool;

    /// `self == value`.
    fn is(self, value: i64) -> Self::Bool {
        self.eq(self.lit(value))
    }

    /// `self + value`.
    fn plus(self, value: i64) -> Self {
        self + self.lit(value)
    }

    /// `self & value`.
    fn and(self, value: i64) -> Self {
        self & self.lit(value)
    }
}

/// A condition.
pub trait Bool:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> + Not<Output = Self>
{
}

/// A condition that chooses between two values of a type.
pub trait Select<T> {
    /// `yes` where the condition holds, else `no`.
    fn select(self, yes: T, no: T) -> T;
}

/// An f32 expansion that computes in f64 inside.
pub trait Widen: Real {
    /// The f64 numbers.
    type Wide: Real;

    /// The same number in f64.
    fn widen(self) -> Self::Wide;
    /// Rounded from f64; `self` only tells where.
    fn narrow(self, wide: Self::Wide) -> Self;
}
