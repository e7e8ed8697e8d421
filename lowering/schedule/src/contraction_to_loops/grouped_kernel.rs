// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Emits the kernel of dot-product instructions, with accumulators along columns.
//!
//! The kernel differs from the kernel for single products ([`micro_kernel`](super::micro_kernel))
//! in its step, which is a group of depth iterations. A group of the left operand is one lane of 32
//! bits, which is broadcast. The right operand is always packed
//! ([`pack_groups`](super::pack_groups)). If groups do not divide the innermost depth loop, its
//! last iterations form a group that is padded with zeros.

use super::dot::Dot;
use super::loops::{for_each, nest};
use super::place::TilePlace;
use super::plan::{Buffers, Plan};
use super::position::Position;
use crate::rounding::ceil;
use hloom_ir::{Builder, Value};

/// Emits the sums of products of a tile with the instruction `dot`. Returns the vectors of sums in
/// row-major order.
pub fn compute<'a>(
    plan: &Plan<'a>,
    dot: &Dot,
    builder: Builder<'a>,
    buffers: &Buffers<'a>,
    tile: &TilePlace<'a>,
    counts: &[Position<'a>],
) -> Vec<Value<'a>> {
    let (Some(panel), Some((last, outer))) = (buffers.panel, counts.split_last()) else {
        return Vec::new();
    };
    let kernel = Kernel { plan, dot, buffers, panel, tile };
    let sums = kernel.initial_sums(builder);
    nest(builder, outer, &sums, &mut |builder, counters, sums| {
        let (whole, all) = groups(plan, builder, last);
        if buffers.left.is_some() {
            return kernel.groups(builder, counters, [&Position::constant(0), &all], None, sums);
        }
        let sums = kernel.groups(builder, counters, [&Position::constant(0), &whole], None, sums);
        let rest = plan.schedule.depth[outer.len()].extent % dot.group();
        if rest == 0 {
            return sums;
        }
        kernel.groups(builder, counters, [&whole, &all], Some(rest), &sums)
    })
}

/// Returns the number of whole groups, and the total number of whole and partial groups, of `count`
/// iterations of the innermost depth loop.
pub fn groups<'a>(
    plan: &Plan<'a>,
    builder: Builder<'a>,
    count: &Position<'a>,
) -> (Position<'a>, Position<'a>) {
    let group = plan.schedule.group();
    if let Some(count) = count.fixed() {
        return (Position::constant(count / group), Position::constant(ceil(count, group)));
    }
    let divided = |count: Position<'a>| {
        let count = count.value(builder);
        Position::of(builder.binary("arith.divui", count, builder.index(group)))
    };
    let whole = divided(count.clone());
    let extent = plan.schedule.depth.last().map_or(1, |dim| dim.extent);
    if extent % group == 0 {
        return (whole.clone(), whole);
    }
    (whole, divided(count.offset(group - 1)))
}

struct Kernel<'p, 'a> {
    plan: &'p Plan<'a>,
    dot: &'p Dot,
    buffers: &'p Buffers<'a>,
    panel: Value<'a>,
    tile: &'p TilePlace<'a>,
}

impl<'a> Kernel<'_, 'a> {
    /// Returns the initial vectors of sums of a tile: zeros, or the corrections of their columns if
    /// left factors are flipped.
    fn initial_sums(&self, builder: Builder<'a>) -> Vec<Value<'a>> {
        let tile = self.plan.schedule.tile;
        let row: Vec<_> = match self.buffers.correction {
            None => {
                let zeros = self.plan.arithmetic.zeros(builder, self.plan.schedule.lanes);
                vec![zeros; tile.vectors as usize]
            }
            Some(correction) => (0..tile.vectors)
                .map(|vector| {
                    let at = builder.index(vector * self.plan.schedule.lanes);
                    builder.simple("vector.load", &[correction, at], self.dot.lanes(builder))
                })
                .collect(),
        };
        (0..tile.rows).flat_map(|_| row.iter().copied()).collect()
    }

    /// Adds the products of the groups from `begin` to `end` of the innermost depth loop to `sums`.
    /// `rest` is the number of iterations in the group if it is partial.
    fn groups(
        &self,
        builder: Builder<'a>,
        counters: &[Position<'a>],
        [begin, end]: [&Position<'a>; 2],
        rest: Option<i64>,
        sums: &[Value<'a>],
    ) -> Vec<Value<'a>> {
        let schedule = &self.plan.schedule;
        for_each(builder, begin, end, 1, sums, |builder, group, sums| {
            let mut counters = counters.to_vec();
            counters.push(Position::constant(0).plus(&group, self.dot.group()));
            let at = |begin: &Position<'a>, strides: Vec<i64>| {
                begin.along(&counters, strides).computed(builder)
            };
            let right =
                at(&Position::constant(0), self.plan.packed_strides(schedule.tile_columns()));
            let (left, across) = match self.buffers.left {
                Some(_) => (
                    at(&self.tile.packed, self.plan.packed_strides(1)),
                    schedule.left_row_elements(),
                ),
                None => {
                    let strides: Vec<_> = schedule.depth.iter().map(|dim| dim.left).collect();
                    (at(&self.tile.place.left, strides), schedule.row.left)
                }
            };
            let rights: Vec<_> = (0..schedule.tile.vectors)
                .map(|vector| {
                    let index = right.offset(vector * self.dot.width()).value(builder);
                    let ty = self.dot.vector(builder);
                    builder.simple("vector.load", &[self.panel, index], ty)
                })
                .collect();
            let mut results = Vec::new();
            for row in 0..schedule.tile.rows {
                let group = self.left_group(builder, &left.offset(row * across), rest);
                let mut left = self.dot.broadcast(builder, group);
                if self.buffers.left.is_none() {
                    left = self.dot.flip(builder, left);
                }
                for right in &rights {
                    let sum = sums[results.len()];
                    results.push(self.dot.multiply_add(builder, left, *right, sum));
                }
            }
            results
        })
    }

    /// Loads a group of the left operand. A partial group of `rest` factors is padded with zeros,
    /// so that the kernel does not read beyond the end of the operand.
    fn left_group(&self, builder: Builder<'a>, at: &Position<'a>, rest: Option<i64>) -> Value<'a> {
        let ty = self.dot.group_type(builder);
        let memory = self.buffers.left.unwrap_or(self.buffers.flat[0]);
        let Some(rest) = rest else {
            return builder.simple("vector.load", &[memory, at.value(builder)], ty);
        };
        let element = self.dot.element(builder);
        let zero = builder.int(0, element);
        let elements: Vec<_> = (0..self.dot.group())
            .map(|index| {
                if index >= rest {
                    return zero;
                }
                let index = at.offset(index).value(builder);
                builder.simple("memref.load", &[memory, index], element)
            })
            .collect();
        builder.simple("vector.from_elements", &elements, ty)
    }
}
