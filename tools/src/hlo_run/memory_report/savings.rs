// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Upper bounds of the memory that fusion and another order of the operations could save at the
//! peak.

use super::peak::{Peak, bound_without};
use crate::source_names::Places;
use crate::table::{count, size};
use hloom_compiler::interface::{BufferUse, MemoryPlan, PlannedBuffer};
use std::collections::BTreeMap;

/// Names, without dialect, of the operations that can be fused with elementwise operations, but not
/// with each other.
const HEAVY: [&str; 10] = [
    "cholesky",
    "convolution",
    "custom_call",
    "dot_general",
    "fft",
    "gather",
    "rng_bit_generator",
    "scatter",
    "sort",
    "triangular_solve",
];

/// Describes the buffers at the peak that would not exist if the operations that write and read
/// them were fused. Returns an empty text if there are none.
pub fn fusion(plan: &MemoryPlan, peak: &Peak) -> String {
    let between = peak.live.iter().filter(|(_, buffer)| is_between_two(plan, buffer));
    let between: Vec<_> = between.collect();
    if between.is_empty() {
        return String::new();
    }
    let numbers: Vec<_> = between.iter().map(|(number, _)| *number).collect();
    let bytes = between.iter().map(|(_, buffer)| buffer.bytes).sum();
    format!(
        "{} ({}) with one writer and one reader: fusing these would lower the bound by at most\n{}\n",
        count(between.len(), "buffer"),
        size(bytes),
        size(peak.bytes - bound_without(plan, &numbers))
    )
}

/// Returns true if exactly one operation writes the buffer, exactly one other operation reads it,
/// and these two operations could be fused.
fn is_between_two(plan: &MemoryPlan, buffer: &PlannedBuffer) -> bool {
    let position = |writes: bool| {
        let mut positions = buffer.uses.iter().filter(|it| it.writes == writes);
        let first = positions.next()?;
        positions.all(|it| it.position == first.position).then_some(first)
    };
    let (Some(writer), Some(reader)) = (position(true), position(false)) else { return false };
    let is_heavy = |it: &BufferUse| {
        let source = it.source.and_then(|source| plan.sources.get(source));
        // An operation of unknown source may be anything.
        source.is_none_or(|it| HEAVY.contains(&it.op.trim_start_matches("stablehlo.")))
    };
    writer.position != reader.position && !(is_heavy(writer) && is_heavy(reader))
}

/// Describes how much memory another order of the same operations could save. In every order, the
/// peak is at least the total size of the buffers that one operation uses.
pub fn order(plan: &MemoryPlan, places: &Places, peak: &Peak) -> String {
    let mut used: BTreeMap<usize, (u64, Option<usize>)> = BTreeMap::new();
    for buffer in &plan.buffers {
        let mut positions: Vec<_> = buffer.uses.iter().map(|it| (it.position, it.source)).collect();
        positions.sort_unstable();
        positions.dedup_by_key(|(position, _)| *position);
        for (position, source) in positions {
            let (bytes, known) = used.entry(position).or_default();
            (*bytes, *known) = (*bytes + buffer.bytes, known.or(source));
        }
    }
    let Some((least, source)) = used.into_values().max_by_key(|(bytes, _)| *bytes) else {
        return String::new();
    };
    if least >= peak.bytes {
        return "another order of the operations would not lower the bound\n".to_owned();
    }
    let source = source.and_then(|source| plan.sources.get(source));
    let name = source.map_or_else(|| "one of them".to_owned(), |it| places.describe(it));
    format!(
        "no order of the operations needs less than {}, as {name} does: another order would\n\
         lower the bound by at most {}\n",
        size(least),
        size(peak.bytes - least)
    )
}

#[cfg(test)]
mod tests {
    use super::super::peak::tests::plan;
    use super::*;

    fn peak(plan: &MemoryPlan) -> Peak<'_> {
        Peak::of(plan).expect("temporaries")
    }

    #[test]
    fn products_are_not_fused_with_each_other() {
        let mut plan = plan();
        for source in &mut plan.sources {
            source.op = "stablehlo.dot_general".to_owned();
        }
        assert_eq!(fusion(&plan, &peak(&plan)), "");
    }

    #[test]
    fn buffers_with_two_readers_stay() {
        let mut plan = plan();
        for buffer in &mut plan.buffers {
            let later = BufferUse { position: 100, writes: false, source: None };
            buffer.uses.push(later);
        }
        assert_eq!(fusion(&plan, &peak(&plan)), "");
    }

    #[test]
    fn an_operation_needs_its_own_buffers() {
        let mut plan = plan();
        plan.buffers.truncate(1);
        let text = order(&plan, &Places::new(std::iter::empty()), &peak(&plan));
        assert_eq!(text, "another order of the operations would not lower the bound\n");
    }
}
