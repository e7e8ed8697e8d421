// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Arithmetic on tensors of floats, written with Rust's operators.
//!
//! Expansions of special functions are long formulas, which would be hard to read as builder calls.
//! An [`Expr`] is a value under construction; its operators create StableHLO operations. A Rust
//! number on either side of an operator becomes a splat constant, rounded to the element type of
//! the expression.

use super::build::{Hlo, element_of};
use hloom_ir::{self as ir, Value};
use melior::ir::ValueLike;
use std::ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Not, Sub};

/// A tensor of floats, and the builder of operations on it.
#[derive(Clone, Copy)]
pub struct Expr<'a> {
    hlo: Hlo<'a>,
    value: Value<'a>,
}

/// A tensor of booleans, one for each element of an [`Expr`].
#[derive(Clone, Copy)]
pub struct Cond<'a> {
    hlo: Hlo<'a>,
    value: Value<'a>,
}

impl<'a> Expr<'a> {
    /// Wraps `value`. `hlo` builds the operations on it.
    pub fn new(hlo: Hlo<'a>, value: Value<'a>) -> Self {
        Self { hlo, value }
    }

    /// Returns the SSA value of this expression.
    pub fn value(self) -> Value<'a> {
        self.value
    }

    /// Returns the builder of operations on this expression.
    pub fn hlo(self) -> Hlo<'a> {
        self.hlo
    }

    /// Returns true if the elements are f64, and false if they are f32.
    pub fn is_double(self) -> bool {
        ir::element_width(element_of(self.value)) == 64
    }

    /// Returns a splat constant of this expression's type.
    pub fn splat(self, value: f64) -> Self {
        Self { value: self.hlo.float(value, self.value.r#type()), ..self }
    }

    fn unary(self, name: &str) -> Self {
        Self { value: self.hlo.unary(name, self.value), ..self }
    }

    fn binary(self, name: &str, other: impl Into<Operand<'a>>) -> Self {
        let other = self.operand(other);
        Self { value: self.hlo.binary(name, self.value, other.value), ..self }
    }

    fn operand(self, other: impl Into<Operand<'a>>) -> Self {
        match other.into() {
            Operand::Expr(expr) => expr,
            Operand::Number(number) => self.splat(number),
        }
    }

    /// Returns the absolute value of each element.
    pub fn abs(self) -> Self {
        self.unary("abs")
    }

    /// Returns the natural exponential of each element.
    pub fn exp(self) -> Self {
        self.unary("exponential")
    }

    /// `exp(self) - 1`, accurate near zero.
    pub fn expm1(self) -> Self {
        self.unary("exponential_minus_one")
    }

    /// Returns the natural logarithm of each element.
    pub fn log(self) -> Self {
        self.unary("log")
    }

    /// `log(1 + self)`, accurate near zero.
    pub fn log1p(self) -> Self {
        self.unary("log_plus_one")
    }

    /// Returns the square root of each element.
    pub fn sqrt(self) -> Self {
        self.unary("sqrt")
    }

    /// Returns the sine of each element.
    pub fn sin(self) -> Self {
        self.unary("sine")
    }

    /// Returns the cosine of each element.
    pub fn cos(self) -> Self {
        self.unary("cosine")
    }

    /// Returns the tangent of each element.
    pub fn tan(self) -> Self {
        self.unary("tan")
    }

    /// Returns the hyperbolic sine of each element.
    pub fn sinh(self) -> Self {
        let value = self.hlo.at.simple("chlo.sinh", &[self.value], self.value.r#type());
        Self { value, ..self }
    }

    /// Returns the hyperbolic cosine of each element.
    pub fn cosh(self) -> Self {
        let value = self.hlo.at.simple("chlo.cosh", &[self.value], self.value.r#type());
        Self { value, ..self }
    }

    /// The largest integer that is not above `self`.
    pub fn floor(self) -> Self {
        self.unary("floor")
    }

    /// The nearest integer; ties round to even.
    pub fn round(self) -> Self {
        self.unary("round_nearest_even")
    }

    /// `self` to the power `exponent`.
    pub fn pow(self, exponent: Self) -> Self {
        self.binary("power", exponent)
    }

    /// The angle of the point `(x, self)`, as in `atan2`.
    pub fn atan2(self, x: Self) -> Self {
        self.binary("atan2", x)
    }

    /// The maximum of `self` and `other`; NaN if either is NaN.
    pub fn max(self, other: impl Into<Operand<'a>>) -> Self {
        self.binary("maximum", other)
    }

    /// The minimum of `self` and `other`; NaN if either is NaN.
    pub fn min(self, other: impl Into<Operand<'a>>) -> Self {
        self.binary("minimum", other)
    }

    fn compare(self, direction: &str, other: impl Into<Operand<'a>>) -> Cond<'a> {
        let other = self.operand(other);
        let value = self.hlo.compare(direction, self.value, other.value, false);
        Cond { hlo: self.hlo, value }
    }

    /// `self == other`; false if either is NaN.
    pub fn eq(self, other: impl Into<Operand<'a>>) -> Cond<'a> {
        self.compare("EQ", other)
    }

    /// `self != other`; true if either is NaN.
    pub fn ne(self, other: impl Into<Operand<'a>>) -> Cond<'a> {
        self.compare("NE", other)
    }

    /// `self < other`.
    pub fn lt(self, other: impl Into<Operand<'a>>) -> Cond<'a> {
        self.compare("LT", other)
    }

    /// `self <= other`.
    pub fn le(self, other: impl Into<Operand<'a>>) -> Cond<'a> {
        self.compare("LE", other)
    }

    /// `self > other`.
    pub fn gt(self, other: impl Into<Operand<'a>>) -> Cond<'a> {
        self.compare("GT", other)
    }

    /// `self >= other`.
    pub fn ge(self, other: impl Into<Operand<'a>>) -> Cond<'a> {
        self.compare("GE", other)
    }

    /// Returns `self`, which must be nonnegative, with the sign bit of `sign`, which may be a
    /// signed zero.
    pub fn with_sign_of(self, sign: Self) -> Self {
        sign.is_sign_negative().select(-self, self)
    }

    /// Returns a condition that is true where the sign bit of an element is set, even for a zero or
    /// NaN.
    pub fn is_sign_negative(self) -> Cond<'a> {
        let width = ir::element_width(element_of(self.value));
        let bits = self.hlo.bitcast(self.value, ir::int(self.hlo.at.context(), width));
        let zero = self.hlo.int(0, bits.r#type());
        Cond { hlo: self.hlo, value: self.hlo.compare("LT", bits, zero, false) }
    }

    /// Evaluates a polynomial at `self` by Horner's rule. The constant coefficient comes first.
    pub fn polynomial(self, coefficients: &[f64]) -> Self {
        let mut rest = coefficients.iter().rev();
        let mut sum = self.splat(*rest.next().unwrap_or(&0.0));
        for coefficient in rest {
            sum = sum * self + *coefficient;
        }
        sum
    }

    /// Evaluates a sum of Chebyshev polynomials at `self` by Clenshaw's recurrence. The
    /// coefficient of order zero comes first. `self` must be in [-1, 1].
    ///
    /// # Panics
    /// Panics if `coefficients` is empty.
    pub fn chebyshev(self, coefficients: &[f64]) -> Self {
        let twice = self + self;
        let (mut after, mut next) = (self.splat(0.0), self.splat(0.0));
        for coefficient in coefficients[1..].iter().rev() {
            (after, next) = (next, twice * next - after + *coefficient);
        }
        self * next - after + coefficients[0]
    }
}

impl<'a> Cond<'a> {
    /// Selects `yes` where the condition holds, and `no` elsewhere.
    pub fn select(self, yes: Expr<'a>, no: impl Into<Operand<'a>>) -> Expr<'a> {
        let no = yes.operand(no);
        Expr { hlo: self.hlo, value: self.hlo.select(self.value, yes.value, no.value) }
    }
}

/// The other operand of an operator: a tensor or a number.
pub enum Operand<'a> {
    /// An operand that is a tensor.
    Expr(Expr<'a>),
    /// A number, which becomes a splat constant.
    Number(f64),
}

impl<'a> From<Expr<'a>> for Operand<'a> {
    fn from(expr: Expr<'a>) -> Self {
        Self::Expr(expr)
    }
}

impl From<f64> for Operand<'_> {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

macro_rules! operator {
    ($trait:ident, $method:ident, $name:literal) => {
        impl<'a, R: Into<Operand<'a>>> $trait<R> for Expr<'a> {
            type Output = Self;

            fn $method(self, other: R) -> Self {
                self.binary($name, other)
            }
        }

        impl<'a> $trait<Expr<'a>> for f64 {
            type Output = Expr<'a>;

            fn $method(self, other: Expr<'a>) -> Expr<'a> {
                other.splat(self).binary($name, other)
            }
        }
    };
}

operator!(Add, add, "add");
operator!(Sub, sub, "subtract");
operator!(Mul, mul, "multiply");
operator!(Div, div, "divide");

impl Neg for Expr<'_> {
    type Output = Self;

    fn neg(self) -> Self {
        self.unary("negate")
    }
}

impl BitAnd for Cond<'_> {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self { value: self.hlo.binary("and", self.value, other.value), ..self }
    }
}

impl BitOr for Cond<'_> {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self { value: self.hlo.binary("or", self.value, other.value), ..self }
    }
}

impl Not for Cond<'_> {
    type Output = Self;

    fn not(self) -> Self {
        Self { value: self.hlo.unary("not", self.value), ..self }
    }
}
