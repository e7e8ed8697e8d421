// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Export of linear algebra, Fourier transforms and batch normalization to HLO.

use super::error::ExportResult;
use super::instruction::instruction;
use hloom_dialects::Op;
use hloom_dialects::attributes::stablehlo::{FftType, Transpose};
use hloom_dialects::op_view::OpView;
use hloom_hlo::Opcode;
use hloom_hlo::proto::{CholeskyOptions, HloInstructionProto, TriangularSolveOptions};

/// Returns the instruction of an operation of linear algebra, a Fourier transform or a batch
/// normalization, or `None` for other operations.
pub fn instruction_of(view: &OpView<'_, '_>) -> ExportResult<Option<HloInstructionProto>> {
    let truth = |name: &str| view.optional_boolean(name).unwrap_or(false);
    let batch_norm = |opcode| -> ExportResult<_> {
        Ok(HloInstructionProto {
            epsilon: view.optional_float("epsilon").ok_or("`epsilon` is missing")? as f32,
            feature_index: view.integer("feature_index")?,
            ..instruction(opcode)
        })
    };
    Ok(Some(match view.op() {
        Op::StablehloCholesky => {
            let options = CholeskyOptions { lower: truth("lower") };
            HloInstructionProto {
                cholesky_options: Some(options.into()),
                ..instruction(Opcode::Cholesky)
            }
        }
        Op::StablehloTriangularSolve => {
            let options = TriangularSolveOptions {
                left_side: truth("left_side"),
                lower: truth("lower"),
                unit_diagonal: truth("unit_diagonal"),
                // The numeric values of the StableHLO and HLO enums are equal.
                transpose_a: view.typed::<Transpose>("transpose_a")? as i32,
            };
            HloInstructionProto {
                triangular_solve_options: Some(options.into()),
                ..instruction(Opcode::TriangularSolve)
            }
        }
        Op::StablehloFft => HloInstructionProto {
            // The numeric values of the StableHLO and HLO enums are equal.
            fft_type: view.typed::<FftType>("fft_type")? as i32,
            fft_length: view.integers("fft_length")?,
            ..instruction(Opcode::Fft)
        },
        Op::StablehloBatchNormGrad => batch_norm(Opcode::BatchNormGrad)?,
        Op::StablehloBatchNormInference => batch_norm(Opcode::BatchNormInference)?,
        Op::StablehloBatchNormTraining => batch_norm(Opcode::BatchNormTraining)?,
        _ => return Ok(None),
    }))
}
