// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `geqrf`, `orgqr`, `ungqr`, `ormqr` and `unmqr`: QR decomposition, and products with the matrix
//! Q.

use crate::call::{Call, append, tensor};
use crate::householder::{BLOCK, apply, apply_all, reflect, vectors};
use crate::scalar::Scalar;
use faer::prelude::{Reborrow, ReborrowMut};
use faer::{Mat, MatMut};
use hloom_values::{Error, Literal};

/// Computes R and the reflections below it, and the `tau` of each reflection.
pub fn factor<T: Scalar>(call: &Call) -> Result<Vec<Literal>, Error> {
    call.expect_operands(1)?;
    let batch = call.matrices::<T>(0)?;
    let (rows, columns) = (batch.rows, batch.columns);
    let (mut factors, mut taus) = (Vec::new(), Vec::new());
    for index in 0..batch.count() {
        let mut matrix = batch.matrix(index);
        taus.extend(decompose(matrix.as_mut()));
        append(&mut factors, matrix.as_ref());
    }
    Ok(vec![
        tensor(&factors, batch.dims, &[rows, columns])?,
        tensor(&taus, batch.dims, &[rows.min(columns)])?,
    ])
}

/// Decomposes a matrix in place, a block of columns at a time. Returns the `tau` of each
/// reflection.
fn decompose<T: Scalar>(mut matrix: MatMut<'_, T>) -> Vec<T> {
    let (rows, columns) = matrix.shape();
    let count = rows.min(columns);
    let mut taus = Vec::with_capacity(count);
    for start in (0..count).step_by(BLOCK) {
        let width = BLOCK.min(count - start);
        let rest = matrix.rb_mut().submatrix_mut(start, start, rows - start, columns - start);
        let (mut panel, trailing) = rest.split_at_col_mut(width);
        for column in 0..width {
            taus.push(step(panel.rb_mut(), column));
        }
        let vectors = vectors(panel.rb());
        apply(vectors.as_ref(), &taus[start..], true, trailing);
    }
    taus
}

/// Computes the reflection for a column, and applies its adjoint to the later columns. Returns the
/// `tau` of the reflection.
pub fn step<T: Scalar>(matrix: MatMut<'_, T>, column: usize) -> T {
    let rows = matrix.nrows() - column;
    let (left, right) = matrix.subrows_mut(column, rows).split_at_col_mut(column + 1);
    let mut own = left.subcols_mut(column, 1);
    let tau = reflect(own.rb_mut().col_mut(0));
    let vector = vectors(own.rb());
    apply(vector.as_ref(), &[tau], true, right);
    tau
}

/// Computes the leading columns of the product of reflections.
pub fn product<T: Scalar>(call: &Call) -> Result<Vec<Literal>, Error> {
    call.expect_operands(2)?;
    let a = call.matrices::<T>(0)?;
    let count = call.operands[1].shape().dims.last().copied().unwrap_or(0);
    let taus = call.vectors::<T>(1, a.dims, count)?;
    let (rows, columns) = (a.rows, a.columns);
    if columns > rows || count > columns {
        let shape = call.operands[0].shape();
        return Err(call.error(format_args!(
            "operand 0: expected at least {count} columns, and at least as many rows as columns, \
             found {shape}"
        )));
    }
    let mut products = Vec::new();
    for index in 0..a.count() {
        let packed = a.matrix(index);
        let mut result = Mat::identity(rows, columns);
        apply_all(packed.as_ref(), taus.elements(index), false, result.as_mut());
        append(&mut products, result.as_ref());
    }
    Ok(vec![tensor(&products, a.dims, &[rows, columns])?])
}

/// Multiplies matrices by the product Q of reflections, or by its adjoint if `transpose` is true.
/// Multiplies from the left if `left` is true, and otherwise from the right.
pub fn multiply<T: Scalar>(call: &Call) -> Result<Vec<Literal>, Error> {
    call.expect_operands(3)?;
    let (a, c) = (call.matrices::<T>(0)?, call.matrices::<T>(2)?);
    let count = call.operands[1].shape().dims.last().copied().unwrap_or(0);
    let taus = call.vectors::<T>(1, a.dims, count)?;
    call.expect_batch(2, c.dims, a.dims)?;
    let (left, adjoint) = (call.integer("left")? != 0, call.integer("transpose")? != 0);
    let size = if left { c.rows } else { c.columns };
    if size != a.rows || count > a.rows || count > a.columns {
        let (a, c) = (call.operands[0].shape(), call.operands[2].shape());
        return Err(call.error(format_args!(
            "operand 0: expected {size} rows to match operand 2, {c}, and at least {count} rows \
             and columns for the reflections, found {a}"
        )));
    }
    let mut products = Vec::new();
    for index in 0..a.count() {
        let (packed, mut matrix) = (a.matrix(index), c.matrix(index));
        let taus = taus.elements(index);
        if left {
            apply_all(packed.as_ref(), taus, adjoint, matrix.as_mut());
            append(&mut products, matrix.as_ref());
        } else {
            // The adjoint of `C * op(Q)` is `op(Q)^H * C^H`.
            let mut turned =
                Mat::from_fn(c.columns, c.rows, |row, column| matrix[(column, row)].conj());
            apply_all(packed.as_ref(), taus, !adjoint, turned.as_mut());
            let matrix =
                Mat::from_fn(c.rows, c.columns, |row, column| turned[(column, row)].conj());
            append(&mut products, matrix.as_ref());
        }
    }
    Ok(vec![tensor(&products, c.dims, &[c.rows, c.columns])?])
}
