// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Sums of products, for contractions and convolutions.
//!
//! | operands and result | computed |
//! |---|---|
//! | booleans | "and", combined with "or" |
//! | integers | modulo 2^64, then modulo what the result has |
//! | floats, to `f32` | in `f32`: each product and each sum is rounded |
//! | floats, to others | in `f64`, rounded once |
//! | complex numbers | as pairs of these |

use crate::Error;
use crate::literal::{ElementClass, ElementType, Literal, Scalar};
use num_complex::Complex;
use std::num::Wrapping;

/// Numbers that can be added and multiplied.
pub trait Ring: Copy {
    /// The sum of nothing.
    const ZERO: Self;

    /// The number that an element is.
    fn of(element: Scalar) -> Self;

    /// This sum with a product added.
    #[must_use]
    fn plus(self, one: Self, other: Self) -> Self;

    /// The element of a type that the number is.
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
            // By way of f64 they would be rounded twice.
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

/// A function of the elements of two tensors in a ring.
pub trait Bilinear {
    /// What it makes of elements in row-major order.
    ///
    /// # Errors
    /// If there is no memory for it.
    fn compute<R: Ring>(&self, lhs: &[R], rhs: &[R]) -> Result<Literal, Error>;
}

/// The function in the ring that holds the operands and a result of the given type.
///
/// # Errors
/// As the function has them.
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
    let mut elements = room(literal.element_count(), "elements of a product")?;
    elements.extend(literal.iter().map(R::of));
    Ok(elements)
}

/// An empty list with room for so many.
///
/// # Errors
/// If there is no memory for it.
pub fn room<T>(count: usize, what: &str) -> Result<Vec<T>, Error> {
    let mut list = Vec::new();
    list.try_reserve_exact(count).map_err(|_| Error::OutOfMemory {
        bytes: count.saturating_mul(size_of::<T>()),
        what: what.to_owned(),
    })?;
    Ok(list)
}

/// How far apart in row-major order neighbors along each dimension are.
pub fn strides(dims: &[usize]) -> Vec<usize> {
    let mut strides = vec![1_usize; dims.len()];
    for index in (1..dims.len()).rev() {
        strides[index - 1] = strides[index].saturating_mul(dims[index]);
    }
    strides
}
