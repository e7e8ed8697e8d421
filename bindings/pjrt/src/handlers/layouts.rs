// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Handlers of the layouts extension.

use crate::c_api::nested_structs::BufferType;
use crate::c_api::structs::{
    LayoutsBufferMemoryLayout, LayoutsClientGetDefaultLayout, LayoutsExecutableGetOutputLayouts,
    LayoutsExecutableGetParameterLayouts, LayoutsMemoryLayoutDestroy, LayoutsMemoryLayoutSerialize,
    LayoutsTopologyGetDefaultLayout,
};
use crate::c_api::values::{CountedList, Handle, List, OwnedBytes};
use crate::element_type;
use crate::failure::Failure;
use crate::memory_layout::MemoryLayout;

/// Returns the default layout of an array, which is row-major.
///
/// # Errors
/// Fails if the element type is not supported. A token is accepted, too.
fn default_for(ty: BufferType, dims: List<i64>) -> Result<Handle<MemoryLayout>, Failure> {
    if ty != element_type::TOKEN {
        element_type::of_number(ty)?;
    }
    Ok(Handle::give(MemoryLayout::row_major(dims.get().len())))
}

pub fn destroy(arguments: &mut LayoutsMemoryLayoutDestroy) -> Result<(), Failure> {
    arguments.layout.take();
    Ok(())
}

pub fn serialize(arguments: &mut LayoutsMemoryLayoutSerialize) -> Result<(), Failure> {
    arguments.serialized = OwnedBytes::of(arguments.layout.get()?.text().into_bytes());
    Ok(())
}

pub fn default_of_client(arguments: &mut LayoutsClientGetDefaultLayout) -> Result<(), Failure> {
    arguments.client.get()?;
    arguments.layout = default_for(arguments.r#type, arguments.dims)?;
    Ok(())
}

pub fn default_of_topology(arguments: &mut LayoutsTopologyGetDefaultLayout) -> Result<(), Failure> {
    arguments.topology.get()?;
    arguments.layout = default_for(arguments.r#type, arguments.dims)?;
    Ok(())
}

pub fn of_buffer(arguments: &mut LayoutsBufferMemoryLayout) -> Result<(), Failure> {
    arguments.layout = Handle::give(arguments.buffer.get()?.layout().clone());
    Ok(())
}

pub fn of_outputs(arguments: &mut LayoutsExecutableGetOutputLayouts) -> Result<(), Failure> {
    let executable = arguments.executable.get()?;
    arguments.layouts = CountedList::of(executable.output_layouts.handles());
    Ok(())
}

pub fn of_parameters(arguments: &mut LayoutsExecutableGetParameterLayouts) -> Result<(), Failure> {
    let executable = arguments.executable.get()?;
    arguments.layouts = CountedList::of(executable.parameter_layouts.handles());
    Ok(())
}
