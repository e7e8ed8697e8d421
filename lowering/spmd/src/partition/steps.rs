// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Finds the steps that convert a tensor from one sharding to another.
//!
//! Each step is a collective or a slice that changes one or two dimensions, or permutes all shards.
//! Slices move no data, so they come before exchanges. Gathers are the last resort.

mod search;
mod step;

pub use step::Step;

use step::moves;

use super::sharding::Sharding;
use super::split::Split;

/// Returns the steps that convert a tensor from one sharding to another. Both shardings divide its
/// dimensions into equal tiles.
///
/// The direct steps give one dimension after the other its final split. If they gather data that a
/// later slice drops, [`search`] looks for a cheaper sequence.
pub fn steps(from: &Sharding, to: &Sharding, devices: usize) -> Vec<Step> {
    let direct = direct(from, to, devices);
    let gather = direct.iter().position(|step| matches!(step, Step::Gather { .. }));
    let Some(gather) = gather else { return direct };
    let only_gathers = direct[gather..].iter().all(|step| matches!(step, Step::Gather { .. }));
    let mut dims = from.dims.iter().zip(&to.dims);
    if only_gathers && dims.all(|(from, to)| from.within(to).is_some()) {
        return direct;
    }
    search::search(from, to, devices, cost_of(&direct)).unwrap_or(direct)
}

/// Returns the steps that give one dimension after the other its final split.
fn direct(from: &Sharding, to: &Sharding, devices: usize) -> Vec<Step> {
    let mut current = from.clone();
    let mut steps = Vec::new();
    while current != *to {
        let (step, next) = next(&current, to, devices);
        steps.push(step);
        current = next;
    }
    steps
}

/// Estimates the number of elements that a partition receives from other partitions during the
/// given steps. `elements` is the size of its shard before the first step.
pub fn cost(steps: &[Step], elements: i64) -> i64 {
    (cost_of(steps) * elements as f64).ceil() as i64
}

/// Returns the number of elements that a partition receives during the steps, divided by the size
/// of its shard before the steps.
fn cost_of(steps: &[Step]) -> f64 {
    let (mut cost, mut elements) = (0.0, 1.0);
    for step in steps {
        cost += elements * step.received();
        elements *= step.growth();
    }
    cost
}

/// Returns a step towards `to`, and the sharding after it.
///
/// Each step gives a dimension its final split, or joins a dimension whose final split cannot be
/// reached otherwise.
fn next(from: &Sharding, to: &Sharding, devices: usize) -> (Step, Sharding) {
    let dims = || 0..from.dims.len();
    let with = |changes: &[(usize, &Split)]| {
        let mut next = from.clone();
        for (dim, split) in changes {
            next.dims[*dim] = (*split).clone();
        }
        next
    };
    let tiles = |sharding: &Sharding| sharding.dims.iter().map(Split::tiles).collect::<Vec<_>>();
    if tiles(from) == tiles(to)
        && let Some(pairs) = moves(from, to, devices)
    {
        return (Step::Permute(pairs), to.clone());
    }
    for dim in dims().filter(|dim| from.dims[*dim] != to.dims[*dim]) {
        let next = with(&[(dim, &to.dims[dim])]);
        if let Some(tiles) = to.dims[dim].within(&from.dims[dim])
            && next.parts(devices).is_some()
        {
            return (Step::Slice { dim, tiles }, next);
        }
    }
    let finer = |fine: &Sharding, coarse: &Sharding, dim: usize| {
        fine.dims[dim].within(&coarse.dims[dim]).filter(|tiles| !tiles.is_whole())
    };
    let joined: Vec<_> = dims().filter_map(|dim| Some((dim, finer(from, to, dim)?))).collect();
    for (join, tiles) in &joined {
        let split = dims().find(|dim| finer(to, from, *dim).as_ref() == Some(tiles));
        if let Some(split) = split {
            // The devices of a group have the same part of the tensor when the one dimension is
            // joined and the other one is not split yet.
            let fixed = with(&[(*join, &to.dims[*join])]);
            let next = with(&[(*join, &to.dims[*join]), (split, &to.dims[split])]);
            if let Some(fixed) = fixed.parts(devices) {
                let groups = tiles.groups(&fixed);
                return (Step::Exchange { split, join: *join, groups }, next);
            }
        }
    }
    let (dim, tiles, split) = match joined.into_iter().next() {
        Some((dim, tiles)) => (dim, tiles, to.dims[dim].clone()),
        None => {
            let split =
                |dim: &usize| !from.dims[*dim].is_whole() && from.dims[*dim] != to.dims[*dim];
            // A dimension is split here; otherwise a slice would have been possible.
            let dim = dims().find(split).unwrap_or_default();
            (dim, from.dims[dim].clone(), Split::whole(devices))
        }
    };
    let next = with(&[(dim, &split)]);
    let fixed = next.parts(devices).unwrap_or_else(|| Split::whole(devices));
    (Step::Gather { dim, groups: tiles.groups(&fixed) }, next)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a sharding over a mesh of two by two devices with the axes `x` and `y`. The text
    /// has a word of axis names per dimension.
    fn sharding(text: &str) -> Sharding {
        let axis = |step: usize| {
            let of = (0..4).map(|device| device / step % 2).collect();
            Split::new(2, of).expect("a mesh")
        };
        let dim = |axes: &str| {
            let axes: Vec<_> = axes
                .chars()
                .filter(|axis| *axis != '-')
                .map(|name| axis(if name == 'x' { 2 } else { 1 }))
                .collect();
            Split::product(4, &axes).expect("axes once")
        };
        Sharding { dims: text.split(' ').map(dim).collect() }
    }

    fn kinds(from: &str, to: &str) -> Vec<&'static str> {
        let steps = steps(&sharding(from), &sharding(to), 4);
        let kind = |step: &Step| match step {
            Step::Slice { .. } => "slice",
            Step::Gather { .. } => "gather",
            Step::Exchange { .. } => "exchange",
            Step::Permute(_) => "permute",
        };
        steps.iter().map(kind).collect()
    }

    #[test]
    fn the_fewest_are_taken() {
        assert!(kinds("x y", "x y").is_empty());
        assert_eq!(kinds("- -", "x y"), ["slice", "slice"]);
        assert_eq!(kinds("x y", "- -"), ["gather", "gather"]);
        assert_eq!(kinds("x -", "- x"), ["exchange"]);
        assert_eq!(kinds("xy -", "x y"), ["exchange"]);
        assert_eq!(kinds("x -", "xy -"), ["slice"]);
        assert_eq!(kinds("yx -", "y -"), ["gather"]);
        assert_eq!(kinds("xy -", "yx -"), ["permute"]);
        assert_eq!(kinds("x -", "y -"), ["permute"]);
        assert_eq!(kinds("x y", "y x"), ["permute"]);
        assert_eq!(kinds("xy -", "y -"), ["permute", "gather"]);
        assert_eq!(kinds("x -", "yx -"), ["slice", "permute"]);
        assert_eq!(kinds("xy -", "- yx"), ["exchange", "exchange"]);
    }

    #[test]
    fn groups_and_pairs() {
        let gather = steps(&sharding("x y"), &sharding("x -"), 4);
        assert_eq!(gather, [Step::Gather { dim: 1, groups: vec![vec![0, 1], vec![2, 3]] }]);
        let exchange = steps(&sharding("xy -"), &sharding("x y"), 4);
        let groups = vec![vec![0, 1], vec![2, 3]];
        assert_eq!(exchange, [Step::Exchange { split: 1, join: 0, groups }]);
        let permute = steps(&sharding("x -"), &sharding("y -"), 4);
        assert_eq!(permute, [Step::Permute(vec![(0, 0), (1, 2), (2, 1), (3, 3)])]);
    }
}
