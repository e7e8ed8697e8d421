// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Householder reflections `H = I - tau * v * v^H` where `v` begins with 1, as LAPACK's `larfg`
//! computes them, and products of several reflections in the form `I - V * T * V^H` (LAPACK's
//! `larft` and `larfb`).

use crate::scalar::Scalar;
use faer::linalg::matmul::matmul;
use faer::prelude::{Reborrow, ReborrowMut};
use faer::{Accum, ColMut, Mat, MatMut, MatRef, Par};
use num_traits::{Float, Zero};

/// Maximum number of reflections that are applied at once.
pub const BLOCK: usize = 32;

/// Computes the reflection whose adjoint maps a column to a multiple `beta` of the first unit
/// vector, with a real `beta`. Replaces the column by `beta` and the elements of `v` after the
/// leading 1. Returns `tau`.
pub fn reflect<T: Scalar>(mut column: ColMut<'_, T>) -> T {
    if column.nrows() == 0 {
        return T::zero();
    }
    let (alpha, rest) = (column[0], column.nrows() - 1);
    let mut tail = column.rb_mut().subrows_mut(1, rest);
    let norm: T::Base = tail.rb().norm_l2();
    if norm.is_zero() && alpha.im().is_zero() {
        return T::zero();
    }
    let size = Float::hypot(Float::hypot(alpha.re(), alpha.im()), norm);
    let beta = if alpha.re().is_sign_negative() { size } else { -size };
    let difference = alpha - T::real(beta);
    for row in 0..tail.nrows() {
        tail[row] /= difference;
    }
    column[0] = T::real(beta);
    T::of((beta - alpha.re()) / beta, -alpha.im() / beta)
}

/// Returns the vectors of reflections as columns, with ones on the diagonal and zeros above, from a
/// matrix that holds the other elements below its diagonal.
pub fn vectors<T: Scalar>(packed: MatRef<'_, T>) -> Mat<T> {
    Mat::from_fn(packed.nrows(), packed.ncols(), |row, column| match row.cmp(&column) {
        std::cmp::Ordering::Less => T::zero(),
        std::cmp::Ordering::Equal => T::one(),
        std::cmp::Ordering::Greater => packed[(row, column)],
    })
}

/// Returns the upper triangular matrix `T` of the product `I - V * T * V^H` of reflections.
pub fn triangle<T: Scalar>(vectors: MatRef<'_, T>, taus: &[T]) -> Mat<T> {
    let count = taus.len();
    let mut products = Mat::zeros(count, count);
    matmul(products.as_mut(), Accum::Replace, vectors.adjoint(), vectors, T::one(), Par::Seq);
    let mut result = Mat::<T>::zeros(count, count);
    for (column, tau) in taus.iter().enumerate() {
        result[(column, column)] = *tau;
        for row in 0..column {
            let terms = (row..column).map(|inner| result[(row, inner)] * products[(inner, column)]);
            let sum = terms.fold(T::zero(), |sum, term| sum + term);
            result[(row, column)] = -*tau * sum;
        }
    }
    result
}

/// Multiplies a matrix from the left by the product of reflections or by its adjoint.
pub fn apply<T: Scalar>(vectors: MatRef<'_, T>, taus: &[T], adjoint: bool, matrix: MatMut<'_, T>) {
    if matrix.ncols() == 0 || taus.is_empty() {
        return;
    }
    let triangle = triangle(vectors, taus);
    let mut inner = Mat::zeros(taus.len(), matrix.ncols());
    matmul(inner.as_mut(), Accum::Replace, vectors.adjoint(), matrix.rb(), T::one(), Par::Seq);
    let mut outer = Mat::zeros(taus.len(), matrix.ncols());
    if adjoint {
        let triangle = triangle.adjoint();
        matmul(outer.as_mut(), Accum::Replace, triangle, inner.as_ref(), T::one(), Par::Seq);
    } else {
        matmul(
            outer.as_mut(),
            Accum::Replace,
            triangle.as_ref(),
            inner.as_ref(),
            T::one(),
            Par::Seq,
        );
    }
    matmul(matrix, Accum::Add, vectors, outer.as_ref(), -T::one(), Par::Seq);
}

/// Multiplies a matrix from the left by `Q`, the product of all reflections, or by its adjoint. The
/// reflections are below the diagonal of `packed`.
pub fn apply_all<T: Scalar>(
    packed: MatRef<'_, T>,
    taus: &[T],
    adjoint: bool,
    mut matrix: MatMut<'_, T>,
) {
    let mut starts: Vec<_> = (0..taus.len()).step_by(BLOCK).collect();
    // `Q = H0 * H1 * ...`, so `Q^H` applies the first reflections first.
    if !adjoint {
        starts.reverse();
    }
    for start in starts {
        let taus = &taus[start..(start + BLOCK).min(taus.len())];
        let rows = packed.nrows() - start;
        let vectors = vectors(packed.submatrix(start, start, rows, taus.len()));
        let part = matrix.rb_mut().subrows_mut(start, rows);
        apply(vectors.as_ref(), taus, adjoint, part);
    }
}
