// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Chooses the shardings with which an operation with a rule computes.
//!
//! One candidate follows the final shardings of the results, and others follow the sharding of an
//! operand. If a dimension is split that the operation needs as a whole, further candidates
//! split other dimensions instead, which an `all_to_all` achieves. The plan is the candidate that
//! moves the fewest elements between partitions.

use super::combination::{Combination, combine};
use super::rules::{Factors, Purpose, Rule};
use super::sharding::Sharding;
use super::split::Split;
use super::steps::{cost, steps};
use hloom_evaluator::IN_PARTS;

/// The maximum number of operands for which a candidate is considered that follows the sharding of
/// this operand.
const MAX_CANDIDATES: usize = 4;

/// The number of iterations of an operation's loop nest that are assumed to take as long as moving
/// one element to another partition. A plan may thus move more elements if it splits more loops.
const ITERATIONS_PER_ELEMENT: i64 = 256;

/// The shardings with which an operation computes.
#[derive(Debug)]
pub struct Plan {
    /// The shardings that the operands must have for the operation.
    pub operands: Vec<Sharding>,
    /// The shardings of the results as computed, before a conversion to the required shardings.
    pub results: Vec<Sharding>,
    /// The combination of partial results, if a factor that does not occur in a result is split.
    pub combination: Option<Combination>,
    cost: i64,
}

/// The current shardings of the operands, and the required shardings of the results.
pub struct Requirements<'g> {
    /// The global shape and the sharding of each operand.
    pub operands: &'g [(Vec<i64>, Sharding)],
    /// The global shape and the final sharding of each result.
    pub results: &'g [(Vec<i64>, Sharding)],
    /// The size of an element of the first result in bits.
    pub bits: i64,
    /// The number of partitions. Each partition is one device.
    pub devices: usize,
}

impl Plan {
    /// Returns the plan that moves the fewest elements. Among equal plans, the one that follows the
    /// results is preferred.
    pub fn best(rule: &Rule, requirements: &Requirements) -> Self {
        let splits = |side: &[(Vec<i64>, Sharding)]| -> Vec<Vec<Option<Split>>> {
            side.iter().map(|(_, it)| it.dims.iter().cloned().map(Some).collect()).collect()
        };
        let (operands, results) = (splits(requirements.operands), splits(requirements.results));
        let operands = || rule.operands.iter().zip(operands.iter().map(Vec::as_slice));
        let results = || rule.results.iter().zip(results.iter().map(Vec::as_slice));
        let devices = requirements.devices;
        let by_results = rule.choose(results().chain(operands()), Purpose::Compute, devices);
        // One operand first, for example the one that is too large to move.
        let by_operands = (0..rule.operands.len().min(MAX_CANDIDATES)).map(|first| {
            let one = operands().skip(first).take(1);
            rule.choose(one.chain(operands()).chain(results()), Purpose::Compute, devices)
        });
        let moved = Self::moved(rule, requirements, &by_results);
        let mut factors = vec![by_results];
        for candidate in by_operands.chain(moved) {
            if !factors.contains(&candidate) {
                factors.push(candidate);
            }
        }
        let plans = factors.iter().map(|factors| Self::new(rule, requirements, factors));
        let first_cheapest =
            |best: Self, plan: Self| if plan.cost < best.cost { plan } else { best };
        plans.reduce(first_cheapest).expect("there must be a candidate")
    }

    /// Returns candidates in which the splits of dimensions that the operation needs as a whole are
    /// moved to factors of the results.
    fn moved(rule: &Rule, requirements: &Requirements, factors: &Factors) -> Vec<Factors> {
        let devices = requirements.devices;
        let sides = rule.operands.iter().zip(requirements.operands);
        let sides = sides.chain(rule.results.iter().zip(requirements.results));
        let (mut lost, mut all) = (Vec::new(), Split::whole(devices));
        for (dims, (_, sharding)) in sides {
            for (dim, split) in dims.iter().zip(&sharding.dims) {
                if rule.needs_whole(dim)
                    && !split.is_whole()
                    && let Some(more) = all.then(split)
                {
                    all = more;
                    lost.push(split.clone());
                }
            }
        }
        rule.with_splits(factors, &lost, devices)
    }

    fn new(rule: &Rule, requirements: &Requirements, factors: &Factors) -> Self {
        let devices = requirements.devices;
        let sharding = |dims: &Vec<_>| Rule::sharding(dims, factors, devices);
        let operands: Vec<_> = rule.operands.iter().map(sharding).collect();
        let results: Vec<_> = rule.results.iter().map(sharding).collect();
        let moved = |shape: &[i64], from: &Sharding, to: &Sharding| {
            let elements = from.local_shape(shape).iter().product();
            cost(&steps(from, to, devices), elements)
        };
        let needed = requirements.operands.iter().zip(&operands);
        let mut cost: i64 = needed.map(|((shape, from), to)| moved(shape, from, to)).sum();
        let reduced = rule.reduced(factors);
        let along = reduced.iter().filter_map(|factor| factors[*factor].clone());
        let along = Some(along.collect::<Vec<_>>()).filter(|along| !along.is_empty());
        let mut computed = results.clone();
        let combination = rule.combine.zip(along).and_then(|(operation, along)| {
            let (shape, wanted) = requirements.results.first()?;
            let from = computed.first_mut()?;
            let elements: i64 = from.local_shape(shape).iter().product();
            let is_small = elements.saturating_mul(requirements.bits) / 8 < IN_PARTS as i64;
            let combination = combine(operation, (from, wanted), (&along, is_small), devices)?;
            cost += (combination.received() * elements as f64).ceil() as i64;
            *from = combination.result.clone();
            Some(combination)
        });
        let made = requirements.results.iter().zip(&computed);
        cost += made.map(|((shape, to), from)| moved(shape, from, to)).sum::<i64>();
        cost += work(rule, factors) / ITERATIONS_PER_ELEMENT;
        Self { operands, results, combination, cost }
    }
}

/// Returns the number of iterations of the operation's loop nest that each partition executes.
fn work(rule: &Rule, factors: &Factors) -> i64 {
    let sizes = rule.sizes.iter().zip(factors);
    let tiles = |split: &Option<Split>| split.as_ref().map_or(1, |it| it.tiles() as i64);
    sizes.fold(1, |all: i64, (size, split)| all.saturating_mul(size / tiles(split)))
}
