// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod builtin;
mod bytecode;
mod encoding;
mod error;
mod layout;
pub mod model;
pub mod operations;
pub mod sdy;
pub mod stablehlo;
mod verify;
mod version;
mod versions;
pub mod vhlo;

pub use error::{Error, Needs};
pub use layout::{Layout, layout};
pub use model::*;
pub use verify::verify;
pub use version::{CompatibilityRequirement, Version};

use bytecode::Header;

/// Whether bytes are MLIR bytecode, portable or not: they begin like it.
pub fn is_bytecode(bytes: &[u8]) -> bool {
    Header::is_there(bytes)
}

/// What wrote a file: `StableHLO_v1.2.3` if it is a portable artifact.
///
/// # Errors
/// If it is not bytecode.
pub fn producer(bytes: &[u8]) -> Result<String, Error> {
    Header::read(bytes).map(|header| String::from_utf8_lossy(header.producer).into_owned())
}

/// The version of a portable artifact, none if it is other bytecode.
///
/// # Errors
/// If it is not bytecode.
pub fn artifact_version(bytes: &[u8]) -> Result<Option<Version>, Error> {
    Header::read(bytes).map(|header| header.version())
}

/// Whether bytes are a portable artifact: bytecode that `StableHLO`'s writer made or that has
/// operations of VHLO, whatever wrote it.
pub fn is_artifact(bytes: &[u8]) -> bool {
    matches!(artifact_version(bytes), Ok(Some(_))) || bytecode::names_dialect(bytes, "vhlo")
}

/// Reads a program, and brings it to the last version of VHLO.
///
/// Its operations are of VHLO, `builtin`, `func` and `sdy`; others are read as far as their
/// encoding says what they are.
///
/// # Errors
/// If the bytes are damaged or of a later version, or the program in them is wrong.
pub fn read(bytes: &[u8]) -> Result<Module, Error> {
    if let Some(found) = artifact_version(bytes)?.filter(|found| found.is_newer_than_known()) {
        return Err(Error::Newer { found, last: Version::CURRENT });
    }
    let mut module = bytecode::read(bytes)?;
    verify(&module)?;
    versions::upgrade(&mut module);
    Ok(module)
}

/// Writes a program of the last version of VHLO as an artifact of a version.
///
/// # Errors
/// If the program is wrong, or uses what the version does not have.
pub fn write(module: &Module, version: Version) -> Result<Vec<u8>, Error> {
    let format = version.bytecode_format()?;
    verify(module)?;
    let mut module = module.clone();
    versions::downgrade(&mut module, version)?;
    operations::merge_properties(&mut module, format < 5);
    bytecode::write(&module, version)
}
