// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Searches for the cheapest steps between two shardings.
//!
//! If two shardings use other mesh axes, or the same axes in another order, the direct steps may
//! gather data that a later slice drops again. An example is a dimension whose split changes from
//! `x` to `yx`. Without a gather, a slice by `y` gives `xy`, and a permutation of these smaller
//! shards gives `yx`. The search is Dijkstra's algorithm on shardings. Its steps use the splits that
//! occur in the two shardings, and parts of these splits.

use super::step::{Step, moves};
use crate::partition::sharding::Sharding;
use crate::partition::split::Split;
use std::collections::HashMap;

/// The maximum number of shardings that one search visits. A search that has visited this many without
/// reaching the final sharding fails.
const VISITED: usize = 96;
/// The additional cost of each step, as a fraction of the initial size of a shard. It makes the
/// search prefer few steps.
const STEP: f64 = 1e-4;

/// A sharding that the search has reached.
struct Reached {
    /// The cost of the cheapest known steps from the initial sharding to this sharding.
    cost: f64,
    /// The size of a shard, divided by the size of a shard of the initial sharding.
    elements: f64,
    /// The index of the previous sharding, and the step from it to this sharding; `None` for the
    /// initial sharding.
    last: Option<(usize, Step)>,
    /// Whether the search has visited this sharding, so that its cost is final.
    is_done: bool,
}

/// Searches for the cheapest sequence of steps from one sharding to another. Returns `None` if the
/// search finds no sequence with a cost below `limit`, or has visited [`VISITED`] shardings.
///
/// The cost of a sequence is the number of elements that a device receives, divided by the number of
/// elements of its initial shard, plus [`STEP`] for each step.
pub fn search(from: &Sharding, to: &Sharding, devices: usize, limit: f64) -> Option<Vec<Step>> {
    let parts = Parts::of(from, to);
    let mut numbers = HashMap::from([(from.clone(), 0)]);
    let mut order = vec![from.clone()];
    let mut reached = vec![Reached { cost: 0.0, elements: 1.0, last: None, is_done: false }];
    for _ in 0..VISITED {
        let open = reached.iter().enumerate().filter(|(_, it)| !it.is_done);
        let (at, _) = open.min_by(|(_, one), (_, other)| one.cost.total_cmp(&other.cost))?;
        if order[at] == *to {
            return Some(path(&reached, at));
        }
        reached[at].is_done = true;
        for (step, next) in parts.neighbors(&order[at], to, devices) {
            let Reached { cost, elements, .. } = reached[at];
            let cost = cost + elements * step.received() + STEP;
            let elements = elements * step.growth();
            if cost >= limit {
                continue;
            }
            let number = *numbers.entry(next.clone()).or_insert(order.len());
            let new = Reached { cost, elements, last: Some((at, step)), is_done: false };
            if number == order.len() {
                order.push(next);
                reached.push(new);
            } else if cost < reached[number].cost {
                reached[number] = new;
            }
        }
    }
    None
}

/// Returns the steps to a sharding that the search has reached.
fn path(reached: &[Reached], mut at: usize) -> Vec<Step> {
    let mut steps = Vec::new();
    while let Some((before, step)) = &reached[at].last {
        steps.push(step.clone());
        at = *before;
    }
    steps.reverse();
    steps
}

/// The splits with which the search divides dimensions.
struct Parts {
    /// The splits of dimensions in the initial and the final sharding, and the major and minor
    /// parts of these splits.
    splits: Vec<Split>,
    /// For each dimension, its number of tiles in the initial and in the final sharding.
    tiles: Vec<[usize; 2]>,
}

impl Parts {
    fn of(from: &Sharding, to: &Sharding) -> Self {
        let mut splits: Vec<Split> = Vec::new();
        let mut add = |split: Split| {
            if !split.is_whole() && split.is_balanced() && !splits.contains(&split) {
                splits.push(split);
            }
        };
        for split in from.dims.iter().chain(&to.dims) {
            add(split.clone());
        }
        for split in from.dims.iter().chain(&to.dims) {
            for tiles in divisors(split.tiles()) {
                add(split.major(tiles));
                add(split.minor(tiles));
            }
        }
        let tiles = from.dims.iter().zip(&to.dims).map(|(from, to)| [from.tiles(), to.tiles()]);
        Self { splits, tiles: tiles.collect() }
    }

    /// Returns true if `tiles` is known to divide the size of dimension `dim`.
    fn divides(&self, dim: usize, tiles: usize) -> bool {
        self.tiles[dim].iter().any(|all| all.is_multiple_of(tiles))
    }

    /// Returns the possible steps from the sharding `at`, each with the sharding after it.
    fn neighbors(&self, at: &Sharding, to: &Sharding, devices: usize) -> Vec<(Step, Sharding)> {
        let mut found = Vec::new();
        self.permutes(at, to, devices, &mut found);
        for dim in 0..at.dims.len() {
            for tiles in &self.splits {
                let Some(next) = self.sliced(at, dim, tiles, devices) else { continue };
                found.push((Step::Slice { dim, tiles: tiles.clone() }, next));
            }
            for count in divisors(at.dims[dim].tiles()) {
                let (mut joined, tiles) = (at.clone(), at.dims[dim].minor(count));
                joined.dims[dim] = at.dims[dim].major(count);
                let Some(fixed) = joined.parts(devices) else { continue };
                let groups = tiles.groups(&fixed);
                for split in (0..at.dims.len()).filter(|split| *split != dim) {
                    if let Some(next) = self.sliced(&joined, split, &tiles, devices) {
                        let groups = groups.clone();
                        found.push((Step::Exchange { split, join: dim, groups }, next));
                    }
                }
                found.push((Step::Gather { dim, groups }, joined));
            }
        }
        found
    }

    /// Returns the sharding after a slice of dimension `dim`, or `None` if the slice is impossible.
    fn sliced(&self, at: &Sharding, dim: usize, tiles: &Split, devices: usize) -> Option<Sharding> {
        if !self.divides(dim, at.dims[dim].tiles() * tiles.tiles()) {
            return None;
        }
        let split = at.dims[dim].then(tiles)?;
        let mut next = at.clone();
        next.dims[dim] = split;
        next.parts(devices)?;
        Some(next)
    }

    /// Adds the steps that permute whole shards, and thus change the sharding `at` to another
    /// sharding with the same numbers of tiles.
    fn permutes(
        &self,
        at: &Sharding,
        to: &Sharding,
        devices: usize,
        found: &mut Vec<(Step, Sharding)>,
    ) {
        let mut nexts = vec![Sharding { dims: Vec::new() }];
        for (dim, split) in at.dims.iter().enumerate() {
            let mut choices = vec![split.clone()];
            let finer = self.splits.iter().filter_map(|tiles| to.dims[dim].then(tiles));
            for choice in to.dims.iter().cloned().chain(finer) {
                if choice.tiles() == split.tiles() && !choices.contains(&choice) {
                    choices.push(choice);
                }
            }
            let extended = nexts.iter().flat_map(|next| {
                choices.iter().map(|choice| {
                    let mut next = next.clone();
                    next.dims.push(choice.clone());
                    next
                })
            });
            nexts = extended.take(64).collect();
        }
        for next in nexts.into_iter().filter(|next| next != at) {
            if let Some(pairs) = moves(at, &next, devices) {
                found.push((Step::Permute(pairs), next));
            }
        }
    }
}

/// Returns the divisors of a number that are greater than one, in ascending order.
fn divisors(number: usize) -> impl Iterator<Item = usize> {
    (2..=number).filter(move |divisor| number.is_multiple_of(*divisor))
}
