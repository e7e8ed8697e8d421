// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Cholesky decompositions (specification, section "cholesky").
//!
//! Only the requested triangle is read. If the specification does not define the result, the
//! evaluator follows XLA: the other triangle of the result is zero, and all elements are NaN if a
//! matrix is not positive definite.

use super::field::{Field, is_complex, matrix_sizes, numbers, tensor};
use crate::Error;
use hloom_values::Literal;
use num_complex::Complex;

/// Returns a lower triangular matrix `l` with `a = l * adjoint(l)`, or an upper triangular matrix
/// `u` with `a = adjoint(u) * u`.
///
/// # Errors
/// Fails if the matrices are not square.
pub fn cholesky(a: &Literal, lower: bool) -> Result<Literal, Error> {
    if is_complex(a) { batch::<Complex<f64>>(a, lower) } else { batch::<f64>(a, lower) }
}

fn batch<F: Field>(a: &Literal, lower: bool) -> Result<Literal, Error> {
    let [rows, size] = matrix_sizes(a.shape())?;
    if rows != size {
        return Err(Error::invalid(format!("expected square matrices, found a {}", a.shape())));
    }
    let mut all: Vec<F> = numbers(a);
    for matrix in all.chunks_exact_mut((size * size).max(1)) {
        decompose(matrix, size, lower);
    }
    tensor(&all, a.shape().clone())
}

/// Decomposes a matrix in place, column by column.
fn decompose<F: Field>(matrix: &mut [F], size: usize, lower: bool) {
    // For the upper factor, computes its adjoint, which is the same with indices swapped.
    let at = |row: usize, column: usize| {
        if lower { row * size + column } else { column * size + row }
    };
    for column in 0..size {
        let mut pivot = matrix[at(column, column)].real();
        for before in 0..column {
            let factor = matrix[at(column, before)];
            pivot -= (factor * factor.conjugate()).real();
        }
        // NaN is not positive either.
        if pivot.is_nan() || pivot <= 0.0 {
            matrix.fill(F::from_real(f64::NAN));
            return;
        }
        let pivot = F::from_real(pivot.sqrt());
        matrix[at(column, column)] = pivot;
        for row in column + 1..size {
            let mut value = matrix[at(row, column)];
            for before in 0..column {
                value = value - matrix[at(row, before)] * matrix[at(column, before)].conjugate();
            }
            matrix[at(row, column)] = value / pivot;
            matrix[at(column, row)] = F::from_real(0.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matrix(elements: &[f64]) -> Literal {
        Literal::from_slice(elements, [3, 3]).expect("nine")
    }

    #[test]
    fn one_triangle_is_read() {
        // The specification's matrix with other numbers in the triangle that is not read.
        let lower = matrix(&[1.0, 9.0, 9.0, 2.0, 20.0, 9.0, 3.0, 26.0, 70.0]);
        let upper = matrix(&[1.0, 2.0, 3.0, 9.0, 20.0, 26.0, 9.0, 9.0, 70.0]);
        let factor = matrix(&[1.0, 0.0, 0.0, 2.0, 4.0, 0.0, 3.0, 5.0, 6.0]);
        let adjoint = matrix(&[1.0, 2.0, 3.0, 0.0, 4.0, 5.0, 0.0, 0.0, 6.0]);
        assert_eq!(cholesky(&lower, true), Ok(factor));
        assert_eq!(cholesky(&upper, false), Ok(adjoint));
    }

    #[test]
    fn complex_matrices() {
        // Expected values from numpy.linalg.cholesky.
        let c = Complex::new;
        let a = [c(4.0, 0.0), c(2.0, -2.0), c(2.0, 2.0), c(3.0, 0.0)];
        let a = Literal::from_slice(&a, [2, 2]).expect("four");
        let factor = [c(2.0, 0.0), c(0.0, 0.0), c(1.0, 1.0), c(1.0, 0.0)];
        assert_eq!(cholesky(&a, true), Ok(Literal::from_slice(&factor, [2, 2]).expect("four")));
        let adjoint = [c(2.0, 0.0), c(1.0, -1.0), c(0.0, 0.0), c(1.0, 0.0)];
        assert_eq!(cholesky(&a, false), Ok(Literal::from_slice(&adjoint, [2, 2]).expect("four")));
    }

    #[test]
    fn matrices_that_have_none() {
        // The second matrix of the batch is filled with NaN, as in XLA.
        let a = [4.0_f32, 1.0, 1.0, -1.0];
        let both = [[4.0_f32, 0.0, 0.0, 9.0], a].concat();
        let both = Literal::from_slice(&both, [2, 2, 2]).expect("eight");
        let result = cholesky(&both, true).expect("square");
        let values = result.as_slice::<f32>().expect("f32");
        assert_eq!(values[..4], [2.0, 0.0, 0.0, 3.0]);
        assert!(values[4..].iter().all(|value| value.is_nan()));
        let none = Literal::from_slice::<f32>(&[], [2, 0, 0]).expect("none");
        assert_eq!(cholesky(&none, true), Ok(none));
    }
}
