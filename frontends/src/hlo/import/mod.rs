// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! From HLO to StableHLO, of programs before and after XLA's optimization.
//!
//! An instruction is mostly the operation of the same name ([`by_opcode`]), with the attributes
//! that StableHLO's ODS records give that operation, each read from the instruction in one place
//! ([`attributes`]). What is called as a whole is a private function, what is applied to
//! elements or repeated a region. There are no tuples: they are known by their parts ([`tree`]),
//! and are a value only where something outside the program takes one.
//!
//! Layouts mean nothing but to `bitcast`, which is about memory ([`bitcast`]).

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
mod functions;
mod literal;
mod locations;
pub(super) mod make;
mod problem;
mod products;
mod random;
mod refusals;
mod top_k;
mod tree;
mod types;

use crate::Error;
use crate::hlo::leave_out_partial_windows;
use functions::Importer;
use hloom_dialects::{Context, Diagnostics, ParseError};
use hloom_hlo::HloModule;
use melior::ir::Module;
use melior::ir::operation::OperationLike;

/// Makes a module of HLO one of StableHLO, and verifies it. `name` is what messages call it.
///
/// # Errors
/// If something in it has no meaning in StableHLO: which instruction, and why. What MLIR and
/// StableHLO say of the program.
pub fn import<'c>(
    context: &'c Context,
    module: &HloModule,
    name: &str,
) -> Result<Module<'c>, Error> {
    let guard = Diagnostics::collect(context);
    let module = Importer::new(context, module, name).module()?;
    // What is said of types and attributes that there are none of is in the error already.
    drop(guard.take());
    let is_valid = module.as_operation().verify();
    let diagnostics = guard.take();
    if !is_valid {
        return Err(ParseError { diagnostics }.into());
    }
    leave_out_partial_windows(context, &module);
    Ok(module)
}
