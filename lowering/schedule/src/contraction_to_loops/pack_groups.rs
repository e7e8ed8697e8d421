// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Packs parts of the operands for dot-product instructions.
//!
//! The panel of the right operand has the shape `depth / group x columns x group`, and the part of
//! the left operand has the shape `rows x depth`. Each run of the innermost depth loop is padded
//! with zeros to whole groups. Elements have the type of the instruction's factors.

use super::dot::Dot;
use super::grouped_kernel::groups;
use super::loops::{for_each, for_effect, nest};
use super::pack::{interleave, store_vector, transposed, whole_part};
use super::place::TilePlace;
use super::plan::{Buffers, Plan};
use super::position::Position;
use super::schedule::Packing;
use hloom_ir::{self as ir, Builder, Value};

/// Packs the panel of the right operand that begins at position `begin`, and computes the
/// corrections of its columns for flipped left factors. `counts` contains the number of iterations
/// of each loop of the schedule's `depth`.
pub fn pack_right<'a>(
    plan: &Plan<'a>,
    dot: &Dot,
    builder: Builder<'a>,
    buffers: &Buffers<'a>,
    begin: &Position<'a>,
    counts: &[Position<'a>],
) {
    let (Some(panel), Some((last, outer))) = (buffers.panel, counts.split_last()) else { return };
    let schedule = &plan.schedule;
    let copy = Copy { plan, dot, side: 1, from: buffers.flat[1], to: panel };
    let columns = schedule.column.extent.min(schedule.tile_columns());
    let strides: Vec<_> = schedule.depth.iter().map(|dim| dim.right).collect();
    let packed = plan.packed_strides(schedule.tile_columns());
    let [step, column_step] = [strides[outer.len()], schedule.column.right];
    let (group, lanes) = (dot.group(), schedule.lanes);
    // Position in the panel of the first factor of a group.
    let group_step = schedule.tile_columns() * group;
    nest(builder, outer, &[], &mut |builder, counters, _| {
        let from = begin.along(counters, strides.iter().copied()).computed(builder);
        let to = Position::constant(0).along(counters, packed.iter().copied()).computed(builder);
        let (whole, all) = groups(plan, builder, last);
        let zero = Position::constant(0);
        let rest = schedule.depth[outer.len()].extent % group;
        // Copies single elements of these columns, from group `first` on.
        let elements = |builder: Builder<'a>, first: &Position<'a>, columns: (i64, i64)| {
            let each = |rest: i64, [first, end]: [&Position<'a>; 2]| {
                for_effect(builder, first, end, 1, |builder, at| {
                    let [begin, end] = [columns.0, columns.1].map(Position::constant);
                    for_effect(builder, &begin, &end, 1, |builder, column| {
                        let from = from.plus(&at, group * step).plus(&column, column_step);
                        let to = to.plus(&at, group_step).plus(&column, group);
                        copy.group(builder, &from.computed(builder), step, rest, &to);
                    });
                });
            };
            each(group, [first, &whole]);
            if rest != 0 {
                each(rest, [&whole, &all]);
            }
        };
        let whole_columns = columns - columns % lanes;
        match schedule.pack_right {
            Packing::None => {}
            Packing::Elements => elements(builder, &zero, (0, columns)),
            Packing::Copy => {
                let rows = |rest: i64, [first, end]: [&Position<'a>; 2]| {
                    for_effect(builder, first, end, 1, |builder, at| {
                        let from = from.plus(&at, group * step).computed(builder);
                        let to = to.plus(&at, group_step).computed(builder);
                        for column in (0..whole_columns).step_by(lanes as usize) {
                            let (from, to) = (from.offset(column), to.offset(column * group));
                            copy.rows(builder, &from, step, rest, &to);
                        }
                    });
                };
                rows(group, [&zero, &whole]);
                if rest != 0 {
                    rows(rest, [&whole, &all]);
                }
                elements(builder, &zero, (whole_columns, columns));
            }
            Packing::Transpose => {
                let squares = whole_part(builder, &whole, lanes);
                for_effect(builder, &zero, &squares, lanes, |builder, at| {
                    let [begin, end] = [0, whole_columns].map(Position::constant);
                    for_effect(builder, &begin, &end, lanes, |builder, column| {
                        let from = from.plus(&at, group).plus(&column, column_step);
                        let to = to.plus(&at, group_step).plus(&column, group);
                        let (from, to) = (from.computed(builder), to.computed(builder));
                        copy.square(builder, &from, column_step, &to, group_step);
                    });
                });
                elements(builder, &squares, (0, whole_columns));
                elements(builder, &zero, (whole_columns, columns));
            }
        }
        Vec::new()
    });
    correct(plan, dot, builder, buffers, counts);
}

/// Computes the correction of each column: the negated effect of flipped left factors on the sums
/// of the column.
fn correct<'a>(
    plan: &Plan<'a>,
    dot: &Dot,
    builder: Builder<'a>,
    buffers: &Buffers<'a>,
    counts: &[Position<'a>],
) {
    let (Some(panel), Some(correction)) = (buffers.panel, buffers.correction) else { return };
    let Some((last, outer)) = counts.split_last() else { return };
    let schedule = &plan.schedule;
    let strides = plan.packed_strides(schedule.tile_columns());
    let zeros = plan.arithmetic.zeros(builder, schedule.lanes);
    let left = dot.flipped_zeros(builder);
    let sums = vec![zeros; schedule.tile.vectors as usize];
    let sums = nest(builder, outer, &sums, &mut |builder, counters, sums| {
        let begin =
            Position::constant(0).along(counters, strides.iter().copied()).computed(builder);
        let (_, all) = groups(plan, builder, last);
        for_each(builder, &Position::constant(0), &all, 1, sums, |builder, group, sums| {
            let at = begin.plus(&group, schedule.tile_columns() * dot.group()).computed(builder);
            let vectors = sums.iter().enumerate();
            vectors
                .map(|(vector, sum)| {
                    let at = at.offset(vector as i64 * dot.width()).value(builder);
                    let right = builder.simple("vector.load", &[panel, at], dot.vector(builder));
                    dot.multiply_add(builder, left, right, *sum)
                })
                .collect()
        })
    });
    for (vector, sum) in sums.into_iter().enumerate() {
        let negated = builder.binary("arith.subi", zeros, sum);
        let at = Position::constant(vector as i64 * schedule.lanes);
        store_vector(builder, negated, correction, &at);
    }
}

/// Packs the rows of the left operand that a tile needs. `counts` contains the number of iterations
/// of each loop of the schedule's `depth`.
pub fn pack_left<'a>(
    plan: &Plan<'a>,
    dot: &Dot,
    builder: Builder<'a>,
    buffers: &Buffers<'a>,
    tile: &TilePlace<'a>,
    counts: &[Position<'a>],
) {
    let (Some(left), Some((last, outer))) = (buffers.left, counts.split_last()) else { return };
    let schedule = &plan.schedule;
    let copy = Copy { plan, dot, side: 0, from: buffers.flat[0], to: left };
    let mut strides = vec![schedule.row.left];
    strides.extend(schedule.depth.iter().map(|dim| dim.left));
    let mut packed = vec![schedule.left_row_elements()];
    packed.extend(plan.packed_strides(1));
    let step = strides[counts.len()];
    let (group, width) = (dot.group(), dot.width());
    let mut loops = vec![Position::constant(schedule.tile.rows)];
    loops.extend_from_slice(outer);
    nest(builder, &loops, &[], &mut |builder, counters, _| {
        let from = tile.place.left.along(counters, strides.iter().copied()).computed(builder);
        let to = tile.packed.along(counters, packed.iter().copied()).computed(builder);
        let (whole, all) = groups(plan, builder, last);
        let mut first = Position::constant(0);
        if step == 1 {
            let vectors = whole_part(builder, &whole, schedule.lanes);
            for_effect(builder, &first, &vectors, schedule.lanes, |builder, at| {
                let (from, to) = (from.plus(&at, group), to.plus(&at, group));
                let factors = copy.load(builder, &from, width);
                store_vector(builder, dot.flip(builder, factors), left, &to);
            });
            first = vectors;
        }
        let each = |rest: i64, [first, end]: [&Position<'a>; 2]| {
            for_effect(builder, first, end, 1, |builder, at| {
                let from = from.plus(&at, group * step).computed(builder);
                copy.group(builder, &from, step, rest, &to.plus(&at, group));
            });
        };
        each(group, [&first, &whole]);
        let rest = schedule.depth[outer.len()].extent % group;
        if rest != 0 {
            each(rest, [&whole, &all]);
        }
        Vec::new()
    });
}

/// A copy from an operand to a packed buffer, with the conversion of elements to the factors of a
/// dot-product instruction.
#[derive(Clone, Copy)]
struct Copy<'p, 'a> {
    plan: &'p Plan<'a>,
    dot: &'p Dot,
    /// The number of the copied operand: 0 for the left operand, 1 for the right operand.
    side: usize,
    from: Value<'a>,
    to: Value<'a>,
}

impl<'a> Copy<'_, 'a> {
    /// Packs the factors of one group one by one. The first `rest` factors come from the operand,
    /// and the remaining factors are zeros.
    fn group(
        &self,
        builder: Builder<'a>,
        from: &Position<'a>,
        step: i64,
        rest: i64,
        to: &Position<'a>,
    ) {
        let factor = &self.plan.arithmetic.factors[self.side];
        let to = to.computed(builder);
        for index in 0..self.dot.group() {
            let element = if index < rest {
                let from = from.offset(index * step).value(builder);
                let element = builder.simple("memref.load", &[self.from, from], factor.element);
                let element = factor.widen(builder, element, self.dot.bits(), None);
                if self.side == 0 { self.dot.flip(builder, element) } else { element }
            } else {
                builder.int(0, self.dot.element(builder))
            };
            let to = to.offset(index).value(builder);
            builder.op("memref.store").operands(&[element, self.to, to]).build();
        }
    }

    /// Packs a group for each column of a vector: interleaves the vectors of the group's depth
    /// iterations. The first `rest` vectors come from the operand, and the remaining vectors are
    /// zeros.
    fn rows(
        &self,
        builder: Builder<'a>,
        from: &Position<'a>,
        step: i64,
        rest: i64,
        to: &Position<'a>,
    ) {
        let lanes = self.plan.schedule.lanes;
        let mut vectors: Vec<_> = (0..self.dot.group())
            .map(|index| {
                if index < rest {
                    return self.load(builder, &from.offset(index * step), lanes);
                }
                let element = self.dot.element(builder);
                let zero = builder.int(0, element);
                builder.simple("vector.broadcast", &[zero], ir::vector(&[lanes], element))
            })
            .collect();
        // Each round interleaves vector `i` with vector `i + count / 2`, which leaves the elements
        // of a column in the order of the vectors.
        let mut width = lanes;
        while vectors.len() > 1 {
            let (low, high) = vectors.split_at(vectors.len() / 2);
            let pairs = low.iter().zip(high);
            vectors = pairs
                .map(|(low, high)| interleave(builder, *low, *high, (0, width), width))
                .collect();
            width *= 2;
        }
        store_vector(builder, vectors[0], self.to, to);
    }

    /// Packs a square of groups by transposing it. The numbers of columns and of groups per column
    /// are equal to the number of lanes of a vector.
    fn square(
        &self,
        builder: Builder<'a>,
        from: &Position<'a>,
        from_step: i64,
        to: &Position<'a>,
        to_step: i64,
    ) {
        let lanes = self.plan.schedule.lanes;
        let vectors: Vec<_> = (0..lanes)
            .map(|column| {
                let at = from.offset(column * from_step);
                let factors = self.load(builder, &at, self.dot.width());
                builder.simple("vector.bitcast", &[factors], self.dot.lanes(builder))
            })
            .collect();
        for (row, vector) in transposed(builder, vectors, lanes).into_iter().enumerate() {
            let factors = builder.simple("vector.bitcast", &[vector], self.dot.vector(builder));
            store_vector(builder, factors, self.to, &to.offset(row as i64 * to_step));
        }
    }

    /// Loads a vector of `count` elements, and converts it to the factors of the instruction.
    fn load(&self, builder: Builder<'a>, from: &Position<'a>, count: i64) -> Value<'a> {
        let factor = &self.plan.arithmetic.factors[self.side];
        let ty = ir::vector(&[count], factor.element);
        let elements = builder.simple("vector.load", &[self.from, from.value(builder)], ty);
        factor.widen(builder, elements, self.dot.bits(), Some(count))
    }
}
