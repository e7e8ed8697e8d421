// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `geqp3`: QR decomposition with column pivoting.

use crate::call::{Call, append, tensor};
use crate::qr::step;
use crate::scalar::Scalar;
use faer::MatMut;
use faer::prelude::{Reborrow, ReborrowMut};
use hloom_values::{Error, Literal};
use num_traits::One;

/// Computes R and the reflections below it, the 1-based index of each column in the first operand,
/// and the `tau` of each reflection. The columns with a nonzero number in the second operand come
/// first, in their original order.
pub fn factor<T: Scalar>(call: &Call) -> Result<Vec<Literal>, Error> {
    call.expect_operands(2)?;
    let batch = call.matrices::<T>(0)?;
    let (rows, columns) = (batch.rows, batch.columns);
    let fixed = call.vectors::<i32>(1, batch.dims, columns)?;
    let (mut factors, mut orders, mut taus) = (Vec::new(), Vec::new(), Vec::new());
    for index in 0..batch.count() {
        let mut matrix = batch.matrix(index);
        let mut order: Vec<i32> = (1..=columns as i32).collect();
        let mut first = 0;
        for (column, fixed) in fixed.elements(index).iter().enumerate() {
            if *fixed != 0 {
                exchange(matrix.as_mut(), &mut order, first, column);
                first += 1;
            }
        }
        taus.extend(decompose(matrix.as_mut(), &mut order, first));
        append(&mut factors, matrix.as_ref());
        orders.extend(order);
    }
    Ok(vec![
        tensor(&factors, batch.dims, &[rows, columns])?,
        tensor(&orders, batch.dims, &[columns])?,
        tensor(&taus, batch.dims, &[rows.min(columns)])?,
    ])
}

fn exchange<T: Scalar>(mut matrix: MatMut<'_, T>, order: &mut [i32], a: usize, b: usize) {
    order.swap(a, b);
    for row in 0..matrix.nrows() {
        let kept = matrix[(row, a)];
        matrix[(row, a)] = matrix[(row, b)];
        matrix[(row, b)] = kept;
    }
}

/// Decomposes a matrix in place, without pivoting for the first `fixed` columns. Returns the `tau`
/// of each reflection.
fn decompose<T: Scalar>(mut matrix: MatMut<'_, T>, order: &mut [i32], fixed: usize) -> Vec<T> {
    let (rows, columns) = matrix.shape();
    let mut taus = Vec::new();
    for column in 0..rows.min(columns) {
        if column >= fixed {
            let mut longest = (column, -T::Base::one());
            for other in column..columns {
                let part = matrix.rb().col(other).subrows(column, rows - column);
                let norm = part.norm_l2();
                if norm > longest.1 {
                    longest = (other, norm);
                }
            }
            exchange(matrix.rb_mut(), order, column, longest.0);
        }
        taus.push(step(matrix.rb_mut(), column));
    }
    taus
}
