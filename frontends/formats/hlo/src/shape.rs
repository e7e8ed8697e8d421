// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Shapes: arrays, tuples, tokens, opaque values and buffers.

use crate::proto::{LayoutProto, PrimitiveType, ShapeProto};

/// Size that stands for a dynamic dimension without an upper bound, printed as `?`.
pub const UNBOUNDED: i64 = i64::MIN;

impl ShapeProto {
    /// Creates the shape of an array with static dimensions and the row-major layout.
    pub fn array(element_type: PrimitiveType, dimensions: impl Into<Vec<i64>>) -> Self {
        let mut shape = Self {
            element_type: element_type.into(),
            dimensions: dimensions.into(),
            ..Self::default()
        };
        shape.is_dynamic_dimension = vec![false; shape.dimensions.len()];
        shape.layout = Some(Box::new(LayoutProto::row_major(shape.dimensions.len())));
        shape
    }

    /// Creates the shape of a tuple from the shapes of its elements.
    pub fn tuple(elements: Vec<Self>) -> Self {
        Self {
            element_type: PrimitiveType::Tuple.into(),
            tuple_shapes: elements,
            ..Self::default()
        }
    }

    /// Returns a copy of the shape in which row-major layouts replace all layouts.
    pub fn in_row_major(mut self) -> Self {
        self.tuple_shapes = self.tuple_shapes.into_iter().map(Self::in_row_major).collect();
        if let Some(layout) = &mut self.layout {
            **layout = LayoutProto::row_major(self.dimensions.len());
        }
        self
    }

    /// Returns true if the shape is an array; scalars are arrays without dimensions.
    pub fn is_array(&self) -> bool {
        self.element_type().class().is_some()
    }

    /// Returns true if the shape is a tuple.
    pub fn is_tuple(&self) -> bool {
        self.element_type() == PrimitiveType::Tuple
    }

    /// Returns true if the dimension with the given number is dynamic. The size of a dynamic
    /// dimension is an upper bound, or [`UNBOUNDED`].
    pub fn is_dynamic(&self, dimension: usize) -> bool {
        self.is_dynamic_dimension.get(dimension).copied().unwrap_or(false)
    }

    /// Returns the number of elements of an array, with dynamic dimensions counted by their
    /// bounds. Returns `None` if the shape is not an array, a dimension is negative, or the
    /// number overflows.
    pub fn element_count(&self) -> Option<usize> {
        if !self.is_array() {
            return None;
        }
        let sizes = self.dimensions.iter().map(|size| usize::try_from(*size));
        // A size of zero makes the product zero, even where the other sizes would overflow.
        if self.dimensions.contains(&0) {
            return sizes.clone().all(|size| size.is_ok()).then_some(0);
        }
        sizes.into_iter().try_fold(1_usize, |count, size| count.checked_mul(size.ok()?))
    }

    /// Returns the dimensions from the fastest varying to the slowest varying dimension. The layout
    /// determines the order; without a layout that permutes the dimensions, the order is row-major.
    pub fn minor_to_major(&self) -> Vec<usize> {
        let rank = self.dimensions.len();
        let layout = self.layout.iter().flat_map(|layout| &layout.minor_to_major);
        let order: Vec<_> =
            layout.filter_map(|dimension| usize::try_from(*dimension).ok()).collect();
        let mut sorted = order.clone();
        sorted.sort_unstable();
        match sorted.into_iter().eq(0..rank) {
            true => order,
            false => (0..rank).rev().collect(),
        }
    }

    /// Returns true if two shapes are equal, ignoring layouts and the distinction between static
    /// and dynamic dimensions.
    pub fn is_compatible(&self, other: &Self) -> bool {
        self.element_type == other.element_type
            && self.dimensions == other.dimensions
            && self.tuple_shapes.len() == other.tuple_shapes.len()
            && self
                .tuple_shapes
                .iter()
                .zip(&other.tuple_shapes)
                .all(|(one, other)| one.is_compatible(other))
    }
}

impl LayoutProto {
    /// Creates the row-major layout, in which the last dimension varies fastest.
    pub fn row_major(rank: usize) -> Self {
        Self {
            minor_to_major: (0..rank as i64).rev().collect(),
            tail_padding_alignment_in_elements: 1,
            ..Self::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_counted() {
        let count = |dims: &[i64]| ShapeProto::array(PrimitiveType::F32, dims).element_count();
        assert_eq!(count(&[]), Some(1));
        assert_eq!(count(&[2, 3]), Some(6));
        assert_eq!(count(&[i64::MAX, 0]), Some(0));
        assert_eq!(count(&[i64::MAX, i64::MAX]), None);
        assert_eq!(count(&[-1, 0]), None);
        assert_eq!(ShapeProto::tuple(Vec::new()).element_count(), None);
    }

    #[test]
    fn orders_of_dimensions() {
        let order = |minor_to_major: &[i64]| {
            let mut shape = ShapeProto::array(PrimitiveType::F32, [2, 3]);
            shape.layout.as_mut().expect("an array").minor_to_major = minor_to_major.to_vec();
            shape.minor_to_major()
        };
        assert_eq!(order(&[0, 1]), [0, 1]);
        for wrong in [&[][..], &[0], &[1, 1], &[0, 2], &[-1, 0, 1, 2]] {
            assert_eq!(order(wrong), [1, 0]);
        }
    }
}
