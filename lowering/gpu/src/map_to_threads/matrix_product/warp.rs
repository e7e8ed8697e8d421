// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Chunks of a product's inputs for units of a warp.
//!
//! A chunk has 64 bytes of each line, in words of 32 bits. The words have the order of the input's memory,
//! so that threads load up to 16 bytes at once. If the lines of an input are next to each other, a thread
//! interleaves as many iterations as a word has elements. Padding puts the words that a warp loads together
//! into different banks.

use super::input::Input;
use super::part::{Part, Position};
use crate::matrix_unit::MatrixUnit;
use hloom_ir::{self as ir, Builder, Mapping, Value};
use melior::ir::ValueLike;

/// Words of a line in a chunk. All units divide them.
pub const WORDS: i64 = 16;
/// Words after those of a line, and words after those of an iteration. Eight lines of four words each are
/// so in different banks.
const PADDING: [i64; 2] = [4, 8];
/// Most words that a thread loads at once.
const MOST_WORDS: i64 = 4;

/// Returns the shape of the memory of an input's two chunks.
pub fn shape(input: &Input) -> Vec<i64> {
    match input.is_along_depth() {
        true => vec![2, input.tile, WORDS + PADDING[0]],
        false => vec![2, WORDS, input.tile + PADDING[1]],
    }
}

/// Emits the load of a word from a chunk. `place` is its line and word relative to those of the thread.
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

/// Emits the loads of a thread's parts of a chunk from the memory of the device.
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

/// Emits a vector of the first elements of all rows, then of the second ones, and so on. There are one, two
/// or four rows.
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

/// Emits a vector of the elements of two vectors in turns.
fn pair<'a>(at: Builder<'a>, even: Value<'a>, odd: Value<'a>) -> Value<'a> {
    let count = ir::shape_of(even)[0];
    let ty = ir::vector(&[2 * count], ir::element_of(even.r#type()));
    at.simple("vector.interleave", &[even, odd], ty)
}
