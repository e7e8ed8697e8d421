// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Stores a tile from registers to the output.
//!
//! A whole tile is stored directly; if it is wider than the output, the end of a row is stored as
//! shorter vectors. Tiles that overlap the previous tile, and tiles whose vectors are not
//! contiguous in the output, are first stored in a buffer, from which only the elements that belong
//! to the output are copied. If vectors are not contiguous in the output, elements are copied one
//! by one.

use super::loops::{branch, for_effect};
use super::pack::shuffle;
use super::place::TilePlace;
use super::plan::{Buffers, InitialValue, Memory, Plan};
use super::position::{Position, both};
use super::schedule::{Kernel, Schedule};
use crate::rounding::{ceil, floor_power};
use hloom_ir::{self as ir, Builder, Value};
use melior::ir::ValueLike;

/// Returns true if the sums of some tiles are not stored to the output directly.
pub fn has_edges(schedule: &Schedule) -> bool {
    !stores_vectors(schedule)
        || schedule.joined_rows() % schedule.tile.rows != 0
        || overlap(schedule) != 0
}

/// Returns true if the sums of whole tiles can be stored directly. The sums of [`Kernel::Reduce`]
/// are scalars that all belong to the output, because its tiles are never wider than the output.
fn stores_vectors(schedule: &Schedule) -> bool {
    schedule.kernel == Kernel::Reduce || schedule.column.out == 1
}

/// Returns the number of columns in which the last column tile overlaps the previous one.
fn overlap(schedule: &Schedule) -> i64 {
    if schedule.is_padded() {
        return 0;
    }
    let columns = schedule.tile_columns();
    ceil(schedule.column.extent, columns) * columns - schedule.column.extent
}

/// Returns the vectors that store a row of a tile, starting at column `first`: the first column and
/// the number of elements of each vector. The last columns of a tile that is wider than the output
/// are stored as shorter vectors.
fn vectors(schedule: &Schedule, mut first: i64) -> Vec<(i64, i64)> {
    let end = schedule.tile_columns().min(schedule.column.extent);
    let mut vectors = Vec::new();
    while first < end {
        let lanes = schedule.lanes.min(floor_power(end - first));
        vectors.push((first, lanes));
        first += lanes;
    }
    vectors
}

/// Stores a tile to the output: the initial value of the output plus `sums`, the sums of the tile.
pub fn store<'a>(
    plan: &Plan<'a>,
    builder: Builder<'a>,
    buffers: &Buffers<'a>,
    tile: &TilePlace<'a>,
    sums: &[Value<'a>],
    initial: InitialValue<'a>,
) {
    let whole = if !stores_vectors(&plan.schedule) {
        Ok(false)
    } else {
        let first_row = tile.first_row.is_zero(builder);
        let first_column = tile.first_column.is_zero(builder);
        both(builder, first_row, first_column)
    };
    branch(
        builder,
        whole,
        |builder| store_whole(plan, builder, buffers, tile, sums, initial),
        |builder| store_part(plan, builder, buffers, tile, sums, initial),
    );
}

fn store_whole<'a>(
    plan: &Plan<'a>,
    builder: Builder<'a>,
    buffers: &Buffers<'a>,
    tile: &TilePlace<'a>,
    sums: &[Value<'a>],
    initial: InitialValue<'a>,
) {
    if let InitialValue::ValueIf(first, value) = initial {
        // One branch for the whole tile: LLVM would make one of each select.
        let store =
            |initial| move |builder| store_whole(plan, builder, buffers, tile, sums, initial);
        return branch(
            builder,
            Err(first),
            store(InitialValue::Value(value)),
            store(InitialValue::Output),
        );
    }
    let schedule = &plan.schedule;
    let (rows, columns) = (schedule.tile.rows, schedule.tile.vectors);
    for row in 0..rows {
        let sums = &sums[(row * columns) as usize..][..columns as usize];
        let at = tile.place.out.offset(row * schedule.row.out);
        if schedule.kernel == Kernel::Reduce {
            for (column, sum) in sums.iter().enumerate() {
                let at = at.offset(column as i64 * schedule.column.out);
                update(plan, builder, buffers.flat[2], &at, (*sum, None), initial);
            }
            continue;
        }
        for (column, lanes) in vectors(schedule, 0) {
            let mut sum = sums[(column / schedule.lanes) as usize];
            if lanes < schedule.lanes {
                let first = column % schedule.lanes;
                let part: Vec<_> = (first..first + lanes).collect();
                sum = shuffle(builder, sum, sum, &part);
            }
            update(plan, builder, buffers.flat[2], &at.offset(column), (sum, Some(lanes)), initial);
        }
    }
}

fn store_part<'a>(
    plan: &Plan<'a>,
    builder: Builder<'a>,
    buffers: &Buffers<'a>,
    tile: &TilePlace<'a>,
    sums: &[Value<'a>],
    initial: InitialValue<'a>,
) {
    let Some(edge) = buffers.edge else { return };
    let schedule = &plan.schedule;
    let reduce = schedule.kernel == Kernel::Reduce;
    for (index, sum) in sums.iter().enumerate() {
        let at = index as i64 * if reduce { 1 } else { schedule.lanes };
        let name = if reduce { "memref.store" } else { "vector.store" };
        builder.op(name).operands(&[*sum, edge, builder.index(at)]).build();
    }
    if stores_vectors(schedule) && !reduce {
        let memory = [edge, buffers.flat[2]];
        let is_first =
            if overlap(schedule) == 0 { Ok(true) } else { tile.first_column.is_zero(builder) };
        return branch(
            builder,
            is_first,
            |builder| store_rows(plan, builder, memory, tile, 0, initial),
            |builder| store_rows(plan, builder, memory, tile, overlap(schedule), initial),
        );
    }
    each_element(plan, builder, tile, |builder, row, column, out| {
        let at = Position::constant(0).plus(row, schedule.tile_columns()).plus(column, 1);
        let operands = [edge, at.value(builder)];
        let sum = builder.simple("memref.load", &operands, plan.arithmetic.accumulator);
        update(plan, builder, buffers.flat[2], out, (sum, None), initial);
    });
}

/// Stores a tile from the buffer `edge` to the output `out`. Only the columns starting at column
/// `first` are stored in each row.
fn store_rows<'a>(
    plan: &Plan<'a>,
    builder: Builder<'a>,
    [edge, out]: [Value<'a>; 2],
    tile: &TilePlace<'a>,
    first: i64,
    initial: InitialValue<'a>,
) {
    let schedule = &plan.schedule;
    let rows = Position::constant(schedule.tile.rows);
    for_effect(builder, &tile.first_row, &rows, 1, |builder, row| {
        let to = tile.place.out.plus(&row, schedule.row.out).computed(builder);
        let from = Position::constant(0).plus(&row, schedule.tile_columns()).computed(builder);
        for (column, lanes) in vectors(schedule, first) {
            let operands = [edge, from.offset(column).value(builder)];
            let sum = builder.simple("vector.load", &operands, plan.arithmetic.vector(lanes));
            update(plan, builder, out, &to.offset(column), (sum, Some(lanes)), initial);
        }
    });
}

/// Emits loops with `body` over the elements that a tile stores. `body` receives the row and column
/// in the tile, and the position in the output.
fn each_element<'a>(
    plan: &Plan<'a>,
    builder: Builder<'a>,
    tile: &TilePlace<'a>,
    body: impl FnOnce(Builder<'a>, &Position<'a>, &Position<'a>, &Position<'a>),
) {
    let schedule = &plan.schedule;
    let rows = Position::constant(schedule.tile.rows);
    let columns = Position::constant(schedule.tile_columns().min(schedule.column.extent));
    for_effect(builder, &tile.first_row, &rows, 1, |builder, row| {
        let out = tile.place.out.plus(&row, schedule.row.out).computed(builder);
        for_effect(builder, &tile.first_column, &columns, 1, |builder, column| {
            body(builder, &row, &column, &out.plus(&column, schedule.column.out));
        });
    });
}

/// Stores the initial value of the output plus `sum` at position `at` of `out`. `sum` is a scalar,
/// or a vector if a number of lanes is given.
fn update<'a>(
    plan: &Plan<'a>,
    builder: Builder<'a>,
    out: Value<'a>,
    at: &Position<'a>,
    (sum, lanes): (Value<'a>, Option<i64>),
    initial: InitialValue<'a>,
) {
    let arithmetic = &plan.arithmetic;
    let at = at.value(builder);
    let (load, store) = match lanes {
        Some(_) => ("vector.load", "vector.store"),
        None => ("memref.load", "memref.store"),
    };
    let old = || builder.simple(load, &[out, at], sum.r#type());
    let everywhere = |value| match lanes {
        Some(lanes) => arithmetic.broadcast(builder, value, lanes),
        None => value,
    };
    let old = match initial {
        InitialValue::Zero => None,
        InitialValue::Output => Some(old()),
        InitialValue::Value(value) => Some(everywhere(value)),
        // The load of uninitialized memory is harmless: the select discards it in the first block.
        InitialValue::ValueIf(first, value) => {
            Some(builder.select(first, everywhere(value), old()))
        }
    };
    let total = old.map_or(sum, |old| arithmetic.add(builder, old, sum));
    builder.op(store).operands(&[total, out, at]).build();
}

/// Builds a one-dimensional view of a memref up to its last element used.
///
/// Positions include the strides, so the view is the same for every layout.
pub fn flat_view<'a>(builder: Builder<'a>, memory: Memory<'a>) -> Value<'a> {
    let context = builder.context();
    let Some(shaped) = ir::Shaped::of(memory.value.r#type()) else { return memory.value };
    let size = memory.first + memory.span;
    let offset = memory.offset.unwrap_or(ir::Shaped::DYNAMIC);
    let ty = ir::strided_memref(context, &[size], shaped.element, &[1], offset);
    let (operands, segments) = match memory.offset {
        Some(_) => (vec![memory.value], [1, 0, 0, 0]),
        None => {
            let index = ir::index(context);
            let metadata = builder
                .op("memref.extract_strided_metadata")
                .operands(&[memory.value])
                .result(ir::memref(&[], shaped.element))
                .results(&vec![index; 1 + 2 * shaped.rank()])
                .build();
            (ir::results(metadata)[..2].to_vec(), [1, 1, 0, 0])
        }
    };
    builder
        .op("memref.reinterpret_cast")
        .operands(&operands)
        .segments(&segments)
        .attr("static_offsets", ir::dense_i64_attr(context, &[offset]))
        .attr("static_sizes", ir::dense_i64_attr(context, &[size]))
        .attr("static_strides", ir::dense_i64_attr(context, &[1]))
        .result(ty)
        .value()
}
