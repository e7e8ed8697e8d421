// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The part of a matrix product that a thread computes, and the parts of the inputs that it copies.

use hloom_ir::{self as ir, Builder, Value};

/// The position of a thread in a product.
pub struct Position<'a> {
    pub batch: Value<'a>,
    /// The index of the first row and column of the thread block's tile.
    pub first: [Value<'a>; 2],
    /// The indices of the first row and column that the thread holds, in the tile.
    pub lines: [Value<'a>; 2],
    /// The index of the first word of these lines that the thread holds.
    pub word: Value<'a>,
    /// The indices of the row and column of the first sum that the thread holds, in the tile.
    pub sum: [Value<'a>; 2],
    /// The index of the thread in its block.
    pub number: Value<'a>,
    /// The chunks of both inputs in shared memory.
    pub memory: [Value<'a>; 2],
}

/// The part of a chunk that a thread copies at once.
pub struct Part<'a> {
    /// The elements, as a vector of words of 32 bits.
    pub words: Value<'a>,
    /// The indices of the first word in shared memory, in one of its slots.
    pub indices: Vec<Value<'a>>,
}

impl<'a> Part<'a> {
    /// Emits the store of the part. `slot` is the index of the slot, if there are several.
    pub fn store(&self, at: Builder<'a>, memory: Value<'a>, slot: &[Value<'a>]) {
        // Words of a line are next to words of another one: only 16 bytes are known to be aligned.
        let bytes = (4 * ir::shape_of(self.words)[0]).min(16);
        at.op("vector.store")
            .operands(&[&[self.words, memory], slot, &self.indices].concat())
            .attr("alignment", ir::i64_attr(at.context(), bytes))
            .build();
    }
}
