// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! How much of a producer a tile of its consumer needs.

use crate::linalg::ffi::linear;
use crate::linalg::structured::Structured;

/// A dimension follows another: a tile of `n` there needs `(n - 1) * step + 1 + rim`
/// of it here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Follow {
    /// The dimension followed.
    pub dim: usize,
    /// Elements from one iteration to the next.
    pub step: i64,
    /// What an iteration needs beside its own element: the rest of its window.
    pub rim: i64,
}

impl Follow {
    /// A dimension that is another.
    pub fn same(dim: usize) -> Self {
        Self { dim, step: 1, rim: 0 }
    }

    /// What a tile of `tile` iterations needs.
    pub fn needed(self, tile: i64) -> i64 {
        (tile - 1).saturating_mul(self.step).saturating_add(1 + self.rim)
    }

    /// The dimension that `self` follows, which follows another as `outer` does.
    pub fn through(self, outer: Self) -> Self {
        let rim = outer.rim.saturating_mul(self.step).saturating_add(self.rim);
        Self { dim: outer.dim, step: outer.step.saturating_mul(self.step), rim }
    }

    /// What is needed for both; none where they follow different dimensions.
    pub fn both(self, other: Self) -> Option<Self> {
        let step = self.step.max(other.step);
        (self.dim == other.dim).then_some(Self { step, rim: self.rim.max(other.rim), ..self })
    }
}

/// Whether tiles of the loops are tiles of the operands: upstream takes a slice to
/// begin where its first iteration reads, which is wrong where a map falls.
pub fn has_tiles(generic: &Structured) -> bool {
    generic.maps.iter().all(|map| {
        (0..map.result_count()).all(|index| {
            let steps =
                map.result(index).ok().and_then(|expression| linear(expression, map.dim_count()));
            steps.is_some_and(|(steps, _)| steps.iter().all(|step| *step >= 0))
        })
    })
}

/// For each dimension of an operand, the loop that it follows; `extents` are those
/// of the loops. None where a dimension is no linear expression with at most one
/// parallel loop.
///
/// A window (`d1 * 2 + d5` with `d5` a reduction) follows its parallel loop: tiles
/// overlap by the window's rim, which is computed twice. Where windows have most
/// of their elements in common, a tile needs all.
pub fn followed(
    generic: &Structured,
    operand: usize,
    extents: &[i64],
) -> Option<Vec<Option<Follow>>> {
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
            let rim = loops.iter().filter(|other| **other != dim).fold(0i64, |rim, other| {
                rim.saturating_add(steps[*other].saturating_mul((extents[*other] - 1).max(0)))
            });
            let follow = Follow { dim, step, rim };
            Some((rim <= follow.needed(extents[dim]) / 2).then_some(follow))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_are_followed_through_each_other() {
        // A window of 3 with stride 2 over one of 5 with stride 1.
        let outer = Follow { dim: 7, step: 2, rim: 2 };
        let inner = Follow { dim: 1, step: 1, rim: 4 };
        let both = inner.through(outer);
        assert_eq!(both, Follow { dim: 7, step: 2, rim: 6 });
        assert_eq!([1, 10].map(|tile| both.needed(tile)), [7, 25]);
        assert_eq!(Follow::same(3).needed(4), 4);
    }

    #[test]
    fn two_uses_need_the_larger_of_both() {
        let narrow = Follow { dim: 0, step: 2, rim: 0 };
        let wide = Follow { dim: 0, step: 1, rim: 3 };
        assert_eq!(narrow.both(wide), Some(Follow { dim: 0, step: 2, rim: 3 }));
        assert_eq!(narrow.both(Follow::same(1)), None);
    }
}
