// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Finds the LLVM installation.

use std::error::Error;
use std::fs;
use std::path::PathBuf;

/// Returns the folder of the LLVM installation: the value of `MLIR_SYS_220_PREFIX`, or
/// `/usr/lib/llvm-22` if the variable is not set. Tells Cargo to run the build script again when
/// the variable changes.
pub fn llvm() -> PathBuf {
    println!("cargo:rerun-if-env-changed=MLIR_SYS_220_PREFIX");
    std::env::var_os("MLIR_SYS_220_PREFIX").map_or_else(|| "/usr/lib/llvm-22".into(), PathBuf::from)
}

/// Returns the text of LLVM's configuration header, which identifies the version of LLVM. Different
/// versions may be installed in the same folder over time.
///
/// # Errors
///
/// Returns an error if the header cannot be read.
pub fn version() -> Result<String, Box<dyn Error>> {
    let header = llvm().join("include/llvm/Config/llvm-config.h");
    println!("cargo:rerun-if-changed={}", header.display());
    Ok(fs::read_to_string(&header).map_err(|error| format!("{}: {error}", header.display()))?)
}
