// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Handlers of `PJRT_Error`.

use crate::c_api::structs::{ErrorDestroy, ErrorForEachPayload, ErrorGetCode, ErrorMessage};
use crate::c_api::values::Text;
use crate::failure::Failure;

pub fn destroy(arguments: &mut ErrorDestroy) -> Result<(), Failure> {
    arguments.error.take();
    Ok(())
}

pub fn message(arguments: &mut ErrorMessage) -> Result<(), Failure> {
    arguments.message = Text::of(&arguments.error.get()?.failure.message);
    Ok(())
}

pub fn get_code(arguments: &mut ErrorGetCode) -> Result<(), Failure> {
    arguments.code = arguments.error.get()?.failure.code;
    Ok(())
}

/// Does nothing: errors have no payloads to visit.
pub fn for_each_payload(_: &mut ErrorForEachPayload) -> Result<(), Failure> {
    Ok(())
}
