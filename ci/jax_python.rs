// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Shared by the tests that compare with JAX: where its Python is.

use std::env;
use std::path::{Path, PathBuf};

/// An interpreter with JAX: the one that `HLOOM_PYTHON` names, or the one `cargo ci test` makes.
///
/// # Panics
/// If there is none: what is to be compared with JAX is not tested without it.
pub fn interpreter() -> PathBuf {
    let named = env::var_os("HLOOM_PYTHON").map(PathBuf::from);
    let folders = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let mut made = folders.map(|folder| folder.join("target/venv/bin/python"));
    let found = named.or_else(|| made.find(|interpreter| interpreter.exists()));
    found.expect("no JAX: run `cargo ci test` or set HLOOM_PYTHON")
}
