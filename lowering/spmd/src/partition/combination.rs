// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Combines the partial results of several partitions, for example the sums of a split contraction.
//!
//! An `all_reduce` gives every partition the whole result. If partitions need only parts of it, a
//! `reduce_scatter` moves half as much. If the result is split over some of the partitions that
//! have partial results, a `reduce_scatter` over these precedes an `all_reduce` of its smaller
//! result over the others.

use super::sharding::Sharding;
use super::split::Split;
use super::steps::{cost, steps};

/// The combination of the values that several partitions compute for the first result.
#[derive(Debug)]
pub struct Combination {
    /// The name of the operation that combines two scalars.
    pub operation: &'static str,
    /// The collectives, in order.
    pub stages: Vec<Stage>,
    /// The sharding of the combined result.
    pub result: Sharding,
}

/// A collective of a combination.
#[derive(Clone, Debug)]
pub struct Stage {
    /// The groups of partitions that combine their values.
    pub groups: Vec<Vec<usize>>,
    /// For a `reduce_scatter`, the dimension that it splits; `None` for an `all_reduce`.
    pub scattered: Option<usize>,
}

impl Combination {
    /// Returns the number of elements that a partition receives, divided by the number of elements
    /// of its partial result.
    pub fn received(&self) -> f64 {
        let (mut received, mut elements) = (0.0, 1.0);
        for stage in &self.stages {
            let members = stage.groups.first().map_or(1, Vec::len) as f64;
            let scatter = elements * (1.0 - 1.0 / members);
            match stage.scattered {
                None => received += 2.0 * scatter,
                Some(_) => {
                    received += scatter;
                    elements /= members;
                }
            }
        }
        received
    }
}

/// Returns the cheapest combination of partial results with the sharding `from`, including the
/// conversion to the sharding `wanted`. `loops` contains the splits of the loops that are reduced.
///
/// The runtime gathers small operands instead of reducing them in parts. If the partial results are
/// small, an `all_reduce` for each loop needs fewer messages and bytes than one for all of them.
pub fn combine(
    operation: &'static str,
    (from, wanted): (&Sharding, &Sharding),
    (loops, is_small): (&[Split], bool),
    devices: usize,
) -> Option<Combination> {
    let along = &Split::product(devices, loops)?;
    let separate = if is_small { loops } else { &[] };
    let fitting = {
        let mut state = State::new(from, along, devices);
        for dim in 0..from.dims.len() {
            state.scatter_as(dim, &wanted.dims[dim]);
        }
        state.finish(operation, separate)
    };
    // A scatter in another order than the wanted one, which a permutation of small shards corrects.
    let in_order = |dim: usize| {
        let mut state = State::new(from, along, devices);
        let tiles = from.dims[dim].tiles() * along.tiles();
        if tiles == 0 || !wanted.dims[dim].tiles().is_multiple_of(tiles) {
            return None;
        }
        state.scatter(dim, along)?;
        state.finish(operation, separate)
    };
    let all = fitting.into_iter().chain((0..from.dims.len()).filter_map(in_order));
    let price = |it: &Combination| {
        let elements = |sharding: &Sharding| -> f64 {
            sharding.dims.iter().map(|dim| dim.tiles() as f64).product()
        };
        // The price is relative to a partial result of 2^32 elements.
        let scale = 4_294_967_296.0;
        let part = scale * elements(from) / elements(&it.result);
        it.received() * scale + cost(&steps(&it.result, wanted, devices), part as i64) as f64
    };
    all.map(|it| (price(&it), it))
        .reduce(|best, it| if it.0 < best.0 { it } else { best })
        .map(|(_, it)| it)
}

/// The stages found so far.
struct State {
    devices: usize,
    sharding: Sharding,
    /// The split over which results are still partial: partitions with different tiles of it have
    /// different partial results.
    rest: Split,
    stages: Vec<Stage>,
}

impl State {
    fn new(from: &Sharding, along: &Split, devices: usize) -> Self {
        Self { devices, sharding: from.clone(), rest: along.clone(), stages: Vec::new() }
    }

    /// Scatters dimension `dim` as far as possible, so that its split becomes a part of the split
    /// `wanted`.
    fn scatter_as(&mut self, dim: usize, wanted: &Split) {
        let Some(finer) = wanted.within(&self.sharding.dims[dim]) else { return };
        let tiles = finer.tiles();
        let coarser = (1..tiles).filter(|minor| tiles.is_multiple_of(*minor));
        for minor in coarser {
            if self.scatter(dim, &finer.major(minor)).is_some() {
                return;
            }
        }
    }

    /// Adds a `reduce_scatter` that splits a dimension further by `tiles`. Returns `None` if
    /// `tiles` is not a part of the split over which the results are partial.
    fn scatter(&mut self, dim: usize, tiles: &Split) -> Option<()> {
        let rest = self.rest.without(tiles)?;
        let mut next = self.sharding.clone();
        next.dims[dim] = next.dims[dim].then(tiles)?;
        next.parts(self.devices)?.then(&rest)?;
        let fixed = self.sharding.parts(self.devices)?.then(&rest)?;
        self.stages.push(Stage { groups: tiles.groups(&fixed), scattered: Some(dim) });
        self.sharding = next;
        self.rest = rest;
        Some(())
    }

    /// Adds an `all_reduce` over each of the splits `separate` and one over the other partitions
    /// that still have partial results. Returns the combination.
    fn finish(mut self, operation: &'static str, separate: &[Split]) -> Option<Combination> {
        let parts = self.sharding.parts(self.devices)?;
        for along in separate {
            if let Some(rest) = self.rest.without(along) {
                let groups = along.groups(&parts.then(&rest)?);
                self.stages.push(Stage { groups, scattered: None });
                self.rest = rest;
            }
        }
        if !self.rest.is_whole() {
            let groups = self.rest.groups(&parts);
            self.stages.push(Stage { groups, scattered: None });
        }
        Some(Combination { operation, stages: self.stages, result: self.sharding })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the split along the axis `x`, `y` or `z` of a mesh of 2x2x2 devices, or along
    /// several axes, major to minor.
    fn split(axes: &str) -> Split {
        let axis = |name: char| {
            let step = match name {
                'x' => 4,
                'y' => 2,
                _ => 1,
            };
            Split::new(2, (0..8).map(|device| device / step % 2).collect()).expect("a mesh")
        };
        let axes: Vec<_> = axes.chars().filter(|name| *name != '-').map(axis).collect();
        Split::product(8, &axes).expect("axes once")
    }

    fn sharding(text: &str) -> Sharding {
        Sharding { dims: text.split(' ').map(split).collect() }
    }

    fn kinds(from: &str, along: &str, wanted: &str) -> (Vec<Option<usize>>, Sharding) {
        let (from, wanted) = (sharding(from), sharding(wanted));
        let it = combine("stablehlo.add", (&from, &wanted), (&[split(along)], false), 8)
            .expect("stages");
        (it.stages.iter().map(|stage| stage.scattered).collect(), it.result)
    }

    #[test]
    fn results_are_scattered_where_parts_are_needed() {
        assert_eq!(kinds("- y", "x", "- y"), (vec![None], sharding("- y")));
        assert_eq!(kinds("- y", "x", "x y"), (vec![Some(0)], sharding("x y")));
        assert_eq!(kinds("- -", "xy", "x y"), (vec![Some(0), Some(1)], sharding("x y")));
        // Partial sums over `xy`, of which the result is split over one axis.
        assert_eq!(kinds("- -", "xy", "y -"), (vec![Some(0), None], sharding("y -")));
        assert_eq!(kinds("- -", "xyz", "y -"), (vec![Some(0), None], sharding("y -")));
        assert_eq!(kinds("- -", "y", "yz -"), (vec![Some(0)], sharding("y -")));
        // The order of the axes is corrected by a permutation.
        assert_eq!(kinds("z -", "y", "yz -"), (vec![Some(0)], sharding("zy -")));
    }

    #[test]
    fn groups_have_the_partial_results_of_one_part() {
        let from = sharding("- -");
        let wanted = sharding("y -");
        let it =
            combine("stablehlo.add", (&from, &wanted), (&[split("xy")], false), 8).expect("stages");
        assert_eq!(it.stages[0].groups, [[0, 2], [1, 3], [4, 6], [5, 7]]);
        assert_eq!(it.stages[1].groups, [[0, 4], [1, 5], [2, 6], [3, 7]]);
        // Small results of two loops.
        let loops = [split("x"), split("y")];
        let it = combine("stablehlo.add", (&from, &from), (&loops, true), 8).expect("stages");
        assert_eq!(it.stages[0].groups, [[0, 4], [1, 5], [2, 6], [3, 7]]);
        assert_eq!(it.stages[1].groups, [[0, 2], [1, 3], [4, 6], [5, 7]]);
    }
}
