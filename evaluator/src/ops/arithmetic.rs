// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Sums of products for contractions and convolutions, in the arithmetic of the result type.
//!
//! | operands and result | computed |
//! |---|---|
//! | booleans | "and", combined with "or" |
//! | integers | modulo 2^64, then wrapped to the result type |
//! | floats, to `f32` | in `f32`: each product and each sum is rounded |
//! | floats, to other types | in `f64`, rounded once |
//! | complex numbers | real and imaginary parts as floats |

use crate::Error;
use hloom_values::{ElementClass, ElementType, Literal, Scalar};
use num_complex::Complex;
use std::num::Wrapping;

/// Numbers that can be added and multiplied.
pub trait Ring: Copy {
    /// Zero, the value of the empty sum.
    const ZERO: Self;

    /// Converts an element to a number.
    fn of(element: Scalar) -> Self;

    /// Returns `self + one * other`.
    #[must_use]
    fn plus(self, one: Self, other: Self) -> Self;

    /// Converts the number to an element of a type.
    fn element(self, element_type: ElementType) -> Scalar;
}

impl Ring for bool {
    const ZERO: Self = false;

    fn of(element: Scalar) -> Self {
        element.is_nonzero()
    }

    fn plus(self, one: Self, other: Self) -> Self {
        self || (one && other)
    }

    fn element(self, _: ElementType) -> Scalar {
        Scalar::Bool(self)
    }
}

impl Ring for Wrapping<i64> {
    const ZERO: Self = Self(0);

    fn of(element: Scalar) -> Self {
        Self(element.to_integer() as i64)
    }

    fn plus(self, one: Self, other: Self) -> Self {
        self + one * other
    }

    fn element(self, element_type: ElementType) -> Scalar {
        match element_type.class() {
            ElementClass::Boolean => Scalar::Bool(self.0 != 0),
            _ => Scalar::Signed(self.0).wrapped(element_type),
        }
    }
}

impl Ring for f64 {
    const ZERO: Self = 0.0;

    fn of(element: Scalar) -> Self {
        element.parts().0
    }

    fn plus(self, one: Self, other: Self) -> Self {
        self + one * other
    }

    fn element(self, _: ElementType) -> Scalar {
        Scalar::Float(self)
    }
}

impl Ring for f32 {
    const ZERO: Self = 0.0;

    fn of(element: Scalar) -> Self {
        match element {
            // Conversion through f64 would round twice.
            Scalar::Signed(value) => value as Self,
            Scalar::Unsigned(value) => value as Self,
            other => other.parts().0 as Self,
        }
    }

    fn plus(self, one: Self, other: Self) -> Self {
        self + one * other
    }

    fn element(self, _: ElementType) -> Scalar {
        Scalar::Float(self.into())
    }
}

impl Ring for Complex<f32> {
    const ZERO: Self = Self::new(0.0, 0.0);

    fn of(element: Scalar) -> Self {
        let (real, imaginary) = element.parts();
        Self::new(real as f32, imaginary as f32)
    }

    fn plus(self, one: Self, other: Self) -> Self {
        self + one * other
    }

    fn element(self, _: ElementType) -> Scalar {
        Scalar::Complex(self.re.into(), self.im.into())
    }
}

impl Ring for Complex<f64> {
    const ZERO: Self = Self::new(0.0, 0.0);

    fn of(element: Scalar) -> Self {
        let (real, imaginary) = element.parts();
        Self::new(real, imaginary)
    }

    fn plus(self, one: Self, other: Self) -> Self {
        self + one * other
    }

    fn element(self, _: ElementType) -> Scalar {
        Scalar::Complex(self.re, self.im)
    }
}

/// A bilinear function of the elements of two tensors, over any ring.
pub trait Bilinear {
    /// Computes the result from elements in row-major order.
    ///
    /// # Errors
    /// Fails if there is no memory for the result.
    fn compute<R: Ring>(&self, lhs: &[R], rhs: &[R]) -> Result<Literal, Error>;
}

/// Evaluates a function in the ring that the operands and the given result type require.
///
/// # Errors
/// Fails if `function` fails, or if there is no memory for the converted elements.
pub fn in_ring(
    lhs: &Literal,
    rhs: &Literal,
    result: ElementType,
    function: &impl Bilinear,
) -> Result<Literal, Error> {
    let classes = [lhs.shape().element_type.class(), rhs.shape().element_type.class()];
    if result == ElementType::C64 {
        return convert::<Complex<f32>>(lhs, rhs, function);
    }
    if result == ElementType::F32 && !classes.contains(&ElementClass::Complex) {
        return convert::<f32>(lhs, rhs, function);
    }
    if classes.contains(&ElementClass::Complex) {
        return convert::<Complex<f64>>(lhs, rhs, function);
    }
    if classes.contains(&ElementClass::Float) {
        return convert::<f64>(lhs, rhs, function);
    }
    match result.class() {
        ElementClass::Complex | ElementClass::Float => convert::<f64>(lhs, rhs, function),
        ElementClass::Boolean => convert::<bool>(lhs, rhs, function),
        _ => convert::<Wrapping<i64>>(lhs, rhs, function),
    }
}

fn convert<R: Ring>(
    lhs: &Literal,
    rhs: &Literal,
    function: &impl Bilinear,
) -> Result<Literal, Error> {
    function.compute::<R>(&elements(lhs)?, &elements(rhs)?)
}

fn elements<R: Ring>(literal: &Literal) -> Result<Vec<R>, Error> {
    let mut elements = try_with_capacity(literal.element_count(), "elements of a product")?;
    elements.extend(literal.iter().map(R::of));
    Ok(elements)
}

/// Returns an empty list with capacity for `count` elements.
///
/// # Errors
/// Returns [`Error::OutOfMemory`] if there is no memory for the list.
pub fn try_with_capacity<T>(count: usize, what: &str) -> Result<Vec<T>, Error> {
    let mut list = Vec::new();
    list.try_reserve_exact(count).map_err(|_| Error::OutOfMemory {
        bytes: count.saturating_mul(size_of::<T>()),
        what: what.to_owned(),
    })?;
    Ok(list)
}

/// Returns the row-major stride of each dimension, in elements.
pub fn strides(dims: &[usize]) -> Vec<usize> {
    let mut strides = vec![1_usize; dims.len()];
    for index in (1..dims.len()).rev() {
        strides[index - 1] = strides[index].saturating_mul(dims[index]);
    }
    strides
}
