// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Converts values between a manual computation and one that is nested in it.
//!
//! The values of the outer computation differ between devices along its axes, and are equal along
//! the others, some of which are those of the inner computation.

use super::shardy::Tiles;
use super::unreduced::{self, collectives};
use hloom_ir::{Builder, Op, Value};

/// Returns the tile of each device of a value of the outer computation. `module` is the program, for
/// the given number of partitions.
pub fn enter<'a>(
    at: Builder<'a>,
    value: Value<'a>,
    tiles: &Tiles,
    (module, devices): (Op<'a>, usize),
) -> Value<'a> {
    let collectives = collectives(at, (module, devices));
    let splits = tiles.sharding.dims.iter().enumerate().filter(|(_, split)| !split.is_whole());
    let tile = splits.fold(value, |value, (dim, split)| collectives.tile(at, value, dim, split));
    unreduced::summand(at, tile, &tiles.unreduced, devices)
}

/// Returns the value of the outer computation whose tiles the devices have.
pub fn leave<'a>(
    at: Builder<'a>,
    tile: Value<'a>,
    tiles: &Tiles,
    (module, devices): (Op<'a>, usize),
) -> Value<'a> {
    let sum = unreduced::sum(at, tile, &tiles.unreduced, (module, devices));
    let mut collectives = collectives(at, (module, devices));
    let groups = tiles.groups.iter().enumerate().filter(|(_, groups)| !groups.is_empty());
    groups.fold(sum, |value, (dim, groups)| collectives.all_gather(at, value, dim, groups))
}
