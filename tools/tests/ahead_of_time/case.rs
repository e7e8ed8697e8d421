// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Test programs with inputs and expected outputs.

use crate::bytes;
use hloom_compiler::interface::{CompileOptions, Signature};
use hloom_compiler::mlir;
use hloom_compiler::{CompiledProgram, Literal, Program, npy};
use hloom_values::{Tolerance, compare};
use libtest_mimic::Failed;
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// Test program.
pub struct Case {
    /// File with the program.
    pub program: PathBuf,
    /// Name of the compiled function.
    pub function: String,
    /// Arguments.
    pub inputs: Vec<Literal>,
    /// Expected results.
    outputs: Vec<Literal>,
    tolerance: Tolerance,
    /// Whether the program is compiled so that results have the same bits everywhere. The expected
    /// results are then those of this machine.
    pub reproducible: bool,
}

impl Case {
    /// Returns the name of the golden.
    pub fn name(&self) -> &str {
        self.function.trim_start_matches("golden_")
    }

    /// Returns the shapes of the results.
    pub fn results(&self) -> impl Iterator<Item = &hloom_compiler::Shape> {
        self.outputs.iter().map(Literal::shape)
    }

    /// Compares results with the expected ones.
    ///
    /// # Errors
    /// Fails for the first result that differs.
    pub fn check(&self, results: &[Literal]) -> Result<(), Failed> {
        if results.len() != self.outputs.len() {
            return Err(format!(
                "{}: expected {} results, found {}",
                self.function,
                self.outputs.len(),
                results.len()
            )
            .into());
        }
        for (index, (result, expected)) in results.iter().zip(&self.outputs).enumerate() {
            let mismatch = compare(result, expected, self.tolerance)?;
            let mismatch = mismatch.map(|mismatch| mismatch.to_string());
            let zeros = || self.reproducible && differs_in_signs_of_zeros(result, expected);
            if let Some(mismatch) = mismatch.or_else(|| zeros().then(|| "signs of zeros".into())) {
                return Err(format!("{}: result {index}: {mismatch}", self.function).into());
            }
        }
        Ok(())
    }
}

/// Returns true if a zero has another sign than the expected one. All other numbers are equal.
fn differs_in_signs_of_zeros(result: &Literal, expected: &Literal) -> bool {
    let width = bytes::alignment(result.shape().element_type);
    let is_zero = |bits: &[u8]| match bits {
        // Literals are little-endian.
        [rest @ .., last] => rest.iter().all(|byte| *byte == 0) && last & 0x7f == 0,
        [] => false,
    };
    let numbers = result.bytes().chunks(width).zip(expected.bytes().chunks(width));
    numbers.into_iter().any(|(one, other)| one != other && is_zero(one))
}

#[derive(Deserialize)]
struct Manifest {
    golden: Vec<Golden>,
}

#[derive(Deserialize)]
struct Golden {
    name: String,
    /// The first tag is the family.
    tags: Vec<String>,
    rtol: f64,
    atol: f64,
    #[serde(default)]
    large: bool,
}

/// Goldens that call the runtime, which is not available ahead of time.
const WITH_RUNTIME: [&str; 1] = ["fft"];

/// The families of goldens that compute with floats.
const WITH_FLOATS: [&str; 7] =
    ["arithmetic", "convolutions", "dots", "math_functions", "networks", "reductions", "training"];

/// Returns the programs of `goldens/`.
///
/// # Errors
/// Fails if the manifest or a golden cannot be read.
pub fn goldens() -> Result<Vec<Case>, Failed> {
    goldens_of(|_| true)
}

fn goldens_of(is_wanted: impl Fn(&str) -> bool) -> Result<Vec<Case>, Failed> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../goldens");
    let manifest = std::fs::read_to_string(folder.join("manifest.toml"))?;
    let manifest: Manifest = toml::from_str(&manifest)?;
    let is_mine = |golden: &Golden| {
        let runs = !golden.large && !WITH_RUNTIME.contains(&&*golden.name);
        runs && is_wanted(&golden.tags[0])
    };
    let case = |golden: Golden| {
        let folder = folder.join(&golden.tags[0]).join(&golden.name);
        let program = folder.join("program.mlir");
        let signature = signature(&program)?;
        let read = |stem: &str, shapes: &[hloom_compiler::Shape]| {
            let literal = |(index, shape): (usize, &hloom_compiler::Shape)| {
                npy::read(folder.join(format!("{stem}{index}.npy")), shape)
            };
            shapes.iter().enumerate().map(literal).collect::<Result<Vec<_>, _>>()
        };
        Ok(Case {
            inputs: read("in", &signature.arguments)?,
            outputs: read("out", &signature.results)?,
            program,
            function: format!("golden_{}", golden.name),
            tolerance: Tolerance::Close { absolute: golden.atol, relative: golden.rtol },
            reproducible: false,
        })
    };
    manifest.golden.into_iter().filter(is_mine).map(case).collect()
}

/// Returns the digits classifier with its test images.
///
/// # Errors
/// Fails if its files cannot be read.
pub fn digits() -> Result<Vec<Case>, Failed> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/digits");
    let program = folder.join("classifier.mlir");
    let signature = signature(&program)?;
    Ok(vec![Case {
        inputs: vec![npy::read(folder.join("images.npy"), &signature.arguments[0])?],
        outputs: vec![npy::read(folder.join("jax_logits.npy"), &signature.results[0])?],
        program,
        function: "digits".to_owned(),
        tolerance: Tolerance::Close { absolute: 1e-4, relative: 1e-4 },
        reproducible: false,
    }])
}

/// Returns the goldens that compute with floats, with the bits that reproducible code for this
/// machine computes as expected results.
///
/// # Errors
/// Fails if a golden cannot be read, or if this machine computes other results than JAX's.
pub fn reproducible() -> Result<Vec<Case>, Failed> {
    let cases = goldens_of(|family| WITH_FLOATS.contains(&family))?.into_iter().map(|case| {
        let outputs = run_here(&case, 1)?;
        case.check(&outputs)?;
        Ok(Case { outputs, tolerance: Tolerance::ExactOrNan, reproducible: true, ..case })
    });
    cases.collect()
}

/// Checks that reproducible code for this machine computes the same bits with three threads.
///
/// # Errors
/// Fails if it does not.
pub fn check_threads() -> Result<(), Failed> {
    reproducible()?.iter().try_for_each(|case| case.check(&run_here(case, 3)?))
}

/// Compiles a program just in time so that it is reproducible, and runs it with a number of threads.
fn run_here(case: &Case, threads: usize) -> Result<Vec<Literal>, Failed> {
    hloom_backends::register()?;
    let options =
        CompileOptions { threads: Some(threads), reproducible: true, ..CompileOptions::default() };
    let program = Program::from_file(&case.program)?;
    let program = CompiledProgram::new(&*hloom_compiler::platform("cpu")?, &program, &options)?;
    Ok(program.run(&case.inputs)?)
}

fn signature(program: &Path) -> Result<Signature, Failed> {
    let program = Program::from_file(program)?;
    let context = hloom_dialects::Context::new();
    let module = mlir::parse(&context, &program)?;
    Ok(mlir::signature(&mlir::entry(&module, &program)?)?)
}
