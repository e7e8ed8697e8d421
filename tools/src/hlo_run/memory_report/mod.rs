// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `--memory-report`: lists the buffers that are live when the temporaries of a run need most
//! memory, and the reasons why donated arguments are not used.

mod peak;
mod savings;

use crate::source_names::{Places, name, short_type};
use crate::table::{Table, WIDTH, count, cut, size};
use hloom_compiler::interface::{
    BufferUse, Donation, MemoryPlan, PlannedArgument, PlannedBuffer, Source,
};
use peak::{Peak, bound_without};
use std::collections::HashMap;
use std::ops::Range;

/// The maximum number of rows of each table in the memory report.
const ROWS: usize = 25;

/// Renders the memory report of a compiled program as text.
pub fn render(program: &str, platform: &str, plan: &MemoryPlan) -> String {
    let uses = plan.buffers.iter().flat_map(|it| it.uses.iter().map(|used| (used, it.bytes)));
    let source = |(used, bytes): (&BufferUse, u64)| Some((used.source?, bytes));
    let weighted = uses.filter_map(source);
    let weighted = weighted.filter_map(|(it, bytes)| Some((plan.sources.get(it)?, bytes as f64)));
    let places = Places::new(weighted);
    let mut text = format!("memory of {program} on {platform}\n");
    if !places.file().is_empty() {
        text.push_str(&format!("lines are of {}\n", places.file()));
    }
    text.push('\n');
    text.push_str(&totals(plan, &places));
    if let Some(peak) = Peak::of(plan) {
        text.push_str(&live(plan, &places, &peak));
    }
    text.push_str(&donations(plan));
    text
}

/// Compares the size of the arena with its lower bound, and describes the memory of arguments and
/// results.
fn totals(plan: &MemoryPlan, places: &Places) -> String {
    let mut rows = vec![(plan.arena_bytes, "arena, which holds all temporaries".to_owned())];
    if let Some(peak) = Peak::of(plan) {
        let lost = plan.arena_bytes.saturating_sub(peak.bytes);
        let part = 100.0 * lost as f64 / plan.arena_bytes.max(1) as f64;
        let at = peak.source(plan).map(|source| format!(", at {}", places.describe(source)));
        let at = at.unwrap_or_default();
        rows.push((peak.bytes, format!("lower bound: the most bytes live at once{at}")));
        rows.push((lost, format!("lost to fragmentation and alignment ({part:.1}%)")));
    }
    if plan.runtime_bytes > 0 {
        let what = "kept by runtime calls: scratch buffers and tables of Fourier transforms";
        rows.push((plan.runtime_bytes, what.to_owned()));
    }
    let arguments = plan.arguments.iter().map(|argument| argument.bytes).sum();
    rows.push((arguments, format!("in {}", count(plan.arguments.len(), "argument"))));
    let used = plan.arguments.iter().filter(|it| matches!(it.donation, Donation::Used(_)));
    let reused: u64 = used.map(|argument| argument.bytes).sum();
    if reused > 0 {
        rows.push((reused, "of results in the memory of donated arguments".to_owned()));
    }
    let lines =
        rows.iter().map(|(bytes, what)| cut(&format!("{:>10}  {what}", size(*bytes)), WIDTH));
    lines.map(|line| line + "\n").collect()
}

/// Lists the buffers that are live at the peak, and for each buffer the decrease of the peak if the
/// program did not need the buffer.
fn live(plan: &MemoryPlan, places: &Places, peak: &Peak) -> String {
    let mut table = Table::new(&["size", "saves", "at peak", "type", "written by -> next read by"]);
    let mut idle = Vec::new();
    for (row, (number, buffer)) in peak.live.iter().enumerate() {
        let state = state(buffer, &peak.during);
        if state == "idle" {
            idle.push(*number);
        }
        if row >= ROWS {
            continue;
        }
        let before = buffer.uses.iter().rfind(|it| it.writes && it.position < peak.during.end);
        let after = buffer.uses.iter().find(|it| !it.writes && it.position >= peak.during.start);
        table.row(vec![
            size(buffer.bytes),
            size(peak.bytes - bound_without(plan, &[*number])),
            state.to_owned(),
            short_type(&buffer.ty),
            flow(plan, places, before, after),
        ]);
    }
    let mut text = format!("\nlive at the peak: {}\n", count(peak.live.len(), "buffer"));
    text.push_str(&table.render());
    if let Some(hidden) = peak.live.get(ROWS..).filter(|hidden| !hidden.is_empty()) {
        let bytes: u64 = hidden.iter().map(|(_, buffer)| buffer.bytes).sum();
        text.push_str(&format!("and {}, {}\n", count(hidden.len(), "smaller buffer"), size(bytes)));
    }
    if !idle.is_empty() {
        let bytes: u64 = idle.iter().map(|number| plan.buffers[*number].bytes).sum();
        let saved = peak.bytes - bound_without(plan, &idle);
        text.push_str(&format!(
            "{} ({}) written before the peak and read after it: computing them later, or again,\n\
             would lower the bound by at most {}\n",
            count(idle.len(), "idle buffer"),
            size(bytes),
            size(saved)
        ));
    }
    text.push_str(&savings::fusion(plan, peak));
    text.push_str(&savings::order(plan, places, peak));
    text
}

/// Describes the operation that wrote a buffer, and the operation that reads it next.
fn flow(
    plan: &MemoryPlan,
    places: &Places,
    before: Option<&BufferUse>,
    after: Option<&BufferUse>,
) -> String {
    let source = |at: Option<&BufferUse>| plan.sources.get(at?.source?);
    let short = |it: &Source| format!("{} {}", name(it), places.line(it));
    let from = source(before).map_or_else(|| "?".to_owned(), short);
    source(after).map_or_else(|| from.clone(), |reader| format!("{from} -> {}", short(reader)))
}

/// Returns a word that describes the use of a buffer by the operations in a range of positions:
/// `updated`, `written`, `read` or `idle`.
fn state(buffer: &PlannedBuffer, during: &Range<usize>) -> &'static str {
    let here: Vec<_> = buffer.uses.iter().filter(|it| during.contains(&it.position)).collect();
    match (here.iter().any(|it| it.writes), here.iter().any(|it| !it.writes)) {
        (true, true) => "updated",
        (true, false) => "written",
        (false, true) => "read",
        (false, false) => "idle",
    }
}

/// Lists the donated arguments whose memory no result uses, and counts the results that could reuse
/// the memory of arguments that are not donated.
fn donations(plan: &MemoryPlan) -> String {
    let donated: Vec<_> = plan
        .arguments
        .iter()
        .enumerate()
        .filter(|(_, argument)| argument.donation != Donation::Kept)
        .collect();
    let mut text = String::new();
    if !donated.is_empty() {
        let unused: Vec<_> = donated.iter().filter_map(|(index, it)| unused(*index, it)).collect();
        let used = donated.len() - unused.len();
        text.push_str(&format!("\ndonated: {}, {used} used\n", count(donated.len(), "argument")));
        for line in unused.iter().take(ROWS) {
            text.push_str(line);
        }
        if unused.len() > ROWS {
            text.push_str(&format!("and {} more\n", unused.len() - ROWS));
        }
    }
    let (results, bytes) = donatable(plan);
    if results > 0 {
        text.push_str(&format!(
            "\n{} ({}) could take the memory of an argument of the same type that is not donated\n\
             (in JAX: `donate_argnums`)\n",
            count(results, "result"),
            size(bytes)
        ));
    }
    text
}

fn unused(index: usize, argument: &PlannedArgument) -> Option<String> {
    let Donation::Unused(reason) = &argument.donation else { return None };
    let (ty, bytes) = (short_type(&argument.ty), size(argument.bytes));
    Some(format!("no result takes the memory of argument {index} {ty} ({bytes}): {reason}\n"))
}

/// Returns the number and the total size, in bytes, of the results that could reuse the memory of
/// an argument of the same type if this argument were donated.
fn donatable(plan: &MemoryPlan) -> (usize, u64) {
    let mut kept: HashMap<&str, (usize, u64)> = HashMap::new();
    for argument in plan.arguments.iter().filter(|it| it.donation == Donation::Kept) {
        let (count, bytes) = kept.entry(&argument.ty).or_default();
        (*count, *bytes) = (*count + 1, argument.bytes);
    }
    let (mut results, mut total) = (0, 0);
    for (_, ty) in &plan.other_results {
        let Some((count, bytes)) = kept.get_mut(ty.as_str()) else { continue };
        if *count > 0 && *bytes > 0 {
            (*count, results, total) = (*count - 1, results + 1, total + *bytes);
        }
    }
    (results, total)
}

#[cfg(test)]
mod tests {
    use super::peak::tests::plan;
    use super::*;

    #[test]
    fn the_report_says_what_is_live() {
        let text = render("a.mlir", "cpu", &plan());
        let expected = "\
memory of a.mlir on cpu
lines are of dir/a.mlir

   4.0 KiB  arena, which holds all temporaries
   3.5 KiB  lower bound: the most bytes live at once, at dot_general 256xf32 :4
     512 B  lost to fragmentation and alignment (12.5%)
     100 B  kept by runtime calls: scratch buffers and tables of Fourier transforms
   3.0 KiB  in 3 arguments
   1.0 KiB  of results in the memory of donated arguments

live at the peak: 3 buffers
   size    saves  at peak     type  written by -> next read by
2.0 KiB    512 B  written  512xf32  dot_general :4 -> tanh :5
1.0 KiB  1.0 KiB     idle  256xf32  add :3 -> tanh :5
  512 B    512 B  updated  128xf32  dot_general :4 -> dot_general :4
1 idle buffer (1.0 KiB) written before the peak and read after it: computing them later, or again,
would lower the bound by at most 1.0 KiB
2 buffers (3.0 KiB) with one writer and one reader: fusing these would lower the bound by at most
1.5 KiB
no order of the operations needs less than 3.0 KiB, as tanh 256xf32 :5 does: another order would
lower the bound by at most 512 B

donated: 2 arguments, 1 used
no result takes the memory of argument 2 9xf32 (1.0 KiB): no result has its type

1 result (1.0 KiB) could take the memory of an argument of the same type that is not donated
(in JAX: `donate_argnums`)
";
        assert_eq!(text, expected);
    }

    #[test]
    fn without_temporaries_there_is_no_peak() {
        let text = render("a.mlir", "cpu", &MemoryPlan::default());
        let expected = "memory of a.mlir on cpu\n\n       0 B  arena, which holds all temporaries\n       0 B  in 0 arguments\n";
        assert_eq!(text, expected);
    }
}
