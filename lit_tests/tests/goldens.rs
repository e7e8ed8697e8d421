// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Every program of `goldens/` gives the outputs that JAX gave, one test each. The
//! large ones are not in the repository: they are the tests instead where
//! `HLOOM_LARGE_GOLDENS` names the folder that `cargo ci goldens --large` wrote.

use hloom_compiler::interface::CompileOptions;
use hloom_compiler::literal::{Tolerance, compare};
use hloom_compiler::{CompiledProgram, Program, npy, platform};
use libtest_mimic::{Arguments, Failed, Trial};
use serde::Deserialize;
use std::path::{Path, PathBuf};

#[derive(Deserialize)]
struct Manifest {
    golden: Vec<Golden>,
}

#[derive(Deserialize)]
struct Golden {
    name: String,
    rtol: f64,
    atol: f64,
    /// The operation that no platform lowers yet.
    later: Option<String>,
    #[serde(default)]
    large: bool,
}

fn main() {
    let arguments = Arguments::from_args();
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../goldens");
    let manifest =
        std::fs::read_to_string(dir.join("manifest.toml")).expect("the manifest is there");
    let manifest: Manifest =
        toml::from_str(&manifest).expect("the manifest is as export.py writes it");
    let large = std::env::var_os("HLOOM_LARGE_GOLDENS").map(PathBuf::from);
    let trials = manifest
        .golden
        .into_iter()
        .filter(|golden| golden.large == large.is_some())
        .map(|golden| {
            let dir = large.as_ref().unwrap_or(&dir).join(&golden.name);
            Trial::test(golden.name.clone(), move || check(&dir, &golden))
        })
        .collect();
    libtest_mimic::run(&arguments, trials).exit();
}

fn check(dir: &Path, golden: &Golden) -> Result<(), Failed> {
    // Every golden is a test; registration is once a process.
    hloom_cpu::register()?;
    let program = Program::from_file(dir.join("program.mlir"))?;
    let platform = platform("cpu")?;
    let options = CompileOptions { threads: Some(2), ..CompileOptions::default() };
    let compiled = CompiledProgram::new(&*platform, &program, &options);
    if let Some(op) = &golden.later {
        // It must be refused by name, not run wrong.
        let refusal = match compiled {
            Ok(_) => return Err(format!("it compiles: take `later = \"{op}\"` out").into()),
            Err(error) => error.to_string(),
        };
        return if refusal.contains(&format!("`stablehlo.{op}`")) {
            Ok(())
        } else {
            Err(refusal.into())
        };
    }
    let compiled = compiled?;
    let shapes = compiled.executable().argument_shapes().iter().enumerate();
    let inputs: Result<Vec<_>, _> =
        shapes.map(|(index, shape)| npy::read(file(dir, "in", index), shape)).collect();
    let outputs = compiled.run(&inputs?)?;
    let tolerance = Tolerance::Close { absolute: golden.atol, relative: golden.rtol };
    for (index, output) in outputs.iter().enumerate() {
        let expected = npy::read(file(dir, "out", index), output.shape())?;
        if let Some(mismatch) = compare(output, &expected, tolerance)? {
            return Err(format!("output {index}: {mismatch}").into());
        }
    }
    Ok(())
}

fn file(dir: &Path, stem: &str, index: usize) -> PathBuf {
    dir.join(format!("{stem}{index}.npy"))
}
