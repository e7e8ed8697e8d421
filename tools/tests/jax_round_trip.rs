// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-opt` and jaxlib can read each other's programs as text, generic text and bytecode.
//!
//! The programs are the goldens and `jax_programs/`, or those in the folder that
//! `HLOOM_LARGE_GOLDENS` names.

#[path = "../../ci/jax_python.rs"]
mod python;

use std::path::{Path, PathBuf};
use std::process::Command;

#[test]
fn programs_are_the_same_for_jaxlib() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = match std::env::var_os("HLOOM_LARGE_GOLDENS") {
        Some(large) => vec![PathBuf::from(large)],
        None => vec![folder.join("../goldens"), folder.join("tests/jax_programs")],
    };
    let output = Command::new(python::interpreter())
        .arg(folder.join("tests/jax_round_trip.py"))
        .arg(env!("CARGO_BIN_EXE_hlo-opt"))
        .args(folders)
        .output()
        .expect("the interpreter starts");
    let stdout = String::from_utf8_lossy(&output.stdout);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{stdout}{stderr}");
    assert!(stdout.contains(" programs, 0 wrong"), "{stdout}{stderr}");
}
