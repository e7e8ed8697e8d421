// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `getrf`: LU decomposition with partial pivoting, by recursive halving of the columns (S. Toledo,
//! Locality of reference in LU decomposition with partial pivoting, 1997; LAPACK's `getrf2`).

use crate::call::{Call, append, tensor};
use crate::scalar::Scalar;
use faer::linalg::matmul::matmul;
use faer::linalg::triangular_solve::solve_unit_lower_triangular_in_place;
use faer::prelude::{Reborrow, ReborrowMut};
use faer::{Accum, ColMut, MatMut, Par};
use hloom_values::{Error, Literal};

/// The maximum number of columns that are decomposed one by one instead of by halving.
const LEAF: usize = 8;

/// Computes the packed factors, the 1-based pivots, and `info`: the 1-based number of the first
/// pivot that is zero, or 0.
pub fn factor<T: Scalar>(call: &Call) -> Result<Vec<Literal>, Error> {
    call.expect_operands(1)?;
    let batch = call.matrices::<T>(0)?;
    let (rows, columns) = (batch.rows, batch.columns);
    let (mut factors, mut all_pivots, mut infos) = (Vec::new(), Vec::new(), Vec::new());
    for index in 0..batch.count() {
        let mut matrix = batch.matrix(index);
        let mut pivots = vec![0; rows.min(columns)];
        let info = decompose(matrix.as_mut(), &mut pivots);
        append(&mut factors, matrix.as_ref());
        all_pivots.extend(pivots.iter().map(|pivot| *pivot as i32 + 1));
        infos.push(info.map_or(0, |column| column as i32 + 1));
    }
    Ok(vec![
        tensor(&factors, batch.dims, &[rows, columns])?,
        tensor(&all_pivots, batch.dims, &[rows.min(columns)])?,
        tensor(&infos, batch.dims, &[])?,
    ])
}

/// Decomposes a matrix in place, and stores in `pivots` the row with which each row is swapped.
/// Returns the first column with a zero pivot, or `None` if there is none.
fn decompose<T: Scalar>(mut matrix: MatMut<'_, T>, pivots: &mut [usize]) -> Option<usize> {
    let (rows, columns) = matrix.shape();
    let count = rows.min(columns);
    if count == 0 {
        return None;
    }
    if columns <= LEAF || count == 1 {
        return eliminate(matrix, pivots);
    }
    let half = count / 2;
    let (left_pivots, right_pivots) = pivots.split_at_mut(half);
    let (mut left, mut right) = matrix.rb_mut().split_at_col_mut(half);
    let mut info = decompose(left.rb_mut(), left_pivots);
    exchange(right.rb_mut(), left_pivots);
    let (top, bottom) = left.rb().split_at_row(half);
    let (mut solved, mut rest) = right.rb_mut().split_at_row_mut(half);
    solve_unit_lower_triangular_in_place(top, solved.rb_mut(), Par::Seq);
    matmul(rest.rb_mut(), Accum::Add, bottom, solved.rb(), -T::one(), Par::Seq);
    let later = decompose(rest.rb_mut(), right_pivots);
    info = info.or(later.map(|column| column + half));
    let (_, lower) = left.split_at_row_mut(half);
    exchange(lower, right_pivots);
    right_pivots.iter_mut().for_each(|pivot| *pivot += half);
    info
}

/// Swaps each row with its pivot row, in order.
fn exchange<T: Scalar>(mut matrix: MatMut<'_, T>, pivots: &[usize]) {
    for column in 0..matrix.ncols() {
        if let Some(elements) = contiguous(matrix.rb_mut().col_mut(column)) {
            for (row, pivot) in pivots.iter().enumerate() {
                elements.swap(row, *pivot);
            }
        }
    }
}

/// Returns the elements of a column as a slice. All matrices here are column-major, so that the
/// result is never `None`.
fn contiguous<T: Scalar>(column: ColMut<'_, T>) -> Option<&mut [T]> {
    column.try_as_col_major_mut().map(|column| column.as_slice_mut())
}

/// Decomposes a matrix of few columns or of one row in place, column by column. The results equal
/// the results of [`decompose`], except for rounding.
fn eliminate<T: Scalar>(matrix: MatMut<'_, T>, pivots: &mut [usize]) -> Option<usize> {
    let (rows, columns) = matrix.shape();
    let mut info = None;
    let mut elements: Vec<_> = matrix.col_iter_mut().filter_map(contiguous).collect();
    for step in 0..rows.min(columns) {
        let own = &elements[step][step..];
        let mut pivot = 0;
        let mut size = own[0].size();
        for (row, element) in own.iter().enumerate() {
            let other = element.size();
            if other > size {
                (pivot, size) = (row, other);
            }
        }
        pivot += step;
        pivots[step] = pivot;
        if elements[step][pivot] == T::zero() {
            info = info.or(Some(step));
            continue;
        }
        elements.iter_mut().for_each(|column| column.swap(step, pivot));
        let (left, right) = elements.split_at_mut(step + 1);
        let (top, factors) = left[step].split_at_mut(step + 1);
        let divisor = top[step];
        factors.iter_mut().for_each(|factor| *factor /= divisor);
        for column in right {
            let (top, rest) = column.split_at_mut(step + 1);
            let element = top[step];
            for (target, factor) in rest.iter_mut().zip(&*factors) {
                *target -= *factor * element;
            }
        }
    }
    info
}
