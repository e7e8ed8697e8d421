// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Fourier transforms, decompositions and solvers; the sections of the specification are
//! named in the files of this folder. Everything is computed in `f64` and rounded once.

mod cholesky;
mod fft;
pub(crate) mod householder;
mod triangular_solve;

use super::contraction::computed_type;
use super::{on_tensors, one, to_sizes};
use crate::Error;
use crate::literal::{ElementClass, Literal, Scalar, Shape};
use crate::program::Operation;
use hloom_dialects::attributes::stablehlo::{FftType, Transpose};
use hloom_dialects::op::Op;
use hloom_dialects::op_view::OpView;
use num_complex::Complex;
use std::ops::{Add, Div, Mul, Sub};
use triangular_solve::TriangularSolve;

pub fn decode(op: &OpView) -> Result<Box<dyn Operation>, Error> {
    Ok(match op.op() {
        Op::StablehloFft => {
            let (kind, element_type) = (op.typed::<FftType>("fft_type")?, computed_type(op)?);
            let lengths = to_sizes(&op.integers("fft_length")?)?;
            on_tensors(move |operands| one(fft::fft(operands[0], kind, &lengths, element_type)))
        }
        Op::StablehloCholesky => {
            let lower = op.optional_boolean("lower").unwrap_or(false);
            on_tensors(move |operands| one(cholesky::cholesky(operands[0], lower)))
        }
        Op::StablehloTriangularSolve => {
            let flag = |name: &str| op.optional_boolean(name).unwrap_or(false);
            let solve = TriangularSolve {
                left_side: flag("left_side"),
                lower: flag("lower"),
                unit_diagonal: flag("unit_diagonal"),
                transpose: op.optional_typed("transpose_a").unwrap_or(Transpose::NoTranspose),
            };
            on_tensors(move |operands| one(solve.evaluate(operands[0], operands[1])))
        }
        other => return Err(Error::Internal(format!("`{other}` is of another family"))),
    })
}

/// Real or complex numbers.
trait Field:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self>
{
    /// The number that an element is.
    fn of(element: Scalar) -> Self;

    /// The element that the number is.
    fn element(self) -> Scalar;

    /// A real number.
    fn from_real(real: f64) -> Self;

    /// The real part.
    fn real(self) -> f64;

    /// The imaginary part.
    fn imaginary(self) -> f64;

    /// The conjugate.
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

/// The numbers of a tensor.
fn numbers<F: Field>(tensor: &Literal) -> Vec<F> {
    tensor.iter().map(F::of).collect()
}

/// A tensor of numbers in row-major order.
fn tensor<F: Field>(numbers: &[F], shape: Shape) -> Result<Literal, Error> {
    if shape.element_count() != Some(numbers.len()) {
        return Err(Error::Internal(format!("{} numbers for a {shape}", numbers.len())));
    }
    let mut numbers = numbers.iter();
    Literal::generate(shape, |_| {
        numbers
            .next()
            .map(|number| number.element())
            .ok_or_else(|| Error::Internal("fewer numbers than elements".to_owned()))
    })
}

/// Whether elements are complex numbers.
fn is_complex(tensor: &Literal) -> bool {
    tensor.shape().element_type.class() == ElementClass::Complex
}

/// The sizes of the matrices in a tensor.
fn matrix_sizes(shape: &Shape) -> Result<[usize; 2], Error> {
    match shape.dims[..] {
        [.., rows, columns] => Ok([rows, columns]),
        _ => Err(Error::invalid(format!("a {shape} is no matrix"))),
    }
}
