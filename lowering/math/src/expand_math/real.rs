// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The traits over which expansions are generic.
//!
//! An expansion is a straight-line sequence of IEEE 754 operations. It is written once, generic
//! over the traits in this module, and has two uses. On MLIR values, it emits the operations (see
//! [`builder`](super::builder)). On host numbers, it evaluates them (see [`host`](super::host)),
//! with bitwise equal results.

use std::ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Not, Shl, Shr, Sub};

/// A binary floating-point format.
#[derive(Debug, PartialEq, Eq)]
pub struct Format {
    /// Number of bits of the whole representation.
    pub bits: u32,
    /// Number of bits of the significand, including the implicit bit.
    pub digits: u32,
    /// The exponent bias, which is the exponent field of 1.
    pub bias: i64,
}

/// IEEE 754 binary32.
pub static F32: Format = Format { bits: 32, digits: 24, bias: 127 };
/// IEEE 754 binary64.
pub static F64: Format = Format { bits: 64, digits: 53, bias: 1023 };

impl Format {
    /// Returns the number of fraction bits, which are the bits below the exponent field.
    pub const fn fraction(&self) -> u32 {
        self.digits - 1
    }

    /// Returns `2^exponent`.
    pub fn power_of_two(&self, exponent: i32) -> f64 {
        2f64.powi(exponent)
    }

    /// Returns the number `1.5 * 2^fraction`. Adding it to a number of magnitude below
    /// `2^(fraction - 2)` rounds that number to an integer, which is then in the low bits of the
    /// sum.
    pub fn rounder(&self) -> f64 {
        1.5 * self.power_of_two(self.fraction() as i32)
    }

    /// Returns the bit pattern of [`Format::rounder`].
    pub fn rounder_bits(&self) -> i64 {
        ((self.bias + i64::from(self.fraction())) << self.fraction()) | (1 << (self.fraction() - 1))
    }

    /// Returns the smallest positive normal number.
    pub fn min_normal(&self) -> f64 {
        self.power_of_two(1 - self.bias as i32)
    }

    /// Returns a bound for tiny numbers. For `x` below the bound, `1 + x` rounds to 1, and `x` is
    /// the correctly rounded value of each expanded function with value 0 and slope 1 at 0.
    pub fn tiny(&self) -> f64 {
        self.power_of_two(-(self.digits as i32))
    }

    /// Returns the first argument if this format is f32, and the second if it is f64.
    pub fn pick(&self, f32: f64, f64: f64) -> f64 {
        if self.bits == 32 { f32 } else { f64 }
    }
}

/// Constants of an expansion, for each computation format: the coefficients of a polynomial in
/// ascending order, or the words of a constant that is more precise than the format.
#[derive(Debug)]
pub struct Table {
    /// The numbers for functions that are computed in f32.
    pub f32: &'static [f32],
    /// The numbers for functions that are computed in f64.
    pub f64: &'static [f64],
}

impl Table {
    /// Returns the number of the table's entries for a format.
    pub fn len(&self, format: &Format) -> usize {
        if format.bits == 32 { self.f32.len() } else { self.f64.len() }
    }

    /// Returns the table's entry at an index for a format.
    pub fn get(&self, format: &Format, index: usize) -> f64 {
        if format.bits == 32 { f64::from(self.f32[index]) } else { self.f64[index] }
    }
}

/// A floating-point number of a [`Format`]. Every operation rounds to nearest, ties to even. No
/// operation is reassociated or contracted.
pub trait Real:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + std::ops::Neg<Output = Self>
{
    /// The type of integers as wide as this floating-point type.
    type Int: Int<Real = Self, Bool = Self::Bool>;
    /// The type of the results of comparisons.
    type Bool: Bool + Select<Self> + Select<Self::Int>;

    /// Returns the floating-point format of the number.
    fn format(self) -> &'static Format;
    /// Returns true if [`Real::fma`] is a fast instruction.
    fn fused(self) -> bool;
    /// Returns a constant in the format of `self`.
    fn lit(self, value: f64) -> Self;
    /// Returns an integer constant as wide as `self`.
    fn int(self, value: i64) -> Self::Int;
    /// Computes `self * factor + term`, rounded once.
    fn fma(self, factor: Self, term: Self) -> Self;
    /// Computes the square root.
    fn sqrt(self) -> Self;
    /// Computes the absolute value.
    fn abs(self) -> Self;
    /// Returns the magnitude of `self` with the sign of `sign`.
    fn copysign(self, sign: Self) -> Self;
    /// Returns the bits of the representation of `self`.
    fn bits(self) -> Self::Int;
    /// Compares `self < other`; false for NaN.
    fn lt(self, other: Self) -> Self::Bool;
    /// Compares `self <= other`; false for NaN.
    fn le(self, other: Self) -> Self::Bool;
    /// Compares `self == other`; false for NaN.
    fn eq(self, other: Self) -> Self::Bool;

    /// Compares `self > other`; false for NaN.
    fn gt(self, other: Self) -> Self::Bool {
        other.lt(self)
    }

    /// Compares `self >= other`; false for NaN.
    fn ge(self, other: Self) -> Self::Bool {
        other.le(self)
    }

    /// Compares `self < value`; false for NaN.
    fn below(self, value: f64) -> Self::Bool {
        self.lt(self.lit(value))
    }

    /// Compares `self > value`; false for NaN.
    fn above(self, value: f64) -> Self::Bool {
        self.gt(self.lit(value))
    }

    /// Compares `self == value`; false for NaN.
    fn is(self, value: f64) -> Self::Bool {
        self.eq(self.lit(value))
    }

    /// Computes `self + value`.
    fn plus(self, value: f64) -> Self {
        self + self.lit(value)
    }

    /// Computes `self * value`.
    fn times(self, value: f64) -> Self {
        self * self.lit(value)
    }

    /// Computes `self * factor + term`, rounded once if [`Real::fused`] is true, otherwise twice.
    fn mul_add(self, factor: Self, term: Self) -> Self {
        if self.fused() { self.fma(factor, term) } else { self * factor + term }
    }

    /// Computes `term - self * factor`, rounded once if [`Real::fused`] is true, otherwise twice.
    fn neg_mul_add(self, factor: Self, term: Self) -> Self {
        (-self).mul_add(factor, term)
    }

    /// Returns the number at `index` of `table` as a constant.
    fn constant(self, table: &Table, index: usize) -> Self {
        self.lit(table.get(self.format(), index))
    }

    /// Evaluates the polynomial `table` at `self` by Horner's rule.
    fn polynomial(self, table: &Table) -> Self {
        self.polynomial_from(table, 0)
    }

    /// Evaluates the polynomial whose coefficients are the entries of `table` after the first
    /// `skip` entries.
    fn polynomial_from(self, table: &Table, skip: usize) -> Self {
        let last = table.len(self.format()) - 1;
        (skip..last)
            .rev()
            .fold(self.constant(table, last), |sum, i| sum.mul_add(self, self.constant(table, i)))
    }

    /// Returns the maximum of `self` and `low`. NaN stays NaN.
    fn at_least(self, low: f64) -> Self {
        let low = self.lit(low);
        low.gt(self).select(low, self)
    }

    /// Returns the minimum of `self` and `high`. NaN stays NaN.
    fn at_most(self, high: f64) -> Self {
        let high = self.lit(high);
        high.lt(self).select(high, self)
    }

    /// Rounds to the nearest integer, and returns the integer as a float and as an integer. Both
    /// are arbitrary unless the magnitude is below `2^(fraction - 2)`.
    fn nearest(self) -> (Self, Self::Int) {
        let format = self.format();
        let rounded = self.plus(format.rounder());
        (rounded.plus(-format.rounder()), rounded.bits().plus(-format.rounder_bits()))
    }
}

/// An integer as wide as its [`Real`]. Arithmetic wraps around.
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
    /// The type of floats as wide as this integer type.
    type Real: Real<Int = Self, Bool = Self::Bool>;
    /// The type of the results of comparisons.
    type Bool: Bool;

    /// Returns a constant as wide as `self`.
    fn lit(self, value: i64) -> Self;
    /// Returns the float whose representation has the bits of `self`.
    fn real(self) -> Self::Real;
    /// Compares `self == other`.
    fn eq(self, other: Self) -> Self::Bool;

    /// Compares `self == value`.
    fn is(self, value: i64) -> Self::Bool {
        self.eq(self.lit(value))
    }

    /// Computes `self + value`.
    fn plus(self, value: i64) -> Self {
        self + self.lit(value)
    }

    /// Computes `self & value`.
    fn and(self, value: i64) -> Self {
        self & self.lit(value)
    }
}

/// A condition, or a vector of conditions.
pub trait Bool:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> + Not<Output = Self>
{
}

/// A condition that chooses between two values of a type.
pub trait Select<T> {
    /// Returns `yes` where the condition holds, otherwise `no`.
    fn select(self, yes: T, no: T) -> T;
}

/// A number for which expansions may compute in f64 internally.
pub trait Widen: Real {
    /// The type of f64 numbers.
    type Wide: Real;

    /// Converts the number to f64.
    fn widen(self) -> Self::Wide;
    /// Rounds a number from f64. `self` only provides the insertion point of operations.
    fn narrow(self, wide: Self::Wide) -> Self;
}
