// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Lowers `scatter` (StableHLO specification, section "scatter").
//!
//! The loops apply the updates sequentially, in the order of their indices, so that results do not
//! depend on the target. The bounds of the loops over a window are clamped to the input; elements
//! of the window outside the input are not updated.
//!
//! For GPUs, the outermost loop is parallel: each of its iterations applies the updates of a slice of
//! the input.

use super::indexing::{is_unsigned, start_index};
use super::loops::{self, Built};
use super::reduce::Reducer;
use super::{Emitter, scalars};
use hloom_ir::attributes::{self, ScatterDims};
use hloom_ir::linalg::slices::Offset;
use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Builder, Op, Shaped, Value};
use melior::ir::ValueLike;
use std::collections::HashMap;

/// Lowers `scatter` to a loop nest over the scatter indices, with inner loops over the windows.
///
/// # Errors
/// Fails if an operand is not a tensor, if an attribute cannot be read, or if the body is missing
/// or is not scalar arithmetic.
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
        return Err(Failure::at(
            op,
            "`stablehlo.scatter`: expected ranked tensors, found another type",
        ));
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
    let inputs = &operands[..count];
    let axes = if emitter.for_gpus { scatter.axes() } else { Vec::new() };
    if axes.is_empty() {
        return scatter.updates(emitter, builder, &reducer, sources, inputs, &HashMap::new());
    }
    let counts: Vec<_> = axes.iter().map(|(_, count)| *count).collect();
    let part = |_: Builder<'a>, positions: &[Value<'a>]| {
        let mut offsets = vec![Offset::Static(0); scatter.input.len()];
        let mut sizes = scatter.input.clone();
        for ((dim, _), position) in axes.iter().zip(positions) {
            (offsets[*dim], sizes[*dim]) = (Offset::Dynamic(*position), 1);
        }
        loops::Part { offsets, shape: sizes.clone(), sizes }
    };
    loops::forall(builder, &counts, inputs, part, |builder, positions, slices| {
        let own = axes.iter().map(|(dim, _)| *dim).zip(positions.iter().copied()).collect();
        scatter.updates(emitter, builder, &reducer, sources, slices, &own)
    })
}

/// Returns the reason why a scatter cannot be lowered, or `None` if it can.
pub fn refusal(op: Op) -> Option<String> {
    let pairs = ir::operands(op).into_iter().zip(ir::results(op));
    let mut types = pairs.map(|(input, result)| (input.r#type(), result.r#type()));
    let promoted = types.find(|(input, result)| input != result);
    let promoted = promoted.map(|(input, result)| format!("it promotes `{input}` to `{result}`"));
    promoted.or_else(|| super::reduce::body_refusal(op, 0))
}

/// A function that emits one update. Its arguments are the position in the updates, the position in
/// the results, and the current results.
type Update<'a, 'b> =
    &'b mut dyn FnMut(Builder<'a>, &[Value<'a>], &[Value<'a>], &[Value<'a>]) -> Built<'a>;

/// The attributes, shapes and indices of a scatter.
struct Scatter<'a> {
    dims: ScatterDims,
    input: Vec<i64>,
    index_rank: usize,
    updates: Vec<i64>,
    indices: Value<'a>,
    unsigned: bool,
}

/// Minimum number of parallel iterations, one for each row of the input, that keep a GPU busy.
const ENOUGH_LINES: i64 = 1 << 8;
/// Maximum number of elements of an input for which each element has its own iteration. Each of
/// these iterations reads all indices.
const MOST_ELEMENTS: i64 = 1 << 12;

impl<'a> Scatter<'a> {
    /// Returns the dimensions of the updates that are not window dimensions.
    fn scatter_dims(&self) -> Vec<usize> {
        (0..self.updates.len()).filter(|dim| !self.dims.update_window.contains(dim)).collect()
    }

    /// Returns, for each dimension of the input, the size of the window and the dimension of the updates
    /// that contains the positions in the window, if any.
    fn extents(&self) -> Vec<(i64, Option<usize>)> {
        let mut extents = vec![(1, None); self.input.len()];
        let windows = (0..self.input.len()).filter(|dim| {
            !self.dims.inserted_window.contains(dim) && !self.dims.input_batching.contains(dim)
        });
        for (dim, update_dim) in windows.zip(&self.dims.update_window) {
            extents[dim] = (self.updates[*update_dim], Some(*update_dim));
        }
        extents
    }

    /// Returns the batching dimensions of the input, each with the position of its counterpart among the
    /// scatter dimensions of the updates.
    fn batching(&self) -> impl Iterator<Item = (usize, usize)> {
        let pairs = self.dims.input_batching.iter().zip(&self.dims.scatter_indices_batching);
        pairs.map(|(dim, index_dim)| {
            let after_vector = *index_dim > self.dims.index_vector;
            (*dim, index_dim - usize::from(after_vector))
        })
    }

    /// Returns the dimensions of the input over which the parallel loop for a GPU iterates, each with
    /// its number of iterations.
    ///
    /// In dimensions without a scatter index, the position of an update is known, so the loop iterates
    /// over these dimensions. If they have few positions and the input is small, each element of the
    /// input has its own iteration, which searches all updates for updates of this element.
    fn axes(&self) -> Vec<(usize, i64)> {
        let extents = self.extents();
        let is_indexed = |dim: &usize| self.dims.scatter_dims_to_operand.contains(dim);
        let count = |dim: usize| {
            let is_whole = is_indexed(&dim) || self.dims.input_batching.contains(&dim);
            if is_whole { self.input[dim] } else { extents[dim].0 }
        };
        let counts = (0..self.input.len()).map(|dim| (dim, count(dim)));
        let elements: Vec<_> = counts.filter(|(_, count)| *count > 1).collect();
        let lines: Vec<_> = elements.iter().copied().filter(|(dim, _)| !is_indexed(dim)).collect();
        let total = |axes: &[(usize, i64)]| {
            axes.iter().map(|(_, count)| *count).fold(1, i64::saturating_mul)
        };
        let are_lines_enough = total(&lines) >= ENOUGH_LINES;
        if are_lines_enough || total(&elements) > MOST_ELEMENTS { lines } else { elements }
    }

    /// Emits all updates of `results`, which are the whole inputs or slices of them. `own` contains the
    /// dimensions in which the slices have size 1, each with the position of the slice.
    fn updates(
        &self,
        emitter: &mut Emitter<'a>,
        builder: Builder<'a>,
        reducer: &Reducer<'a>,
        sources: &[Value<'a>],
        results: &[Value<'a>],
        own: &HashMap<usize, Value<'a>>,
    ) -> Built<'a> {
        let mut sizes: Vec<_> = self.scatter_dims().iter().map(|dim| self.updates[*dim]).collect();
        let known: Vec<_> = self
            .batching()
            .filter_map(|(dim, place)| Some((place, *own.get(&dim)?)))
            .inspect(|(place, _)| sizes[*place] = 1)
            .collect();
        let (bounds, places) = loops::bounds_of(builder, &sizes);
        loops::nest(builder, &bounds, results, &mut |builder, positions, results| {
            let position = |place: &Option<usize>| match place {
                Some(place) => positions[*place],
                None => builder.index(0),
            };
            let mut batch: Vec<_> = places.iter().map(position).collect();
            for (place, position) in &known {
                batch[*place] = *position;
            }
            let update: Update = &mut |builder, update_place, place, results| {
                let read = |tensor: &Value<'a>, place| loops::read(builder, *tensor, place);
                let old: Vec<_> = results.iter().map(|result| read(result, place)).collect();
                let new: Vec<_> = sources.iter().map(|it| read(it, update_place)).collect();
                let combined = reducer.combine(emitter, builder, &old, &new)?;
                let written = combined.iter().zip(results);
                Ok(written
                    .map(|(value, result)| loops::write(builder, *value, *result, place))
                    .collect())
            };
            self.window(builder, &batch, own, results, update)
        })
    }

    /// Emits the loops over the window of the update at position `batch` of the scatter dimensions, and
    /// returns the new results. `own` is the same as in [`updates`](Self::updates).
    fn window(
        &self,
        builder: Builder<'a>,
        batch: &[Value<'a>],
        own: &HashMap<usize, Value<'a>>,
        results: &[Value<'a>],
        update: Update<'a, '_>,
    ) -> Built<'a> {
        let extents = self.extents();
        let mut starts = vec![None; self.input.len()];
        for (element, dim) in self.dims.scatter_dims_to_operand.iter().enumerate() {
            let at = start_index(builder, batch, self.dims.index_vector, self.index_rank, element);
            let start = loops::read(builder, self.indices, &at);
            starts[*dim] = Some(self.bounded(builder, start, extents[*dim].0, self.input[*dim]));
        }
        for (dim, place) in self.batching() {
            starts[dim] = Some(batch[place]);
        }

        let mut inside = None;
        let mut require = |fits: Value<'a>| {
            inside = Some(match inside {
                Some(inside) => builder.binary("arith.andi", inside, fits),
                None => fits,
            });
        };
        let mut bounds = Vec::new();
        let mut loop_of = vec![None; self.input.len()];
        // The positions in the window that need no loop.
        let mut offset_of = vec![None; self.input.len()];
        for (dim, size) in self.input.iter().enumerate() {
            let (extent, _) = extents[dim];
            let is_batching = self.dims.input_batching.contains(&dim);
            let limit = builder.index(*size);
            match (starts[dim], extent, own.get(&dim)) {
                (Some(_), _, _) if is_batching => {}
                (Some(start), _, Some(own)) => {
                    let offset = builder.binary("arith.subi", *own, start);
                    require(builder.cmpi("ult", offset, builder.index(extent)));
                    offset_of[dim] = Some(offset);
                }
                (None, _, Some(own)) => offset_of[dim] = Some(*own),
                // The comparison is unsigned, so that a negative position is out of bounds.
                (Some(start), 1, None) => require(builder.cmpi("ult", start, limit)),
                (Some(start), _, None) => {
                    let zero = builder.index(0);
                    let negated = builder.binary("arith.subi", zero, start);
                    let from = builder.binary("arith.maxsi", negated, zero);
                    let room = builder.binary("arith.subi", limit, start);
                    let to = builder.binary("arith.minsi", room, builder.index(extent));
                    loop_of[dim] = Some(bounds.len());
                    bounds.push([from, to]);
                }
                (None, 1, None) => {}
                (None, _, None) => {
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
                let offset = offset.or(offset_of[dim]);
                if let (Some(update_dim), Some(offset)) = (extents[dim].1, offset) {
                    update_place[update_dim] = Some(offset);
                }
                place.push(match (starts[dim], offset) {
                    // The slice has one position.
                    _ if own.contains_key(&dim) => builder.index(0),
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

    /// Converts a start index to `index` and clamps it to `-extent..=size`.
    ///
    /// A window of `extent` elements at either bound is already outside the input, so clamping
    /// does not change the updated elements. It prevents overflow.
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
