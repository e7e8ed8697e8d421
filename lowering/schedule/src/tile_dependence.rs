// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tile dependence: the part of a producer that one tile of its consumer needs.
//!
//! A consumer reads its operand through an affine map. If an index of the map is linear in the
//! loops, a tile of one parallel loop reads one interval of the operand's dimension.
//! [`TileDependence`] describes this interval by a stride and a halo, and dependences can be
//! composed along chains of producers.

use hloom_ir::linalg::structured::Structured;
use hloom_ir::linear;

/// The dependence of one dimension on a tile of another dimension. The first dimension is said to
/// follow the second.
///
/// A tile of `n` iterations of the followed dimension needs `(n - 1) * step + 1 + halo` elements
/// of this dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileDependence {
    /// The number of the dimension whose tiles determine the tiles of this dimension.
    pub dim: usize,
    /// The stride in elements: the distance between the elements that successive iterations need.
    pub step: i64,
    /// The halo in elements: the size of an iteration's window beyond its own element.
    pub halo: i64,
}

impl TileDependence {
    /// Returns the dependence of a dimension that needs one element for each iteration of `dim`.
    pub fn same(dim: usize) -> Self {
        Self { dim, step: 1, halo: 0 }
    }

    /// Returns the number of elements that a tile of `tile` iterations needs.
    pub fn needed(self, tile: i64) -> i64 {
        (tile - 1).saturating_mul(self.step).saturating_add(1 + self.halo)
    }

    /// Composes two dependences. `outer` is the dependence of the dimension that `self` follows on
    /// a third dimension.
    pub fn through(self, outer: Self) -> Self {
        let halo = outer.halo.saturating_mul(self.step).saturating_add(self.halo);
        Self { dim: outer.dim, step: outer.step.saturating_mul(self.step), halo }
    }

    /// Returns the dependence that covers both dependences, or `None` if they follow different
    /// dimensions.
    pub fn both(self, other: Self) -> Option<Self> {
        let step = self.step.max(other.step);
        (self.dim == other.dim).then_some(Self { step, halo: self.halo.max(other.halo), ..self })
    }
}

/// Returns true if all maps are linear and nondecreasing along each loop, so that tiles of the
/// loops correspond to tiles of the operands.
///
/// Upstream's tiling starts a slice at the element that the first iteration reads. For a decreasing
/// map, this would be wrong.
pub fn has_monotone_maps(generic: &Structured) -> bool {
    generic.maps.iter().all(|map| {
        (0..map.result_count()).all(|index| {
            let steps =
                map.result(index).ok().and_then(|expression| linear(expression, map.dim_count()));
            steps.is_some_and(|(steps, _)| steps.iter().all(|step| *step >= 0))
        })
    })
}

/// Returns the dependence of each dimension of an operand on the loop that the dimension follows.
/// The dependence is `None` for a dimension that does not follow a loop, such as a dimension with a
/// constant index. `extents` are the extents of the loops.
///
/// A window (`d1 * 2 + d5`, where `d5` is a reduction) follows its parallel loop. Tiles then
/// overlap by the window's halo, which is computed twice. If the halo is more than half of the
/// elements that the whole loop needs, the dimension does not follow the loop: a tile then needs
/// the whole dimension.
///
/// Returns `None` for the whole operand if an index is not linear, or if it uses several loops
/// without exactly one parallel loop among them.
pub fn tile_dependences(
    generic: &Structured,
    operand: usize,
    extents: &[i64],
) -> Option<Vec<Option<TileDependence>>> {
    let map = generic.maps.get(operand)?;
    (0..map.result_count())
        .map(|index| {
            let (steps, _) = linear(map.result(index).ok()?, extents.len())?;
            let loops: Vec<_> = (0..steps.len()).filter(|dim| steps[*dim] != 0).collect();
            let mut parallel = loops.iter().copied().filter(|dim| generic.parallel[*dim]);
            let dim = match (&loops[..], parallel.next(), parallel.next()) {
                ([], ..) => return Some(None),
                ([only], ..) => *only,
                (_, Some(dim), None) => dim,
                _ => return None,
            };
            let step = steps[dim];
            let halo = loops.iter().filter(|other| **other != dim).fold(0i64, |halo, other| {
                halo.saturating_add(steps[*other].saturating_mul((extents[*other] - 1).max(0)))
            });
            let dependence = TileDependence { dim, step, halo };
            Some((halo <= dependence.needed(extents[dim]) / 2).then_some(dependence))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_are_followed_through_each_other() {
        // A window of 3 with stride 2 over one of 5 with stride 1.
        let outer = TileDependence { dim: 7, step: 2, halo: 2 };
        let inner = TileDependence { dim: 1, step: 1, halo: 4 };
        let both = inner.through(outer);
        assert_eq!(both, TileDependence { dim: 7, step: 2, halo: 6 });
        assert_eq!([1, 10].map(|tile| both.needed(tile)), [7, 25]);
        assert_eq!(TileDependence::same(3).needed(4), 4);
    }

    #[test]
    fn two_uses_need_the_larger_of_both() {
        let narrow = TileDependence { dim: 0, step: 2, halo: 0 };
        let wide = TileDependence { dim: 0, step: 1, halo: 3 };
        assert_eq!(narrow.both(wide), Some(TileDependence { dim: 0, step: 2, halo: 3 }));
        assert_eq!(narrow.both(TileDependence::same(1)), None);
    }
}
