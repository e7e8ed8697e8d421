// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Expansion of `triangular_solve` to a blocked substitution.
//!
//! Within a block of rows, a loop solves one row in each iteration. The contribution of solved
//! blocks to another block is a matrix product. See Golub and Van Loan, "Matrix Computations",
//! section 3.1.

use super::matrix::Matrix;
use crate::build::{Hlo, element_of};
use hloom_dialects::attributes::stablehlo::Transpose;
use hloom_dialects::op_view::OpView;
use hloom_ir::{self as ir, Value};

/// Number of rows of the matrix that one step of the blocked solver handles.
const BLOCK: i64 = 64;

/// Expands the `triangular_solve` `op`, and returns the matrix `x` that solves `a * x = b`, or
/// `x * a = b` without `left_side`. `transpose_a` is applied to the operand `a` first. Returns
/// `None` if an attribute of `op` cannot be read.
pub fn expand<'a>(hlo: Hlo<'a>, op: &OpView<'a, 'a>) -> Option<Value<'a>> {
    let operands = ir::operands(op.operation());
    let flag = |name: &str| op.optional_boolean(name);
    let (left, lower, unit) = (flag("left_side")?, flag("lower")?, flag("unit_diagonal")?);
    let transpose: Transpose = op.optional_typed("transpose_a")?;
    let element = element_of(operands[0]);
    if ir::shape_of(operands[1]).contains(&0) {
        return Some(operands[1]);
    }
    let mut a = Matrix::new(hlo, operands[0]).widened();
    let mut b = Matrix::new(hlo, operands[1]).widened();
    let mut lower = lower;
    match transpose {
        Transpose::Adjoint => (a, lower) = (a.conjugated().transposed(), !lower),
        Transpose::Transpose => (a, lower) = (a.transposed(), !lower),
        Transpose::NoTranspose | Transpose::TransposeInvalid => {}
    }
    // `x * a = b` is `transpose(a) * transpose(x) = transpose(b)`.
    if !left {
        (a, b, lower) = (a.transposed(), b.transposed(), !lower);
    }
    let mut x = solve(a, b, lower, unit);
    if !left {
        x = x.transposed();
    }
    Some(x.converted(element).value)
}

/// Solves `a * x = b` in blocks of rows.
fn solve<'a>(a: Matrix<'a>, b: Matrix<'a>, lower: bool, unit: bool) -> Matrix<'a> {
    let hlo = a.hlo;
    let (size, columns) = b.sizes();
    let mut starts: Vec<_> = (0..size).step_by(BLOCK as usize).collect();
    if !lower {
        starts.reverse();
    }
    let mut solved: Vec<(i64, Matrix)> = Vec::new();
    for start in starts {
        let rows = BLOCK.min(size - start);
        let mut rest = b.block((start, 0), (rows, columns));
        for (other, x) in &solved {
            let factor = a.block((start, *other), (rows, x.sizes().0));
            rest = rest.minus(factor.times(*x));
        }
        let diagonal = a.block((start, start), (rows, rows));
        solved.push((start, substitute(diagonal, rest, lower, unit)));
    }
    solved.sort_by_key(|(start, _)| *start);
    let parts: Vec<_> = solved.into_iter().map(|(_, part)| part).collect();
    Matrix::stacked(hlo, &parts)
}

/// Solves `a * x = b` row by row, one row in each iteration.
fn substitute<'a>(a: Matrix<'a>, b: Matrix<'a>, lower: bool, unit: bool) -> Matrix<'a> {
    let hlo = a.hlo;
    let (size, columns) = b.sizes();
    // Rows of x that are not solved yet are zero, and contribute nothing. The current row is
    // one of them, so that the diagonal of `a` does not contribute either.
    let x = b.zeros(size, columns);
    let x = hlo.repeat(size, &[x.value], |hlo, counter, carried| {
        let scalar = ir::tensor(&[], ir::int(hlo.at.context(), 64));
        let row = if lower {
            counter
        } else {
            hlo.binary("subtract", hlo.int(size - 1, scalar), counter)
        };
        let (a, b, x) = (a.at(hlo), b.at(hlo), Matrix::new(hlo, carried[0]));
        let known = a.masked_row(row, lower);
        let mut new = b.row(row).minus(known.times(x));
        if !unit {
            new = new.over(a.element(row, row));
        }
        vec![x.with_row(row, new).value]
    });
    Matrix::new(hlo, x[0])
}
