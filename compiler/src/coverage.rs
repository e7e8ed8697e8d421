// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Records the operations and element types that tests run, for the table in docs/op-coverage.md.
//!
//! If the environment variable `HLOOM_COVERAGE` names a folder, each process appends a line for
//! each platform, operation and element type of every program that ran.

use crate::{Program, mlir};
use hloom_dialects::{Context, Op};
use hloom_evaluator::Type;
use melior::ir::ValueLike;
use melior::ir::operation::{OperationLike, OperationRef};
use std::collections::BTreeSet;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::PathBuf;

/// The environment variable that names the output folder. Without it, nothing is recorded.
const FOLDER: &str = "HLOOM_COVERAGE";

/// The operations of a program, to be recorded when the program has run.
pub struct Coverage {
    file: PathBuf,
    lines: BTreeSet<String>,
}

impl Coverage {
    /// Collects the operations of a program. Returns `None` if recording is disabled.
    pub fn of(platform: &str, program: &Program) -> Option<Self> {
        let folder = std::env::var_os(FOLDER)?;
        let context = Context::new();
        let module = mlir::parse(&context, program).ok()?;
        let mut lines = BTreeSet::new();
        for op in mlir::functions(&module).iter().flat_map(mlir::operations_below) {
            let name = op.name();
            let name = name.as_string_ref().as_str().unwrap_or_default();
            if let (Some((_, _)), Some(element)) = (name.split_once('.'), element(&op)) {
                lines.insert(format!("{platform}\t{name}\t{element}\n"));
            }
        }
        let file = PathBuf::from(folder).join(format!("{}.tsv", std::process::id()));
        Some(Self { file, lines })
    }

    /// Appends the operations of the program, which has run, to the coverage file of this process.
    pub fn ran(&self) {
        let text: String = self.lines.iter().map(String::as_str).collect();
        let file = OpenOptions::new().create(true).append(true).open(&self.file);
        // A failed write is ignored here: the check of the table reports the missing lines.
        let _ = file.and_then(|mut file| file.write_all(text.as_bytes()));
    }
}

/// Returns the element type to record for an operation: the type of its result or of its first
/// operand.
///
/// The operand's type is used if there is no result, or if the result's type does not
/// distinguish the operation's variants.
fn element(op: &OperationRef) -> Option<String> {
    let name = op.name();
    let name = name.as_string_ref().as_str().unwrap_or_default();
    // The first result of `rng_bit_generator` is its state.
    let kind = Op::from_name(name);
    let which = usize::from(kind == Some(Op::StablehloRngBitGenerator));
    let result = op.results().nth(which).map(|result| result.r#type());
    let operand = op.operands().next().map(|operand| operand.r#type());
    let ty = if kind.is_some_and(by_operand) { operand.or(result) } else { result.or(operand) }?;
    match Type::read(ty).ok()? {
        Type::Tensor(tensor) if tensor.element.quantization.is_some() => {
            Some("quantized".to_owned())
        }
        Type::Tensor(tensor) => Some(tensor.element.storage.to_string()),
        Type::Token => Some("token".to_owned()),
        Type::Tuple(_) | Type::Future(_) => Some("tuple".to_owned()),
    }
}

/// Returns true if the element type of an operation's first result is fixed, or follows from that
/// of its first operand.
fn by_operand(operation: Op) -> bool {
    matches!(
        operation,
        Op::ChloBroadcastCompare
            | Op::ChloBroadcastComplex
            | Op::ChloIsInf
            | Op::ChloIsNegInf
            | Op::ChloIsPosInf
            | Op::StablehloAbs
            | Op::StablehloCompare
            | Op::StablehloComplex
            | Op::StablehloGetDimensionSize
            | Op::StablehloImag
            | Op::StablehloIsFinite
            | Op::StablehloReal
            | Op::StablehloUniformDequantize
    )
}
