// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-rematerialize`: recomputes values instead of keeping them, until the live bytes fit a
//! target.
//!
//! Before: `%a = cheap(%x)`, `%b = early(%a)`, `%c = peak(%b)`, `%d = late(%a, %c)`
//! After:  `%a = cheap(%x)`, `%b = early(%a)`, `%c = peak(%b)`, `%e = cheap(%x)`,
//!         `%d = late(%e, %c)`
//!
//! The pass changes functions with the attribute `hloom.memory_target`, which is the target in
//! bytes. It chooses a buffer that is live at the peak but not used there, and recomputes it after
//! the peak. It prefers buffers of elementwise operations, then of reductions, then of matrix
//! products, and among these the buffer that saves the most bytes. The pass does not report an
//! error if the target cannot be met, because only buffer assignment computes the size of the
//! arena.

use super::block_memory::{BlockMemory, has_effects, is_view};
use super::least_memory::Peak;
use hloom_ir::facts;
use hloom_ir::linalg::structured::Structured;
use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Block, Context, Op, Value};
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::Range;

/// The pass `hloom-rematerialize`.
pub static PASS: PassInfo = PassInfo {
    argument: "hloom-rematerialize",
    description: "recompute values instead of keeping them in memory, until the peak memory use \
                  fits the attribute `hloom.memory_target`",
    anchor: "func.func",
    level: Level::Loops,
    options: &[],
    dialects: &[],
    run,
};

/// The maximum number of buffers that are recomputed in a function.
const MOST: usize = 512;
/// Recomputing a buffer must lower the live bytes at the peak by at least the peak size divided by
/// this number.
const LEAST_PART: u64 = 1024;
/// The maximum number of operations that are repeated to recompute one buffer.
const LONGEST: usize = 16;

fn run<'a>(_: &'a Context, function: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    let Some(target) = ir::integer(function, facts::MEMORY_TARGET) else { return Ok(()) };
    let target = u64::try_from(target).map_err(|_| {
        let message = format!("`hloom.memory_target`: expected at least 0 bytes, found `{target}`");
        Failure::at(function, message)
    })?;
    let body = ir::regions(function).into_iter().flat_map(ir::blocks).next();
    let Some(body) = body.filter(|_| !facts::is_body(function)) else { return Ok(()) };
    for _ in 0..MOST {
        if !lower_peak(function, body, target) {
            break;
        }
    }
    Ok(())
}

/// Chooses one buffer that is live at the peak, and makes the function recompute it after the peak.
/// Returns false if the peak is at most `target`, or if recomputing a buffer cannot save memory.
fn lower_peak<'a>(function: Op<'a>, body: Block<'a>, target: u64) -> bool {
    let memory = BlockMemory::of(function, body);
    let order: Vec<_> = (0..memory.ops.len()).collect();
    let peak = memory.program.peak(&order);
    if peak.bytes <= target {
        return false;
    }
    let live = memory.program.lifetimes(&order);
    let mut bytes = vec![0; order.len()];
    for (range, size) in live.iter().zip(&memory.program.sizes) {
        bytes[range.clone()].iter_mut().for_each(|at| *at += size);
    }
    let search = Search { memory: &memory, live, bytes, peak };
    let at_peak = (0..memory.uses.len()).filter(|it| search.live[*it].contains(&peak.position));
    let found = at_peak.flat_map(|buffer| search.candidates(buffer));
    let Some(best) = found.min_by_key(|it| (it.cost, Reverse(it.saved), it.user)) else {
        return false;
    };
    best.apply(&memory, peak.position);
    true
}

/// The lifetimes and the live bytes of the buffers of a block, from which candidates are found.
struct Search<'m, 'a> {
    memory: &'m BlockMemory<'a>,
    /// The range of positions at which each buffer is live.
    live: Vec<Range<usize>>,
    /// The number of live bytes at each position.
    bytes: Vec<u64>,
    peak: Peak,
}

/// A buffer that can be recomputed after the peak.
struct Candidate {
    buffer: usize,
    /// The operations that compute the buffer, and its views that are used after the peak.
    recipe: BTreeSet<usize>,
    /// The index of the first operation after the peak that uses the buffer.
    user: usize,
    /// The cost of the most expensive operation of the recipe, see [`cost`].
    cost: u32,
    /// The number of bytes by which recomputing the buffer lowers the live bytes at the peak.
    saved: u64,
}

/// The operations that recompute a buffer, and the other buffers that they use.
#[derive(Default)]
struct Recipe {
    ops: BTreeSet<usize>,
    cost: u32,
    /// The buffers that the operations read, which must be live until the operations run again.
    kept: BTreeSet<usize>,
    /// The buffers that the operations write, except the recomputed buffer.
    temporaries: BTreeSet<usize>,
}

impl<'a> Search<'_, 'a> {
    /// Returns the candidates for recomputing `buffer` after the peak that save memory.
    fn candidates(&self, buffer: usize) -> Vec<Candidate> {
        let Self { memory, peak, .. } = self;
        let position = peak.position;
        let touches = |op: &usize| memory.program.touches[*op].contains(&buffer);
        if memory.program.sizes[buffer] == 0 || touches(&position) {
            return Vec::new();
        }
        let Some(user) = (position + 1..memory.ops.len()).find(touches) else { return Vec::new() };
        let recipes = [false, true].map(|short| self.recipe(buffer, user, short));
        let costed = recipes.into_iter().flatten().filter_map(|recipe| {
            let saved = self.saved(buffer, user, &recipe)?;
            let Recipe { ops, cost, .. } = recipe;
            Some(Candidate { buffer, recipe: ops, user, cost, saved })
        });
        costed.collect()
    }

    /// Returns the operations before the peak that compute the values of `buffer` for its users
    /// after the peak. Includes the operations that compute operands whose memory is overwritten
    /// before `user` runs and, if `short` is true, operands that are not live at the peak. Returns
    /// `None` if an operation or an operand cannot be recomputed, or if there are no operations or
    /// too many.
    fn recipe(&self, buffer: usize, user: usize, short: bool) -> Option<Recipe> {
        let Self { memory, live, peak, .. } = self;
        let is_early = |op: &usize| *op < peak.position;
        let late = memory.uses[buffer].iter().filter(|(op, _)| !is_early(op));
        let late = late.filter_map(|(_, value)| memory.definer(*value));
        let mut pending: Vec<usize> = late.filter(is_early).collect();
        let mut recipe = Recipe::default();
        while let Some(op) = pending.pop() {
            if !recipe.ops.insert(op) {
                continue;
            }
            recipe.cost = recipe.cost.max(cost(memory.ops[op])?);
            if recipe.ops.len() > LONGEST {
                return None;
            }
            let results = ir::results(memory.ops[op]).into_iter();
            let own: Vec<_> = results.filter_map(|it| memory.buffer(it)).collect();
            recipe.temporaries.extend(own.iter().filter(|it| **it != buffer));
            for operand in ir::walk(memory.ops[op]).into_iter().flat_map(ir::operands) {
                let Some(other) = memory.buffer(operand) else { continue };
                let overwritten =
                    || memory.writers[other].iter().any(|it| (op + 1..user).contains(it));
                let is_short = || {
                    let size = memory.program.sizes[other];
                    short && size > 0 && live[other].end <= peak.position
                };
                if own.contains(&other) || other == buffer || is_short() || overwritten() {
                    // Memory that has other values when the function begins cannot be had again.
                    match memory.definer(operand) {
                        Some(definer) => pending.push(definer),
                        None if overwritten() => return None,
                        None => {}
                    }
                } else {
                    recipe.kept.insert(other);
                }
            }
        }
        Some(recipe).filter(|it| !it.ops.is_empty())
    }

    /// Returns the number of bytes that a recipe saves at the peak. Returns `None` if it saves too
    /// little ([`LEAST_PART`]), or if it would raise the live bytes at another position to the
    /// peak.
    fn saved(&self, buffer: usize, user: usize, recipe: &Recipe) -> Option<u64> {
        let Self { memory, live, bytes, peak } = self;
        let sizes = &memory.program.sizes;
        let position = peak.position;
        let mut after = bytes[position..user].to_vec();
        // The buffers that live when the recipe runs: those that live when the user runs, but for
        // those that it begins.
        let begun = live.iter().zip(sizes).filter(|(range, _)| range.start == user);
        let mut inside = bytes[user] - begun.map(|(_, size)| size).sum::<u64>();
        inside += recipe.temporaries.iter().map(|it| sizes[*it]).sum::<u64>();
        for other in recipe.kept.iter().filter(|it| !recipe.temporaries.contains(*it)) {
            let from = live[*other].end.max(position);
            if from <= user {
                after[from - position..].iter_mut().for_each(|at| *at += sizes[*other]);
                inside += sizes[*other];
            }
        }
        after.iter_mut().for_each(|at| *at -= sizes[buffer]);
        let mut both = bytes[position..user].iter().zip(&after);
        let fits = inside < peak.bytes && both.all(|(was, is)| is <= was || *is < peak.bytes);
        let saved = peak.bytes.saturating_sub(after[0]);
        Some(saved).filter(|saved| fits && saved.saturating_mul(LEAST_PART) >= peak.bytes.max(1))
    }
}

impl Candidate {
    /// Clones the operations of the recipe before the first user of the buffer after the peak, and
    /// makes the users after the peak use the clones. `position` is the position of the peak.
    fn apply<'a>(self, memory: &BlockMemory<'a>, position: usize) {
        let user = memory.ops[self.user];
        let mut pairs: Vec<(Value<'a>, Value<'a>)> = Vec::new();
        for op in &self.recipe {
            let op = memory.ops[*op];
            let clone = ir::clone_before(op, user);
            for (of, with) in &pairs {
                ir::replace_uses_inside(*of, *with, clone);
            }
            pairs.extend(ir::results(op).into_iter().zip(ir::results(clone)));
        }
        pairs.retain(|(of, _)| memory.buffer(*of) == Some(self.buffer));
        for number in position + 1..memory.ops.len() {
            let op = memory.ops[number];
            let is_early_view = number < self.user
                && memory.uses[self.buffer].iter().any(|(user, _)| *user == number);
            if is_early_view {
                ir::move_before(op, user);
            }
            for (of, with) in &pairs {
                ir::replace_uses_inside(*of, *with, op);
            }
        }
    }
}

/// Returns the cost of repeating an operation: 0 for an elementwise operation or a view, 1 for a
/// reduction, 2 for a matrix product, a sequential loop or an unknown operation. An operation with
/// nested operations has the largest of their costs. Returns `None` if the operation cannot be
/// repeated.
fn cost(op: Op) -> Option<u32> {
    let name = ir::op_name(op);
    if is_view(op) {
        return Some(0);
    }
    let may = name.starts_with("linalg.") || matches!(name, "scf.forall" | "tensor.insert_slice");
    if !may || has_effects(op) {
        return None;
    }
    let kind = |op: Op| match ir::op_name(op) {
        "linalg.generic" => Structured::of(op).map_or(2, |generic| match generic {
            generic if generic.is_elementwise() => 0,
            generic if generic.is_contraction() => 2,
            _ => 1,
        }),
        "linalg.fill" => 0,
        name if name.starts_with("linalg.") && name != "linalg.yield" && name != "linalg.index" => {
            2
        }
        "scf.while" | "scf.for" => 2,
        _ => 0,
    };
    ir::walk(op).into_iter().map(kind).max()
}
