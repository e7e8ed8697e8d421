// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `gesdd` and `gesvd`: singular value decomposition.

use crate::call::{Call, append, tensor};
use crate::scalar::Scalar;
use faer::diag::Diag;
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::svd::{ComputeSvdVectors, svd, svd_scratch};
use faer::{Mat, Par};
use hloom_values::{Error, Literal};

/// Returns the unchanged operand (which LAPACK would overwrite), the singular values, U, the
/// adjoint of V, and `info`: 1 if an element is not finite or if the iteration does not converge,
/// otherwise 0. The `mode` is `A` for square U and V, `S` for one column of U and V for each
/// singular value, and `N` if U and V are not requested; in this case they are zero.
pub fn decompose<T: Scalar>(call: &Call) -> Result<Vec<Literal>, Error> {
    call.expect_operands(1)?;
    let batch = call.matrices::<T>(0)?;
    let mode = call.character("mode", "ASN")?;
    let (rows, columns) = (batch.rows, batch.columns);
    let count = rows.min(columns);
    let (vectors, u_columns, v_columns) = match mode {
        'A' => (ComputeSvdVectors::Full, rows, columns),
        'S' => (ComputeSvdVectors::Thin, count, count),
        _ => (ComputeSvdVectors::No, 0, 0),
    };
    let request = svd_scratch::<T>(rows, columns, vectors, vectors, Par::Seq, Default::default());
    let mut memory = MemBuffer::new(request);
    let (mut all_values, mut all_u, mut all_v) = (Vec::new(), Vec::new(), Vec::new());
    let mut infos = Vec::new();
    for index in 0..batch.count() {
        let matrix = batch.matrix(index);
        let mut values = Diag::<T>::zeros(count);
        let (mut u, mut v) = (Mat::zeros(rows, u_columns), Mat::zeros(columns, v_columns));
        let wanted = mode != 'N';
        let finite = matrix.as_ref().is_all_finite();
        let solved = finite
            && svd(
                matrix.as_ref(),
                values.as_mut(),
                wanted.then(|| u.as_mut()),
                wanted.then(|| v.as_mut()),
                Par::Seq,
                MemStack::new(&mut memory),
                Default::default(),
            )
            .is_ok();
        infos.push(i32::from(!solved));
        all_values.extend((0..count).map(|place| values[place].re()));
        append(&mut all_u, u.as_ref());
        let adjoint = Mat::from_fn(v_columns, columns, |row, column| v[(column, row)].conj());
        append(&mut all_v, adjoint.as_ref());
    }
    let (u, v) = if mode == 'N' {
        (Literal::zeros(call.result(2)?.clone())?, Literal::zeros(call.result(3)?.clone())?)
    } else {
        (
            tensor(&all_u, batch.dims, &[rows, u_columns])?,
            tensor(&all_v, batch.dims, &[v_columns, columns])?,
        )
    };
    Ok(vec![
        call.operands[0].clone(),
        tensor(&all_values, batch.dims, &[count])?,
        u,
        v,
        tensor(&infos, batch.dims, &[])?,
    ])
}
