// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `scatter` (specification, section "scatter").
//!
//! Updates are applied one after the other in the order of their indices, so
//! results do not depend on the machine. The loops over a window are cut where
//! it leaves the input; what lies outside is not updated.

use super::attributes::{self, ScatterDims};
use super::indexing::{is_unsigned, start_index};
use super::loops::{self, Built};
use super::reduce::Reducer;
use super::{Emitter, scalars};
use crate::ir::{self, Builder, Op, Shaped, Value};
use crate::pass::Failure;
use melior::ir::ValueLike;

/// Lowers `scatter` to a nest of loops over the update indices and, inside,
/// over their windows.
pub fn emit<'a>(
    emitter: &mut Emitter<'a>,
    builder: Builder<'a>,
    op: Op<'a>,
    operands: &[Value<'a>],
) -> Result<Vec<Value<'a>>, Failure<'a>> {
    let count = operands.len() / 2;
    let shape_of = |value: Value<'a>| Shaped::of(value.r#type()).map(|shaped| shaped.shape);
    let (Some(input), Some(indices), Some(updates)) =
        (shape_of(operands[0]), shape_of(operands[count]), shape_of(operands[count + 1]))
    else {
        return Err(Failure::at(op, "`stablehlo.scatter` is not on tensors"));
    };
    if updates.contains(&0) || input.contains(&0) {
        return Ok(operands[..count].to_vec());
    }
    let scatter = Scatter {
        dims: attributes::scatter_dims(op)?,
        input,
        index_rank: indices.len(),
        updates,
        indices: operands[count],
        unsigned: is_unsigned(ir::operands(op)[count]),
    };
    let reducer = Reducer::of(emitter, op, scalars::block(op, 0)?);
    let sources = &operands[count + 1..];
    let outer = scatter.scatter_dims();
    let sizes: Vec<_> = outer.iter().map(|dim| scatter.updates[*dim]).collect();
    let (bounds, places) = loops::bounds_of(builder, &sizes);
    loops::nest(builder, &bounds, &operands[..count], &mut |builder, positions, results| {
        let batch: Vec<_> = places
            .iter()
            .map(|place| place.map_or_else(|| builder.index(0), |place| positions[place]))
            .collect();
        scatter.window(builder, &batch, results, &mut |builder, update_place, place, results| {
            let old: Vec<_> =
                results.iter().map(|result| loops::read(builder, *result, place)).collect();
            let new: Vec<_> =
                sources.iter().map(|source| loops::read(builder, *source, update_place)).collect();
            let combined = reducer.combine(emitter, builder, &old, &new)?;
            let written = combined.iter().zip(results);
            Ok(written
                .map(|(value, result)| loops::write(builder, *value, *result, place))
                .collect())
        })
    })
}

/// Why a scatter cannot be lowered; none if it can.
pub fn refusal(op: Op) -> Option<String> {
    let pairs = ir::operands(op).into_iter().zip(ir::results(op));
    let mut types = pairs.map(|(input, result)| (input.r#type(), result.r#type()));
    let promoted = types.find(|(input, result)| input != result);
    let promoted = promoted.map(|(input, result)| format!("it promotes `{input}` to `{result}`"));
    promoted.or_else(|| super::reduce::body_refusal(op, 0))
}

/// Applies one update: it gets the place in the updates, the place in the
/// results, and the results so far.
type Update<'a, 'b> =
    &'b mut dyn FnMut(Builder<'a>, &[Value<'a>], &[Value<'a>], &[Value<'a>]) -> Built<'a>;

struct Scatter<'a> {
    dims: ScatterDims,
    input: Vec<i64>,
    index_rank: usize,
    updates: Vec<i64>,
    indices: Value<'a>,
    unsigned: bool,
}

impl<'a> Scatter<'a> {
    /// The dimensions of the updates that are not of windows.
    fn scatter_dims(&self) -> Vec<usize> {
        (0..self.updates.len()).filter(|dim| !self.dims.update_window.contains(dim)).collect()
    }

    /// The loops over the window at the scatter position `batch`.
    fn window(
        &self,
        builder: Builder<'a>,
        batch: &[Value<'a>],
        results: &[Value<'a>],
        update: Update<'a, '_>,
    ) -> Built<'a> {
        // Size of the window and dimension of the updates, by dimension of the input.
        let mut extents = vec![(1, None); self.input.len()];
        let windows = (0..self.input.len()).filter(|dim| {
            !self.dims.inserted_window.contains(dim) && !self.dims.input_batching.contains(dim)
        });
        for (dim, update_dim) in windows.zip(&self.dims.update_window) {
            extents[dim] = (self.updates[*update_dim], Some(*update_dim));
        }
        let mut starts = vec![None; self.input.len()];
        for (element, dim) in self.dims.scatter_dims_to_operand.iter().enumerate() {
            let at = start_index(builder, batch, self.dims.index_vector, self.index_rank, element);
            let start = loops::read(builder, self.indices, &at);
            starts[*dim] = Some(self.bounded(builder, start, extents[*dim].0, self.input[*dim]));
        }
        let batching = self.dims.input_batching.iter().zip(&self.dims.scatter_indices_batching);
        for (dim, index_dim) in batching {
            let after_vector = *index_dim > self.dims.index_vector;
            starts[*dim] = Some(batch[index_dim - usize::from(after_vector)]);
        }

        let mut inside = None;
        let mut bounds = Vec::new();
        let mut loop_of = vec![None; self.input.len()];
        for (dim, size) in self.input.iter().enumerate() {
            let (extent, _) = extents[dim];
            let known = starts[dim].is_none() || self.dims.input_batching.contains(&dim);
            let limit = builder.index(*size);
            match (starts[dim], extent) {
                (Some(_), 1) if known => {}
                (Some(start), 1) => {
                    // Unsigned, so that a negative position is out of bounds too.
                    let fits = builder.cmpi("ult", start, limit);
                    inside = Some(match inside {
                        Some(inside) => builder.binary("arith.andi", inside, fits),
                        None => fits,
                    });
                }
                (Some(start), _) => {
                    let zero = builder.index(0);
                    let negated = builder.binary("arith.subi", zero, start);
                    let from = builder.binary("arith.maxsi", negated, zero);
                    let room = builder.binary("arith.subi", limit, start);
                    let to = builder.binary("arith.minsi", room, builder.index(extent));
                    loop_of[dim] = Some(bounds.len());
                    bounds.push([from, to]);
                }
                (None, 1) => {}
                (None, _) => {
                    loop_of[dim] = Some(bounds.len());
                    bounds.push([builder.index(0), builder.index(extent)]);
                }
            }
        }

        let scatter_dims = self.scatter_dims();
        let mut body = |builder: Builder<'a>, positions: &[Value<'a>], results: &[Value<'a>]| {
            let mut update_place = vec![None; self.updates.len()];
            for (dim, position) in scatter_dims.iter().zip(batch) {
                update_place[*dim] = Some(*position);
            }
            let mut place = Vec::new();
            for dim in 0..self.input.len() {
                let offset = loop_of[dim].map(|index: usize| positions[index]);
                if let (Some(update_dim), Some(offset)) = (extents[dim].1, offset) {
                    update_place[update_dim] = Some(offset);
                }
                place.push(match (starts[dim], offset) {
                    (Some(start), Some(offset)) => builder.binary("arith.addi", start, offset),
                    (Some(value), None) | (None, Some(value)) => value,
                    (None, None) => builder.index(0),
                });
            }
            let update_place: Vec<_> = update_place
                .into_iter()
                .map(|position| position.unwrap_or_else(|| builder.index(0)))
                .collect();
            update(builder, &update_place, &place, results)
        };
        match inside {
            None => loops::nest(builder, &bounds, results, &mut body),
            Some(inside) => loops::guarded(builder, inside, results, |builder| {
                loops::nest(builder, &bounds, results, &mut body)
            }),
        }
    }

    /// A start index between `-extent` and `size`: outside of these, a window of
    /// `extent` is as far outside the input.
    fn bounded(&self, builder: Builder<'a>, start: Value<'a>, extent: i64, size: i64) -> Value<'a> {
        let index = scalars::to_index(builder, start, self.unsigned);
        let most = builder.index(size);
        if self.unsigned {
            return builder.binary("arith.minui", index, most);
        }
        let low = builder.binary("arith.maxsi", index, builder.index(-extent));
        builder.binary("arith.minsi", low, most)
    }
}
