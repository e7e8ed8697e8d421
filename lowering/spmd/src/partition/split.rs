// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The split of one dimension over devices.
//!
//! A split assigns a tile to each device. This form covers shardings over mesh axes and sub-axes
//! with any order of the devices, and can be composed without reference to a mesh.

use std::sync::Arc;

/// A division of a dimension into equal tiles, and the tile of each device. Every tile has the same
/// number of devices.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Split {
    /// The number of tiles into which a dimension is split.
    tiles: usize,
    /// For each device, the number of its tile.
    of: Arc<[usize]>,
}

impl Split {
    /// Returns the split with one tile, which every device has.
    pub fn whole(devices: usize) -> Self {
        Self { tiles: 1, of: vec![0; devices].into() }
    }

    /// Returns the split in which device `i` has tile `of[i]`, or `None` if the tiles have
    /// different numbers of devices.
    pub fn new(tiles: usize, of: Vec<usize>) -> Option<Self> {
        let split = Self { tiles, of: of.into() };
        split.is_balanced().then_some(split)
    }

    /// Returns true if every tile of the split belongs to the same number of devices.
    pub fn is_balanced(&self) -> bool {
        let mut counts = vec![0; self.tiles];
        for tile in self.of.iter() {
            match counts.get_mut(*tile) {
                Some(count) => *count += 1,
                None => return false,
            }
        }
        counts.windows(2).all(|pair| pair[0] == pair[1]) && self.tiles > 0
    }

    /// Returns the number of tiles of the split.
    pub fn tiles(&self) -> usize {
        self.tiles
    }

    /// Returns true if there is only one tile, which every device has.
    pub fn is_whole(&self) -> bool {
        self.tiles == 1
    }

    /// Returns, for each device, the number of its tile.
    pub fn of(&self) -> &[usize] {
        &self.of
    }

    /// Returns true if a dimension of the given size has equal tiles.
    pub fn divides(&self, size: i64) -> bool {
        self.is_whole() || (size >= 0 && size % self.tiles as i64 == 0)
    }

    /// Returns the split in which each tile of this split is split further as `minor` states.
    /// Returns `None` if the new tiles would have different numbers of devices.
    pub fn then(&self, minor: &Self) -> Option<Self> {
        let tiles = self.tiles.checked_mul(minor.tiles).filter(|tiles| *tiles <= self.of.len())?;
        let of = self.of.iter().zip(minor.of.iter());
        Self::new(tiles, of.map(|(major, inner)| major * minor.tiles + inner).collect())
    }

    /// Returns the composition of splits, the first of which is the most major, by
    /// [`then`](Self::then).
    pub fn product<'s>(devices: usize, splits: impl IntoIterator<Item = &'s Self>) -> Option<Self> {
        splits.into_iter().try_fold(Self::whole(devices), |all, split| all.then(split))
    }

    /// Returns the coarser split, each tile of which consists of `minor` successive tiles of this
    /// split. This is the first operand of the [`then`](Self::then) that results in this split.
    pub fn major(&self, minor: usize) -> Self {
        Self { tiles: self.tiles / minor, of: self.of.iter().map(|tile| tile / minor).collect() }
    }

    /// Returns the split of each tile of [`major`](Self::major) into `minor` tiles. This is the
    /// second operand of the [`then`](Self::then) that results in this split.
    pub fn minor(&self, minor: usize) -> Self {
        Self { tiles: minor, of: self.of.iter().map(|tile| tile % minor).collect() }
    }

    /// Returns the split `minor` for which `coarse.then(minor)` is this split, or `None` if this
    /// split does not refine `coarse`.
    pub fn within(&self, coarse: &Self) -> Option<Self> {
        let parts = self.tiles / coarse.tiles;
        (self.tiles.is_multiple_of(coarse.tiles) && self.major(parts) == *coarse)
            .then(|| self.minor(parts))
    }

    /// Returns a split `rest` that, together with `part`, determines the tiles of this split: devices
    /// with equal tiles of `part` and of `rest` have the same tile of this split. Returns `None` if
    /// `part` has only one tile, if devices with the same tile of this split have different tiles of
    /// `part`, or if the tiles of `rest` would have different numbers of devices.
    pub fn without(&self, part: &Self) -> Option<Self> {
        if part.is_whole() || !self.tiles.is_multiple_of(part.tiles) {
            return None;
        }
        let mut of_tile = vec![None; self.tiles];
        for (tile, part) in self.of.iter().zip(part.of.iter()) {
            if *of_tile[*tile].get_or_insert(*part) != *part {
                return None;
            }
        }
        let mut counts = vec![0; part.tiles];
        let number = |part: Option<usize>| {
            let count = &mut counts[part?];
            *count += 1;
            Some(*count - 1)
        };
        let numbers: Vec<_> = of_tile.into_iter().map(number).collect::<Option<_>>()?;
        let rest = self.of.iter().map(|tile| numbers[*tile]).collect();
        Self::new(self.tiles / part.tiles, rest)
    }

    /// Returns the devices of each tile, in ascending order.
    pub fn devices_by_tile(&self) -> Vec<Vec<usize>> {
        let mut devices = vec![Vec::new(); self.tiles];
        for (device, tile) in self.of.iter().enumerate() {
            devices[*tile].push(device);
        }
        devices
    }

    /// Returns groups of devices. The devices of a group have the same tile of `fixed`, and each
    /// has a different tile of `self`, in the order of the tiles.
    pub fn groups(&self, fixed: &Self) -> Vec<Vec<usize>> {
        let mut groups = Vec::new();
        for devices in fixed.devices_by_tile() {
            let mut members = vec![Vec::new(); self.tiles];
            for device in devices {
                members[self.of[device]].push(device);
            }
            let count = members.first().map_or(0, Vec::len);
            groups
                .extend((0..count).map(|copy| members.iter().map(|member| member[copy]).collect()));
        }
        groups
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the split along a mesh axis. `step` is the difference of device ids along the axis.
    fn axis(devices: usize, size: usize, step: usize) -> Split {
        let of = (0..devices).map(|device| device / step % size).collect();
        Split::new(size, of).expect("a mesh")
    }

    #[test]
    fn axes_combine() {
        let (x, y) = (axis(8, 2, 4), axis(8, 4, 1));
        let both = x.then(&y).expect("two axes");
        assert_eq!(both.of(), [0, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(both.within(&x), Some(y.clone()));
        assert_eq!(both.within(&y), None);
        assert_eq!(both.major(4), x);
        assert_eq!(x.then(&x), None);
        assert_eq!(y.then(&x).expect("two axes").of(), [0, 2, 4, 6, 1, 3, 5, 7]);
        assert_eq!(Split::new(2, vec![0, 0, 1]), None);
        assert_eq!(Split::new(2, vec![0, 2]), None);
    }

    #[test]
    fn groups_have_each_tile_once() {
        let (x, y) = (axis(8, 2, 4), axis(8, 4, 1));
        assert_eq!(x.groups(&y), [[0, 4], [1, 5], [2, 6], [3, 7]]);
        assert_eq!(y.groups(&x), [[0, 1, 2, 3], [4, 5, 6, 7]]);
        // Replicas of the tiles form separate groups.
        assert_eq!(x.groups(&Split::whole(8)), [[0, 4], [1, 5], [2, 6], [3, 7]]);
    }

    #[test]
    fn parts_are_removed() {
        let (x, y) = (axis(8, 2, 4), axis(8, 4, 1));
        let both = x.then(&y).expect("two axes");
        assert_eq!(both.without(&x), Some(y.clone()));
        assert_eq!(both.without(&y), Some(x.clone()));
        assert_eq!(both.without(&both), Some(Split::whole(8)));
        assert_eq!(x.without(&y), None);
        assert_eq!(y.without(&axis(8, 2, 1)), Some(axis(8, 2, 2)));
    }

    #[test]
    fn sizes_divide() {
        let x = axis(4, 2, 2);
        assert!(x.divides(6) && x.divides(0) && !x.divides(5) && !x.divides(i64::MIN));
        assert!(Split::whole(4).divides(5));
    }
}
