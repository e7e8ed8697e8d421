// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The point of a run at which its temporaries need the most memory.

use hloom_compiler::interface::{MemoryPlan, PlannedBuffer, Source};
use std::ops::Range;

/// The point of a run at which the total size of its live temporaries is largest.
pub struct Peak<'a> {
    /// The sum of the sizes of the live temporaries at the peak, in bytes.
    pub bytes: u64,
    /// The positions of the operations that run during the peak.
    pub during: Range<usize>,
    /// The live buffers, each with its index in the memory plan, in descending order of size.
    pub live: Vec<(usize, &'a PlannedBuffer)>,
}

impl<'a> Peak<'a> {
    /// Returns the peak of a memory plan, or `None` if the plan has no temporaries.
    pub fn of(plan: &'a MemoryPlan) -> Option<Self> {
        let (bytes, begin) = most(&plan.buffers.iter().collect::<Vec<_>>());
        let mut live: Vec<_> =
            plan.buffers.iter().enumerate().filter(|(_, it)| it.live.contains(&begin)).collect();
        // All of them stay live until the first one ends.
        let end = live.iter().map(|(_, buffer)| buffer.live.end).min()?;
        live.sort_by_key(|(number, buffer)| (std::cmp::Reverse(buffer.bytes), *number));
        Some(Self { bytes, during: begin..end, live })
    }

    /// Returns the source operation of the last known operation that uses a live buffer at the
    /// peak, or `None` if no source operation is known.
    pub fn source<'p>(&self, plan: &'p MemoryPlan) -> Option<&'p Source> {
        let uses = self.live.iter().flat_map(|(_, buffer)| &buffer.uses);
        let here = uses.filter(|it| self.during.contains(&it.position) && it.source.is_some());
        plan.sources.get(here.max_by_key(|it| (it.position, it.writes))?.source?)
    }
}

/// Returns the largest sum of the sizes of simultaneously live buffers, in bytes, if the buffers
/// with the indices `without` are ignored.
pub fn bound_without(plan: &MemoryPlan, without: &[usize]) -> u64 {
    let kept = plan.buffers.iter().enumerate().filter(|(number, _)| !without.contains(number));
    most(&kept.map(|(_, buffer)| buffer).collect::<Vec<_>>()).0
}

/// Returns the largest sum of the sizes of simultaneously live buffers, in bytes, and the first
/// position at which this sum occurs.
fn most(buffers: &[&PlannedBuffer]) -> (u64, usize) {
    let mut changes: Vec<_> = buffers
        .iter()
        .flat_map(|it| [(it.live.end, false, it.bytes), (it.live.start, true, it.bytes)])
        .collect();
    // At the same position, buffers end before others begin.
    changes.sort_unstable();
    let (mut now, mut most) = (0, (0, 0));
    for (position, begins, bytes) in changes {
        now = if begins { now + bytes } else { now - bytes };
        if now > most.0 {
            most = (now, position);
        }
    }
    most
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use hloom_compiler::interface::{BufferUse, Donation, PlannedArgument};

    fn buffer(bytes: u64, live: Range<usize>, uses: &[(usize, bool, usize)]) -> PlannedBuffer {
        let uses = uses.iter().map(|(position, writes, source)| BufferUse {
            position: *position,
            writes: *writes,
            source: Some(*source),
        });
        let ty = format!("memref<{}xf32>", bytes / 4);
        PlannedBuffer { ty, bytes, offset: 0, live, uses: uses.collect() }
    }

    fn argument(ty: &str, donation: Donation) -> PlannedArgument {
        PlannedArgument { ty: ty.to_owned(), bytes: 1024, donation }
    }

    /// Returns a plan with three arguments and buffers that overlap.
    pub fn plan() -> MemoryPlan {
        let source = |op: &str, line: usize| Source {
            op: format!("stablehlo.{op}"),
            ty: "tensor<256xf32>".to_owned(),
            location: format!("dir/a.mlir:{line}:5"),
            name: String::new(),
        };
        MemoryPlan {
            arena_bytes: 4096,
            runtime_bytes: 100,
            buffers: vec![
                buffer(1024, 1..9, &[(2, true, 0), (8, false, 2)]),
                buffer(2048, 4..7, &[(4, true, 1), (6, false, 2)]),
                buffer(512, 4..6, &[(4, true, 1), (5, false, 1)]),
                buffer(2048, 7..9, &[(7, true, 2), (8, false, 2)]),
            ],
            sources: vec![source("add", 3), source("dot_general", 4), source("tanh", 5)],
            arguments: vec![
                argument("tensor<4xf32>", Donation::Kept),
                argument("tensor<8xf32>", Donation::Used(1)),
                argument("tensor<9xf32>", Donation::Unused("no result has its type".to_owned())),
            ],
            other_results: vec![(0, "tensor<4xf32>".to_owned()), (2, "tensor<4xf32>".to_owned())],
        }
    }
}
