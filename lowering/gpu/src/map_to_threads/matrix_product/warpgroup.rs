// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Copies chunks of a product's inputs to shared memory, from which matrix units of four warps load
//! their operands.
//!
//! A line is a row of the left input or a column of the right input. A chunk consists of rows of
//! 128 bytes. A row contains the iterations of one line or, if adjacent elements in memory belong
//! to different lines, 64 lines of one iteration. A row has eight parts of 16 bytes. The units
//! expect part `p` of row `r` at place `p ^ (r % 8)`, so that the same part of eight rows is in
//! different banks (PTX ISA, "Shared Memory Matrix Layout", swizzle mode of 128 bytes).

use super::input::Input;
use super::part::{Part, Position};
use crate::shared_memory;
use crate::warpgroup_unit::WarpgroupUnit;
use hloom_ir::{self as ir, Builder, Mapping, Value};

/// Number of iterations of the reduction in a chunk.
pub const ITERATIONS: i64 = 64;
/// Number of 32-bit words in a row of a chunk.
const ROW: i64 = WarpgroupUnit::ROW_BYTES / 4;
/// Number of 16-bit elements that a thread loads at once, in 16 bytes.
const AT_ONCE: i64 = 8;
/// Number of 32-bit words that a thread loads at once.
const WORDS: i64 = 4;
/// Number of 16-byte parts in a row, which is also the number of rows after which the order of the
/// parts repeats.
const PARTS: i64 = ROW / WORDS;

/// Returns the shape of the shared memory for a chunk of an input, in 32-bit words.
pub fn shape(input: &Input) -> Vec<i64> {
    vec![input.tile * ITERATIONS / 2]
}

/// Emits the loads from device memory of the parts of a chunk that a thread copies.
pub fn load<'a>(
    at: Builder<'a>,
    position: &Position<'a>,
    input: &Input<'_, '_, 'a>,
    chunk: Value<'a>,
) -> Vec<Part<'a>> {
    let first = at.binary("arith.muli", chunk, at.index(ITERATIONS));
    let is_along_depth = input.is_along_depth();
    let fastest = if is_along_depth { ITERATIONS } else { input.tile } / AT_ONCE;
    let divide = |value: Value<'a>, by: i64| at.binary("arith.divui", value, at.index(by));
    let rest = |value: Value<'a>, by: i64| at.binary("arith.remui", value, at.index(by));
    let times = |value: Value<'a>, by: i64| at.binary("arith.muli", value, at.index(by));
    let add = |one: Value<'a>, other: Value<'a>| at.binary("arith.addi", one, other);
    let part = |part: i64| {
        let number = add(position.number, at.index(part * Mapping::MOST_THREADS));
        let (fast, slow) = (rest(number, fastest), divide(number, fastest));
        let elements = times(fast, AT_ONCE);
        let (line, iteration) = if is_along_depth { (slow, elements) } else { (elements, slow) };
        let place = [add(position.first[input.operand], line), add(first, iteration)];
        let bits = input.bits(at, position, place, AT_ONCE);
        let words = ir::vector(&[WORDS], ir::int(at.context(), 32));
        let words = at.simple("vector.bitcast", &[bits], words);
        // All iterations of 64 lines, then those of the next ones.
        let own = if is_along_depth { fast } else { rest(fast, PARTS) };
        let exchanged = at.binary("arith.xori", own, rest(slow, PARTS));
        let mut index = add(times(slow, ROW), times(exchanged, WORDS));
        if !is_along_depth {
            index = add(index, times(divide(fast, PARTS), ROW * ITERATIONS));
        }
        Part { words, indices: vec![index] }
    };
    (0..input.tile * ITERATIONS / AT_ONCE / Mapping::MOST_THREADS).map(part).collect()
}

/// Makes a thread's stores to shared memory visible to the matrix units.
pub fn make_visible(at: Builder) {
    at.op("nvvm.fence.proxy")
        .attr("kind", ir::parse_attribute(at.context(), "#nvvm.proxy_kind<async.shared>"))
        .attr("space", ir::parse_attribute(at.context(), "#nvvm.shared_space<cta>"))
        .build();
}

/// Emits the products of the chunk in shared memory, and returns the new sums of the thread.
pub fn multiply<'a>(
    at: Builder<'a>,
    position: &Position<'a>,
    unit: WarpgroupUnit,
    sums: &[Value<'a>],
) -> Vec<Value<'a>> {
    let context = at.context();
    let i64 = ir::int(context, 64);
    // The rows of a warpgroup are half of the tile.
    let threads = at.index(WarpgroupUnit::THREADS);
    let group = at.binary("arith.divui", position.number, threads);
    let bytes = at.index(WarpgroupUnit::LINES_BYTES);
    let offset = at.binary("arith.muli", group, bytes);
    let descriptors = [0, 1].map(|operand| {
        let memory = shared_memory::in_block(position.memory[operand]);
        let address =
            at.simple("memref.extract_aligned_pointer_as_index", &[memory], ir::index(context));
        let address = if operand == 0 { at.binary("arith.addi", address, offset) } else { address };
        let address = at.simple("arith.index_castui", &[address], i64);
        unit.descriptor(at, address)
    });
    let steps = (0..ITERATIONS).step_by(WarpgroupUnit::DEPTH as usize).map(|first| {
        [0, 1].map(|operand| {
            // Sixteen iterations are a part of each row, or sixteen rows.
            let bytes = if unit.is_along_depth(operand) { 2 * first } else { 4 * ROW * first };
            let offset = at.int(WarpgroupUnit::in_descriptor(bytes), i64);
            at.binary("arith.addi", descriptors[operand], offset)
        })
    });
    unit.multiply(at, &steps.collect::<Vec<_>>(), sums)
}
