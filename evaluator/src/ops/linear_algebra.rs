// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Fourier transforms, decompositions and solvers. The files of this folder name the sections of
//! the specification. Everything is computed in `f64` and rounded once.

mod cholesky;
mod fft;
mod field;
pub(crate) mod householder;
mod triangular_solve;

use super::attributes::to_sizes;
use super::on_tensors::{on_tensors, one};
use super::types::computed_type;
use crate::Error;
use crate::program::Operation;
use hloom_dialects::attributes::stablehlo::{FftType, Transpose};
use hloom_dialects::op::Op;
use hloom_dialects::op_view::OpView;
use triangular_solve::TriangularSolve;

/// Decodes a linear algebra operation.
///
/// # Errors
/// Fails if an attribute, a type or a region of the operation cannot be decoded.
pub fn decode(op: &OpView) -> Result<Box<dyn Operation>, Error> {
    Ok(match op.op() {
        Op::StablehloFft => {
            let (kind, element_type) = (op.typed::<FftType>("fft_type")?, computed_type(op)?);
            let lengths = to_sizes(&op.integers("fft_length")?)?;
            on_tensors(move |operands| one(fft::fft(operands[0], kind, &lengths, element_type)))
        }
        Op::StablehloCholesky => {
            let lower = op.optional_boolean("lower").unwrap_or(false);
            on_tensors(move |operands| one(cholesky::cholesky(operands[0], lower)))
        }
        Op::StablehloTriangularSolve => {
            let flag = |name: &str| op.optional_boolean(name).unwrap_or(false);
            let solve = TriangularSolve {
                left_side: flag("left_side"),
                lower: flag("lower"),
                unit_diagonal: flag("unit_diagonal"),
                transpose: op.optional_typed("transpose_a").unwrap_or(Transpose::NoTranspose),
            };
            on_tensors(move |operands| one(solve.evaluate(operands[0], operands[1])))
        }
        other => {
            return Err(Error::Internal(format!(
                "the evaluator passed `{other}` to the decoder of linear algebra operations"
            )));
        }
    })
}
