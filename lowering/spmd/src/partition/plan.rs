// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Chooses the shardings with which an operation with a rule computes.
//!
//! There are two candidates: one follows the final shardings of the results, and the other follows
//! the shardings of the operands. The plan is the candidate that moves fewer elements between
//! partitions.

use super::rules::Rule;
use super::sharding::Sharding;
use super::split::Split;
use super::steps::{cost, steps};

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

/// The combination of the values that several partitions compute for the first result.
#[derive(Debug)]
pub struct Combination {
    /// The name of the operation that combines two scalars.
    pub operation: &'static str,
    /// The groups of partitions that combine their results.
    pub groups: Vec<Vec<usize>>,
    /// For a combination by `reduce_scatter`, the dimension that it splits and the sharding of the
    /// result.
    pub scattered: Option<(usize, Sharding)>,
}

/// The current shardings of the operands, and the required shardings of the results.
pub struct Requirements<'g> {
    /// The global shape and the sharding of each operand.
    pub operands: &'g [(Vec<i64>, Sharding)],
    /// The global shape and the final sharding of each result.
    pub results: &'g [(Vec<i64>, Sharding)],
    /// The number of partitions. Each partition is one device.
    pub devices: usize,
}

impl Plan {
    /// Returns the plan that moves fewer elements. If both move the same number, the plan follows
    /// the results.
    pub fn best(rule: &Rule, requirements: &Requirements) -> Self {
        let splits = |side: &[(Vec<i64>, Sharding)]| -> Vec<Vec<Option<Split>>> {
            side.iter().map(|(_, it)| it.dims.iter().cloned().map(Some).collect()).collect()
        };
        let (operands, results) = (splits(requirements.operands), splits(requirements.results));
        let operands = || rule.operands.iter().zip(operands.iter().map(Vec::as_slice));
        let results = || rule.results.iter().zip(results.iter().map(Vec::as_slice));
        let by_results = rule.choose(results().chain(operands()), requirements.devices);
        let by_operands = rule.choose(operands().chain(results()), requirements.devices);
        let by_results = Self::new(rule, requirements, &by_results);
        let by_operands = Self::new(rule, requirements, &by_operands);
        if by_operands.cost < by_results.cost { by_operands } else { by_results }
    }

    fn new(rule: &Rule, requirements: &Requirements, factors: &[Option<Split>]) -> Self {
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
        let along = reduced.iter().filter_map(|factor| factors[*factor].as_ref());
        let along = Split::product(devices, along).filter(|along| !along.is_whole());
        let mut computed = results.clone();
        let combination = rule.combine.zip(along).and_then(|(operation, along)| {
            let (shape, wanted) = requirements.results.first()?;
            let from = computed.first_mut()?;
            let groups = along.groups(&from.parts(devices)?);
            let scattered = scattered(from, wanted, &along, devices);
            let elements: i64 = from.local_shape(shape).iter().product();
            cost += if scattered.is_some() { elements } else { 2 * elements };
            if let Some((_, sharding)) = &scattered {
                *from = sharding.clone();
            }
            Some(Combination { operation, groups, scattered })
        });
        let made = requirements.results.iter().zip(&computed);
        cost += made.map(|((shape, to), from)| moved(shape, from, to)).sum::<i64>();
        Self { operands, results, combination, cost }
    }
}

/// Returns the dimension whose split in `wanted` is its split in `from` divided further by `along`,
/// and the sharding `from` with that split. Returns `None` if there is no such dimension.
fn scattered(
    from: &Sharding,
    wanted: &Sharding,
    along: &Split,
    devices: usize,
) -> Option<(usize, Sharding)> {
    let mut dims = 0..from.dims.len();
    dims.find_map(|dim| {
        let finer = wanted.dims[dim].within(&from.dims[dim]);
        let mut next = from.clone();
        next.dims[dim] = wanted.dims[dim].clone();
        (finer.as_ref() == Some(along) && next.parts(devices).is_some()).then_some((dim, next))
    })
}
