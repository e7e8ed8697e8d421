// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Layouts of buffers in device memory (`PJRT_Layouts_MemoryLayout`).
//!
//! A layout is an order of dimensions, as in XLA's `Layout`, but without tiles. The default is
//! row-major. A buffer with another layout is treated as a row-major array of permuted
//! dimensions: [`MemoryLayout::stored`] computes the shape of that array.

use crate::c_api::nested_structs::BufferMemoryLayout;
use crate::c_api::values::Handle;
use crate::failure::Failure;
use crate::layout;
use hloom_compiler::Shape;
use std::sync::Arc;

/// The layout of an array: the order of its dimensions in memory, from the minor-most on. Clones
/// share the data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemoryLayout(Arc<[i64]>);

impl MemoryLayout {
    /// Returns the row-major layout of arrays with `rank` dimensions.
    pub fn row_major(rank: usize) -> Self {
        Self((0..rank as i64).rev().collect())
    }

    /// Returns the layout that a caller requests; row-major if the handle is null.
    ///
    /// # Errors
    /// Fails if the layout does not list each dimension of the shape once, has tiles, or has gaps
    /// between elements.
    pub fn requested(layout: &Handle<BufferMemoryLayout>, shape: &Shape) -> Result<Self, Failure> {
        let Some(layout) = layout.get_if_any() else { return Ok(Self::row_major(shape.rank())) };
        let order = layout::minor_to_major(layout, shape)?;
        Ok(Self(order.into_iter().map(|dim| dim as i64).collect()))
    }

    /// Parses XLA's text form of a layout, such as `{1,0}`. Returns `None` if the text is not an
    /// order of dimensions without tiles.
    pub fn read(text: &str) -> Option<Self> {
        let inside = text.strip_prefix('{')?.strip_suffix('}')?;
        let dims = inside.split(',').filter(|dim| !dim.is_empty());
        let order: Vec<i64> = dims.map(|dim| dim.parse().ok()).collect::<Option<_>>()?;
        let mut sorted = order.clone();
        sorted.sort_unstable();
        sorted.into_iter().eq(0..order.len() as i64).then(|| Self(order.into()))
    }

    /// Returns the layout in XLA's text form, such as `{1,0}`.
    pub fn text(&self) -> String {
        let dimensions: Vec<_> = self.0.iter().map(i64::to_string).collect();
        format!("{{{}}}", dimensions.join(","))
    }

    /// Returns the dimensions in their order in memory, from the minor-most on.
    pub fn minor_to_major(&self) -> &[i64] {
        &self.0
    }

    /// Returns true if the layout is row-major.
    pub fn is_row_major(&self) -> bool {
        self.0.iter().rev().copied().eq(0..self.0.len() as i64)
    }

    /// Permutes a list with one value for each logical dimension to the order of the dimensions in
    /// memory, from the major-most on.
    pub fn in_memory<T: Copy>(&self, of_dims: &[T]) -> Vec<T> {
        self.0.iter().rev().map(|dim| of_dims[*dim as usize]).collect()
    }

    /// Returns the shape of the row-major array that represents a value of `shape` in memory.
    pub fn stored(&self, shape: &Shape) -> Shape {
        Shape::new(shape.element_type, self.in_memory(&shape.dims))
    }

    /// Returns the logical shape of a value whose array in memory has the shape `stored`; the
    /// inverse of [`MemoryLayout::stored`].
    pub fn of_stored(&self, stored: &Shape) -> Shape {
        let mut dims = vec![0; stored.rank()];
        for (dim, size) in self.0.iter().rev().zip(&stored.dims) {
            dims[*dim as usize] = *size;
        }
        Shape::new(stored.element_type, dims)
    }
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
