// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Triangular systems, solved by substitution (specification, section "triangular_solve").

use super::field::{Field, is_complex, matrix_sizes, numbers, tensor};
use crate::Error;
use hloom_dialects::attributes::stablehlo::Transpose;
use hloom_values::Literal;
use num_complex::Complex;

/// The kind of a system `op(a) x = b` or `x op(a) = b` with a triangular matrix `a`.
#[derive(Clone, Copy, Debug)]
pub struct TriangularSolve {
    /// Whether the system is `op(a) x = b`; otherwise it is `x op(a) = b`.
    pub left_side: bool,
    /// Whether the lower triangle of `a` is read; otherwise the upper triangle is read.
    pub lower: bool,
    /// Whether all elements of the diagonal are assumed to be 1 instead of being read.
    pub unit_diagonal: bool,
    /// The function `op` that is applied to `a`: the identity, the transpose or the adjoint.
    pub transpose: Transpose,
}

impl TriangularSolve {
    /// Solves a batch of systems.
    ///
    /// # Errors
    /// Fails if the sizes of the matrices do not match.
    pub fn evaluate(self, a: &Literal, b: &Literal) -> Result<Literal, Error> {
        if is_complex(a) { self.batch::<Complex<f64>>(a, b) } else { self.batch::<f64>(a, b) }
    }

    fn batch<F: Field>(self, a: &Literal, b: &Literal) -> Result<Literal, Error> {
        let ([height, size], [rows, columns]) =
            (matrix_sizes(a.shape())?, matrix_sizes(b.shape())?);
        let shared = if self.left_side { rows } else { columns };
        let batches = |dims: &[usize]| dims[..dims.len() - 2].to_vec();
        let same = batches(&a.shape().dims) == batches(&b.shape().dims);
        if height != size || shared != size || !same {
            let (a, b) = (a.shape(), b.shape());
            return Err(Error::invalid(format!(
                "expected square matrices of size {shared} and equal batch dimensions, found {a} \
                 and right-hand sides {b}"
            )));
        }
        let matrices: Vec<F> = numbers(a);
        let mut all: Vec<F> = numbers(b);
        // The number of right-hand sides, the stride of their elements, and the stride between
        // them.
        let sides = if self.left_side { (columns, columns, 1) } else { (rows, 1, columns) };
        let solutions = all.chunks_exact_mut((rows * columns).max(1));
        for (matrix, solution) in matrices.chunks_exact((size * size).max(1)).zip(solutions) {
            self.solve(matrix, size, solution, sides);
        }
        tensor(&all, b.shape().clone())
    }

    /// Solves one system and replaces the right-hand sides by the solutions.
    fn solve<F: Field>(
        self,
        matrix: &[F],
        size: usize,
        solution: &mut [F],
        (sides, step, distance): (usize, usize, usize),
    ) {
        // A matrix on the right equals its transpose on the left.
        let transposed = self.transpose != Transpose::NoTranspose;
        let swapped = transposed == self.left_side;
        let at = |row: usize, column: usize| {
            let value = matrix[if swapped { column * size + row } else { row * size + column }];
            if self.transpose == Transpose::Adjoint { value.conjugate() } else { value }
        };
        let forward = self.lower != swapped;
        for side in 0..sides {
            let place = |row: usize| row * step + side * distance;
            for turn in 0..size {
                let row = if forward { turn } else { size - 1 - turn };
                let known = if forward { 0..row } else { row + 1..size };
                let mut value = solution[place(row)];
                for column in known {
                    value = value - at(row, column) * solution[place(column)];
                }
                let diagonal = if self.unit_diagonal { F::from_real(1.0) } else { at(row, row) };
                solution[place(row)] = value / diagonal;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: [(f64, f64); 9] = [
        (2.0, 1.0),
        (9.0, 0.0),
        (9.0, 0.0),
        (1.0, -1.0),
        (4.0, 0.0),
        (9.0, 0.0),
        (0.0, 3.0),
        (1.0, 0.0),
        (0.0, 5.0),
    ];

    fn matrix(elements: &[(f64, f64)]) -> Literal {
        let elements: Vec<_> = elements.iter().map(|(re, im)| Complex::new(*re, *im)).collect();
        Literal::from_slice(&elements, [3, 3]).expect("nine")
    }

    /// The first column, to four digits.
    fn first(
        left_side: bool,
        lower: bool,
        unit_diagonal: bool,
        transpose: Transpose,
    ) -> [(f64, f64); 3] {
        let b = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0].map(|real| (real, 0.0));
        let b = matrix(&[&b[..], &[(0.0, 9.0)]].concat());
        let solve = TriangularSolve { left_side, lower, unit_diagonal, transpose };
        let result = solve.evaluate(&matrix(&A), &b).expect("fits");
        [0, 3, 6].map(|linear| {
            let (re, im) = result.get(linear).expect("nine").parts();
            ((re * 1e4).round() / 1e4 + 0.0, (im * 1e4).round() / 1e4 + 0.0)
        })
    }

    #[test]
    fn every_form() {
        use Transpose::{Adjoint, NoTranspose, Transpose as T};
        // Expected values from XLA's CPU backend (jaxlib 0.10.2).
        assert_eq!(first(true, true, true, NoTranspose), [(1.0, 0.0), (3.0, 1.0), (4.0, -4.0)]);
        let lower = [(0.4, -0.2), (0.95, 0.15), (-0.27, -1.09)];
        assert_eq!(first(true, true, false, NoTranspose), lower);
        let upper = [(-6.35, -4.7), (1.0, 3.15), (0.0, -1.4)];
        assert_eq!(first(true, false, false, NoTranspose), upper);
        let right = [(-0.51, 0.43), (-0.27, 0.61), (1.41, -2.63)];
        assert_eq!(first(false, true, false, NoTranspose), right);
        let right = [(0.4, -0.2), (1.6, -0.8), (2.8, -1.4)];
        assert_eq!(first(false, false, false, NoTranspose), right);
        assert_eq!(first(true, true, true, T), [(4.0, -24.0), (-3.0, 0.0), (7.0, 0.0)]);
        assert_eq!(first(true, false, false, T), [(0.4, -0.2), (0.1, 0.45), (-0.45, -0.5)]);
        assert_eq!(first(true, true, true, Adjoint), [(4.0, 24.0), (-3.0, 0.0), (7.0, 0.0)]);
        assert_eq!(first(false, true, false, Adjoint), [(0.4, 0.2), (1.6, 0.8), (2.8, 1.4)]);
        let right = [(-2.75, 2.0), (-5.6, 3.95), (-12.5, -6.25)];
        assert_eq!(first(false, false, false, Adjoint), right);
    }

    #[test]
    fn singular_matrices() {
        let solve = TriangularSolve {
            left_side: true,
            lower: true,
            unit_diagonal: false,
            transpose: Transpose::NoTranspose,
        };
        let zero = Literal::from_slice(&[0.0_f32], [1, 1]).expect("one");
        let one = Literal::from_slice(&[1.0_f32], [1, 1]).expect("one");
        assert_eq!(
            solve.evaluate(&zero, &one).map(|it| it.get(0)),
            Ok(Some(hloom_values::Scalar::Float(f64::INFINITY)))
        );
        let none = Literal::from_slice::<f32>(&[], [0, 0]).expect("none");
        assert_eq!(solve.evaluate(&none, &none), Ok(none.clone()));
        assert!(solve.evaluate(&one, &none).is_err());
    }
}
