// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Sharding rules of operations that read or write at computed positions.
//!
//! Dimensions that are read or written as a whole, and batching dimensions, can be split. A
//! dimension in which single elements are read or written at computed positions can be split, too:
//! each device reads or writes the elements in its own part, as
//! [`local_indices`](crate::partition::local_indices) describes.

use super::factors::Rule;
use super::reduction::combination;
use super::shape::{dims, operand, result};
use hloom_dialects::attributes::stablehlo::{GatherDimensionNumbers, ScatterDimensionNumbers};
use hloom_dialects::op_view::OpView;
use hloom_ir as ir;

/// Returns the sharding rule of `dynamic_update_slice`. It has factors for the dimensions that the
/// update covers as a whole.
pub fn dynamic_update_slice(op: &OpView) -> Option<Rule> {
    let mut rule = Rule::of(op);
    let sizes = operand(op, 0)?.into_iter().zip(operand(op, 1)?);
    for (dim, (whole, part)) in sizes.enumerate() {
        if whole == part {
            rule.link(whole, &[(0, dim), (1, dim)], &[(0, dim)]);
        }
    }
    Some(rule)
}

/// Returns the sharding rule of `gather`. It has factors for the dimensions that slices cover as a
/// whole, and for the dimensions of the start indices, with their batching dimensions.
pub fn gather(op: &OpView) -> Option<Rule> {
    let mut rule = Rule::of(op);
    let numbers: GatherDimensionNumbers = op.typed("dimension_numbers").ok()?;
    let (from, indices) = (operand(op, 0)?, operand(op, 1)?);
    let sizes = op.integers("slice_sizes").ok()?;
    let offsets = dims(&numbers.offset_dims)?;
    let batches: Vec<_> = (0..result(op, 0)?.len()).filter(|dim| !offsets.contains(dim)).collect();
    let dropped =
        [numbers.collapsed_slice_dims.clone(), numbers.operand_batching_dims.clone()].concat();
    let kept = (0..from.len()).filter(|dim| !dropped.contains(&(*dim as i64)));
    for (dim, offset) in kept.zip(&offsets) {
        if sizes[dim] == from[dim] {
            rule.link(from[dim], &[(0, dim)], &[(0, *offset)]);
        }
    }
    let batching = numbers.start_indices_batching_dims.iter().zip(&numbers.operand_batching_dims);
    let batching: Vec<_> = batching.collect();
    for (dim, batch) in index_dims(indices.len(), numbers.index_vector_dim).zip(batches) {
        let mut operands = vec![(1, dim)];
        let of = batching.iter().find(|(indices, _)| **indices == dim as i64);
        if let Some((_, of)) = of {
            operands.push((0, usize::try_from(**of).ok()?));
        }
        rule.link(indices[dim], &operands, &[(0, batch)]);
    }
    // Elements that another device has are zero bits.
    if has_bits(op) {
        for dim in dims(&numbers.start_index_map)? {
            if numbers.collapsed_slice_dims.contains(&(dim as i64)) && sizes[dim] == 1 {
                rule.link(from[dim], &[(0, dim)], &[]);
                rule.combine = Some("stablehlo.or");
            }
        }
    }
    Some(rule)
}

/// Returns true if the elements of the result can be combined bit by bit.
fn has_bits(op: &OpView) -> bool {
    op.result_type(0).ok().map(ir::element_of).is_some_and(|element| {
        ir::is_integer(element)
            || ir::is_float(element) && matches!(ir::element_width(element), 8 | 16 | 32 | 64)
    })
}

/// Returns the dimensions of the indices except the index vector dimension, in order.
fn index_dims(rank: usize, vector: i64) -> impl Iterator<Item = usize> {
    (0..rank).filter(move |dim| *dim as i64 != vector)
}

/// Returns the sharding rule of `scatter`. It has factors for the dimensions that update windows
/// cover as a whole, and for batching dimensions. If each device can start from the input, because
/// it consists of neutral elements, the updates can also be split, and the results are combined.
pub fn scatter(op: &OpView) -> Option<Rule> {
    let mut rule = Rule::of(op);
    let numbers: ScatterDimensionNumbers = op.typed("scatter_dimension_numbers").ok()?;
    let count = op.result_count();
    let (into, indices) = (operand(op, 0)?, operand(op, count)?);
    let updates = operand(op, count + 1)?;
    let windows = dims(&numbers.update_window_dims)?;
    let all = |dim: usize, update: usize| {
        let inputs = (0..count).map(move |input| (input, dim));
        let updates = (0..count).map(move |index| (count + 1 + index, update));
        inputs.chain(updates).collect::<Vec<_>>()
    };
    let all_updates = |update: usize| (0..count).map(move |index| (count + 1 + index, update));
    let combine = if count == 1 { combination(op, 0) } else { None };
    let results = |dim: usize| (0..count).map(|result| (result, dim)).collect::<Vec<_>>();
    let dropped =
        [numbers.inserted_window_dims.clone(), numbers.input_batching_dims.clone()].concat();
    let kept = (0..into.len()).filter(|dim| !dropped.contains(&(*dim as i64)));
    for (dim, window) in kept.zip(&windows) {
        if updates[*window] == into[dim] {
            rule.link(into[dim], &all(dim, *window), &results(dim));
        }
    }
    let batches = (0..updates.len()).filter(|dim| !windows.contains(dim));
    let batching: Vec<_> =
        numbers.scatter_indices_batching_dims.iter().zip(&numbers.input_batching_dims).collect();
    for (dim, batch) in index_dims(indices.len(), numbers.index_vector_dim).zip(batches) {
        let of = batching.iter().find(|(indices, _)| **indices == dim as i64);
        if let Some((_, of)) = of {
            let of = usize::try_from(**of).ok()?;
            let mut operands = all(of, batch);
            operands.push((count, dim));
            rule.link(indices[dim], &operands, &results(of));
        } else if let Some(operation) = combine {
            let operands: Vec<_> =
                std::iter::once((count, dim)).chain(all_updates(batch)).collect();
            rule.link(indices[dim], &operands, &[]);
            rule.combine = Some(operation);
        }
    }
    for dim in dims(&numbers.scatter_dims_to_operand_dims)? {
        if numbers.inserted_window_dims.contains(&(dim as i64)) {
            let inputs: Vec<_> = (0..count).map(|input| (input, dim)).collect();
            rule.link(into[dim], &inputs, &results(dim));
        }
    }
    Some(rule)
}
