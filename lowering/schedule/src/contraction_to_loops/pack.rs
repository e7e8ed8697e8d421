// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Packs parts of the operands into contiguous buffers.
//!
//! A packed buffer contains the elements in the order in which the kernel reads them, converted to
//! the accumulator's type. The panel of the right operand has the shape `depth x columns`. A tile's
//! part of the left operand has the shape `rows x depth`, or `depth x rows` if rows are contiguous.

use super::body::Factor;
use super::loops::{count_to, for_effect, nest};
use super::place::TilePlace;
use super::plan::{Buffers, Plan};
use super::position::Position;
use super::schedule::{LeftPacking, Packing};
use crate::shuffles;
use hloom_ir::{self as ir, Builder, Value};

/// Fills the buffer for the panel of the right operand with zeros, because the panel's columns
/// beyond the extent are never packed.
pub fn clear_panel<'a>(plan: &Plan<'a>, builder: Builder<'a>, buffers: &Buffers<'a>) {
    let Some(panel) = buffers.panel else { return };
    let lanes = plan.schedule.lanes;
    let [begin, end] = [0, plan.schedule.panel_elements()].map(Position::constant);
    let zeros = match &plan.schedule.dot {
        Some(dot) => {
            let (element, ty) = (dot.element(builder), ir::vector(&[lanes], dot.element(builder)));
            builder.simple("vector.broadcast", &[builder.int(0, element)], ty)
        }
        None => plan.arithmetic.zeros(builder, lanes),
    };
    for_effect(builder, &begin, &end, lanes, |builder, at| {
        store_vector(builder, zeros, panel, &at);
    });
}

/// Packs the panel of the right operand that begins at position `begin`. `counts` contains the
/// number of iterations of each loop of the schedule's `depth`.
pub fn pack_right<'a>(
    plan: &Plan<'a>,
    builder: Builder<'a>,
    buffers: &Buffers<'a>,
    begin: &Position<'a>,
    counts: &[Position<'a>],
) {
    let Some(panel) = buffers.panel else { return };
    let schedule = &plan.schedule;
    let copy = Copy {
        from: buffers.flat[1],
        to: panel,
        factor: &plan.arithmetic.factors[1],
        lanes: schedule.lanes,
    };
    let columns = schedule.column.extent.min(schedule.tile_columns());
    let strides: Vec<_> = schedule.depth.iter().map(|dim| dim.right).collect();
    let packed = plan.packed_strides(schedule.tile_columns());
    let stride = schedule.column.right;
    let Some((last_count, outer_counts)) = counts.split_last() else { return };
    nest(builder, outer_counts, &[], &mut |builder, counters, _| {
        let from = begin.along(counters, strides.iter().copied()).computed(builder);
        let to = Position::constant(0).along(counters, packed.iter().copied()).computed(builder);
        let (from_step, to_step) = (strides[outer_counts.len()], packed[outer_counts.len()]);
        // Copies single elements of these columns, from row `first` of the panel on.
        let elements = |builder: Builder<'a>, first: &Position<'a>, columns: (i64, i64)| {
            for_effect(builder, first, last_count, 1, |builder, row| {
                let [begin, end] = [columns.0, columns.1].map(Position::constant);
                for_effect(builder, &begin, &end, 1, |builder, column| {
                    let from = from.plus(&row, from_step).plus(&column, stride);
                    copy.element(builder, &from, &to.plus(&row, to_step).plus(&column, 1));
                });
            });
        };
        let zero = Position::constant(0);
        let whole = columns - columns % schedule.lanes;
        match schedule.pack_right {
            Packing::None => {}
            Packing::Elements => elements(builder, &zero, (0, columns)),
            Packing::Copy => {
                count_to(builder, last_count, |builder, row| {
                    let from = from.plus(&row, from_step).computed(builder);
                    let to = to.plus(&row, to_step).computed(builder);
                    for column in (0..whole).step_by(schedule.lanes as usize) {
                        copy.vector(builder, &from.offset(column), &to.offset(column));
                    }
                });
                elements(builder, &zero, (whole, columns));
            }
            Packing::Transpose => {
                let squares = whole_part(builder, last_count, schedule.lanes);
                for_effect(builder, &zero, &squares, schedule.lanes, |builder, row| {
                    let [begin, end] = [0, whole].map(Position::constant);
                    for_effect(builder, &begin, &end, schedule.lanes, |builder, column| {
                        let from = from.plus(&row, 1).plus(&column, stride).computed(builder);
                        let to = to.plus(&row, to_step).plus(&column, 1).computed(builder);
                        copy.square(builder, &from, stride, &to, to_step);
                    });
                });
                elements(builder, &squares, (0, whole));
                elements(builder, &zero, (whole, columns));
            }
        }
        Vec::new()
    });
}

/// Packs the rows of the left operand that a tile needs. `counts` contains the number of iterations
/// of each loop of the schedule's `depth`.
pub fn pack_left<'a>(
    plan: &Plan<'a>,
    builder: Builder<'a>,
    buffers: &Buffers<'a>,
    tile: &TilePlace<'a>,
    counts: &[Position<'a>],
) {
    let Some(left) = buffers.left else { return };
    let schedule = &plan.schedule;
    let copy = Copy {
        from: buffers.flat[0],
        to: left,
        factor: &plan.arithmetic.factors[0],
        lanes: schedule.lanes,
    };
    if schedule.pack_left == LeftPacking::Columns {
        return pack_left_columns(plan, builder, copy, tile, counts);
    }
    let begin = &tile.place.left;
    let packed = plan.packed_strides(1);
    let Some((last_count, outer_counts)) = counts.split_last() else { return };
    let mut loops = vec![Position::constant(schedule.tile.rows)];
    loops.extend_from_slice(outer_counts);
    nest(builder, &loops, &[], &mut |builder, counters, _| {
        let mut from = begin.plus(&counters[0], schedule.row.left);
        let mut to = tile.packed.plus(&counters[0], schedule.left_row_elements());
        for (index, counter) in counters[1..].iter().enumerate() {
            from = from.plus(counter, schedule.depth[index].left);
            to = to.plus(counter, packed[index]);
        }
        let (from, to) = (from.computed(builder), to.computed(builder));
        let whole = whole_part(builder, last_count, schedule.lanes);
        for_effect(builder, &Position::constant(0), &whole, schedule.lanes, |builder, at| {
            copy.vector(builder, &from.plus(&at, 1), &to.plus(&at, 1));
        });
        for_effect(builder, &whole, last_count, 1, |builder, at| {
            copy.element(builder, &from.plus(&at, 1), &to.plus(&at, 1));
        });
        Vec::new()
    });
}

/// Packs the rows of the left operand that a tile needs, in the layout [`LeftPacking::Columns`]:
/// all rows of the first iteration of the depth, followed by all rows of the next iteration, and so
/// on.
fn pack_left_columns<'a>(
    plan: &Plan<'a>,
    builder: Builder<'a>,
    copy: Copy<'_, 'a>,
    tile: &TilePlace<'a>,
    counts: &[Position<'a>],
) {
    let schedule = &plan.schedule;
    let copy = Copy { lanes: schedule.tile.rows, ..copy };
    let strides: Vec<_> = schedule.depth.iter().map(|dim| dim.left).collect();
    let packed = plan.packed_strides(schedule.tile.rows);
    nest(builder, counts, &[], &mut |builder, counters, _| {
        let from = tile.place.left.along(counters, strides.iter().copied());
        let to = tile.packed.along(counters, packed.iter().copied());
        copy.vector(builder, &from.computed(builder), &to.computed(builder));
        Vec::new()
    });
}

/// Returns the largest multiple of `size` that is at most `count`.
pub fn whole_part<'a>(builder: Builder<'a>, count: &Position<'a>, size: i64) -> Position<'a> {
    match count.fixed() {
        Some(count) => Position::constant(count - count % size),
        None => {
            let value = count.value(builder);
            let rest = builder.binary("arith.remui", value, builder.index(size));
            Position::of(builder.binary("arith.subi", value, rest))
        }
    }
}

/// A copy from an operand to a packed buffer, with the conversion of elements to factors.
#[derive(Clone, Copy)]
struct Copy<'p, 'a> {
    from: Value<'a>,
    to: Value<'a>,
    factor: &'p Factor<'a>,
    lanes: i64,
}

impl<'a> Copy<'_, 'a> {
    fn element(&self, builder: Builder<'a>, from: &Position<'a>, to: &Position<'a>) {
        let operands = [self.from, from.value(builder)];
        let element = builder.simple("memref.load", &operands, self.factor.element);
        let factor = self.factor.convert(builder, element, None);
        builder.op("memref.store").operands(&[factor, self.to, to.value(builder)]).build();
    }

    fn vector(&self, builder: Builder<'a>, from: &Position<'a>, to: &Position<'a>) {
        let factors = self.load(builder, from);
        store_vector(builder, factors, self.to, to);
    }

    fn load(&self, builder: Builder<'a>, from: &Position<'a>) -> Value<'a> {
        let ty = ir::vector(&[self.lanes], self.factor.element);
        let operands = [self.from, from.value(builder)];
        let elements = builder.simple("vector.load", &operands, ty);
        self.factor.convert(builder, elements, Some(self.lanes))
    }

    /// Loads as many vectors as a vector has lanes, transposes this square, and stores it.
    /// `from_step` and `to_step` are the distances between vectors, in elements.
    fn square(
        &self,
        builder: Builder<'a>,
        from: &Position<'a>,
        from_step: i64,
        to: &Position<'a>,
        to_step: i64,
    ) {
        let lanes = self.lanes;
        let vectors =
            (0..lanes).map(|row| self.load(builder, &from.offset(row * from_step))).collect();
        for (row, vector) in transposed(builder, vectors, lanes).into_iter().enumerate() {
            store_vector(builder, vector, self.to, &to.offset(row as i64 * to_step));
        }
    }
}

/// Transposes a square of `lanes` vectors of `lanes` lanes each.
pub fn transposed<'a>(builder: Builder<'a>, vectors: Vec<Value<'a>>, lanes: i64) -> Vec<Value<'a>> {
    shuffles::transpose(vectors, lanes as usize, &mut |low, high, mask| {
        shuffle(builder, *low, *high, mask)
    })
}

/// Interleaves the lanes from `first` to `end` of two vectors of `lanes` lanes:
/// `low[first], high[first], low[first + 1], ...`.
pub fn interleave<'a>(
    builder: Builder<'a>,
    low: Value<'a>,
    high: Value<'a>,
    (first, end): (i64, i64),
    lanes: i64,
) -> Value<'a> {
    let mask: Vec<_> = (first..end).flat_map(|lane| [lane, lane + lanes]).collect();
    shuffle(builder, low, high, &mask)
}

/// Returns a vector of the elements of the concatenation of two vectors at the indices in `mask`.
pub fn shuffle<'a>(
    builder: Builder<'a>,
    low: Value<'a>,
    high: Value<'a>,
    mask: &[i64],
) -> Value<'a> {
    let element = ir::element_of(melior::ir::ValueLike::r#type(&low));
    builder
        .op("vector.shuffle")
        .operands(&[low, high])
        .attr("mask", ir::dense_i64_attr(builder.context(), mask))
        .result(ir::vector(&[mask.len() as i64], element))
        .value()
}

/// Stores a vector at position `at` of the memref `to`.
pub fn store_vector<'a>(builder: Builder<'a>, vector: Value<'a>, to: Value<'a>, at: &Position<'a>) {
    builder.op("vector.store").operands(&[vector, to, at.value(builder)]).build();
}
