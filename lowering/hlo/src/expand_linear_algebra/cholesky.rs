// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Expansion of `cholesky` to a loop that computes one column of the factor in each iteration
//! (Golub and Van Loan, "Matrix Computations", section 4.2.5).

use super::matrix::Matrix;
use crate::build::{Hlo, element_of};
use hloom_dialects::op_view::OpView;
use hloom_ir::{self as ir, Value};
use melior::ir::ValueLike;

/// Returns the Cholesky factor: a lower triangular matrix if the attribute `lower` is true,
/// otherwise an upper triangular matrix. As in XLA, all its elements are NaN if the operand is not
/// positive definite.
pub fn expand<'a>(hlo: Hlo<'a>, op: &OpView<'a, 'a>) -> Option<Value<'a>> {
    let operand = *ir::operands(op.operation()).first()?;
    let lower = op.optional_boolean("lower").unwrap_or(false);
    let element = element_of(operand);
    if ir::shape_of(operand).contains(&0) {
        return Some(operand);
    }
    // `a = adjoint(u) * u` is `a = l * adjoint(l)` with `l = adjoint(u)`.
    let mut a = Matrix::new(hlo, operand).widened();
    if !lower {
        a = a.conjugated().transposed();
    }
    let mut factor = nan_unless_positive_definite(factor(a));
    if !lower {
        factor = factor.conjugated().transposed();
    }
    Some(factor.converted(element).value)
}

/// Returns `l` with `l * adjoint(l) = a`, computed from the lower triangle of `a`.
fn factor<'a>(a: Matrix<'a>) -> Matrix<'a> {
    let hlo = a.hlo;
    let size = a.sizes().0;
    let l = hlo.repeat(size, &[a.zeros(size, size).value], |hlo, column, carried| {
        let (a, l) = (a.at(hlo), Matrix::new(hlo, carried[0]));
        let known = l.times(l.row(column).conjugated().transposed());
        let rest = a.column(column).minus(known);
        let zero = hlo.int(0, ir::tensor(&[], ir::int(hlo.at.context(), 64)));
        let pivot = rest.element(column, zero).real_root();
        vec![l.with_column(column, rest.over(pivot).rows_from(column)).value]
    });
    Matrix::new(hlo, l[0])
}

/// Fills a matrix with NaN if its last element is NaN. The last element is NaN if any pivot is not
/// positive, because the root of a negative pivot and the quotient by a zero pivot are NaN.
fn nan_unless_positive_definite<'a>(l: Matrix<'a>) -> Matrix<'a> {
    let (hlo, shape) = (l.hlo, ir::shape_of(l.value));
    let last = l.sizes().0 - 1;
    let mut pivot = l.block((last, last), (1, 1)).value;
    let is_complex = ir::is_complex(element_of(pivot)).is_some();
    if is_complex {
        pivot = hlo.real(pivot);
    }
    let is_nan = hlo.compare("NE", pivot, pivot, false);
    if is_complex {
        pivot = hlo.complex(pivot, hlo.zeros(pivot.r#type()));
    }
    let dims: Vec<_> = (0..shape.len() as i64).collect();
    let all = |value| hlo.broadcast(value, &dims, &shape);
    Matrix::new(hlo, hlo.select(all(is_nan), all(pivot), l.value))
}
