// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! How one dimension is split over devices.

use std::sync::Arc;

/// A dimension in equal tiles, and the tile that each device has. As many devices have
/// one tile as any other.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Split {
    tiles: usize,
    /// The tile of each device.
    of: Arc<[usize]>,
}

impl Split {
    /// A dimension that every device has whole.
    pub fn whole(devices: usize) -> Self {
        Self { tiles: 1, of: vec![0; devices].into() }
    }

    /// A dimension whose tile each device has that a list names; none if not all tiles
    /// have the same number of devices.
    pub fn new(tiles: usize, of: Vec<usize>) -> Option<Self> {
        let split = Self { tiles, of: of.into() };
        split.is_balanced().then_some(split)
    }

    fn is_balanced(&self) -> bool {
        let mut counts = vec![0; self.tiles];
        for tile in self.of.iter() {
            match counts.get_mut(*tile) {
                Some(count) => *count += 1,
                None => return false,
            }
        }
        counts.windows(2).all(|pair| pair[0] == pair[1]) && self.tiles > 0
    }

    /// The number of tiles.
    pub fn tiles(&self) -> usize {
        self.tiles
    }

    /// Whether there is one tile, which everyone has.
    pub fn is_whole(&self) -> bool {
        self.tiles == 1
    }

    /// The tile of each device.
    pub fn of(&self) -> &[usize] {
        &self.of
    }

    /// Whether a dimension of that size has such tiles.
    pub fn divides(&self, size: i64) -> bool {
        self.is_whole() || (size >= 0 && size % self.tiles as i64 == 0)
    }

    /// Tiles of tiles: each of `self`'s in those of another. None if not all have the
    /// same number of devices.
    pub fn then(&self, minor: &Self) -> Option<Self> {
        let tiles = self.tiles.checked_mul(minor.tiles).filter(|tiles| *tiles <= self.of.len())?;
        let of = self.of.iter().zip(minor.of.iter());
        Self::new(tiles, of.map(|(major, inner)| major * minor.tiles + inner).collect())
    }

    /// All of these, major to minor.
    pub fn product<'s>(devices: usize, splits: impl IntoIterator<Item = &'s Self>) -> Option<Self> {
        splits.into_iter().try_fold(Self::whole(devices), |all, split| all.then(split))
    }

    /// What [`then`](Self::then) was given so many tiles to: the outer tiles.
    pub fn major(&self, minor: usize) -> Self {
        Self { tiles: self.tiles / minor, of: self.of.iter().map(|tile| tile / minor).collect() }
    }

    /// The inner tiles, as many as are given.
    pub fn minor(&self, minor: usize) -> Self {
        Self { tiles: minor, of: self.of.iter().map(|tile| tile % minor).collect() }
    }

    /// How each tile of `coarse` is split further, if this split does that.
    pub fn within(&self, coarse: &Self) -> Option<Self> {
        let parts = self.tiles / coarse.tiles;
        (self.tiles.is_multiple_of(coarse.tiles) && self.major(parts) == *coarse)
            .then(|| self.minor(parts))
    }

    /// The devices of each tile, in order.
    pub fn devices_by_tile(&self) -> Vec<Vec<usize>> {
        let mut devices = vec![Vec::new(); self.tiles];
        for (device, tile) in self.of.iter().enumerate() {
            devices[*tile].push(device);
        }
        devices
    }

    /// Groups of devices that have one tile of `fixed` and each another of `self`, in the
    /// order of these.
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

    /// An axis of a mesh: so many devices are a step along it.
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
        // Copies of the tiles make groups of their own.
        assert_eq!(x.groups(&Split::whole(8)), [[0, 4], [1, 5], [2, 6], [3, 7]]);
    }

    #[test]
    fn sizes_divide() {
        let x = axis(4, 2, 2);
        assert!(x.divides(6) && x.divides(0) && !x.divides(5) && !x.divides(i64::MIN));
        assert!(Split::whole(4).divides(5));
    }
}
