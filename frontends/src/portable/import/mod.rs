// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! From VHLO to StableHLO (source: `VhloLegalizeToStablehlo.cpp`).

mod attributes;
mod operations;
mod sharding;
mod types;

pub(super) use attributes::Importer;

use crate::Error;
use hloom_dialects::{Context, Diagnostics, ParseError};
use melior::ir::Module;
use melior::ir::operation::OperationLike;

/// Reads an artifact of any version and verifies the program in it.
///
/// # Errors
/// If it is damaged or of a later version; what MLIR and StableHLO say of the program.
pub fn import<'c>(context: &'c Context, bytes: &[u8], name: &str) -> Result<Module<'c>, Error> {
    let damaged = |error| Error::Portable { name: name.to_owned(), error };
    let program = hloom_portable::read(bytes).map_err(damaged)?;
    let module = operations::module(context, &program)?;
    let guard = Diagnostics::collect(context);
    let is_valid = module.as_operation().verify();
    let diagnostics = guard.take();
    if is_valid { Ok(module) } else { Err(ParseError { diagnostics }.into()) }
}
