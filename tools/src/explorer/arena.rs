// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The arena over time: each buffer is live in a range of program positions and occupies a range of
//! offsets.

use crate::source_names::short_type;
use hloom_compiler::interface::{BufferUse, Donation, MemoryPlan, PlannedBuffer};
use serde::Serialize;

/// The memory plan of a run: the buffers of the arena, and the arguments.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Arena {
    /// The size of the arena in bytes.
    pub bytes: u64,
    /// The number of program positions, which number the operations in program order.
    pub positions: usize,
    /// The temporaries in the arena.
    pub buffers: Vec<Buffer>,
    /// For each argument: its short type, its size in bytes, and a text about the use of its memory
    /// for results.
    pub arguments: Vec<(String, u64, String)>,
}

/// A temporary in the arena.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Buffer {
    /// The short type of the buffer, such as `4x8xf32`.
    pub ty: String,
    /// The offset of the buffer in the arena, in bytes.
    pub offset: u64,
    /// The size of the buffer in bytes.
    pub bytes: u64,
    /// The program position at which the lifetime of the buffer begins, and the first position
    /// after its lifetime.
    pub live: (usize, usize),
    /// For each use of the buffer: the program position of the operation, whether it writes the
    /// buffer, and the number of its source operation if known.
    pub uses: Vec<(usize, bool, Option<usize>)>,
}

impl Arena {
    /// Converts a memory plan to the form that a page stores.
    pub fn of(plan: &MemoryPlan) -> Self {
        let used = |it: &BufferUse| (it.position, it.writes, it.source);
        let buffer = |it: &PlannedBuffer| Buffer {
            ty: short_type(&it.ty),
            offset: it.offset,
            bytes: it.bytes,
            live: (it.live.start, it.live.end),
            uses: it.uses.iter().map(used).collect(),
        };
        let donation = |donation: &Donation| match donation {
            Donation::Kept => "kept by the caller".to_owned(),
            Donation::Used(result) => format!("result {result} takes its memory"),
            Donation::Unused(reason) => format!("donated, but not used: {reason}"),
        };
        let arguments = plan.arguments.iter();
        let arguments = arguments.map(|it| (short_type(&it.ty), it.bytes, donation(&it.donation)));
        Self {
            bytes: plan.arena_bytes,
            positions: plan.buffers.iter().map(|it| it.live.end).max().unwrap_or(0),
            buffers: plan.buffers.iter().map(buffer).collect(),
            arguments: arguments.collect(),
        }
    }
}
