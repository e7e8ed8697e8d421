// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Finds the Python interpreter with JAX, for tests that compare results with JAX.

use std::env;
use std::path::{Path, PathBuf};

/// Returns a Python interpreter with JAX: the interpreter that `HLOOM_PYTHON` names or, if the
/// variable is not set, the interpreter that `cargo ci test` installs in `target/venv`.
///
/// # Panics
///
/// Panics if there is no such interpreter, because the tests would otherwise pass without comparing
/// anything.
pub fn interpreter() -> PathBuf {
    let named = env::var_os("HLOOM_PYTHON").map(PathBuf::from);
    let folders = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let mut made = folders.map(|folder| folder.join("target/venv/bin/python"));
    let found = named.or_else(|| made.find(|interpreter| interpreter.exists()));
    found.expect("no Python with JAX found; run `cargo ci test` or set HLOOM_PYTHON")
}
