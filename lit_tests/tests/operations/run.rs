// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Runs a test program on the platforms and compares the results.

use crate::operation::{Near, Operation, Values};
use crate::types::is_quantized;
use hloom_compiler::interface::CompileOptions;
use hloom_compiler::{CompiledProgram, ElementType, Error, Literal, Program, Shape, platform};
use hloom_tools::fuzz::data::{Data, Kind};
use hloom_tools::fuzz::facts;
use hloom_values::{ElementClass, Tolerance, compare};

/// Platform under test.
pub const TESTED: &str = "cpu";
/// Platform that computes the expected results.
pub const REFERENCE: &str = "interpreter";

/// Tests an operation on all its types.
///
/// # Errors
/// Fails with one line for each type with a wrong result or an unexpected outcome.
pub fn check(operation: &Operation) -> Result<(), String> {
    hloom_backends::register().map_err(|error| error.to_string())?;
    let is_refused = |ty: &&&str| operation.refusal(ty).is_some();
    let (refused, accepted): (Vec<&str>, Vec<&str>) =
        operation.types.iter().copied().partition(|ty| is_refused(&ty));
    let mut failures: Vec<_> = refused
        .into_iter()
        .filter_map(|ty| check_refusal(operation, ty).err().map(|error| (ty, error)))
        .collect();
    if !accepted.is_empty() && run(operation, &accepted).is_err() {
        // The types are run one by one to find those that fail.
        for ty in accepted {
            failures.extend(run(operation, &[ty]).err().map(|error| (ty, error)));
        }
        if failures.is_empty() {
            return Err("the program with all types fails, but each type alone succeeds".to_owned());
        }
    }
    if failures.is_empty() {
        return Ok(());
    }
    let lines = failures.into_iter().map(|(ty, error)| format!("{ty}: {error}"));
    Err(lines.collect::<Vec<_>>().join("\n"))
}

/// Checks that the cpu rejects a type with the expected message and a location, and that the
/// reference supports the type if it is defined.
fn check_refusal(operation: &Operation, ty: &str) -> Result<(), String> {
    let message = operation.refusal(ty).unwrap_or_default();
    let refused = |on| match run_on(on, operation, &[ty]) {
        Ok(_) => Err(format!("expected {on} to reject the type, but it succeeded")),
        Err(error) if error.contains(message) && error.contains(": error: ") => Ok(()),
        Err(error) => Err(format!("expected a rejection with `{message}`, found: {error}")),
    };
    if operation.is_defined(ty) {
        run_on(REFERENCE, operation, &[ty])?;
    } else {
        refused(REFERENCE)?;
    }
    refused(TESTED)
}

fn run(operation: &Operation, types: &[&str]) -> Result<(), String> {
    let expected = run_on(REFERENCE, operation, types)?;
    let actual = run_on(TESTED, operation, types)?;
    for (index, (actual, expected)) in actual.iter().zip(&expected).enumerate() {
        let ty = types.get(index / operation.result_count()).copied().unwrap_or_default();
        let tolerance = tolerance(operation.near, ty, expected.shape().element_type);
        let mismatch = compare(actual, expected, tolerance).map_err(|error| error.to_string())?;
        if let Some(mismatch) = mismatch {
            return Err(format!("result {}: {mismatch}", index % operation.result_count()));
        }
    }
    Ok(())
}

fn run_on(on: &str, operation: &Operation, types: &[&str]) -> Result<Vec<Literal>, String> {
    let located = |error: Error| format!("{on}: {error}");
    let compiled = compile(on, &operation.program(types))?;
    let values: Vec<_> = operation.values().collect();
    let shapes = compiled.executable().signature().arguments.iter();
    // The inputs are the same for every type.
    let inputs: Result<Vec<_>, _> = shapes
        .zip((0..).zip(&values).cycle())
        .map(|(shape, (seed, values))| input(shape, *values, seed))
        .collect();
    compiled.run(&inputs.map_err(located)?).map_err(located)
}

fn compile(on: &str, text: &str) -> Result<CompiledProgram, String> {
    let located = |error: Error| format!("{on}: {error}");
    let program = Program::from_text("program", text).map_err(located)?;
    let platform = platform(on).map_err(located)?;
    let options = CompileOptions { threads: Some(1), ..CompileOptions::default() };
    CompiledProgram::new(&*platform, &program, &options).map_err(located)
}

/// Runs the program `text` on the platform `on`.
///
/// # Errors
/// Fails with the name of the platform and its error.
pub fn run_text(on: &str, text: &str, inputs: &[Literal]) -> Result<Vec<Literal>, String> {
    compile(on, text)?.run(inputs).map_err(|error| format!("{on}: {error}"))
}

/// Generates the elements of an input, limited to values that the type can represent.
pub fn input(shape: &Shape, values: Values, seed: u64) -> Result<Literal, Error> {
    let ty = shape.element_type;
    let range =
        ty.integer_range().map(|(low, high)| (low as i64, high.min(i64::MAX.into()) as i64));
    let is_scale = ty == ElementType::F8E8M0FNU;
    let kind = match values {
        Values::Any if range.is_some() || ty == ElementType::Pred => Kind::Bits,
        Values::Any => Kind::Special,
        Values::Matrices => Kind::Dominant,
        Values::These(values) => Kind::Explicit(values.to_vec()),
        Values::Within(low, high) if range.is_none() => {
            let largest = facts::largest(ty);
            let low = if is_scale { low.max(0.25) } else { low.max(-largest) };
            Kind::Uniform { low, high: high.min(largest) }
        }
        Values::Whole(..) if is_scale => Kind::Uniform { low: 1.0, high: 8.0 },
        Values::Within(..) | Values::Whole(..) => {
            let (low, high) = match values {
                Values::Whole(low, high) => (low, high),
                Values::Within(low, high) => (low.ceil() as i64, high.floor() as i64),
                _ => (0, 1),
            };
            let (least, most) = range.unwrap_or((i64::MIN, i64::MAX));
            Kind::Steps { low: low.max(least), high: high.min(most), step: 1.0 }
        }
    };
    Data { shape: shape.clone(), kind, seed: seed + 1 }.literal()
}

fn tolerance(near: Near, ty: &str, result: ElementType) -> Tolerance {
    let class = result.part().class();
    match near {
        Near::Function | Near::Sum if is_quantized(ty) && class != ElementClass::Float => {
            // The stored integers may differ by one.
            Tolerance::Ulp { min: 0, max: 1 }
        }
        Near::Equal => Tolerance::ExactOrNan,
        _ if class != ElementClass::Float => Tolerance::ExactOrNan,
        Near::Function if result.class() == ElementClass::Float => {
            let wide = matches!(result, ElementType::F32 | ElementType::F64);
            Tolerance::Ulp { min: 0, max: if wide { 8 } else { 1 } }
        }
        Near::Function | Near::Sum => Tolerance::of_sums(result),
    }
}
