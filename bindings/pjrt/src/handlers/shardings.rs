// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Handlers of the shardings extension: the shardings of parameters and results of executables.

use crate::c_api::structs::{
    ShardingsExecutableOutputShardings, ShardingsExecutableParameterShardings,
};
use crate::c_api::values::{TextList, TextPointer};
use crate::failure::Failure;
use std::ptr;

pub fn of_parameters(arguments: &mut ShardingsExecutableParameterShardings) -> Result<(), Failure> {
    let executable = arguments.executable.get()?;
    arguments.num_parameters = executable.program.donated.len();
    (arguments.shardings, arguments.sharding_sizes) = pointers(&executable.parameter_shardings);
    Ok(())
}

pub fn of_outputs(arguments: &mut ShardingsExecutableOutputShardings) -> Result<(), Failure> {
    let executable = arguments.executable.get()?;
    arguments.num_outputs = executable.compiled.signature().results.len();
    (arguments.shardings, arguments.sharding_sizes) = pointers(&executable.output_shardings);
    Ok(())
}

/// Returns pointers to the serialized shardings and their sizes; null if the program has one
/// partition.
fn pointers(shardings: &Option<TextList>) -> (*const TextPointer, *const usize) {
    shardings.as_ref().map_or((ptr::null(), ptr::null()), TextList::pointers)
}
