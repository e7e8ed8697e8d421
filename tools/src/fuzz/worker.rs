// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Worker process: runs the test cases that arrive on standard input.

use super::case::{Bound, Case, Outcome};
use hloom_compiler::interface::{CompileOptions, Platform, Registry};
use hloom_compiler::{CompiledProgram, Error, Literal, Program, mlir, platform};
use hloom_dialects::panic_message;
use hloom_frontends::hlo::leave_out_partial_windows;
use hloom_values::{Tolerance, compare};
use std::io::{BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Platform whose results are the expected results.
const REFERENCE: &str = "interpreter";

/// Texts that occur only in a platform's messages about unsupported operations.
const REFUSALS: &[&str] = &[
    "cannot be lowered",
    "is not supported",
    // XLA, of an operation without an equivalent in HLO.
    "can't be translated to XLA HLO",
];

/// Tests a platform on the test cases from standard input, and writes the outcomes to standard
/// output.
///
/// Each input line is a test case as JSON, and each output line is the outcome of a case as JSON.
///
/// # Errors
/// Fails if an input line is not a test case, or if standard output is closed.
pub fn run(tested: &str) -> Result<(), Error> {
    let broken = |error: std::io::Error| {
        Error::Internal(format!("the pipe to the parent process is broken: {error}"))
    };
    let no_json = |error: serde_json::Error| {
        Error::Internal(format!("a line of the worker protocol is not valid JSON: {error}"))
    };
    let mut output = std::io::stdout();
    for line in std::io::stdin().lock().lines() {
        let case: Case = serde_json::from_str(&line.map_err(broken)?).map_err(no_json)?;
        let outcome = catch_unwind(AssertUnwindSafe(|| outcome(&case, tested)))
            .unwrap_or_else(|panic| Outcome::Panicked(panic_message(&*panic).to_owned()));
        let answer = serde_json::to_string(&outcome).map_err(no_json)?;
        writeln!(output, "{answer}").and_then(|()| output.flush()).map_err(broken)?;
    }
    Ok(())
}

fn outcome(case: &Case, tested: &str) -> Outcome {
    match try_outcome(case, tested) {
        Ok(outcome) | Err(outcome) => outcome,
    }
}

fn try_outcome(case: &Case, tested: &str) -> Result<Outcome, Outcome> {
    let failed = |stage: &str| {
        let stage = stage.to_owned();
        move |error: Error| Outcome::Failed { stage, message: error.to_string() }
    };
    let program = Program::from_text(&case.name, case.text.as_str()).map_err(failed("text"))?;
    let context = hloom_dialects::Context::new();
    let module = mlir::parse(&context, &program);
    let module = module.map_err(|error| Outcome::Invalid(error.to_string()))?;
    // Plugins skip windows of scatters that are partly out of bounds, as XLA does.
    let is_plugin = tested.starts_with(hloom_pjrt_client::PREFIX);
    let program = if is_plugin && leave_out_partial_windows(&context, &module) {
        let text = module.as_operation().to_string();
        Program::from_text(&case.name, text).map_err(failed("text"))?
    } else {
        program
    };
    let inputs: Result<Vec<_>, _> = case.inputs.iter().map(super::data::Data::literal).collect();
    let inputs = inputs.map_err(failed("inputs"))?;

    let options = CompileOptions { threads: Some(case.threads), ..CompileOptions::default() };
    let compile = |on: &dyn Platform| CompiledProgram::new(on, &program, &options);
    let reference = platform(REFERENCE).map_err(failed("platform"))?;
    let reference = compile(&*reference).map_err(failed("interpreter, compiling"))?;
    let expected = reference.run(&inputs).map_err(failed("interpreter, running"))?;

    let compiling = format!("{tested}, compiling");
    let running = format!("{tested}, running");
    let tested = hloom_pjrt_client::platform(Registry::global(), tested);
    let tested = tested.map_err(failed("platform"))?;
    let compiled = compile(&*tested).map_err(|error| match refusals(&error) {
        Some(reasons) => Outcome::Refused(reasons),
        None => failed(&compiling)(error),
    })?;
    // The second run must not depend on state that the first run leaves behind.
    let first = compiled.run(&inputs).map_err(failed(&running))?;
    let (_, second) = compiled.benchmark(&inputs, 1, 1).map_err(failed(&running))?;
    difference(&first, &expected, &case.tolerances)?;
    for (result, (one, other)) in second.iter().zip(&first).enumerate() {
        if one.bytes() != other.bytes() {
            let mismatch = compare(one, other, Tolerance::ExactOrNan);
            let message = mismatch.ok().flatten().map_or_else(
                || "the bits of the result differ between the first and the second run".to_owned(),
                |mismatch| mismatch.to_string(),
            );
            return Ok(Outcome::Unsteady { result, message });
        }
    }
    Ok(Outcome::Same)
}

fn difference(actual: &[Literal], expected: &[Literal], bounds: &[Bound]) -> Result<(), Outcome> {
    for (result, ((actual, expected), bound)) in actual.iter().zip(expected).zip(bounds).enumerate()
    {
        let tolerance = match bound {
            Bound { absolute: 0.0, relative: 0.0 } => Tolerance::ExactOrNan,
            Bound { absolute, relative } => {
                Tolerance::Close { absolute: *absolute, relative: *relative }
            }
        };
        let mismatch = compare(actual, expected, tolerance)
            .map_err(|error| Outcome::Different { result, message: error.to_string() })?;
        if let Some(mismatch) = mismatch {
            let Bound { absolute, relative } = bound;
            let message = format!(
                "{mismatch}; the tolerance is {absolute:.1e} absolute, {relative:.1e} relative"
            );
            return Err(Outcome::Different { result, message });
        }
    }
    Ok(())
}

/// Returns the reasons for a compile error if each of them is an unsupported operation, otherwise
/// `None`.
fn refusals(error: &Error) -> Option<Vec<String>> {
    if let Error::Unsupported { what, .. } = error {
        return Some(vec![what.lines().next().unwrap_or_default().to_owned()]);
    }
    let Error::Program(messages) = error else { return None };
    let reasons: Vec<_> = messages
        .lines()
        .filter_map(|line| line.split_once("error: "))
        .map(|(_, message)| message.to_owned())
        .collect();
    let known = |reason: &String| REFUSALS.iter().any(|refusal| reason.contains(refusal));
    (!reasons.is_empty() && reasons.iter().all(known)).then_some(reasons)
}
