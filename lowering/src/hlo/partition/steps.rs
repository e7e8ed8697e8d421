// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! How to get from one sharding to another, step by step.

use super::sharding::Sharding;
use super::split::Split;

/// One step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Each device takes its tile of what it has along a dimension.
    Slice {
        /// The dimension.
        dim: usize,
        /// The tiles of what a device has.
        tiles: Split,
    },
    /// The devices of each group join what they have along a dimension.
    Gather {
        /// The dimension.
        dim: usize,
        /// The groups, in the order of the tiles.
        groups: Vec<Vec<usize>>,
    },
    /// The devices of each group exchange parts: a dimension is joined, another split.
    Exchange {
        /// The dimension that is split.
        split: usize,
        /// The dimension that is joined.
        join: usize,
        /// The groups, in the order of the tiles.
        groups: Vec<Vec<usize>>,
    },
    /// Each device has what another had: pairs of source and target.
    Permute(Vec<(usize, usize)>),
}

/// The steps between two shardings of a tensor, whose dimensions both divide.
pub fn steps(from: &Sharding, to: &Sharding, devices: usize) -> Vec<Step> {
    let mut current = from.clone();
    let mut steps = Vec::new();
    while current != *to {
        let (step, next) = next(&current, to, devices);
        steps.push(step);
        current = next;
    }
    steps
}

/// How many elements a partition gets from others in steps, which begin with so many of
/// its own.
pub fn cost(steps: &[Step], mut elements: i64) -> i64 {
    let mut cost = 0;
    for step in steps {
        match step {
            Step::Slice { tiles, .. } => elements /= tiles.tiles() as i64,
            Step::Gather { groups, .. } => {
                let members = groups.first().map_or(1, Vec::len) as i64;
                cost += elements * (members - 1);
                elements *= members;
            }
            Step::Exchange { .. } | Step::Permute(_) => cost += elements,
        }
    }
    cost
}

/// A step towards `to`, and where it leads. Each one gives a dimension its final split, or
/// makes one whole that cannot be had otherwise.
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
            // What all of a group have in common: the dimensions as they are when one is
            // joined and the other not yet split.
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
            // Something is split, or there would have been a slice.
            let dim = dims().find(split).unwrap_or_default();
            (dim, from.dims[dim].clone(), Split::whole(devices))
        }
    };
    let next = with(&[(dim, &split)]);
    let fixed = next.parts(devices).unwrap_or_else(|| Split::whole(devices));
    (Step::Gather { dim, groups: tiles.groups(&fixed) }, next)
}

/// Which device has what each is to have; each gives to one.
fn moves(from: &Sharding, to: &Sharding, devices: usize) -> Option<Vec<(usize, usize)>> {
    let sources = from.parts(devices)?.devices_by_tile();
    let targets = to.parts(devices)?.devices_by_tile();
    let mut pairs = Vec::new();
    for (mut sources, targets) in sources.into_iter().zip(targets) {
        // Who has it already keeps it.
        let (kept, moved): (Vec<_>, Vec<_>) =
            targets.into_iter().partition(|target| sources.contains(target));
        sources.retain(|source| !kept.contains(source));
        pairs.extend(kept.into_iter().map(|device| (device, device)));
        pairs.extend(sources.into_iter().zip(moved));
    }
    pairs.sort_unstable();
    Some(pairs)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Devices in a row of two by two, and a sharding by letters of the mesh's axes.
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
        assert_eq!(kinds("xy -", "y -"), ["gather", "slice"]);
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
