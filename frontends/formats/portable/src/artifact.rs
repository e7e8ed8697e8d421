// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reading and writing whole artifacts.
//!
//! The reader verifies a program before the upgrade, and the writer verifies it before the
//! downgrade, so that the conversions between versions process only valid programs.

use crate::bytecode::{self, Header};
use crate::error::Error;
use crate::model::Module;
use crate::verify::verify;
use crate::version::Version;
use crate::{operations, versions};

/// Returns true if the bytes start with the magic number of MLIR bytecode. The bytecode need not be
/// a portable artifact.
pub fn is_bytecode(bytes: &[u8]) -> bool {
    Header::is_there(bytes)
}

/// Returns the producer named in a bytecode header: `StableHLO_v1.2.3` for a portable artifact.
///
/// # Errors
/// Fails if the bytes do not start with a supported bytecode header.
pub fn producer(bytes: &[u8]) -> Result<String, Error> {
    Header::read(bytes).map(|header| String::from_utf8_lossy(header.producer).into_owned())
}

/// Returns the version of a portable artifact, from the producer in the bytecode header. Returns
/// `None` if the producer is not `StableHLO` with a version.
///
/// # Errors
/// Fails if the bytes do not start with a supported bytecode header.
pub fn artifact_version(bytes: &[u8]) -> Result<Option<Version>, Error> {
    Header::read(bytes).map(|header| header.version())
}

/// Returns true if the bytes are a portable artifact.
///
/// An artifact is bytecode whose producer is `StableHLO` with a version, or bytecode of any
/// producer that names the dialect `vhlo`. Damaged bytecode is an artifact if it contains the
/// string `vhlo`.
pub fn is_artifact(bytes: &[u8]) -> bool {
    matches!(artifact_version(bytes), Ok(Some(_))) || bytecode::names_dialect(bytes, "vhlo")
}

/// Reads a program and upgrades it to the current version of VHLO.
///
/// The reader knows operations of VHLO, `builtin`, `func` and `sdy`. It reads operations of other
/// dialects if their encoding is self-describing.
///
/// # Errors
/// Fails if the bytes are damaged, if their version is after [`Version::CURRENT`], or if the
/// program in them is invalid.
pub fn read(bytes: &[u8]) -> Result<Module, Error> {
    if let Some(found) = artifact_version(bytes)?.filter(|found| found.is_newer_than_known()) {
        return Err(Error::Newer { found, last: Version::CURRENT });
    }
    let mut module = bytecode::read(bytes)?;
    verify(&module)?;
    versions::upgrade(&mut module);
    Ok(module)
}

/// Downgrades a program of the current version of VHLO and writes it as an artifact of `version`.
///
/// # Errors
/// Fails if the version is unsupported, if the program is invalid, or if it uses a feature that the
/// version does not support.
pub fn write(module: &Module, version: Version) -> Result<Vec<u8>, Error> {
    let format = version.bytecode_format()?;
    verify(module)?;
    let mut module = module.clone();
    versions::downgrade(&mut module, version)?;
    operations::merge_properties(&mut module, format < 5);
    bytecode::write(&module, version)
}
