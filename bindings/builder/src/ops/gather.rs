// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Gather, and the checks of indices that it shares with scatter.

use super::check::{in_range, sorted, unique};
use crate::emit::{Emit, ensure};
use crate::error::Result;
use crate::types::is_integer;
use crate::value::Value;
use hloom_values::Shape;

/// The roles of the dimensions of a [`gather`](Value::gather).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GatherDimensionNumbers {
    /// The dimensions of the result that are dimensions of a slice.
    pub offset_dims: Vec<usize>,
    /// The dimensions of the operand that are removed from the slices, which have a size of at most
    /// 1 there.
    pub collapsed_slice_dims: Vec<usize>,
    /// The batch dimensions of the operand.
    pub operand_batching_dims: Vec<usize>,
    /// The batch dimensions of the indices, in the order of the operand's batch dimensions.
    pub start_indices_batching_dims: Vec<usize>,
    /// For each entry of an index vector, the dimension of the operand that the entry indexes.
    pub start_index_map: Vec<usize>,
    /// The dimension of the indices that contains the index vectors. It is the rank of the indices
    /// if each element is an index vector of length 1.
    pub index_vector_dim: usize,
}

/// Checks `index_vector_dim`, the dimension of the indices that contains the index vectors, and
/// returns the length of an index vector.
pub(super) fn index_vector(
    emit: &Emit<'_, '_>,
    dim: usize,
    indices: &Shape,
    constraint: &str,
) -> Result<usize> {
    ensure!(
        emit,
        dim <= indices.rank(),
        constraint,
        "index_vector_dim must be in [0, {}], found {dim}",
        indices.rank()
    );
    Ok(indices.dims.get(dim).copied().unwrap_or(1))
}

/// Checks that the batching dimensions of the indices are in range and unique, and that `vector`,
/// the dimension of the index vectors, is not one of them.
pub(super) fn batching_dims(
    emit: &Emit<'_, '_>,
    name: &str,
    dims: &[usize],
    indices: &Shape,
    vector: usize,
    [distinct, range, not_vector]: [&str; 3],
) -> Result<()> {
    in_range(emit, name, dims, indices.rank(), range)?;
    unique(emit, name, &[dims], distinct)?;
    ensure!(
        emit,
        !dims.contains(&vector),
        not_vector,
        "{name} must not contain index_vector_dim, found {vector}"
    );
    Ok(())
}

/// Checks that the batching dimensions of the operand and of the indices have the same number and
/// sizes.
pub(super) fn same_batches(
    emit: &Emit<'_, '_>,
    operand: &Shape,
    ours: &[usize],
    indices: &Shape,
    theirs: &[usize],
    [count, sizes]: [&str; 2],
) -> Result<()> {
    ensure!(
        emit,
        ours.len() == theirs.len(),
        count,
        "operand and indices must have the same number of batching dimensions, found {} and {}",
        ours.len(),
        theirs.len()
    );
    for (one, other) in ours.iter().zip(theirs) {
        ensure!(
            emit,
            operand.dims[*one] == indices.dims[*other],
            sizes,
            "batching dimensions {one} of {operand} and {other} of {indices} must have the same \
             size"
        );
    }
    Ok(())
}

impl<'p> Value<'p> {
    /// Returns slices of `self` that begin at the positions in `start_indices`.
    ///
    /// # Errors
    /// Fails if the operands violate a constraint of `gather`.
    #[track_caller]
    pub fn gather(
        self,
        start_indices: Value<'p>,
        numbers: &GatherDimensionNumbers,
        slice_sizes: impl AsRef<[usize]>,
        indices_are_sorted: bool,
    ) -> Result<Self> {
        let sizes = slice_sizes.as_ref();
        let emit = Emit::new("stablehlo.gather", &[self, start_indices])?;
        let operand = emit.shape(0)?;
        let starts = emit.elements(1, "integers", is_integer)?;
        let dims = result_dims(&emit, numbers, &operand, &starts, sizes)?;
        let emit = emit.with(|attributes| {
            let lists = [
                ("offset_dims", &numbers.offset_dims),
                ("collapsed_slice_dims", &numbers.collapsed_slice_dims),
                ("operand_batching_dims", &numbers.operand_batching_dims),
                ("start_indices_batching_dims", &numbers.start_indices_batching_dims),
                ("start_index_map", &numbers.start_index_map),
            ];
            lists.into_iter().for_each(|(name, list)| attributes.sizes(name, list));
            attributes.integer("index_vector_dim", numbers.index_vector_dim as i64);
            attributes.sizes("slice_sizes", sizes);
            attributes.boolean("indices_are_sorted", indices_are_sorted);
        });
        emit.one(Shape::new(operand.element_type, dims))
    }
}

fn result_dims(
    emit: &Emit<'_, '_>,
    numbers: &GatherDimensionNumbers,
    operand: &Shape,
    starts: &Shape,
    sizes: &[usize],
) -> Result<Vec<usize>> {
    let rank = operand.rank();
    let (collapsed, batching) = (&numbers.collapsed_slice_dims, &numbers.operand_batching_dims);
    in_range(emit, "collapsed_slice_dims", collapsed, rank, "c8")?;
    in_range(emit, "operand_batching_dims", batching, rank, "c11")?;
    let both = "collapsed_slice_dims and operand_batching_dims";
    unique(emit, both, &[collapsed, batching], "c6")?;
    sorted(emit, "collapsed_slice_dims", collapsed, "c7")?;
    sorted(emit, "operand_batching_dims", batching, "c10")?;
    ensure!(
        emit,
        rank == numbers.offset_dims.len() + collapsed.len() + batching.len(),
        "c1",
        "offset_dims, collapsed_slice_dims and operand_batching_dims together must have as many \
         entries as {operand} has dimensions, found {}, {} and {}",
        numbers.offset_dims.len(),
        collapsed.len(),
        batching.len()
    );
    let vector = numbers.index_vector_dim;
    let entries = index_vector(emit, vector, starts, "c2")?;
    let map = &numbers.start_index_map;
    ensure!(
        emit,
        entries == map.len(),
        "c3",
        "start_index_map must have an entry for each index in {starts}, found {}",
        map.len()
    );
    in_range(emit, "start_index_map", map, rank, "c19")?;
    unique(emit, "start_index_map and operand_batching_dims", &[map, batching], "c18")?;
    let starts_batching = &numbers.start_indices_batching_dims;
    let name = "start_indices_batching_dims";
    batching_dims(emit, name, starts_batching, starts, vector, ["c13", "c14", "c15"])?;
    same_batches(emit, operand, batching, starts, starts_batching, ["c16", "c17"])?;
    ensure!(
        emit,
        sizes.len() == rank,
        "c20",
        "slice_sizes must have {rank} entries, found {}",
        sizes.len()
    );
    for (index, size) in sizes.iter().enumerate() {
        ensure!(
            emit,
            *size <= operand.dims[index],
            "c21",
            "slice size {size} must lie within dimension {index} of {operand}"
        );
        for (dims, constraint) in [(collapsed, "c9"), (batching, "c12")] {
            ensure!(
                emit,
                !dims.contains(&index) || *size <= 1,
                constraint,
                "slice size of dimension {index}, which does not occur in the result, must be at \
                 most 1, found {size}"
            );
        }
    }
    let kept = (0..rank).filter(|index| !collapsed.contains(index) && !batching.contains(index));
    let mut slice = kept.map(|index| sizes[index]);
    let outer: Vec<_> = (0..starts.rank()).filter(|index| *index != vector).collect();
    let result_rank = numbers.offset_dims.len() + outer.len();
    in_range(emit, "offset_dims", &numbers.offset_dims, result_rank, "c5")?;
    sorted(emit, "offset_dims", &numbers.offset_dims, "c4")?;
    unique(emit, "offset_dims", &[&numbers.offset_dims], "c4")?;
    let mut outer = outer.into_iter().map(|index| starts.dims[index]);
    let dim = |index: usize| match numbers.offset_dims.contains(&index) {
        true => slice.next().unwrap_or(0),
        false => outer.next().unwrap_or(0),
    };
    Ok((0..result_rank).map(dim).collect())
}
