// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Portable artifacts: their bytes are `hloom-portable`'s; here the programs in them are made
//! modules of StableHLO, and modules artifacts.
//!
//! What VHLO's operations are in StableHLO is nearly all said by StableHLO's own ODS records:
//! the names are the same but for versions, and an attribute is converted to what the operation
//! stores (source: `VhloLegalizeToStablehlo.cpp`). [`groups`] has the attributes that are
//! several in VHLO.

mod attributes;
mod groups;
mod neutral;
mod operations;
mod sharding;
mod types;

use crate::Error;
use hloom_dialects::{Context, Diagnostics, ParseError};
use hloom_portable as portable;
use melior::ir::Module;
use melior::ir::operation::OperationLike;

/// Whether bytes are an artifact: bytecode that StableHLO's writer made.
pub fn is_artifact(bytes: &[u8]) -> bool {
    matches!(portable::artifact_version(bytes), Ok(Some(_)))
}

/// Reads an artifact of any version and verifies the program in it.
///
/// # Errors
/// If it is damaged or of a later version; what MLIR and StableHLO say of the program.
pub fn import<'c>(context: &'c Context, bytes: &[u8], name: &str) -> Result<Module<'c>, Error> {
    let damaged = |error| Error::Portable { name: name.to_owned(), error };
    let program = portable::read(bytes).map_err(damaged)?;
    let module = operations::module(context, &program)?;
    let guard = Diagnostics::collect(context);
    let is_valid = module.as_operation().verify();
    let diagnostics = guard.take();
    if is_valid { Ok(module) } else { Err(ParseError { diagnostics }.into()) }
}
