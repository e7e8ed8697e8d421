// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Test programs with inputs and expected outputs.

use hloom_compiler::interface::Signature;
use hloom_compiler::mlir;
use hloom_compiler::{Literal, Program, npy};
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
            if let Some(mismatch) = compare(result, expected, self.tolerance)? {
                return Err(format!("{}: result {index}: {mismatch}", self.function).into());
            }
        }
        Ok(())
    }
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

/// Returns the programs of `goldens/`.
///
/// # Errors
/// Fails if the manifest or a golden cannot be read.
pub fn goldens() -> Result<Vec<Case>, Failed> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../goldens");
    let manifest = std::fs::read_to_string(folder.join("manifest.toml"))?;
    let manifest: Manifest = toml::from_str(&manifest)?;
    let is_mine = |golden: &Golden| !golden.large && !WITH_RUNTIME.contains(&&*golden.name);
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
    }])
}

fn signature(program: &Path) -> Result<Signature, Failed> {
    let program = Program::from_file(program)?;
    let context = hloom_dialects::Context::new();
    let module = mlir::parse(&context, &program)?;
    Ok(mlir::signature(&mlir::entry(&module, &program)?)?)
}
