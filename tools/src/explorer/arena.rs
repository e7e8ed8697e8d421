// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The arena over time: each buffer as a rectangle of program order and offsets.

use crate::source_names::short_type;
use hloom_compiler::interface::{BufferUse, Donation, MemoryPlan, PlannedBuffer};
use serde::Serialize;

/// The arena of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Arena {
    /// The size of the arena in bytes.
    pub bytes: u64,
    /// The number of operations, which are numbered in program order.
    pub positions: usize,
    /// The temporaries.
    pub buffers: Vec<Buffer>,
    /// The arguments: their types, their sizes in bytes, and the use of their memory for results.
    pub arguments: Vec<(String, u64, String)>,
}

/// A temporary in the arena.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Buffer {
    /// The short type, such as `4x8xf32`.
    pub ty: String,
    /// The offset in bytes.
    pub offset: u64,
    /// The size in bytes.
    pub bytes: u64,
    /// The first operation at which the buffer is live, and the first one after its lifetime.
    pub live: (usize, usize),
    /// The uses: the position, whether the operation writes, and its source operation if it is
    /// known.
    pub uses: Vec<(usize, bool, Option<usize>)>,
}

impl Arena {
    /// Converts a memory plan.
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
