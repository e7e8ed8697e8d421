// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Verification and type inference of Cholesky decompositions, triangular solvers and Fourier
//! transforms.

use super::results::{check_results, no_rule};
use crate::{
    attributes::stablehlo::{FftType, Transpose},
    element::ElementType,
    ensure, ffi,
    op::Op,
    op_view::{InferView, OpView},
    shape::{TensorType, compatible_dim, compatible_dims, same_baseline},
    violation,
    violation::Violation,
};
use melior::ir::Type;

/// Checks the constraints of a linear algebra op.
///
/// # Errors
/// Returns the first violated constraint.
pub fn verify(op: &OpView) -> Result<(), Violation> {
    let constraint = match op.op() {
        Op::StablehloFft => "c5",
        Op::StablehloTriangularSolve => "c4",
        _ => "c1",
    };
    check_results(op, &infer(op)?, constraint)
}

/// Infers the result types of a linear algebra op.
///
/// # Errors
/// Returns the first violated constraint, or a violation if the op has no inference rule.
pub fn infer<'c>(op: &InferView<'c, '_>) -> Result<Vec<Type<'c>>, Violation> {
    match op.op() {
        Op::StablehloCholesky => infer_cholesky(op),
        Op::StablehloFft => infer_fft(op),
        Op::StablehloTriangularSolve => infer_triangular_solve(op),
        _ => Err(no_rule(op)),
    }
}

fn infer_cholesky<'c>(op: &InferView<'c, '_>) -> Result<Vec<Type<'c>>, Violation> {
    let a = op.tensor(0)?;
    let rank = a.rank();
    ensure!(rank >= 2, "cholesky_c2", "a must be a matrix or a batch of matrices, found {a}");
    ensure!(
        compatible_dim(a.dim(rank - 2), a.dim(rank - 1)),
        "cholesky_c3",
        "matrices must be square, found {a}"
    );
    Ok(vec![a.ty()])
}

fn infer_triangular_solve<'c>(op: &InferView<'c, '_>) -> Result<Vec<Type<'c>>, Violation> {
    let (a, b) = (op.tensor(0)?, op.tensor(1)?);
    ensure!(
        same_baseline(a.element(), b.element()),
        "triangular_solve_c1",
        "a and b must have the same element type, found {a} and {b}"
    );
    let rank = a.rank();
    ensure!(
        rank >= 2 && rank == b.rank(),
        "triangular_solve_c2",
        "a and b must be matrices or batches of matrices with the same rank, found {a} and {b}"
    );
    ensure!(
        compatible_dims(&a.dims()[..rank - 2], &b.dims()[..rank - 2]),
        "triangular_solve_c3",
        "a and b must have the same batch dimensions, found {a} and {b}"
    );
    let left_side = op.optional_boolean("left_side").unwrap_or(false);
    let shared = b.dim(if left_side { rank - 2 } else { rank - 1 });
    let sizes = [a.dim(rank - 2), a.dim(rank - 1), shared];
    let agree = (0..3).all(|one| (0..one).all(|other| compatible_dim(sizes[one], sizes[other])));
    ensure!(
        agree,
        "triangular_solve_c3",
        "a must be square, with as many rows as b has {}, found {a} and {b}",
        if left_side { "rows" } else { "columns" }
    );
    let transpose = op.optional_typed::<Transpose>("transpose_a");
    ensure!(
        transpose.is_none_or(|transpose| transpose.as_str() != "TRANSPOSE_INVALID"),
        "triangular_solve_i6",
        "transpose_a must be NO_TRANSPOSE, TRANSPOSE or ADJOINT, found {}",
        transpose.map_or("", Transpose::as_str)
    );
    Ok(vec![b.ty()])
}

fn infer_fft<'c>(op: &InferView<'c, '_>) -> Result<Vec<Type<'c>>, Violation> {
    let operand = op.tensor(0)?;
    let kind: FftType = op.typed("fft_type")?;
    let length = op.integers("fft_length")?;
    ensure!(
        (1..=3).contains(&length.len()),
        "fft_c3",
        "fft_length must have 1 to 3 entries, found {}",
        length.len()
    );
    ensure!(
        length.len() <= operand.rank(),
        "fft_c1",
        "fft_length must have at most {} entries for {operand}, found {}",
        operand.rank(),
        length.len()
    );
    if let Some(negative) = length.iter().find(|length| **length < 0) {
        return Err(violation!("fft_i3", "fft_length must not be negative, found {negative}"));
    }
    let is_real = matches!(kind, FftType::Rfft);
    let element = operand.element_type();
    let fits = match element {
        ElementType::Float(_) | ElementType::Tf32 => is_real,
        ElementType::Complex(_) => !is_real,
        _ => false,
    };
    ensure!(
        fits,
        "fft_c2",
        "operand of {kind} must hold {}, found {operand}",
        if is_real { "floats" } else { "complex numbers" }
    );
    let outer = operand.rank() - length.len();
    let (mut dims, mut bounds) = (operand.dims().to_vec(), operand.bounds().to_vec());
    let last = operand.rank() - 1;
    let final_length = length[length.len() - 1];
    let half = |size: i64| if size == 0 { 0 } else { size / 2 + 1 };
    let result = match kind {
        FftType::Rfft => {
            for (index, length) in length.iter().enumerate() {
                ensure!(
                    compatible_dim(operand.dim(outer + index), Some(*length)),
                    "fft_c4",
                    "dimension {} of {operand} must be {length}",
                    outer + index
                );
            }
            dims[last] = dims[last].map(half);
            if let Some(bound) = bounds.get_mut(last) {
                *bound = bound.map(half);
            }
            ffi::complex_type(operand.element())
        }
        FftType::Irfft => {
            let frequencies = half(final_length);
            for (index, length) in length[..length.len() - 1].iter().enumerate() {
                ensure!(
                    compatible_dim(operand.dim(outer + index), Some(*length)),
                    "fft_c4",
                    "dimension {} of {operand} must be {length}",
                    outer + index
                );
            }
            ensure!(
                compatible_dim(operand.dim(last), Some(frequencies)),
                "fft_c5",
                "dimension {last} of {operand} must be {frequencies}, half of {final_length} and one more"
            );
            dims[last] = Some(final_length);
            ffi::complex_element(operand.element()).unwrap_or(operand.element())
        }
        _ => operand.element(),
    };
    Ok(vec![TensorType::with_bounds(result, &dims, &bounds).ty()])
}
