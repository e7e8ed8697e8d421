// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Handlers of `PJRT_Plugin`.

use crate::c_api::structs::{PluginAttributes, PluginInitialize};
use crate::c_api::values::List;
use crate::failure::Failure;
use crate::plugin;

pub fn initialize(_: &mut PluginInitialize) -> Result<(), Failure> {
    Ok(())
}

pub fn attributes(arguments: &mut PluginAttributes) -> Result<(), Failure> {
    arguments.attributes = List::of(plugin::attributes());
    Ok(())
}
