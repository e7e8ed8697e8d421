// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tests of the Python package. Each test runs a script in a new interpreter, with the library that
//! Cargo built next to this test.

#[path = "../../../ci/jax_python.rs"]
mod python;

use std::path::{Path, PathBuf};
use std::process::Command;

/// Returns the path of the library, which Cargo puts next to this test.
fn library() -> PathBuf {
    let test = std::env::current_exe().expect("this runs");
    let folder = test.parent().expect("target/debug/deps");
    folder.join(format!("libhloom_python{}", std::env::consts::DLL_SUFFIX))
}

fn run(script: &str) {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut command = Command::new(python::interpreter());
    command.arg(package.join("tests").join(script));
    command.env_remove("HLOOM_PLUGINS").env_remove("JAX_PLATFORMS");
    command.env("PYTHONPATH", package).env("HLOOM_LIBRARY", library());
    let output = command.output().expect("the interpreter starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}{said}", String::from_utf8_lossy(&output.stdout));
}

#[test]
fn programs_are_read_walked_and_changed() {
    run("programs.py");
}

#[test]
fn passes_run_and_may_be_functions() {
    run("passes.py");
}

#[test]
fn programs_run_on_arrays() {
    run("runs.py");
}

#[test]
fn programs_and_arrays_of_jax_are_accepted() {
    run("jax_programs.py");
}

#[test]
fn the_interpreter_lock_is_released() {
    run("threads.py");
}

#[test]
fn large_arrays_are_not_copied() {
    run("memory.py");
}

#[test]
fn type_stubs_are_complete() {
    run("stubs.py");
}
