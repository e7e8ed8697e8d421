// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! How an operation with a rule is partitioned: by the shardings that its results are to
//! have or by those that its operands have, whichever moves less between partitions.

use super::rules::Rule;
use super::sharding::Sharding;
use super::split::Split;
use super::steps::{cost, steps};

/// How an operation is partitioned.
#[derive(Debug)]
pub struct Plan {
    /// The shardings of the operands.
    pub operands: Vec<Sharding>,
    /// The shardings of the results as they are computed.
    pub results: Vec<Sharding>,
    /// How what partitions have is combined, where a factor that no result has is split.
    pub combination: Option<Combination>,
    cost: i64,
}

/// How the first result of several partitions becomes one.
#[derive(Debug)]
pub struct Combination {
    /// The operation of two scalars.
    pub operation: &'static str,
    /// The groups of partitions.
    pub groups: Vec<Vec<usize>>,
    /// The dimension of which each gets a part only, and how the result is sharded then.
    pub scattered: Option<(usize, Sharding)>,
}

/// What there is of an operation's operands, and what its results are to be.
pub struct Given<'g> {
    /// The shapes of the whole operands, and how they are sharded.
    pub operands: &'g [(Vec<i64>, Sharding)],
    /// Those of the results.
    pub results: &'g [(Vec<i64>, Sharding)],
    /// The number of partitions.
    pub devices: usize,
}

impl Plan {
    /// The plan that moves least; of equals the one by the results.
    pub fn best(rule: &Rule, given: &Given) -> Self {
        let splits = |side: &[(Vec<i64>, Sharding)]| -> Vec<Vec<Option<Split>>> {
            side.iter().map(|(_, it)| it.dims.iter().cloned().map(Some).collect()).collect()
        };
        let (operands, results) = (splits(given.operands), splits(given.results));
        let operands = || rule.operands.iter().zip(operands.iter().map(Vec::as_slice));
        let results = || rule.results.iter().zip(results.iter().map(Vec::as_slice));
        let by_results = rule.choose(results().chain(operands()), given.devices);
        let by_operands = rule.choose(operands().chain(results()), given.devices);
        let by_results = Self::new(rule, given, &by_results);
        let by_operands = Self::new(rule, given, &by_operands);
        if by_operands.cost < by_results.cost { by_operands } else { by_results }
    }

    fn new(rule: &Rule, given: &Given, factors: &[Option<Split>]) -> Self {
        let devices = given.devices;
        let sharding = |dims: &Vec<_>| Rule::sharding(dims, factors, devices);
        let operands: Vec<_> = rule.operands.iter().map(sharding).collect();
        let results: Vec<_> = rule.results.iter().map(sharding).collect();
        let moved = |shape: &[i64], from: &Sharding, to: &Sharding| {
            let elements = from.local_shape(shape).iter().product();
            cost(&steps(from, to, devices), elements)
        };
        let needed = given.operands.iter().zip(&operands);
        let mut cost: i64 = needed.map(|((shape, from), to)| moved(shape, from, to)).sum();
        let reduced = rule.reduced(factors);
        let along = reduced.iter().filter_map(|factor| factors[*factor].as_ref());
        let along = Split::product(devices, along).filter(|along| !along.is_whole());
        let mut computed = results.clone();
        let combination = rule.combine.zip(along).and_then(|(operation, along)| {
            let (shape, wanted) = given.results.first()?;
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
        let made = given.results.iter().zip(&computed);
        cost += made.map(|((shape, to), from)| moved(shape, from, to)).sum::<i64>();
        Self { operands, results, combination, cost }
    }
}

/// The dimension that is to be split further just as what is combined is, if one is.
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
