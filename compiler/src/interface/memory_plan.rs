// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The memory plan of a run: every buffer with its lifetime, and the use of donated arguments.

use super::profile::Source;
use std::ops::Range;

/// The memory of a run, as buffer assignment has planned it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MemoryPlan {
    /// The size of the arena, which holds all temporaries, in bytes.
    pub arena_bytes: u64,
    /// The size of the memory that runtime calls keep between runs, in bytes.
    pub runtime_bytes: u64,
    /// The temporaries in the arena.
    pub buffers: Vec<PlannedBuffer>,
    /// The operations of the user's program, to which the uses of buffers refer.
    pub sources: Vec<Source>,
    /// The arguments of the program, in order.
    pub arguments: Vec<PlannedArgument>,
    /// The indices and types of the results that do not take the memory of an argument.
    pub other_results: Vec<(usize, String)>,
}

/// A temporary with its place in the arena.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlannedBuffer {
    /// The type of the buffer, such as `memref<4xf32>`.
    pub ty: String,
    /// The size of the buffer in bytes.
    pub bytes: u64,
    /// The offset of the buffer in the arena, in bytes.
    pub offset: u64,
    /// The range of operations, numbered in program order, during which the buffer is live.
    pub live: Range<usize>,
    /// The uses of the buffer, in program order.
    pub uses: Vec<BufferUse>,
}

/// An operation that uses a buffer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BufferUse {
    /// The number of the operation in program order.
    pub position: usize,
    /// Whether the operation writes the buffer.
    pub writes: bool,
    /// The index of its source operation in [`MemoryPlan::sources`], if it is known.
    pub source: Option<usize>,
}

/// An argument of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedArgument {
    /// The type of the argument, such as `tensor<4xf32>`.
    pub ty: String,
    /// The size of the argument in bytes.
    pub bytes: u64,
    /// Whether the caller donates the argument, and which result takes its memory.
    pub donation: Donation,
}

/// The use of an argument's memory for results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Donation {
    /// The argument is not donated: the caller keeps its memory.
    Kept,
    /// The result with this index takes the memory of the argument.
    Used(usize),
    /// The argument was donated, but no result takes its memory. The string gives the reason.
    Unused(String),
}
