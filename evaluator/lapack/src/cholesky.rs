// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `potrf`: Cholesky decomposition by recursive halving of the matrix (LAPACK's `potrf2`).

use crate::call::{Call, append, tensor};
use crate::scalar::Scalar;
use faer::linalg::matmul::triangular::{BlockStructure, matmul};
use faer::linalg::triangular_solve::solve_lower_triangular_in_place;
use faer::prelude::{Reborrow, ReborrowMut};
use faer::{Accum, MatMut, Par};
use hloom_values::{Error, Literal};
use num_traits::{Float, Zero};

/// The maximum size of a matrix that is decomposed column by column instead of by halving.
const LEAF: usize = 8;

/// Computes the Cholesky factor in the triangle `uplo`, leaves the other triangle unchanged, and
/// computes `info`: the size of the smallest leading block that is not positive definite, or 0.
pub fn factor<T: Scalar>(call: &Call) -> Result<Vec<Literal>, Error> {
    call.expect_operands(1)?;
    let batch = call.square_matrices::<T>(0)?;
    let lower = call.character("uplo", "LU")? == 'L';
    let (mut factors, mut infos) = (Vec::new(), Vec::new());
    for index in 0..batch.count() {
        let mut matrix = batch.matrix(index);
        // The transpose of `U^H * U` is `L * L^H` with `L = U^T`.
        let view = if lower { matrix.as_mut() } else { matrix.as_mut().transpose_mut() };
        let info = decompose(view);
        append(&mut factors, matrix.as_ref());
        infos.push(info.map_or(0, |column| column as i32 + 1));
    }
    let size = batch.rows;
    Ok(vec![tensor(&factors, batch.dims, &[size, size])?, tensor(&infos, batch.dims, &[])?])
}

/// Decomposes the lower triangle of a matrix in place. Returns the first column whose pivot is not
/// positive, or `None` if all pivots are positive.
fn decompose<T: Scalar>(mut matrix: MatMut<'_, T>) -> Option<usize> {
    let size = matrix.nrows();
    if size <= LEAF {
        return eliminate(matrix);
    }
    let half = size / 2;
    let (mut top, _, mut below, mut rest) = matrix.rb_mut().split_at_mut(half, half);
    if let Some(column) = decompose(top.rb_mut()) {
        return Some(column);
    }
    // The lower left block is `A21 * L11^-H`, so its adjoint is `L11^-1 * A21^H`.
    solve_lower_triangular_in_place(top.rb().conjugate(), below.rb_mut().transpose_mut(), Par::Seq);
    matmul(
        rest.rb_mut(),
        BlockStructure::TriangularLower,
        Accum::Add,
        below.rb(),
        BlockStructure::Rectangular,
        below.rb().adjoint(),
        BlockStructure::Rectangular,
        -T::one(),
        Par::Seq,
    );
    decompose(rest).map(|column| column + half)
}

/// Decomposes the lower triangle of a small matrix in place, column by column. The results equal
/// the results of [`decompose`], except for rounding.
fn eliminate<T: Scalar>(mut matrix: MatMut<'_, T>) -> Option<usize> {
    let size = matrix.nrows();
    for step in 0..size {
        let mut pivot = matrix[(step, step)].re();
        for column in 0..step {
            let element = matrix[(step, column)];
            pivot -= (element * element.conj()).re();
        }
        if pivot.is_nan() || pivot <= T::Base::zero() {
            matrix[(step, step)] = T::real(pivot);
            return Some(step);
        }
        let pivot = Float::sqrt(pivot);
        matrix[(step, step)] = T::real(pivot);
        for row in step + 1..size {
            let mut sum = matrix[(row, step)];
            for column in 0..step {
                sum -= matrix[(row, column)] * matrix[(step, column)].conj();
            }
            matrix[(row, step)] = sum / T::real(pivot);
        }
    }
    None
}
