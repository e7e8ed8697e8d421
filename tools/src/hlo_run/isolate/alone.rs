// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Runs an extracted operation and compares its results with the interpreter's results.

use super::extract::Extracted;
use crate::hlo_run::comparison::ComparisonOptions;
use crate::hlo_run::input::known;
use hloom_compiler::interface::{CompileOptions, PipelineChanges, Platform, Tuning};
use hloom_compiler::{CompiledProgram, Error, Literal, Program, npy};
use hloom_values::ElementClass;
use std::path::Path;
use std::sync::Arc;

/// The maximum number of elements of a vector of integers that may become a constant of the
/// isolated program. Operands become constants only if the platform cannot run the operation with
/// all operands as arguments.
const CONSTANT_ELEMENTS: usize = 64;

/// The tested platform and the options to compile for it.
pub struct Tested {
    /// The tested platform.
    pub platform: Arc<dyn Platform>,
    /// Changes to the pipeline of the platform.
    pub pipeline: PipelineChanges,
    /// Tuned schedules for the tested platform.
    pub tuning: Tuning,
    /// The maximum number of threads, if it is limited.
    pub threads: Option<usize>,
    /// The permitted differences from the interpreter's results.
    pub comparison: ComparisonOptions,
}

/// The outcome of running an operation alone.
pub enum Outcome {
    /// The results match the interpreter's results.
    Same,
    /// Some results differ from the interpreter's results. Contains a message for each of these
    /// results.
    Different(Vec<String>),
    /// The platform cannot run the operation. Contains the reason.
    Refused(String),
}

/// Runs an extracted operation on `operands` on the tested platform, and compares its results with
/// `expected`.
pub fn run(
    extracted: &Extracted,
    operands: &[Literal],
    expected: &[Literal],
    tested: &Tested,
) -> Outcome {
    let results =
        results(extracted, operands, &operands.iter().map(|_| None).collect::<Vec<_>>(), tested)
            .or_else(|error| {
                // The sizes of dynamic results must be constants of the program.
                let constants: Vec<_> = operands.iter().map(constant).collect();
                if constants.iter().all(Option::is_none) {
                    return Err(error);
                }
                self::results(extracted, operands, &constants, tested).map_err(|_| error)
            });
    let results = match results {
        Ok(results) => results,
        Err(error) => return Outcome::Refused(first_line(&error)),
    };
    let mut differences = Vec::new();
    for (index, (result, expected)) in results.iter().zip(expected).enumerate() {
        let difference = match tested.comparison.difference(result, expected) {
            Ok(None) => continue,
            Ok(Some(mismatch)) => mismatch.to_string(),
            Err(error) => error.to_string(),
        };
        differences
            .push(format!("result {index} differs from the interpreter's result: {difference}"));
    }
    if differences.is_empty() { Outcome::Same } else { Outcome::Different(differences) }
}

/// Compiles and runs an extracted operation. An operand for which `constants` contains an attribute
/// becomes a constant of the program.
fn results(
    extracted: &Extracted,
    operands: &[Literal],
    constants: &[Option<String>],
    tested: &Tested,
) -> Result<Vec<Literal>, Error> {
    let program =
        Program::from_text("isolated.mlir", extracted.program(constants))?.with_entry("isolated");
    let operands = operands.iter().zip(constants);
    let inputs: Vec<_> =
        operands.filter(|(_, constant)| constant.is_none()).map(|(it, _)| it.clone()).collect();
    let options = CompileOptions {
        threads: tested.threads,
        arguments: inputs.iter().map(|input| Some(known(input))).collect(),
        pipeline: tested.pipeline.clone(),
        tuning: tested.tuning.clone(),
        ..CompileOptions::default()
    };
    CompiledProgram::new(&*tested.platform, &program, &options)?.run(&inputs)
}

/// Returns a scalar or a small vector of integers as the text of an attribute, or `None` for other
/// literals.
fn constant(literal: &Literal) -> Option<String> {
    let shape = literal.shape();
    let class = shape.element_type.class();
    let is_integer = matches!(class, ElementClass::Signed | ElementClass::Unsigned);
    if !is_integer || shape.rank() > 1 || literal.element_count() > CONSTANT_ELEMENTS {
        return None;
    }
    let elements = literal.iter().map(|it| it.display(shape.element_type).to_string());
    let elements = elements.collect::<Vec<_>>().join(", ");
    Some(match (shape.rank(), elements.as_str()) {
        (_, "") => format!("dense<> : {shape}"),
        (0, elements) => format!("dense<{elements}> : {shape}"),
        (_, elements) => format!("dense<[{elements}]> : {shape}"),
    })
}

fn first_line(error: &Error) -> String {
    let text = error.to_string();
    let line = text.lines().find(|line| line.contains("error: ")).or_else(|| text.lines().next());
    let line = line.unwrap_or_default();
    line.split_once("error: ").map_or(line, |(_, message)| message).to_owned()
}

/// Writes the program of an operation, its operands and the expected results to a folder.
///
/// # Errors
/// Fails if a file cannot be written.
pub fn write(
    folder: &Path,
    extracted: &Extracted,
    operands: &[Literal],
    expected: &[Literal],
) -> Result<(), Error> {
    let failed = |error| Error::file(folder, error);
    std::fs::create_dir_all(folder).map_err(failed)?;
    let program = extracted.program(&operands.iter().map(|_| None).collect::<Vec<_>>());
    std::fs::write(folder.join("program.mlir"), program).map_err(failed)?;
    for (name, values) in [("in", operands), ("expected", expected)] {
        for (index, value) in values.iter().enumerate() {
            npy::write(folder.join(format!("{name}{index}.npy")), value)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_integers_become_constants() {
        let of = |literal: Result<Literal, hloom_values::Error>| constant(&literal.expect("small"));
        assert_eq!(of(Literal::scalar(-3_i32)).as_deref(), Some("dense<-3> : tensor<i32>"));
        let pair = of(Literal::from_slice(&[1_i64, 2], [2]));
        assert_eq!(pair.as_deref(), Some("dense<[1, 2]> : tensor<2xi64>"));
        let none = of(Literal::from_slice::<i64>(&[], [0]));
        assert_eq!(none.as_deref(), Some("dense<> : tensor<0xi64>"));
        assert_eq!(of(Literal::scalar(1.0_f32)), None);
        assert_eq!(of(Literal::from_slice(&[1_i64; 65], [65])), None);
    }
}
