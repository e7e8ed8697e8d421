// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Gathers of slices at indices (specification, sections "gather", "dynamic_gather").

use super::clamp::clamped;
use crate::Error;
use crate::ops::attributes::{to_size, to_sizes};
use hloom_dialects::attributes::stablehlo::GatherDimensionNumbers;
use hloom_dialects::op_view::OpView;
use hloom_values::{Literal, Scalar};

/// The interpretation of a tensor of indices as positions in another tensor, the indexed tensor.
#[derive(Clone, Debug)]
pub struct Indices {
    /// The dimension of the indices that contains the index vectors; one past the last dimension if
    /// each index vector is a single number.
    pub vector: usize,
    /// For each component of an index vector, the dimension of the indexed tensor.
    pub map: Vec<usize>,
    /// Pairs of a batching dimension of the indexed tensor and a batching dimension of the indices.
    pub batching: Vec<(usize, usize)>,
}

impl Indices {
    /// Returns the sizes of the indices' dimensions, without the dimension of the index vectors.
    pub fn outer(&self, indices: &Literal) -> Vec<usize> {
        let dims = indices.shape().dims.iter().enumerate();
        dims.filter(|(index, _)| *index != self.vector).map(|(_, dim)| *dim).collect()
    }

    /// Returns the position in the indexed tensor that an index vector specifies. The vector is at
    /// the position `outer` in the other dimensions of the indices.
    pub fn start(&self, indices: &Literal, outer: &[usize], rank: usize) -> Option<Vec<i128>> {
        let mut start = vec![0; rank];
        let mut place = outer.to_vec();
        let together = self.vector < indices.shape().rank();
        if together {
            place.insert(self.vector, 0);
        }
        for (number, dimension) in self.map.iter().enumerate() {
            if together {
                place[self.vector] = number;
            }
            start[*dimension] = indices.at(&place).map(Scalar::to_integer)?;
        }
        Some(start)
    }

    /// Adds the positions in the batching dimensions to the position `start` in the indexed tensor.
    pub fn add_batch(&self, start: &mut [i128], outer: &[usize]) -> Option<()> {
        for (dimension, of_indices) in &self.batching {
            let position = of_indices - usize::from(*of_indices >= self.vector);
            start[*dimension] += *outer.get(position)? as i128;
        }
        Some(())
    }
}

/// The attributes of a gather, without the sizes of its slices.
#[derive(Clone, Debug)]
pub struct Gather {
    /// The interpretation of the indices as the positions of slices.
    pub indices: Indices,
    /// The dimensions of the result that lie within slices.
    pub offset: Vec<usize>,
    /// The dimensions of slices that are omitted in the result, which are the collapsed and the
    /// batching dimensions.
    pub collapsed: Vec<usize>,
}

impl Gather {
    /// Reads the attributes of a gather.
    ///
    /// # Errors
    /// Fails if the dimension numbers are missing or negative.
    pub fn read(op: &OpView) -> Result<Self, Error> {
        let numbers: GatherDimensionNumbers = op.typed("dimension_numbers")?;
        let batching = to_sizes(&numbers.operand_batching_dims)?;
        let of_indices = to_sizes(&numbers.start_indices_batching_dims)?;
        let mut collapsed = to_sizes(&numbers.collapsed_slice_dims)?;
        collapsed.extend(&batching);
        Ok(Self {
            indices: Indices {
                vector: to_size(numbers.index_vector_dim)?,
                map: to_sizes(&numbers.start_index_map)?,
                batching: batching.into_iter().zip(of_indices).collect(),
            },
            offset: to_sizes(&numbers.offset_dims)?,
            collapsed,
        })
    }

    /// Gathers the slices. The start of a slice is clamped such that the slice is in bounds.
    ///
    /// # Errors
    /// Fails if slices are larger than the operand, or if the shapes do not match.
    pub fn evaluate(
        &self,
        operand: &Literal,
        indices: &Literal,
        sizes: &[usize],
    ) -> Result<Literal, Error> {
        let from = operand.shape();
        let fits = sizes.len() == from.rank()
            && sizes.iter().zip(&from.dims).all(|(size, dim)| size <= dim)
            && self.collapsed.iter().all(|dimension| sizes[*dimension] <= 1)
            && self
                .indices
                .batching
                .iter()
                .all(|(one, other)| from.dims.get(*one) == indices.shape().dims.get(*other));
        if !fits {
            let indices = indices.shape();
            return Err(Error::invalid(format!(
                "expected slices within a {from}, of size at most 1 in collapsed dimensions, and \
                 equal batching dimensions, found slices of {sizes:?} and indices {indices}"
            )));
        }
        let kept: Vec<_> =
            (0..from.rank()).filter(|dimension| !self.collapsed.contains(dimension)).collect();
        let outer = self.indices.outer(indices);
        let (mut slice, mut batch) = (kept.iter().map(|it| sizes[*it]), outer.iter().copied());
        let dims = (0..kept.len() + outer.len())
            .map(|index| if self.offset.contains(&index) { slice.next() } else { batch.next() })
            .collect::<Option<Vec<_>>>()
            .ok_or_else(|| {
                Error::invalid("`offset_dims`: expected a dimension for each slice dimension")
            })?;
        let nothing = self.collapsed.iter().any(|dimension| sizes[*dimension] == 0);
        if !dims.contains(&0) && (nothing || from.dims.contains(&0)) {
            let message = format!("no elements to gather from a {from} in slices of {sizes:?}");
            return Err(Error::invalid(message));
        }
        Ok(operand.rearranged(&dims, |index| {
            let mut offsets = Vec::with_capacity(kept.len());
            let mut outer = Vec::with_capacity(index.len());
            for (dimension, position) in index.iter().enumerate() {
                let list = if self.offset.contains(&dimension) { &mut offsets } else { &mut outer };
                list.push(*position);
            }
            let mut start = self.indices.start(indices, &outer, from.rank())?;
            for ((start, size), dim) in start.iter_mut().zip(sizes).zip(&from.dims) {
                *start = clamped(*start, *size, *dim).ok()? as i128;
            }
            self.indices.add_batch(&mut start, &outer)?;
            for (dimension, offset) in kept.iter().zip(offsets) {
                start[*dimension] += offset as i128;
            }
            start.into_iter().map(|place| usize::try_from(place).ok()).collect()
        })?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tensor(elements: &[i64], dims: &[usize]) -> Literal {
        Literal::from_slice(elements, dims).expect("as many")
    }

    #[test]
    fn rows_and_elements() {
        let operand = tensor(&[0, 1, 2, 3, 4, 5], &[2, 3]);
        let rows = Gather {
            indices: Indices { vector: 1, map: vec![0], batching: vec![] },
            offset: vec![1],
            collapsed: vec![0],
        };
        // Each element is an index of its own. Those out of bounds are clamped.
        let indices = tensor(&[1, -7, 9], &[3]);
        let result = rows.evaluate(&operand, &indices, &[1, 2]);
        assert_eq!(result, Ok(tensor(&[3, 4, 0, 1, 3, 4], &[3, 2])));
        // The specification clamps to a position where the whole slice fits.
        let windows = Gather {
            indices: Indices { vector: 0, map: vec![1], batching: vec![] },
            offset: vec![0, 1],
            collapsed: vec![],
        };
        let result = windows.evaluate(&operand, &tensor(&[2], &[1]), &[2, 2]);
        assert_eq!(result, Ok(tensor(&[1, 2, 4, 5], &[2, 2])));
        assert!(windows.evaluate(&operand, &tensor(&[2], &[1]), &[3, 2]).is_err());
    }

    #[test]
    fn batches() {
        // Expected values from jnp.take_along_axis(operand, indices, axis=1).
        let operand = tensor(&[0, 1, 2, 3, 4, 5], &[2, 3]);
        let gather = Gather {
            indices: Indices { vector: 2, map: vec![1], batching: vec![(0, 0)] },
            offset: vec![],
            collapsed: vec![1, 0],
        };
        let indices = tensor(&[2, 0, 1, 1], &[2, 2, 1]);
        let result = gather.evaluate(&operand, &indices, &[1, 1]);
        assert_eq!(result, Ok(tensor(&[2, 0, 4, 4], &[2, 2])));
    }

    #[test]
    fn nothing_to_gather() {
        let rows = Gather {
            indices: Indices { vector: 1, map: vec![0], batching: vec![] },
            offset: vec![],
            collapsed: vec![0],
        };
        let none = tensor(&[], &[0]);
        assert_eq!(rows.evaluate(&none, &none, &[0]), Ok(none.clone()));
        assert!(rows.evaluate(&none, &tensor(&[0], &[1]), &[0]).is_err());
    }
}
