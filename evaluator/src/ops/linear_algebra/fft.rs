// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Discrete Fourier transforms (specification, section "fft").

mod transform;

use super::field::{numbers, tensor};
use crate::Error;
use hloom_dialects::attributes::stablehlo::FftType;
use hloom_values::{ElementType, Literal, Scalar, Shape};
use num_complex::Complex;
use transform::Transform;

/// Computes the transform along the last dimensions. The number of lengths is the number of these
/// dimensions.
///
/// # Errors
/// Fails if the sizes of the operand do not match the lengths.
pub fn fft(
    operand: &Literal,
    kind: FftType,
    lengths: &[usize],
    element_type: ElementType,
) -> Result<Literal, Error> {
    let shape = operand.shape();
    let refused =
        || Error::invalid(format!("sizes of a {shape} do not match {kind} of lengths {lengths:?}"));
    let outer = shape.rank().checked_sub(lengths.len()).ok_or_else(refused)?;
    let (last, length) =
        lengths.last().map(|length| (shape.rank() - 1, *length)).ok_or_else(refused)?;
    let half = if length == 0 { 0 } else { length / 2 + 1 };
    let mut expected = lengths.to_vec();
    if kind == FftType::Irfft {
        expected[lengths.len() - 1] = half;
    }
    if expected != shape.dims[outer..] {
        return Err(refused());
    }
    let mut dims = shape.dims.clone();
    match kind {
        FftType::Rfft => dims[last] = half,
        FftType::Irfft => dims[last] = length,
        FftType::Fft | FftType::Ifft => {}
    }
    if operand.element_count() == 0 {
        return Ok(Literal::zeros(Shape::new(element_type, dims))?);
    }
    let mut values = ComplexTensor { numbers: numbers(operand), dims: shape.dims.clone() };
    let inverse = matches!(kind, FftType::Ifft | FftType::Irfft);
    // A transform starts with the last dimension, an inverse ends with it.
    let mut dimensions: Vec<_> = (outer..shape.rank()).collect();
    if !inverse {
        dimensions.reverse();
    }
    for dimension in dimensions {
        let size = values.dims[dimension];
        match kind {
            FftType::Irfft if dimension == last => {
                let transform = Transform::new(length);
                values = values.along(dimension, length, |line| {
                    let whole: Vec<_> = (0..length)
                        .map(|at| if at < half { line[at] } else { line[length - at].conj() })
                        .collect();
                    let mut whole = transform.inverse(&whole);
                    whole.iter_mut().for_each(|number| number.im = 0.0);
                    whole
                });
            }
            FftType::Rfft if dimension == last => {
                let transform = Transform::new(size);
                values = values.along(dimension, half, |line| {
                    let mut all = transform.forward(line);
                    all.truncate(half);
                    all
                });
            }
            _ => {
                let transform = Transform::new(size);
                values = values.along(dimension, size, |line| {
                    if inverse { transform.inverse(line) } else { transform.forward(line) }
                });
            }
        }
    }
    let shape = Shape::new(element_type, dims);
    if kind == FftType::Irfft {
        let mut parts = values.numbers.iter();
        return Literal::generate(shape, |_| {
            Ok(Scalar::Float(parts.next().map_or(0.0, |number| number.re)))
        });
    }
    tensor(&values.numbers, shape)
}

/// A tensor of complex numbers in row-major order.
struct ComplexTensor {
    numbers: Vec<Complex<f64>>,
    dims: Vec<usize>,
}

impl ComplexTensor {
    /// Replaces each line along a dimension by the result of a function, which has `size` elements.
    fn along(
        self,
        dimension: usize,
        size: usize,
        function: impl Fn(&[Complex<f64>]) -> Vec<Complex<f64>>,
    ) -> Self {
        let Self { numbers, mut dims } = self;
        let from = dims[dimension];
        dims[dimension] = size;
        let outer: usize = dims[..dimension].iter().product();
        let inner: usize = dims[dimension + 1..].iter().product();
        let mut results = vec![Complex::new(0.0, 0.0); outer * size * inner];
        for row in 0..outer {
            for column in 0..inner {
                let line: Vec<_> =
                    (0..from).map(|at| numbers[(row * from + at) * inner + column]).collect();
                for (at, number) in function(&line).into_iter().enumerate() {
                    results[(row * size + at) * inner + column] = number;
                }
            }
        }
        Self { numbers: results, dims }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complex(elements: &[(f64, f64)], dims: &[usize]) -> Literal {
        let elements: Vec<_> = elements.iter().map(|(re, im)| Complex::new(*re, *im)).collect();
        Literal::from_slice(&elements, dims).expect("as many")
    }

    #[test]
    fn real_transforms() {
        // Expected values from numpy.fft.rfft and irfft.
        let real = Literal::from_slice(&[1.0_f64, 2.0, 3.0, 5.0], [4]).expect("four");
        let half = complex(&[(11.0, 0.0), (-2.0, 3.0), (-3.0, 0.0)], &[3]);
        assert_eq!(fft(&real, FftType::Rfft, &[4], ElementType::C128), Ok(half.clone()));
        assert_eq!(fft(&half, FftType::Irfft, &[4], ElementType::F64), Ok(real));
        // Imaginary parts that no real transform has are ignored.
        let odd = complex(&[(4.0, 7.0), (0.0, 0.0), (0.0, 9.0)], &[3]);
        let ones = Literal::from_slice(&[1.0_f64; 4], [4]).expect("four");
        assert_eq!(fft(&odd, FftType::Irfft, &[4], ElementType::F64), Ok(ones));
    }

    #[test]
    fn several_dimensions() {
        let values = |elements: &[(f64, f64)]| -> Vec<_> {
            elements.iter().map(|(re, im)| Scalar::Complex(*re, *im)).collect()
        };
        let run = |operand: &Literal, kind, lengths: &[usize]| -> Vec<_> {
            let result = fft(operand, kind, lengths, ElementType::C128);
            result.expect("of these lengths").iter().collect()
        };
        let square = [(1.0, 0.0), (2.0, 0.0), (3.0, 0.0), (4.0, 0.0)];
        let sums = [(10.0, 0.0), (-2.0, 0.0), (-4.0, 0.0), (0.0, 0.0)];
        let rows = [(3.0, 0.0), (-1.0, 0.0), (7.0, 0.0), (-1.0, 0.0)];
        let operand = complex(&square, &[2, 2]);
        assert_eq!(run(&operand, FftType::Fft, &[2, 2]), values(&sums));
        assert_eq!(run(&complex(&sums, &[2, 2]), FftType::Ifft, &[2, 2]), values(&square));
        assert_eq!(run(&operand, FftType::Fft, &[2]), values(&rows));
    }

    #[test]
    fn odd_lengths() {
        let none = complex(&[], &[2, 0]);
        assert_eq!(fft(&none, FftType::Fft, &[0], ElementType::C128), Ok(none.clone()));
        let empty = Literal::from_slice::<f64>(&[], [2, 0]).expect("none");
        assert_eq!(fft(&none, FftType::Irfft, &[0], ElementType::F64), Ok(empty.clone()));
        assert_eq!(fft(&empty, FftType::Rfft, &[0], ElementType::C128), Ok(none.clone()));
        let huge = complex(&[], &[0, 1 << 40, 1 << 40, 2]);
        assert_eq!(fft(&huge, FftType::Fft, &[2], ElementType::C128), Ok(huge.clone()));
        let one = complex(&[(3.0, 4.0)], &[1]);
        assert_eq!(fft(&one, FftType::Ifft, &[1], ElementType::C128), Ok(one.clone()));
        assert!(fft(&one, FftType::Fft, &[2], ElementType::C128).is_err());
    }
}
