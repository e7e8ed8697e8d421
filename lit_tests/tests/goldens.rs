// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Every program of `goldens/` gives the outputs that JAX gave, one test a platform. The
//! large ones are not in the repository: they are the tests instead where
//! `HLOOM_LARGE_GOLDENS` names the folder that `cargo ci goldens --large` wrote.

use hloom_compiler::interface::CompileOptions;
use hloom_compiler::literal::{Tolerance, compare};
use hloom_compiler::{CompiledProgram, Program, npy, platform};
use libtest_mimic::{Arguments, Failed, Trial};
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[derive(Deserialize)]
struct Manifest {
    golden: Vec<Golden>,
}

#[derive(Deserialize)]
struct Golden {
    name: String,
    rtol: f64,
    atol: f64,
    #[serde(default)]
    large: bool,
}

/// The platforms that goldens run on, the one for large ones first.
const PLATFORMS: [&str; 2] = ["cpu", "interpreter"];

fn main() {
    let arguments = Arguments::from_args();
    // Every golden is a test; registration is once a process.
    hloom_backends::register().expect("backends of different names");
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
        .flat_map(|golden| {
            let golden = Arc::new(golden);
            let dir = large.as_ref().unwrap_or(&dir).join(&golden.name);
            // The reference is for small ones.
            let platforms = if golden.large { &PLATFORMS[..1] } else { &PLATFORMS[..] };
            platforms.iter().map(move |name| {
                let (golden, dir) = (Arc::clone(&golden), dir.clone());
                // One without a folder is not there to be tested.
                let is_missing = platform(name).is_err();
                let trial = format!("{}::{name}", golden.name);
                Trial::test(trial, move || check(&dir, &golden, name)).with_ignored_flag(is_missing)
            })
        })
        .collect();
    libtest_mimic::run(&arguments, trials).exit();
}

fn check(dir: &Path, golden: &Golden, platform_name: &str) -> Result<(), Failed> {
    let program = Program::from_file(dir.join("program.mlir"))?;
    let platform = platform(platform_name)?;
    let options = CompileOptions { threads: Some(2), ..CompileOptions::default() };
    let compiled = CompiledProgram::new(&*platform, &program, &options);
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
