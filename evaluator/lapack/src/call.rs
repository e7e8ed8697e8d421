// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! A call of a LAPACK routine: operands as batches of matrices, settings, and results.

use crate::scalar::Scalar;
use faer::{Mat, MatRef};
use hloom_values::{Element, Error, Literal, Shape};
use std::fmt::Display;

/// Number of rows that are copied at once between row-major and column-major order: the number of
/// f32 elements in a cache line.
const TILE: usize = 16;

/// A call of a LAPACK routine.
pub struct Call<'a> {
    /// The name of the called LAPACK function, for error messages.
    pub target: &'a str,
    /// The operands of the call.
    pub operands: &'a [Literal],
    /// The result types that the program declares for the call.
    pub results: &'a [Shape],
    /// Returns an integer setting by name, or `None` if there is none. The integer represents a
    /// character by its code, and a boolean by 0 or 1.
    pub setting: &'a dyn Fn(&str) -> Option<i64>,
}

/// A batch of matrices or vectors, which an operand contains.
pub struct Batch<'a, T> {
    /// The sizes of the batch dimensions of the operand.
    pub dims: &'a [usize],
    /// The number of rows of a matrix, or the number of elements of a vector.
    pub rows: usize,
    /// The number of columns of a matrix; 1 for vectors.
    pub columns: usize,
    elements: &'a [T],
}

impl<T: Copy> Batch<'_, T> {
    /// Returns the number of matrices or vectors in the batch.
    pub fn count(&self) -> usize {
        self.dims.iter().product()
    }

    /// Returns the elements of a matrix in row-major order.
    pub fn elements(&self, index: usize) -> &[T] {
        let size = self.rows * self.columns;
        &self.elements[index * size..][..size]
    }
}

impl<T: Scalar> Batch<'_, T> {
    /// Returns a copy of a matrix in column-major order.
    pub fn matrix(&self, index: usize) -> Mat<T> {
        let elements = self.elements(index);
        let mut matrix = Mat::zeros(self.rows, self.columns);
        for first in (0..self.rows).step_by(TILE) {
            let end = (first + TILE).min(self.rows);
            for column in 0..self.columns {
                let target = &mut matrix.col_as_slice_mut(column)[first..end];
                for (row, target) in (first..end).zip(target) {
                    *target = elements[row * self.columns + column];
                }
            }
        }
        matrix
    }
}

impl Call<'_> {
    /// Creates an error whose message begins with the name of the called function.
    pub fn error(&self, message: impl Display) -> Error {
        Error::invalid(format!("`@{}`: {message}", self.target))
    }

    /// Fails unless the call has `count` operands.
    pub fn expect_operands(&self, count: usize) -> Result<(), Error> {
        match self.operands.len() {
            found if found == count => Ok(()),
            found => Err(self.error(format_args!("expected {count} operands, found {found}"))),
        }
    }

    /// Returns an operand as a batch of matrices.
    pub fn matrices<T: Element>(&self, index: usize) -> Result<Batch<'_, T>, Error> {
        let shape = self.operands[index].shape();
        match shape.dims[..] {
            [.., rows, columns] => self.batch(index, 2, rows, columns),
            _ => Err(self.error(format_args!("operand {index}: expected matrices, found {shape}"))),
        }
    }

    /// Returns an operand as a batch of vectors of `length` elements, with the batch dimensions
    /// `dims`.
    pub fn vectors<T: Element>(
        &self,
        index: usize,
        dims: &[usize],
        length: usize,
    ) -> Result<Batch<'_, T>, Error> {
        let shape = self.operands[index].shape();
        let expected = Shape::new(T::TYPE, [dims, &[length]].concat());
        match shape.dims[..] {
            [.., rows] if *shape == expected => self.batch(index, 1, rows, 1),
            _ => {
                Err(self.error(format_args!("operand {index}: expected {expected}, found {shape}")))
            }
        }
    }

    fn batch<T: Element>(
        &self,
        index: usize,
        rank: usize,
        rows: usize,
        columns: usize,
    ) -> Result<Batch<'_, T>, Error> {
        let operand = &self.operands[index];
        let shape = operand.shape();
        let elements = operand.as_slice().ok_or_else(|| {
            let ty = T::TYPE;
            self.error(format_args!(
                "operand {index}: expected elements of type {ty}, found {shape}"
            ))
        })?;
        Ok(Batch { dims: &shape.dims[..shape.rank() - rank], rows, columns, elements })
    }

    /// Returns an operand as a batch of square matrices.
    pub fn square_matrices<T: Element>(&self, index: usize) -> Result<Batch<'_, T>, Error> {
        let batch = self.matrices(index)?;
        if batch.rows == batch.columns {
            return Ok(batch);
        }
        let shape = self.operands[index].shape();
        Err(self.error(format_args!("operand {index}: expected square matrices, found {shape}")))
    }

    /// Fails unless the batch dimensions `found` of operand `index` equal `expected`.
    pub fn expect_batch(
        &self,
        index: usize,
        found: &[usize],
        expected: &[usize],
    ) -> Result<(), Error> {
        if found == expected {
            return Ok(());
        }
        Err(self.error(format_args!(
            "operand {index}: expected the batch dimensions {expected:?}, found {found:?}"
        )))
    }

    /// Returns the setting `name`, which must be the code of one of the characters in `allowed`.
    pub fn character(&self, name: &str, allowed: &str) -> Result<char, Error> {
        let code = self.integer(name)?;
        let character = u8::try_from(code).ok().map(char::from);
        character.filter(|it| allowed.contains(*it)).ok_or_else(|| {
            let codes: Vec<_> = allowed.bytes().map(|it| it.to_string()).collect();
            let codes = codes.join(", ");
            self.error(format_args!("`{name}`: expected one of {codes}, found {code}"))
        })
    }

    /// Returns the value of the integer setting `name` of the call.
    pub fn integer(&self, name: &str) -> Result<i64, Error> {
        (self.setting)(name)
            .ok_or_else(|| self.error(format_args!("expected the integer attribute `{name}`")))
    }

    /// Returns the type that the program declares for result `index`.
    pub fn result(&self, index: usize) -> Result<&Shape, Error> {
        self.results.get(index).ok_or_else(|| {
            let found = self.results.len();
            self.error(format_args!("expected more than {index} results, found {found}"))
        })
    }
}

/// Appends the elements of `matrix` in row-major order to `elements`.
pub fn append<T: Scalar>(elements: &mut Vec<T>, matrix: MatRef<'_, T>) {
    let (rows, columns) = matrix.shape();
    let start = elements.len();
    elements.resize(start + rows * columns, T::zero());
    let elements = &mut elements[start..];
    for first in (0..rows).step_by(TILE) {
        let end = (first + TILE).min(rows);
        for column in 0..columns {
            let source = matrix.col(column);
            for row in first..end {
                elements[row * columns + column] = source[row];
            }
        }
    }
}

/// Creates a tensor whose dimensions are the dimensions of `batch` followed by `dims`.
pub fn tensor<T: Element>(
    elements: &[T],
    batch: &[usize],
    dims: &[usize],
) -> Result<Literal, Error> {
    Literal::from_slice(elements, [batch, dims].concat())
}
