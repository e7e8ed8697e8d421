// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Functions of elements, applied to all elements of tensors.

use super::complex::C;
use crate::Error;
use hloom_dialects::op::Op;
use hloom_values::{ElementType, Literal, Scalar, Shape};

/// Applies a function to each element.
///
/// # Errors
/// Fails if there is no memory for the result.
pub fn map(
    operand: &Literal,
    to: ElementType,
    function: impl Fn(Scalar) -> Scalar,
) -> Result<Literal, Error> {
    let mut elements = operand.iter();
    collect(operand, to, || elements.next().map(&function))
}

/// Applies a function to each float, and rounds to the element type.
///
/// # Errors
/// Fails if there is no memory for the result.
pub fn map_floats(operand: &Literal, function: impl Fn(f64) -> f64) -> Result<Literal, Error> {
    map(operand, operand.shape().element_type, |it| Scalar::Float(function(it.parts().0)))
}

/// Applies a function to each complex number. A result of real type contains the real parts.
///
/// # Errors
/// Fails if there is no memory for the result.
pub fn map_complex(
    operand: &Literal,
    to: ElementType,
    function: impl Fn(C) -> C,
) -> Result<Literal, Error> {
    map(operand, to, |it| from_complex(function(to_complex(it))))
}

/// Applies a function to each pair of elements.
///
/// # Errors
/// Fails if the shapes differ.
pub fn zip(
    lhs: &Literal,
    rhs: &Literal,
    to: ElementType,
    mut function: impl FnMut(Scalar, Scalar) -> Scalar,
) -> Result<Literal, Error> {
    if lhs.shape() != rhs.shape() {
        return Err(disagree(&[lhs, rhs]));
    }
    let mut elements = lhs.iter().zip(rhs.iter());
    collect(lhs, to, || elements.next().map(|(a, b)| function(a, b)))
}

/// Applies a function to each pair of floats, and rounds to the element type.
///
/// # Errors
/// Fails if the shapes differ.
pub fn zip_floats(
    lhs: &Literal,
    rhs: &Literal,
    function: impl Fn(f64, f64) -> f64,
) -> Result<Literal, Error> {
    zip(lhs, rhs, lhs.shape().element_type, |a, b| {
        Scalar::Float(function(a.parts().0, b.parts().0))
    })
}

/// Collects successive elements into a tensor with the dimensions of `like`.
fn collect(
    like: &Literal,
    to: ElementType,
    mut next: impl FnMut() -> Option<Scalar>,
) -> Result<Literal, Error> {
    let missing = || {
        Error::Internal(
            "an elementwise operation computed fewer elements than its result has".to_owned(),
        )
    };
    let shape = Shape::new(to, &*like.shape().dims);
    Literal::generate(shape, |_| next().ok_or_else(missing))
}

/// Converts an element to a complex number.
pub fn to_complex(value: Scalar) -> C {
    let (real, imaginary) = value.parts();
    C::new(real, imaginary)
}

/// Converts a complex number to an element.
pub fn from_complex(value: C) -> Scalar {
    Scalar::Complex(value.re, value.im)
}

/// Returns the error for an operation that is not defined for an element type.
pub fn undefined(op: Op, operand: &Literal) -> Error {
    Error::invalid(format!("`{op}` is not defined for a {}", operand.shape()))
}

/// Returns the error for operands of different shapes.
pub fn disagree(operands: &[&Literal]) -> Error {
    let shapes: Vec<_> = operands.iter().map(|operand| operand.shape().to_string()).collect();
    Error::invalid(format!("operands must have the same shape, found {}", shapes.join(" and ")))
}
