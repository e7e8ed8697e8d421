// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Import of VHLO to StableHLO (source: `VhloLegalizeToStablehlo.cpp`).

mod attributes;
mod importer;
mod operations;
mod sharding;
mod types;

pub(super) use importer::Importer;

use crate::Error;
use hloom_dialects::{Diagnostics, ParseError};
use melior::Context;
use melior::ir::Module;
use melior::ir::operation::OperationLike;

/// Reads a portable artifact of any supported version and verifies its program.
///
/// # Errors
/// Fails if the artifact is malformed or has a newer version, if MLIR has no equivalent of a part
/// of the program, or if the verifiers of MLIR and StableHLO reject the program.
pub fn import<'c>(context: &'c Context, bytes: &[u8], name: &str) -> Result<Module<'c>, Error> {
    let damaged = |error| Error::Portable { name: name.to_owned(), error };
    let program = hloom_portable::read(bytes).map_err(damaged)?;
    let module = operations::module(context, &program)?;
    let guard = Diagnostics::collect(context);
    let is_valid = module.as_operation().verify();
    let diagnostics = guard.take();
    if is_valid { Ok(module) } else { Err(ParseError { diagnostics }.into()) }
}
