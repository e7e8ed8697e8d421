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
    run_on(script, None);
}

/// Runs a script with a value of `JAX_PLATFORMS`.
fn run_on(script: &str, jax_platforms: Option<&str>) {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut command = Command::new(python::interpreter());
    command.arg(package.join("tests").join(script));
    for name in ["HLOOM_PLUGINS", "HLOOM_PJRT_LIBRARY", "JAX_PLATFORMS"] {
        command.env_remove(name);
    }
    let folders = [package.to_owned(), package.join("../jax")];
    command.env("PYTHONPATH", std::env::join_paths(folders).expect("no colons"));
    command.env("HLOOM_LIBRARY", library());
    command.envs(jax_platforms.map(|platforms| ("JAX_PLATFORMS", platforms)));
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
fn jax_runs_on_the_library_with_passes_in_python() {
    run_on("jax_backend.py", Some("hloom"));
}

#[test]
fn tools_run_in_the_interpreter() {
    run("tools.py");
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

#[test]
fn programs_are_shown_in_notebooks() {
    run("notebook.py");
}

#[test]
fn the_guide_is_correct() {
    run("guide.py");
}

#[test]
fn arguments_may_have_the_alignment_of_numpy() {
    run("alignment.py");
}
