// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The position of a thread in a matrix product, and the parts of the inputs that the thread
//! copies.

use hloom_ir::{self as ir, Builder, Value};

/// The position of a thread in a matrix product. A line is a row of the left input or a column of
/// the right input.
pub struct Position<'a> {
    pub batch: Value<'a>,
    /// The first row and the first column of the thread block's tile, as indices in the result.
    pub first: [Value<'a>; 2],
    /// The line in the first register of the thread, for the left and the right input, as an index
    /// in the tile.
    pub lines: [Value<'a>; 2],
    /// The index of the word in the thread's first register among the words of its line, for both
    /// inputs.
    pub word: Value<'a>,
    /// The row and the column of the thread's first sum, as indices in the tile.
    pub sum: [Value<'a>; 2],
    /// The index of the thread in its thread block.
    pub number: Value<'a>,
    /// The shared memory for the chunks of the left and the right input.
    pub memory: [Value<'a>; 2],
}

/// The words of a chunk that a thread copies to shared memory at once.
pub struct Part<'a> {
    /// The copied elements, as a vector of 32-bit words.
    pub words: Value<'a>,
    /// The indices of the first word in shared memory, without the index of the slot.
    pub indices: Vec<Value<'a>>,
}

impl<'a> Part<'a> {
    /// Emits the store of the words to shared memory. `slot` contains the index of the slot, or is
    /// empty if the memory has one slot.
    pub fn store(&self, at: Builder<'a>, memory: Value<'a>, slot: &[Value<'a>]) {
        // Words of a line are next to words of another one: only 16 bytes are known to be aligned.
        let bytes = (4 * ir::shape_of(self.words)[0]).min(16);
        at.op("vector.store")
            .operands(&[&[self.words, memory], slot, &self.indices].concat())
            .attr("alignment", ir::i64_attr(at.context(), bytes))
            .build();
    }
}
