// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Import of HLO to StableHLO, before or after XLA's optimization.
//!
//! Most instructions become the operation of the same name ([`by_opcode`]). StableHLO's ODS records
//! list its attributes, and one table reads each of them from the instruction ([`attributes`]). A
//! called computation becomes a private function, and a computation that is applied to elements or
//! repeated becomes a region. Tuples are eliminated: the import tracks their elements ([`tree`])
//! and builds a tuple value only for custom calls.
//!
//! Layouts have no effect, except on `bitcast`, which reinterprets memory ([`bitcast`]).

mod aliases;
mod annotations;
mod asynchronous;
mod attributes;
mod bitcast;
mod body;
mod by_opcode;
mod calls;
mod collectives;
mod control_flow;
mod custom_call;
mod devices;
mod dimension_numbers;
mod dynamic;
mod equivalent_op;
mod error;
mod functions;
mod importer;
mod literal;
mod locations;
pub(super) mod make;
mod products;
mod random;
mod top_k;
mod tree;
mod types;
mod unsupported;

use crate::Error;
use crate::hlo::leave_out_partial_windows;
use hloom_dialects::{Diagnostics, ParseError};
use hloom_hlo::HloModule;
use importer::Importer;
use melior::Context;
use melior::ir::Module;
use melior::ir::operation::OperationLike;

/// Converts an HLO module to StableHLO and verifies it. Messages refer to the module by `name`.
/// Scatters receive the bounds semantics of XLA's backends.
///
/// # Errors
/// Fails if StableHLO cannot represent an instruction; the error names the instruction and the
/// reason. Also fails if the verifiers of MLIR and StableHLO reject the result.
pub fn import<'c>(
    context: &'c Context,
    module: &HloModule,
    name: &str,
) -> Result<Module<'c>, Error> {
    let guard = Diagnostics::collect(context);
    let module = Importer::new(context, module, name).module()?;
    // Diagnostics about invalid types and attributes are already part of the error.
    drop(guard.take());
    let is_valid = module.as_operation().verify();
    let diagnostics = guard.take();
    if !is_valid {
        return Err(ParseError { diagnostics }.into());
    }
    leave_out_partial_windows(context, &module);
    Ok(module)
}
