// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Emits the kernel with vectors along columns.
//!
//! The kernel keeps a tile of the output in registers. Each iteration of the depth adds the outer
//! product of a column of the left operand and a row of the right operand. In the elementwise form,
//! for depthwise convolutions, the left operand is also read as vectors.

use super::body::Factor;
use super::loops::nest;
use super::place::TilePlace;
use super::plan::{Buffers, Plan};
use super::position::Position;
use super::schedule::{Kernel, LINE_BITS, LeftPacking, Prefetch};
use hloom_ir::{self as ir, Builder, Type, Value};

/// The memory from which the kernel reads an operand: the operand itself or a packed buffer.
struct Source<'p, 'a> {
    memory: Value<'a>,
    /// The position of the first row (left operand) or vector (right operand) of the kernel's tile; for
    /// rows that are not evenly spaced, the position of each row.
    begins: Vec<Position<'a>>,
    /// The stride of each depth loop in `memory`, in elements.
    depth: Vec<i64>,
    /// The stride from one row (left) or vector (right) to the next, in elements.
    across: i64,
    /// The conversion of elements to factors; `None` if packing has converted the elements.
    factor: Option<&'p Factor<'a>>,
    element: Type<'a>,
}

/// Emits the sums of products of a tile. Returns the vectors of sums in row-major order.
///
/// If the schedule uses prefetching, each iteration of the depth prefetches cache lines of the next
/// part of the right operand. `next` is the position of the first such cache line in the first row.
pub fn compute<'a>(
    plan: &Plan<'a>,
    builder: Builder<'a>,
    buffers: &Buffers<'a>,
    tile: &TilePlace<'a>,
    next: &Position<'a>,
    counts: &[Position<'a>],
) -> Vec<Value<'a>> {
    let schedule = &plan.schedule;
    let (arithmetic, lanes) = (&plan.arithmetic, schedule.lanes);
    let (rows, vectors) = (schedule.tile.rows, schedule.tile.vectors);
    let left = left_source(plan, buffers, tile);
    let right = right_source(plan, buffers, tile);
    let zero = arithmetic.zeros(builder, lanes);
    let sums = vec![zero; (rows * vectors) as usize];
    nest(builder, counts, &sums, &mut |builder, counters, sums| {
        if schedule.prefetch != Prefetch::None {
            prefetch_row(plan, builder, buffers, next, counters);
        }
        let right_at = right.at(builder, counters);
        let left_at = left.at(builder, counters);
        let rights: Vec<_> = (0..vectors)
            .map(|vector| right.vector(builder, &right_at[0].offset(vector * right.across), lanes))
            .collect();
        let mut results = Vec::new();
        for row in 0..rows {
            let left_row = match &left_at[..] {
                [first] => first.offset(row * left.across),
                rows => rows[row as usize].clone(),
            };
            let broadcast = (schedule.kernel == Kernel::Broadcast).then(|| {
                let element = left.scalar(builder, &left_row);
                arithmetic.broadcast(builder, element, lanes)
            });
            for vector in 0..vectors {
                let left = broadcast.unwrap_or_else(|| {
                    left.vector(builder, &left_row.offset(vector * lanes), lanes)
                });
                let sum = sums[(row * vectors + vector) as usize];
                let right = rights[vector as usize];
                results.push(arithmetic.multiply_add(builder, left, right, sum));
            }
        }
        results
    })
}

/// Prefetches cache lines of one row of a part of the right operand: the row at the given counters
/// of the depth loops. `part` is the position of the first line in the first row.
fn prefetch_row<'a>(
    plan: &Plan<'a>,
    builder: Builder<'a>,
    buffers: &Buffers<'a>,
    part: &Position<'a>,
    counters: &[Position<'a>],
) {
    let schedule = &plan.schedule;
    let strides = schedule.depth.iter().map(|dim| dim.right);
    let row = part.along(counters, strides).computed(builder);
    let (_, lines) = schedule.prefetched_lines(plan.right_bits());
    let context = builder.context();
    for line in 0..lines {
        let column = line * (LINE_BITS / plan.right_bits());
        builder
            .op("memref.prefetch")
            .operands(&[buffers.flat[1], row.offset(column).value(builder)])
            .attr("isWrite", ir::bool_attr(context, false))
            .attr("isDataCache", ir::bool_attr(context, true))
            .attr("localityHint", ir::parse_attribute(context, "2 : i32"))
            .build();
    }
}

fn left_source<'p, 'a>(
    plan: &'p Plan<'a>,
    buffers: &Buffers<'a>,
    tile: &TilePlace<'a>,
) -> Source<'p, 'a> {
    let schedule = &plan.schedule;
    let factor = &plan.arithmetic.factors[0];
    match buffers.left {
        Some(memory) => {
            let (innermost, across) = match schedule.pack_left {
                LeftPacking::Columns => (schedule.tile.rows, 1),
                LeftPacking::Rows | LeftPacking::None => (1, schedule.left_row_elements()),
            };
            Source {
                memory,
                begins: vec![tile.packed.clone()],
                depth: plan.packed_strides(innermost),
                across,
                factor: None,
                element: plan.arithmetic.accumulator,
            }
        }
        None => Source {
            memory: buffers.flat[0],
            begins: match &tile.lefts[..] {
                [] => vec![tile.place.left.clone()],
                rows => rows.to_vec(),
            },
            depth: schedule.depth.iter().map(|dim| dim.left).collect(),
            across: schedule.row.left,
            factor: Some(factor),
            element: factor.element,
        },
    }
}

fn right_source<'p, 'a>(
    plan: &'p Plan<'a>,
    buffers: &Buffers<'a>,
    tile: &TilePlace<'a>,
) -> Source<'p, 'a> {
    let schedule = &plan.schedule;
    let factor = &plan.arithmetic.factors[1];
    match buffers.panel {
        Some(memory) => Source {
            memory,
            begins: vec![Position::constant(0)],
            depth: plan.packed_strides(schedule.tile_columns()),
            across: schedule.lanes,
            factor: None,
            element: plan.arithmetic.accumulator,
        },
        None => Source {
            memory: buffers.flat[1],
            begins: vec![tile.place.right.clone()],
            depth: schedule.depth.iter().map(|dim| dim.right).collect(),
            across: schedule.lanes,
            factor: Some(factor),
            element: factor.element,
        },
    }
}

impl<'a> Source<'_, 'a> {
    /// Returns the positions of the rows or vectors ([`Source::begins`]) at the given counters of
    /// the depth loops.
    fn at(&self, builder: Builder<'a>, counters: &[Position<'a>]) -> Vec<Position<'a>> {
        let at = |begin: &Position<'a>| {
            begin.along(counters, self.depth.iter().copied()).computed(builder)
        };
        self.begins.iter().map(at).collect()
    }

    /// Loads the element at position `at`, and converts it to a factor.
    fn scalar(&self, builder: Builder<'a>, at: &Position<'a>) -> Value<'a> {
        let operands = [self.memory, at.value(builder)];
        let element = builder.simple("memref.load", &operands, self.element);
        self.factor.map_or(element, |factor| factor.convert(builder, element, None))
    }

    /// Loads the vector of elements that starts at position `at`, and converts it to factors.
    fn vector(&self, builder: Builder<'a>, at: &Position<'a>, lanes: i64) -> Value<'a> {
        let ty = ir::vector(&[lanes], self.element);
        let operands = [self.memory, at.value(builder)];
        let elements = builder.simple("vector.load", &operands, ty);
        self.factor.map_or(elements, |factor| factor.convert(builder, elements, Some(lanes)))
    }
}
