// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Runs the HLO of every golden and compares the outputs with JAX's.
//!
//! Each golden is tested before and after the optimization of XLA's CPU backend. `HLOOM_PYTHON`
//! names the Python interpreter whose jaxlib generates the HLO; the default is that of `cargo
//! ci test`. `HLOOM_HLO_GOLDENS` names a folder that keeps the HLO, so that the test can be
//! repeated without generating it again.

mod golden;
#[path = "../../ci/jax_python.rs"]
mod python;

use hloom_compiler::{Program, mlir, platform};
use hloom_dialects::Context;
use libtest_mimic::Failed;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs, thread};

/// Platform for which HLO is compiled.
const PLATFORM: &str = "cpu";

/// Programs that XLA itself computes differently. XLA's CPU backend keeps 4-bit integers in 8
/// bits.
const DIFFERENT_IN_XLA: [(&str, &str); 1] = [("integers_i4", "optimized")];

// This is one test because generating the HLO takes longer than running it.
#[test]
fn hlo_of_goldens_gives_the_outputs_of_jax() {
    hloom_backends::register().expect("backend names are unique");
    if platform(PLATFORM).is_err() {
        println!("skipped: there is no platform `{PLATFORM}`");
        return;
    }
    let made = tempfile::tempdir().expect("a folder");
    let named = env::var_os("HLOOM_HLO_GOLDENS").map(PathBuf::from);
    let folder = named.unwrap_or_else(|| made.path().join("hlo"));
    if !folder.exists() {
        make(&folder);
    }
    let mut goldens = golden::all();
    goldens.retain(|golden| !golden.large);
    let cases: Vec<_> = goldens
        .iter()
        .flat_map(|golden| ["before", "optimized"].map(|kind| (golden, kind)))
        .collect();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut wrong = Vec::new();
        while let Some((golden, kind)) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
            let result = check(&folder, golden, kind);
            let is_expected = !DIFFERENT_IN_XLA.contains(&(&golden.name, kind));
            if result.is_ok() != is_expected {
                let failed =
                    result.err().unwrap_or_else(|| "expected a failure, but it succeeded".into());
                let message = failed.message().unwrap_or_default();
                wrong.push(format!("{}, {kind}: {message}", golden.name));
            }
        }
        wrong
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let wrong: Vec<_> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("no panic")).collect()
    });
    assert!(cases.len() > 300, "only {} modules", cases.len());
    println!("{} modules, {} wrong", cases.len(), wrong.len());
    assert!(wrong.is_empty(), "{} of {} wrong:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

fn check(folder: &Path, golden: &golden::Golden, kind: &str) -> Result<(), Failed> {
    let file = |extension: &str| folder.join(format!("{}.{kind}.{extension}", golden.name));
    let text = Program::from_file(file("hlo"))?;
    let message = Program::from_file(file("pb"))?;
    if imported(&text)? != imported(&message)? {
        return Err("the HLO text and the HLO proto are different programs".into());
    }
    golden::check(&message, &golden.folder(&golden::folder()), golden, PLATFORM)
}

/// Imports HLO and returns the StableHLO module without locations.
fn imported(program: &Program) -> Result<String, Failed> {
    let context = Context::new();
    Ok(mlir::parse(&context, program)?.as_operation().to_string())
}

/// Generates the HLO of all goldens.
fn make(folder: &Path) {
    fs::create_dir_all(folder).expect("a folder");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hlo_goldens.py");
    let goldens = golden::folder();
    let output = Command::new(python::interpreter()).arg(script).arg(goldens).arg(folder).output();
    let output = output.expect("the interpreter starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
