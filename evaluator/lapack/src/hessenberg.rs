// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `gehrd`: reduction of a matrix to Hessenberg form by a unitary similarity.

use crate::call::{Call, append, tensor};
use crate::householder::{apply, reflect, vectors};
use crate::scalar::Scalar;
use faer::linalg::matmul::matmul;
use faer::prelude::{Reborrow, ReborrowMut};
use faer::{Accum, Mat, MatMut, Par};
use hloom_values::{Error, Literal};

/// Computes the Hessenberg form with the reflections below it, the `tau` of each reflection, and
/// `info`, which is 0. Rows and columns outside the 1-based range `low..=high` are already upper
/// triangular.
pub fn reduce<T: Scalar>(call: &Call) -> Result<Vec<Literal>, Error> {
    call.expect_operands(1)?;
    let batch = call.square_matrices::<T>(0)?;
    let size = batch.rows;
    let (low, high) = (call.integer("low")?, call.integer("high")?);
    let range = usize::try_from(low).ok().zip(usize::try_from(high).ok());
    let range = range.filter(|(low, high)| *low >= 1 && *high <= size && low <= &(high + 1));
    let (low, high) = match range {
        Some((low, high)) => (low - 1, high),
        None if size == 0 => (0, 0),
        None => {
            let message = format_args!("`low` and `high`: expected a range in 1..={size}, found ");
            return Err(call.error(format_args!("{message}{low}..={high}")));
        }
    };
    let (mut reduced, mut all_taus) = (Vec::new(), Vec::new());
    for index in 0..batch.count() {
        let mut matrix = batch.matrix(index);
        let mut taus = vec![T::zero(); size.saturating_sub(1)];
        let reduced_columns = taus.iter_mut().enumerate().take(high.saturating_sub(1)).skip(low);
        for (column, tau) in reduced_columns {
            *tau = step(matrix.as_mut(), column, high);
        }
        append(&mut reduced, matrix.as_ref());
        all_taus.extend(taus);
    }
    Ok(vec![
        tensor(&reduced, batch.dims, &[size, size])?,
        tensor(&all_taus, batch.dims, &[size.saturating_sub(1)])?,
        tensor(&vec![0_i32; batch.count()], batch.dims, &[])?,
    ])
}

/// Reduces one column, and returns the `tau` of its reflection.
fn step<T: Scalar>(mut matrix: MatMut<'_, T>, column: usize, high: usize) -> T {
    let (below, size) = (column + 1, matrix.nrows());
    let mut own = matrix.rb_mut().submatrix_mut(below, column, high - below, 1);
    let tau = reflect(own.rb_mut().col_mut(0));
    let vector = vectors(own.rb());
    // From the right, `A * H = A - tau * (A * v) * v^H`.
    let mut right = matrix.rb_mut().submatrix_mut(0, below, high, high - below);
    let mut products = Mat::zeros(high, 1);
    matmul(products.as_mut(), Accum::Replace, right.rb(), vector.as_ref(), tau, Par::Seq);
    matmul(right.rb_mut(), Accum::Add, products.as_ref(), vector.adjoint(), -T::one(), Par::Seq);
    // From the left, `H^H * A`.
    let left = matrix.submatrix_mut(below, below, high - below, size - below);
    apply(vector.as_ref(), &[tau], true, left);
    tau
}
