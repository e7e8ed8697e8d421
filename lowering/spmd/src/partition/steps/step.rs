// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The steps that convert shards, and their costs.

use crate::partition::sharding::Sharding;
use crate::partition::split::Split;

/// One step of converting shards from one sharding to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Each device takes a tile of its shard along a dimension.
    Slice {
        /// The dimension that is sliced.
        dim: usize,
        /// The tiles into which each shard is split.
        tiles: Split,
    },
    /// The devices of each group concatenate their shards along a dimension.
    Gather {
        /// The dimension along which the shards are concatenated.
        dim: usize,
        /// The groups of devices, each in the order of its devices' tiles.
        groups: Vec<Vec<usize>>,
    },
    /// The devices of each group exchange parts of their shards: one dimension is joined, and
    /// another dimension is split.
    Exchange {
        /// The dimension that is split.
        split: usize,
        /// The dimension that is joined.
        join: usize,
        /// The groups of devices, each in the order of its devices' tiles.
        groups: Vec<Vec<usize>>,
    },
    /// Each target device receives the shard of its source device; the pairs are (source, target).
    Permute(Vec<(usize, usize)>),
}

impl Step {
    /// Returns the number of devices in each group that exchanges data.
    fn members(&self) -> f64 {
        match self {
            Self::Gather { groups, .. } | Self::Exchange { groups, .. } => {
                groups.first().map_or(1, Vec::len) as f64
            }
            Self::Slice { .. } | Self::Permute(_) => 1.0,
        }
    }

    /// Returns the number of elements that a partition receives, divided by the size of its shard
    /// before the step.
    pub fn received(&self) -> f64 {
        match self {
            Self::Slice { .. } => 0.0,
            Self::Gather { .. } => self.members() - 1.0,
            Self::Exchange { .. } => 1.0 - 1.0 / self.members(),
            Self::Permute(_) => 1.0,
        }
    }

    /// Returns the size of a shard after the step, divided by its size before.
    pub fn growth(&self) -> f64 {
        match self {
            Self::Slice { tiles, .. } => 1.0 / tiles.tiles() as f64,
            Self::Gather { .. } => self.members(),
            Self::Exchange { .. } | Self::Permute(_) => 1.0,
        }
    }
}

/// Returns the pairs of source and target of a `collective_permute` that changes the sharding
/// `from` into `to`. Each device is the source of one pair, and may also be its target. Returns
/// `None` if the shards of a sharding have different numbers of devices.
pub fn moves(from: &Sharding, to: &Sharding, devices: usize) -> Option<Vec<(usize, usize)>> {
    let sources = from.parts(devices)?.devices_by_tile();
    let targets = to.parts(devices)?.devices_by_tile();
    let mut pairs = Vec::new();
    for (mut sources, targets) in sources.into_iter().zip(targets) {
        // A device that has the right shard keeps it.
        let (kept, moved): (Vec<_>, Vec<_>) =
            targets.into_iter().partition(|target| sources.contains(target));
        sources.retain(|source| !kept.contains(source));
        pairs.extend(kept.into_iter().map(|device| (device, device)));
        pairs.extend(sources.into_iter().zip(moved));
    }
    pairs.sort_unstable();
    Some(pairs)
}
