// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Alternatives to the tile sizes of a group, for tuning.
//!
//! The alternatives are neighbors of the current choice: one dimension is divided into about twice
//! or half the number of parts, or one dimension is divided more and another less. Tuning measures
//! the alternatives and continues from the fastest, so it can reach sizes that differ considerably
//! from the first choice.

use super::group_shape::GroupShape;
use super::tile_time::{tiles, time};

/// The maximum number of alternatives to the tile sizes of a group. The alternatives that the cost
/// model expects to be fastest are kept.
const MOST: usize = 8;

/// Checks that the tile sizes of a group divide its extents, and that the temporaries of a tile fit
/// into a cache. There must be one tile size for each dimension that may be tiled.
///
/// # Errors
/// Returns a message that describes the violated condition.
pub fn check(shape: &GroupShape, sizes: &[i64]) -> Result<(), String> {
    let extents = &shape.extents;
    // A divisor keeps the shapes of all tiles static.
    let divide = sizes.len() == extents.len()
        && sizes.iter().zip(extents).all(|(size, extent)| *size > 0 && extent % size == 0);
    if !divide {
        return Err(format!("expected divisors of the extents {extents:?}, found {sizes:?}"));
    }
    let (bytes, limit) = (shape.temporary_bytes(sizes), shape.temporary_limit());
    if bytes > limit {
        return Err(format!(
            "expected at most {limit} bytes of temporaries in a tile, found {bytes} for {sizes:?}"
        ));
    }
    Ok(())
}

/// Returns the neighbors of `sizes` that the cost model expects to be fastest, the fastest first. A
/// neighbor has at least one tile for each thread, or at least the number of tiles of `sizes` if
/// this number is smaller.
pub fn alternatives(shape: &GroupShape, sizes: &[i64], threads: i64) -> Vec<Vec<i64>> {
    let rank = sizes.len();
    let with = |sizes: &[i64], dim: usize, size: i64| {
        let mut changed = sizes.to_vec();
        changed[dim] = size;
        changed
    };
    let smaller = |dim: usize| {
        let step = shape.step(dim);
        let most = (sizes[dim] / 2).max(step);
        (1..=most).rev().find(|size| shape.extents[dim] % size == 0 && size % step == 0)
    };
    let larger = |dim: usize| {
        let (step, extent) = (shape.step(dim), shape.extents[dim]);
        (sizes[dim] * 2..=extent).find(|size| extent % size == 0 && size % step == 0)
    };
    let mut found = Vec::new();
    for dim in 0..rank {
        found.extend(smaller(dim).map(|size| with(sizes, dim, size)));
        let Some(size) = larger(dim) else { continue };
        let grown = with(sizes, dim, size);
        let others = (0..rank).filter(|other| *other != dim);
        found.extend(others.filter_map(|other| Some(with(&grown, other, smaller(other)?))));
        found.push(grown);
    }
    let fewest = threads.min(tiles(shape, sizes));
    found.retain(|other| {
        other != sizes && check(shape, other).is_ok() && tiles(shape, other) >= fewest
    });
    found.sort_by_key(|sizes| (time(shape, sizes, threads), sizes.clone()));
    found.dedup();
    found.truncate(MOST);
    found
}

#[cfg(test)]
mod tests {
    use super::super::group_shape::{Part, Role};
    use super::super::tile_dependence::TileDependence;
    use super::*;

    /// A product of 128x64 by 64x96 with an activation.
    fn product() -> GroupShape {
        let extents = vec![128, 96];
        let dependences: Vec<_> =
            (0..2).map(|dim| (TileDependence::same(dim), extents[dim])).collect();
        let part = |amount| Part { amount, dependences: dependences.clone() };
        GroupShape {
            extents: extents.clone(),
            work: 128,
            temporaries: vec![part(4)],
            iterations: vec![part(128)],
            right_bytes: Vec::new(),
            roles: vec![Role::Row, Role::Column],
            transposed: None,
        }
    }

    #[test]
    fn neighbors_are_cut_more_or_less() {
        let shape = product();
        let found = alternatives(&shape, &[32, 48], 2);
        for expected in [[16, 48], [64, 48], [32, 16], [32, 96], [64, 16], [16, 96]] {
            assert!(found.contains(&expected.to_vec()), "{expected:?} in {found:?}");
        }
        assert!(!found.contains(&vec![32, 48]), "{found:?}");
        assert!(found.iter().all(|sizes| check(&shape, sizes).is_ok()), "{found:?}");
    }

    #[test]
    fn neighbors_leave_work_for_all_threads() {
        let found = alternatives(&product(), &[128, 48], 2);
        assert!(found.iter().all(|sizes| tiles(&product(), sizes) >= 2), "{found:?}");
        assert!(!found.contains(&vec![128, 96]));
    }

    #[test]
    fn sizes_are_checked() {
        assert_eq!(check(&product(), &[32, 48]), Ok(()));
        let message = "expected divisors of the extents [128, 96], found [32, 40]";
        assert_eq!(check(&product(), &[32, 40]), Err(message.to_owned()));
        assert!(check(&product(), &[32]).is_err() && check(&product(), &[0, 48]).is_err());
        let large = GroupShape {
            temporaries: vec![Part { amount: 1 << 20, dependences: vec![] }],
            ..product()
        };
        assert!(
            check(&large, &[1, 1]).is_err_and(|message| message.contains("bytes of temporaries"))
        );
    }
}
