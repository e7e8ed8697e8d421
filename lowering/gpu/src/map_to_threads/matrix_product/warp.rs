// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Copies chunks of a product's inputs to shared memory for matrix units of a warp.
//!
//! A line is a row of the left input or a column of the right input. A chunk has 64 bytes of each
//! line, in words of 32 bits. The words are ordered as the input's memory, so that a thread loads
//! up to 16 bytes at once. If adjacent elements in memory belong to different lines, a thread
//! interleaves the elements of as many iterations of the reduction as a word has elements. Padding
//! places the words that a warp loads at the same time in different banks.

use super::input::Input;
use super::part::{Part, Position};
use crate::matrix_unit::MatrixUnit;
use hloom_ir::{self as ir, Builder, Mapping, Value};
use melior::ir::ValueLike;

/// Number of 32-bit words of a line in a chunk, a multiple of the words of a line in each matrix
/// unit.
pub const WORDS: i64 = 16;
/// Padding in words: after the words of a line, if these are adjacent in memory, and otherwise
/// after the words of all lines for the same iterations. With this padding, eight lines of four
/// words each are in different banks.
const PADDING: [i64; 2] = [4, 8];
/// Maximum number of 32-bit words that a thread loads at once.
const MOST_WORDS: i64 = 4;

/// Returns the shape of the shared memory for two chunks of an input, in 32-bit words.
pub fn shape(input: &Input) -> Vec<i64> {
    match input.is_along_depth() {
        true => vec![2, input.tile, WORDS + PADDING[0]],
        false => vec![2, WORDS, input.tile + PADDING[1]],
    }
}

/// Emits the load of a word from the chunk in `slot`. `place` contains the line and the index of
/// the word, relative to those in the first register of the thread.
pub fn word<'a>(
    at: Builder<'a>,
    position: &Position<'a>,
    input: &Input<'_, '_, 'a>,
    slot: Value<'a>,
    place: [i64; 2],
) -> Value<'a> {
    let line = at.binary("arith.addi", position.lines[input.operand], at.index(place[0]));
    let word = at.binary("arith.addi", position.word, at.index(place[1]));
    let [first, second] = if input.is_along_depth() { [line, word] } else { [word, line] };
    let operands = [position.memory[input.operand], slot, first, second];
    at.simple("memref.load", &operands, ir::int(at.context(), 32))
}

/// Emits the loads from device memory of the parts of a chunk that a thread copies.
pub fn load<'a>(
    at: Builder<'a>,
    position: &Position<'a>,
    input: &Input<'_, '_, 'a>,
    unit: MatrixUnit,
    chunk: Value<'a>,
) -> Vec<Part<'a>> {
    let first = at.binary("arith.muli", chunk, at.index(input.chunk));
    let words = input.tile * WORDS / Mapping::MOST_THREADS;
    let in_word = unit.elements_of_word();
    let is_along_depth = input.is_along_depth();
    // A load of several iterations of a line, or of several lines of an iteration, has 16 bytes at most.
    let most = if is_along_depth { MOST_WORDS } else { MOST_WORDS * in_word };
    let at_once = words.min(most);
    let fastest = if is_along_depth { WORDS } else { input.tile } / at_once;
    let part = |part: i64| {
        let offset = at.index(part * Mapping::MOST_THREADS);
        let number = at.binary("arith.addi", position.number, offset);
        let fast = at.binary("arith.remui", number, at.index(fastest));
        let fast = at.binary("arith.muli", fast, at.index(at_once));
        let slow = at.binary("arith.divui", number, at.index(fastest));
        let (line, word) = if is_along_depth { (slow, fast) } else { (fast, slow) };
        let iteration = at.binary("arith.muli", word, at.index(in_word));
        let iteration = at.binary("arith.addi", first, iteration);
        let line = at.binary("arith.addi", position.first[input.operand], line);
        let bits = if is_along_depth {
            input.bits(at, position, [line, iteration], at_once * in_word)
        } else {
            let row = |number: i64| {
                let iteration = at.binary("arith.addi", iteration, at.index(number));
                input.bits(at, position, [line, iteration], at_once)
            };
            interleave(at, &(0..in_word).map(row).collect::<Vec<_>>())
        };
        let ty = ir::vector(&[at_once], ir::int(at.context(), 32));
        Part { words: at.simple("vector.bitcast", &[bits], ty), indices: vec![slow, fast] }
    };
    (0..words / at_once).map(part).collect()
}

/// Emits a vector of the first elements of all rows, followed by the second elements of all rows,
/// and so on. There are one, two or four rows.
fn interleave<'a>(at: Builder<'a>, rows: &[Value<'a>]) -> Value<'a> {
    if let [row] = rows {
        return *row;
    }
    let [even, odd] = [0, 1].map(|first| match rows.len() {
        2 => rows[first],
        _ => pair(at, rows[first], rows[first + 2]),
    });
    pair(at, even, odd)
}

/// Emits a vector that alternates between elements of `even` and `odd`, beginning with `even`.
fn pair<'a>(at: Builder<'a>, even: Value<'a>, odd: Value<'a>) -> Value<'a> {
    let count = ir::shape_of(even)[0];
    let ty = ir::vector(&[2 * count], ir::element_of(even.r#type()));
    at.simple("vector.interleave", &[even, odd], ty)
}
