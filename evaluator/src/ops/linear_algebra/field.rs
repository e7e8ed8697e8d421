// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Real and complex numbers, and their conversion from and to tensors.

use crate::Error;
use hloom_values::{ElementClass, Literal, Scalar, Shape};
use num_complex::Complex;
use std::ops::{Add, Div, Mul, Sub};

/// Real or complex numbers, with the arithmetic operations.
pub trait Field:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self>
{
    /// Converts an element of a tensor to a number of this type.
    fn of(element: Scalar) -> Self;

    /// Converts the number to an element of a tensor.
    fn element(self) -> Scalar;

    /// Converts a real number to a number of this type.
    fn from_real(real: f64) -> Self;

    /// Returns the real part of the number.
    fn real(self) -> f64;

    /// Returns the imaginary part of the number, which is 0 for a real number.
    fn imaginary(self) -> f64;

    /// Returns the complex conjugate of the number.
    fn conjugate(self) -> Self;
}

impl Field for f64 {
    fn of(element: Scalar) -> Self {
        element.parts().0
    }

    fn element(self) -> Scalar {
        Scalar::Float(self)
    }

    fn from_real(real: f64) -> Self {
        real
    }

    fn real(self) -> f64 {
        self
    }

    fn imaginary(self) -> f64 {
        0.0
    }

    fn conjugate(self) -> Self {
        self
    }
}

impl Field for Complex<f64> {
    fn of(element: Scalar) -> Self {
        let (real, imaginary) = element.parts();
        Self::new(real, imaginary)
    }

    fn element(self) -> Scalar {
        Scalar::Complex(self.re, self.im)
    }

    fn from_real(real: f64) -> Self {
        Self::new(real, 0.0)
    }

    fn real(self) -> f64 {
        self.re
    }

    fn imaginary(self) -> f64 {
        self.im
    }

    fn conjugate(self) -> Self {
        self.conj()
    }
}

/// Returns the elements of a tensor as numbers.
pub fn numbers<F: Field>(tensor: &Literal) -> Vec<F> {
    tensor.iter().map(F::of).collect()
}

/// Creates a tensor from numbers in row-major order.
///
/// # Errors
/// Fails if the number of elements does not match the shape.
pub fn tensor<F: Field>(numbers: &[F], shape: Shape) -> Result<Literal, Error> {
    if shape.element_count() != Some(numbers.len()) {
        let count = numbers.len();
        return Err(Error::Internal(format!(
            "the evaluator computed {count} numbers for the elements of a {shape}"
        )));
    }
    let mut numbers = numbers.iter();
    Literal::generate(shape, |_| {
        numbers.next().map(|number| number.element()).ok_or_else(|| {
            Error::Internal(
                "the evaluator computed fewer numbers than a tensor has elements".to_owned(),
            )
        })
    })
}

/// Returns true if the elements are complex numbers.
pub fn is_complex(tensor: &Literal) -> bool {
    tensor.shape().element_type.class() == ElementClass::Complex
}

/// Returns the numbers of rows and columns of the matrices in a tensor.
///
/// # Errors
/// Fails if the rank is less than 2.
pub fn matrix_sizes(shape: &Shape) -> Result<[usize; 2], Error> {
    match shape.dims[..] {
        [.., rows, columns] => Ok([rows, columns]),
        _ => Err(Error::invalid(format!("expected a tensor of rank 2 or more, found a {shape}"))),
    }
}
