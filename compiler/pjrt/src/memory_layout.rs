// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The order of elements in the memory of devices: row by row, unless somebody asks for another.

use crate::c_api::structs::{
    BufferMemoryLayout, BufferType, LayoutsBufferMemoryLayout, LayoutsClientGetDefaultLayout,
    LayoutsExecutableGetOutputLayouts, LayoutsExecutableGetParameterLayouts,
    LayoutsMemoryLayoutDestroy, LayoutsMemoryLayoutSerialize, LayoutsTopologyGetDefaultLayout,
};
use crate::c_api::values::{CountedList, Handle, KeptBytes, List};
use crate::element_type;
use crate::failure::Failure;
use crate::layout;
use hloom_compiler::Shape;
use std::sync::Arc;

/// The layout of an array: the order of its dimensions in memory, minor ones first. Copies are
/// the same one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemoryLayout(Arc<[i64]>);

impl MemoryLayout {
    /// That of an array of so many dimensions, row by row.
    pub fn row_major(rank: usize) -> Self {
        Self((0..rank as i64).rev().collect())
    }

    /// What a caller asks for; row by row if nothing.
    ///
    /// # Errors
    /// If it is of another rank, has tiles, or gaps between elements.
    pub fn asked(layout: &Handle<BufferMemoryLayout>, shape: &Shape) -> Result<Self, Failure> {
        let Some(layout) = layout.get_if_any() else { return Ok(Self::row_major(shape.rank())) };
        let order = layout::minor_to_major(layout, shape)?;
        Ok(Self(order.into_iter().map(|dim| dim as i64).collect()))
    }

    /// Reads `{1,0}`, as XLA writes it; none if it is no order of dimensions.
    pub fn read(text: &str) -> Option<Self> {
        let inside = text.strip_prefix('{')?.strip_suffix('}')?;
        let dims = inside.split(',').filter(|dim| !dim.is_empty());
        let order: Vec<i64> = dims.map(|dim| dim.parse().ok()).collect::<Option<_>>()?;
        let mut sorted = order.clone();
        sorted.sort_unstable();
        sorted.into_iter().eq(0..order.len() as i64).then(|| Self(order.into()))
    }

    /// As XLA writes it: `{1,0}`.
    pub fn text(&self) -> String {
        let dimensions: Vec<_> = self.0.iter().map(i64::to_string).collect();
        format!("{{{}}}", dimensions.join(","))
    }

    /// The dimensions, minor ones first.
    pub fn minor_to_major(&self) -> &[i64] {
        &self.0
    }

    /// Whether it is row by row.
    pub fn is_row_major(&self) -> bool {
        self.0.iter().rev().copied().eq(0..self.0.len() as i64)
    }

    /// What is said of each dimension, for the dimensions of memory, major ones first.
    pub fn in_memory<T: Copy>(&self, of_dims: &[T]) -> Vec<T> {
        self.0.iter().rev().map(|dim| of_dims[*dim as usize]).collect()
    }

    /// The type that a value has in memory, row by row.
    pub fn stored(&self, shape: &Shape) -> Shape {
        Shape::new(shape.element_type, self.in_memory(&shape.dims))
    }

    /// The type of a value that is stored as another.
    pub fn of_stored(&self, stored: &Shape) -> Shape {
        let mut dims = vec![0; stored.rank()];
        for (dim, size) in self.0.iter().rev().zip(&stored.dims) {
            dims[*dim as usize] = *size;
        }
        Shape::new(stored.element_type, dims)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layouts_are_written_as_xla_reads_them() {
        assert_eq!(MemoryLayout::row_major(3).text(), "{2,1,0}");
        assert_eq!(MemoryLayout::row_major(0).text(), "{}");
        for text in ["{2,1,0}", "{0,2,1}", "{}"] {
            assert_eq!(MemoryLayout::read(text).map(|layout| layout.text()).as_deref(), Some(text));
        }
        for text in ["", "{1}", "{0,0}", "{1,0:T(8)}", "{-1,0}"] {
            assert_eq!(MemoryLayout::read(text), None);
        }
    }

    #[test]
    fn dimensions_are_in_memory_as_the_layout_says() {
        let layout = MemoryLayout::read("{1,2,0}").expect("a layout");
        let shape = Shape::new(hloom_compiler::ElementType::F32, [2, 3, 4]);
        assert_eq!(layout.stored(&shape).dims, [2, 4, 3]);
        assert_eq!(layout.of_stored(&layout.stored(&shape)), shape);
        assert!(!layout.is_row_major() && MemoryLayout::row_major(3).is_row_major());
    }
}
