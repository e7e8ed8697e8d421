// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Batches of matrices, which are stored in the last two dimensions of tensors.

use crate::build::{Hlo, element_of};
use hloom_ir::{self as ir, Type, Value};
use melior::ir::{TypeLike, ValueLike};

/// A batch of matrices, and the builder of operations on it.
#[derive(Clone, Copy)]
pub struct Matrix<'a> {
    pub hlo: Hlo<'a>,
    pub value: Value<'a>,
}

impl<'a> Matrix<'a> {
    pub fn new(hlo: Hlo<'a>, value: Value<'a>) -> Self {
        Self { hlo, value }
    }

    /// Returns the same matrices, with `hlo` as the builder of further operations on them.
    pub fn at(self, hlo: Hlo<'a>) -> Self {
        Self { hlo, ..self }
    }

    fn rank(self) -> usize {
        ir::shape_of(self.value).len()
    }

    /// Returns the numbers of rows and columns.
    pub fn sizes(self) -> (i64, i64) {
        let shape = ir::shape_of(self.value);
        (shape[shape.len() - 2], shape[shape.len() - 1])
    }

    /// Returns the shape of a batch of the same size, whose matrices have `rows` rows and `columns`
    /// columns.
    fn shape(self, rows: i64, columns: i64) -> Vec<i64> {
        let mut shape = ir::shape_of(self.value);
        let rank = shape.len();
        (shape[rank - 2], shape[rank - 1]) = (rows, columns);
        shape
    }

    /// Converts 16-bit floats to f32, in which computations on them are performed.
    pub fn widened(self) -> Self {
        let element = element_of(self.value);
        if element.is_bf16() || element.is_f16() {
            self.converted(ir::f32(self.hlo.at.context()))
        } else {
            self
        }
    }

    pub fn converted(self, element: Type<'a>) -> Self {
        if element_of(self.value) == element {
            return self;
        }
        Self { value: self.hlo.convert(self.value, element), ..self }
    }

    pub fn transposed(self) -> Self {
        let rank = self.rank() as i64;
        let mut permutation: Vec<_> = (0..rank).collect();
        permutation.swap(self.rank() - 2, self.rank() - 1);
        Self { value: self.hlo.transpose(self.value, &permutation), ..self }
    }

    /// Conjugates complex elements, and returns other elements unchanged.
    pub fn conjugated(self) -> Self {
        if ir::is_complex(element_of(self.value)).is_none() {
            return self;
        }
        let imaginary = self.hlo.unary("negate", self.hlo.imag(self.value));
        Self { value: self.hlo.complex(self.hlo.real(self.value), imaginary), ..self }
    }

    /// Returns a block of each matrix: the `rows` rows that start at row `row`, restricted to the
    /// `columns` columns that start at column `column`.
    pub fn block(self, (row, column): (i64, i64), (rows, columns): (i64, i64)) -> Self {
        let mut starts = vec![0; self.rank()];
        let mut limits = ir::shape_of(self.value);
        let rank = self.rank();
        (starts[rank - 2], starts[rank - 1]) = (row, column);
        (limits[rank - 2], limits[rank - 1]) = (row + rows, column + columns);
        Self { value: self.hlo.slice(self.value, &starts, &limits, &vec![1; rank]), ..self }
    }

    fn starts(self, row: Option<Value<'a>>, column: Option<Value<'a>>) -> Vec<Value<'a>> {
        let scalar = ir::tensor(&[], ir::int(self.hlo.at.context(), 64));
        let mut starts = vec![self.hlo.int(0, scalar); self.rank()];
        let rank = self.rank();
        if let Some(row) = row {
            starts[rank - 2] = row;
        }
        if let Some(column) = column {
            starts[rank - 1] = column;
        }
        starts
    }

    /// Returns one row of each matrix.
    pub fn row(self, row: Value<'a>) -> Self {
        let sizes = self.shape(1, self.sizes().1);
        let value = self.hlo.dynamic_slice(self.value, &self.starts(Some(row), None), &sizes);
        Self { value, ..self }
    }

    /// Returns one column of each matrix.
    pub fn column(self, column: Value<'a>) -> Self {
        let sizes = self.shape(self.sizes().0, 1);
        let value = self.hlo.dynamic_slice(self.value, &self.starts(None, Some(column)), &sizes);
        Self { value, ..self }
    }

    /// Returns one element of each matrix, as 1x1 matrices.
    pub fn element(self, row: Value<'a>, column: Value<'a>) -> Self {
        let starts = self.starts(Some(row), Some(column));
        let value = self.hlo.dynamic_slice(self.value, &starts, &self.shape(1, 1));
        Self { value, ..self }
    }

    pub fn with_row(self, row: Value<'a>, new: Self) -> Self {
        let starts = self.starts(Some(row), None);
        Self { value: self.hlo.dynamic_update_slice(self.value, new.value, &starts), ..self }
    }

    pub fn with_column(self, column: Value<'a>, new: Self) -> Self {
        let starts = self.starts(None, Some(column));
        Self { value: self.hlo.dynamic_update_slice(self.value, new.value, &starts), ..self }
    }

    /// Multiplies each matrix by the corresponding matrix of `other`, a batch of the same size.
    pub fn times(self, other: Self) -> Self {
        let rank = self.rank() as i64;
        let batch: Vec<_> = (0..rank - 2).collect();
        let ty = ir::tensor(&self.shape(self.sizes().0, other.sizes().1), element_of(self.value));
        let value = self.hlo.dot_general(
            (self.value, other.value),
            (&batch, &batch),
            (&[rank - 1], &[rank - 2]),
            None,
            ty,
        );
        Self { value, ..self }
    }

    pub fn minus(self, other: Self) -> Self {
        Self { value: self.hlo.binary("subtract", self.value, other.value), ..self }
    }

    /// Divides the elements of each matrix by the single element of the corresponding 1x1 matrix in
    /// `other`.
    pub fn over(self, other: Self) -> Self {
        let dims: Vec<_> = (0..self.rank() as i64).collect();
        let divisor = self.hlo.broadcast(other.value, &dims, &ir::shape_of(self.value));
        Self { value: self.hlo.binary("divide", self.value, divisor), ..self }
    }

    /// Returns a batch of the same size of zero matrices with `rows` rows and `columns` columns.
    pub fn zeros(self, rows: i64, columns: i64) -> Self {
        let ty = ir::tensor(&self.shape(rows, columns), element_of(self.value));
        Self { value: self.hlo.zeros(ty), ..self }
    }

    /// Keeps the rows starting at `row`, and sets the rows above to zero.
    pub fn rows_from(self, row: Value<'a>) -> Self {
        let hlo = self.hlo;
        let shape = ir::shape_of(self.value);
        let rows = ir::tensor(&shape, ir::int(hlo.at.context(), 64));
        let first = hlo.broadcast(row, &[], &shape);
        let below = hlo.compare("GE", hlo.iota(self.rank() - 2, rows), first, false);
        let zeros = hlo.zeros(self.value.r#type());
        Self { value: hlo.select(below, self.value, zeros), ..self }
    }

    /// Returns one row of each matrix, in which the elements on one side of the diagonal, and the
    /// diagonal itself, are replaced by zeros. Clears the right side if `lower` is true, otherwise
    /// the left side.
    pub fn masked_row(self, row: Value<'a>, lower: bool) -> Self {
        let hlo = self.hlo;
        let (part, shape) = (self.row(row), self.shape(1, self.sizes().1));
        let columns = ir::tensor(&shape, ir::int(hlo.at.context(), 64));
        let diagonal = hlo.broadcast(row, &[], &shape);
        let direction = if lower { "LT" } else { "GT" };
        let kept = hlo.compare(direction, hlo.iota(self.rank() - 1, columns), diagonal, false);
        let zeros = hlo.zeros(part.value.r#type());
        Self { value: hlo.select(kept, part.value, zeros), ..self }
    }

    /// Returns the square roots of the real parts, without changing the element type.
    pub fn real_root(self) -> Self {
        let hlo = self.hlo;
        if ir::is_complex(element_of(self.value)).is_none() {
            return Self { value: hlo.unary("sqrt", self.value), ..self };
        }
        let root = hlo.unary("sqrt", hlo.real(self.value));
        Self { value: hlo.complex(root, hlo.zeros(root.r#type())), ..self }
    }

    /// Concatenates matrices along the row dimension.
    pub fn stacked(hlo: Hlo<'a>, parts: &[Self]) -> Self {
        let values: Vec<_> = parts.iter().map(|part| part.value).collect();
        match parts {
            [only] => *only,
            _ => Self { hlo, value: hlo.concatenate(&values, parts[0].rank() - 2) },
        }
    }
}
