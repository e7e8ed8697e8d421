// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The order of elements in the memory of devices, which is row by row.

use crate::c_api::structs::{
    BufferType, LayoutsBufferMemoryLayout, LayoutsClientGetDefaultLayout,
    LayoutsExecutableGetOutputLayouts, LayoutsExecutableGetParameterLayouts,
    LayoutsMemoryLayoutDestroy, LayoutsMemoryLayoutSerialize, LayoutsTopologyGetDefaultLayout,
};
use crate::c_api::values::{CountedList, Handle, KeptBytes, List};
use crate::element_type;
use crate::failure::Failure;

/// The layout of an array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemoryLayout {
    rank: usize,
}

impl MemoryLayout {
    /// That of an array of so many dimensions.
    pub fn row_major(rank: usize) -> Self {
        Self { rank }
    }

    /// As XLA writes it, minor dimensions first: `{1,0}`.
    fn text(&self) -> String {
        let dimensions: Vec<_> = (0..self.rank).rev().map(|dim| dim.to_string()).collect();
        format!("{{{}}}", dimensions.join(","))
    }
}

/// The default for an array, whose type is to be one of ours.
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
    arguments.serialized = KeptBytes::of(arguments.layout.get()?.text().into_bytes());
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
    let rank = arguments.buffer.get()?.rank();
    arguments.layout = Handle::give(MemoryLayout::row_major(rank));
    Ok(())
}

pub fn of_outputs(arguments: &mut LayoutsExecutableGetOutputLayouts) -> Result<(), Failure> {
    let executable = arguments.executable.get()?;
    arguments.layouts = CountedList::of(executable.output_layouts());
    Ok(())
}

pub fn of_parameters(arguments: &mut LayoutsExecutableGetParameterLayouts) -> Result<(), Failure> {
    let executable = arguments.executable.get()?;
    arguments.layouts = CountedList::of(executable.parameter_layouts());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layouts_are_written_as_xla_reads_them() {
        assert_eq!(MemoryLayout::row_major(3).text(), "{2,1,0}");
        assert_eq!(MemoryLayout::row_major(0).text(), "{}");
    }
}
