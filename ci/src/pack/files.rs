// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reads and writes files, with error messages that name the file.

use anyhow::{Context, Result};
use std::fs;
use std::path::Path;

/// Copies a file.
pub fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::copy(from, to)
        .with_context(|| format!("cannot copy {} to {}", from.display(), to.display()))?;
    Ok(())
}

/// Writes a text to a file.
pub fn write(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

/// Reads a file as text.
pub fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

/// Creates a folder, and its parent folders if they are missing.
pub fn create(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))
}
