// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Random gathers, which take slices at many positions.

use super::attributes::{array, list};
use super::elementwise::is_integer;
use super::generator::{Emit, Generator};
use super::need::Need;
use crate::fuzz::program::ValueId;
use hloom_compiler::Shape;

pub const EMITTERS: &[(Emit, u32)] = &[(gather, 1)];

/// Roles of the dimensions in a gather or scatter operation.
pub struct Roles {
    /// Batching dimensions of the operand of the gather or scatter.
    pub batching: Vec<usize>,
    /// Dimensions of the index tensor that correspond to `batching`.
    pub indices_batching: Vec<usize>,
    /// Dimensions of the operand with slice size 1 that the slices omit.
    pub collapsed: Vec<usize>,
    /// For each component of an index vector, the dimension of the operand in which it is a
    /// position.
    pub mapped: Vec<usize>,
    /// Dimension of the index tensor that contains the index vectors.
    pub vector: usize,
    /// Size of a slice in each dimension of the operand.
    pub sizes: Vec<usize>,
    /// Sizes of the dimensions of the index tensor.
    pub indices: Vec<usize>,
    /// Dimensions of a gather's result, or of a scatter's updates, that belong to the slices.
    pub offsets: Vec<usize>,
    /// Sizes of the dimensions of a gather's result, or of a scatter's updates.
    pub result: Vec<usize>,
}

/// Returns random roles of the dimensions of a gather or scatter on an operand with the given
/// sizes.
pub fn roles(generator: &mut Generator, dims: &[usize]) -> Roles {
    let rank = dims.len();
    let (mut batching, mut collapsed, mut mapped, mut sizes) = (vec![], vec![], vec![], vec![]);
    for (index, size) in dims.iter().enumerate() {
        let random = generator.random();
        if random.chance(0.15) {
            batching.push(index);
            sizes.push((*size).min(1));
            continue;
        }
        if random.chance(0.6) {
            mapped.push(index);
        }
        if random.chance(0.4) && *size > 0 {
            collapsed.push(index);
            sizes.push(1);
        } else {
            sizes.push(if random.chance(0.5) { random.below(size + 1) } else { *size });
        }
    }
    // A batching dimension has slice size 1, which does not fit an empty dimension.
    batching.retain(|index| dims[*index] > 0);
    let order = generator.random().permutation(mapped.len());
    let mapped: Vec<_> = order.iter().map(|index| mapped[*index]).collect();
    // Dimensions of the indices: batching dimensions, others, and perhaps the index vector's.
    let free = generator.random().below(3);
    let count = batching.len() + free;
    let mut indices: Vec<_> = (0..count).map(|_| generator.size().min(5)).collect();
    let places = generator.random().permutation(count);
    for (from, place) in batching.iter().zip(&places) {
        indices[*place] = dims[*from];
    }
    let scalar = mapped.len() == 1 && generator.random().chance(0.4);
    let vector = if scalar { count } else { generator.random().below(count + 1) };
    let shifted = |place: usize| place + usize::from(!scalar && place >= vector);
    let indices_batching: Vec<_> =
        places[..batching.len()].iter().map(|place| shifted(*place)).collect();
    let batch = indices.clone();
    if !scalar {
        indices.insert(vector, mapped.len());
    }
    let kept: Vec<_> = (0..rank)
        .filter(|index| !batching.contains(index) && !collapsed.contains(index))
        .map(|index| sizes[index])
        .collect();
    let offsets = generator.random().choose(batch.len() + kept.len(), kept.len());
    let (mut batch, mut kept) = (batch.into_iter(), kept.into_iter());
    let result = (0..batch.len() + kept.len())
        .filter_map(|index| if offsets.contains(&index) { kept.next() } else { batch.next() })
        .collect();
    Roles { batching, indices_batching, collapsed, mapped, vector, sizes, indices, offsets, result }
}

/// Returns a tensor of indices. With a probability of 80%, all indices are between -3 and 9.
pub fn indices(generator: &mut Generator, dims: &[usize]) -> Option<ValueId> {
    let element_type = generator.element_type(is_integer)?;
    let shape = Shape::new(element_type, dims);
    let small = generator.random().chance(0.8);
    let need = if small { Need::within(-3.0, 9.0) } else { Need::ANY };
    generator.operand(&shape, need)
}

fn gather(generator: &mut Generator) -> Option<()> {
    let operand = generator.any(Need::ANY, |_| true, |_| true)?;
    let shape = generator.shape(operand);
    let roles = roles(generator, &shape.dims);
    let indices = indices(generator, &roles.indices)?;
    let attributes = format!(
        "dimension_numbers = #stablehlo.gather<offset_dims = {}, collapsed_slice_dims = {}, \
         operand_batching_dims = {}, start_indices_batching_dims = {}, start_index_map = {}, \
         index_vector_dim = {}>, slice_sizes = {}, indices_are_sorted = false",
        list(&roles.offsets),
        list(&roles.collapsed),
        list(&roles.batching),
        list(&roles.indices_batching),
        list(&roles.mapped),
        roles.vector,
        array(&roles.sizes)
    );
    let facts = generator.facts(operand);
    let shape = Shape::new(shape.element_type, roles.result);
    generator.one("stablehlo.gather", &[operand, indices], attributes, shape, facts).map(drop)
}
