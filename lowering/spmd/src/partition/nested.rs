// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Converts values between a manual computation and another manual computation that is nested in
//! it.
//!
//! A value of the outer computation may differ between devices along the axes of the outer
//! computation. It is equal along all other axes, which include the axes of the inner computation.

use super::shardy::Tiles;
use super::unreduced::{self, collectives};
use hloom_ir::{Builder, Op, Value};

/// Builds the tile that each device passes to the inner computation, from a value of the outer
/// computation. `module` is the program, which has `devices` partitions.
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

/// Builds a value of the outer computation from the tiles that the inner computation returns on
/// each device.
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
