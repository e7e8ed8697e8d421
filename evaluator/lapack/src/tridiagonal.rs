// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `gtsv`, `sytrd` and `hetrd`: systems of equations with a tridiagonal matrix, and reduction of a
//! Hermitian matrix to tridiagonal form by a unitary similarity.

use crate::call::{Call, append, tensor};
use crate::householder::reflect;
use crate::scalar::Scalar;
use faer::linalg::matmul::matmul;
use faer::prelude::ReborrowMut;
use faer::{Accum, Mat, MatMut, Par};
use hloom_values::{Error, Literal};

/// Computes the matrix that contains the tridiagonal form and the reflections, the diagonal, the
/// off-diagonal, the `tau` of each reflection, and `info`, which is 0. Reads and writes only the
/// triangle `uplo`.
pub fn reduce<T: Scalar>(call: &Call) -> Result<Vec<Literal>, Error> {
    call.expect_operands(1)?;
    let batch = call.square_matrices::<T>(0)?;
    let lower = call.character("uplo", "LU")? == 'L';
    let (size, others) = (batch.rows, batch.rows.saturating_sub(1));
    let (mut reduced, mut all_taus) = (Vec::new(), Vec::new());
    let (mut diagonals, mut off_diagonals) = (Vec::new(), Vec::new());
    for index in 0..batch.count() {
        let mut matrix = batch.matrix(index);
        let mut taus = vec![T::zero(); others];
        if lower {
            for (column, tau) in taus.iter_mut().enumerate() {
                *tau = eliminate_below(matrix.as_mut(), column);
            }
        } else {
            for (place, tau) in taus.iter_mut().enumerate().rev() {
                *tau = eliminate_above(matrix.as_mut(), place + 1);
            }
        }
        for place in 0..size {
            // Hermitian matrices have a real diagonal.
            matrix[(place, place)] = T::real(matrix[(place, place)].re());
            diagonals.push(matrix[(place, place)].re());
        }
        let other = |place| if lower { (place + 1, place) } else { (place, place + 1) };
        off_diagonals.extend((0..others).map(|place| matrix[other(place)].re()));
        append(&mut reduced, matrix.as_ref());
        all_taus.extend(taus);
    }
    Ok(vec![
        tensor(&reduced, batch.dims, &[size, size])?,
        tensor(&diagonals, batch.dims, &[size])?,
        tensor(&off_diagonals, batch.dims, &[others])?,
        tensor(&all_taus, batch.dims, &[others])?,
        tensor(&vec![0_i32; batch.count()], batch.dims, &[])?,
    ])
}

/// Eliminates the elements of a column below the subdiagonal. Returns the `tau` of the reflection.
fn eliminate_below<T: Scalar>(mut matrix: MatMut<'_, T>, column: usize) -> T {
    let below = column + 1;
    let rows = matrix.nrows() - below;
    let tau = reflect(matrix.rb_mut().col_mut(column).subrows_mut(below, rows));
    let vector = Mat::from_fn(rows, 1, |row, _| match row {
        0 => T::one(),
        _ => matrix[(below + row, column)],
    });
    update(matrix.submatrix_mut(below, below, rows, rows), &vector, tau, true);
    tau
}

/// Eliminates the elements of a column above the superdiagonal. Returns the `tau` of the
/// reflection, whose vector ends with 1.
fn eliminate_above<T: Scalar>(mut matrix: MatMut<'_, T>, column: usize) -> T {
    let above = matrix.rb_mut().col_mut(column).subrows_mut(0, column);
    let tau = reflect(above.reverse_rows_mut());
    let vector = Mat::from_fn(column, 1, |row, _| match row {
        row if row + 1 == column => T::one(),
        row => matrix[(row, column)],
    });
    update(matrix.submatrix_mut(0, 0, column, column), &vector, tau, false);
    tau
}

/// Replaces a Hermitian matrix `A` by `H^H * A * H`, in one of its triangles.
fn update<T: Scalar>(mut matrix: MatMut<'_, T>, vector: &Mat<T>, tau: T, lower: bool) {
    let size = matrix.nrows();
    let whole =
        Mat::from_fn(size, size, |row, column| match (row == column, (row > column) == lower) {
            (true, _) => T::real(matrix[(row, column)].re()),
            (_, true) => matrix[(row, column)],
            (_, false) => matrix[(column, row)].conj(),
        });
    let mut product = Mat::<T>::zeros(size, 1);
    matmul(product.as_mut(), Accum::Replace, whole.as_ref(), vector.as_ref(), tau, Par::Seq);
    let pairs = (0..size).map(|row| product[(row, 0)].conj() * vector[(row, 0)]);
    let sum = pairs.fold(T::zero(), |sum, term| sum + term);
    let half = T::one() / (T::one() + T::one());
    let factor = -half * tau * sum;
    for row in 0..size {
        product[(row, 0)] += factor * vector[(row, 0)];
    }
    for column in 0..size {
        for row in if lower { column..size } else { 0..column + 1 } {
            let first = vector[(row, 0)] * product[(column, 0)].conj();
            let second = product[(row, 0)] * vector[(column, 0)].conj();
            matrix[(row, column)] = matrix[(row, column)] - first - second;
        }
    }
}

/// Solves tridiagonal systems by elimination with partial pivoting. The operands are the lower
/// diagonal, whose first element is unused, the diagonal, the upper diagonal, whose last element is
/// unused, and the right-hand sides. The results are the three diagonals of the factor U (beginning
/// with the second upper diagonal), the solutions, and `info`: the 1-based number of the first
/// pivot that is zero, or 0.
pub fn solve<T: Scalar>(call: &Call) -> Result<Vec<Literal>, Error> {
    call.expect_operands(4)?;
    let right = call.matrices::<T>(3)?;
    let size = right.rows;
    let [lower, diagonal, upper] =
        [0, 1, 2].map(|index| call.vectors::<T>(index, right.dims, size));
    let (lower, diagonal, upper) = (lower?, diagonal?, upper?);
    let mut results: [Vec<T>; 4] = Default::default();
    let mut infos = Vec::new();
    for index in 0..right.count() {
        let mut system = System {
            lower: lower.elements(index).to_vec(),
            diagonal: diagonal.elements(index).to_vec(),
            upper: upper.elements(index).to_vec(),
            right: right.elements(index).to_vec(),
            columns: right.columns,
        };
        let info = system.solve();
        infos.push(info.map_or(0, |row| row as i32 + 1));
        let parts = [system.lower, system.diagonal, system.upper, system.right];
        for (result, part) in results.iter_mut().zip(parts) {
            result.extend(part);
        }
    }
    let [lower, diagonal, upper, solutions] = results;
    Ok(vec![
        tensor(&lower, right.dims, &[size])?,
        tensor(&diagonal, right.dims, &[size])?,
        tensor(&upper, right.dims, &[size])?,
        tensor(&solutions, right.dims, &[size, right.columns])?,
        tensor(&infos, right.dims, &[])?,
    ])
}

/// A tridiagonal system. Row `i` is `lower[i] * x[i-1] + diagonal[i] * x[i] + upper[i] * x[i+1]`.
struct System<T> {
    lower: Vec<T>,
    diagonal: Vec<T>,
    upper: Vec<T>,
    right: Vec<T>,
    columns: usize,
}

impl<T: Scalar> System<T> {
    /// Solves the system in place. Afterwards, `lower[1..size - 1]` contains the second upper
    /// diagonal of U, where `size` is the number of rows. Returns the row of the first zero pivot,
    /// or `None` if there is none.
    fn solve(&mut self) -> Option<usize> {
        let size = self.diagonal.len();
        let last = size.checked_sub(1)?;
        for row in 0..last {
            if !self.eliminate(row) {
                return Some(row);
            }
        }
        if self.diagonal[last] == T::zero() {
            return Some(last);
        }
        for row in (0..size).rev() {
            for column in 0..self.columns {
                let place = row * self.columns + column;
                let mut sum = self.right[place];
                if row + 1 < size {
                    sum -= self.upper[row] * self.right[place + self.columns];
                }
                if row + 2 < size {
                    sum -= self.lower[row + 1] * self.right[place + 2 * self.columns];
                }
                self.right[place] = sum / self.diagonal[row];
            }
        }
        None
    }

    /// Eliminates the element below the pivot of a row. Returns false if both elements are zero.
    fn eliminate(&mut self, row: usize) -> bool {
        let next = row + 1;
        let before_last = next + 1 < self.diagonal.len();
        let (pivot, below) = (self.diagonal[row], self.lower[next]);
        if below == T::zero() {
            return pivot != T::zero();
        }
        let (start, middle) = (row * self.columns, next * self.columns);
        if pivot.size() >= below.size() {
            let factor = below / pivot;
            self.diagonal[next] -= factor * self.upper[row];
            for place in start..middle {
                let element = factor * self.right[place];
                self.right[place + self.columns] -= element;
            }
            if before_last {
                self.lower[next] = T::zero();
            }
            return true;
        }
        let factor = pivot / below;
        let diagonal = self.diagonal[next];
        self.diagonal[row] = below;
        self.diagonal[next] = self.upper[row] - factor * diagonal;
        if before_last {
            self.lower[next] = self.upper[next];
            self.upper[next] = -factor * self.lower[next];
        }
        self.upper[row] = diagonal;
        for place in start..middle {
            let (first, second) = (self.right[place], self.right[place + self.columns]);
            self.right[place] = second;
            self.right[place + self.columns] = first - factor * second;
        }
        true
    }
}
