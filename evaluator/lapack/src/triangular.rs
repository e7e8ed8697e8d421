// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `trsm`: systems of equations with a triangular matrix.

use crate::call::{Call, tensor};
use crate::scalar::Scalar;
use faer::linalg::triangular_solve::{
    solve_lower_triangular_in_place_with_conj, solve_unit_lower_triangular_in_place_with_conj,
    solve_unit_upper_triangular_in_place_with_conj, solve_upper_triangular_in_place_with_conj,
};
use faer::{Conj, MatMut, MatRef, Par};
use hloom_values::{Error, Literal};

/// Solves `op(A) * X = B` if `side` is `L`, or `X * op(A) = B` if `side` is `R`. `op(A)` is A, its
/// transpose, or its adjoint for `trans_x` of `N`, `T` and `C`.
pub fn solve<T: Scalar>(call: &Call) -> Result<Vec<Literal>, Error> {
    call.expect_operands(2)?;
    let (a, b) = (call.square_matrices::<T>(0)?, call.matrices::<T>(1)?);
    call.expect_batch(1, b.dims, a.dims)?;
    let left = call.character("side", "LR")? == 'L';
    let lower = call.character("uplo", "LU")? == 'L';
    let operation = call.character("trans_x", "NTC")?;
    let unit = call.character("diag", "NU")? == 'U';
    let size = if left { b.rows } else { b.columns };
    if size != a.rows {
        let (expected, kind) = (a.rows, if left { "rows" } else { "columns" });
        return Err(call.error(format_args!("operand 1: expected {expected} {kind}, found {size}")));
    }
    // The transpose of `X * op(A) = B` is `op(A)^T * X^T = B^T`.
    let transposed = (operation == 'N') != left;
    let conj = if operation == 'C' { Conj::Yes } else { Conj::No };
    let mut solutions: Vec<T> = Vec::with_capacity(b.count() * b.rows * b.columns);
    for index in 0..a.count() {
        let matrix = MatRef::from_row_major_slice(a.elements(index), a.rows, a.columns);
        let matrix = if transposed { matrix.transpose() } else { matrix };
        let start = solutions.len();
        solutions.extend_from_slice(b.elements(index));
        let solution = MatMut::from_row_major_slice_mut(&mut solutions[start..], b.rows, b.columns);
        let view = if left { solution } else { solution.transpose_mut() };
        match (lower != transposed, unit) {
            (true, false) => {
                solve_lower_triangular_in_place_with_conj(matrix, conj, view, Par::Seq)
            }
            (true, true) => {
                solve_unit_lower_triangular_in_place_with_conj(matrix, conj, view, Par::Seq);
            }
            (false, false) => {
                solve_upper_triangular_in_place_with_conj(matrix, conj, view, Par::Seq);
            }
            (false, true) => {
                solve_unit_upper_triangular_in_place_with_conj(matrix, conj, view, Par::Seq);
            }
        }
    }
    Ok(vec![tensor(&solutions, b.dims, &[b.rows, b.columns])?])
}
