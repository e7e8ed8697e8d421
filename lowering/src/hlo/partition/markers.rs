// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What says in a program how its values are sharded: custom calls, and attributes.

use super::sharding::Annotation;
use crate::ir::{self, Op};
use crate::pass::Failure;

/// XLA's attribute: the text of a sharding.
pub const XLA: &str = "mhlo.sharding";
/// A value, sharded in some way.
pub const SHARDING: &str = "Sharding";
/// What each device does with its part begins here.
pub const FULL_TO_SHARD: &str = "SPMDFullToShardShape";
/// And ends here.
pub const SHARD_TO_FULL: &str = "SPMDShardToFullShape";

/// The value in a kind of memory, of which each device has one that is all kinds.
const PLACEMENT: &str = "annotate_device_placement";

/// Whether an operation says in which memory a value is.
pub fn is_placement(op: Op) -> bool {
    ir::op_name(op) == "stablehlo.custom_call"
        && ir::text(op, "call_target_name").as_deref() == Some(PLACEMENT)
}

/// Custom calls that say something of shardings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marker {
    /// [`SHARDING`].
    Sharding,
    /// [`FULL_TO_SHARD`].
    FullToShard,
    /// [`SHARD_TO_FULL`].
    ShardToFull,
}

/// What an operation says of shardings.
pub fn marker(op: Op) -> Option<Marker> {
    if ir::op_name(op) != "stablehlo.custom_call" {
        return None;
    }
    let marker = match &*ir::text(op, "call_target_name")? {
        SHARDING => Marker::Sharding,
        FULL_TO_SHARD => Marker::FullToShard,
        SHARD_TO_FULL => Marker::ShardToFull,
        _ => return None,
    };
    (ir::operands(op).len() == 1 && ir::results(op).len() == 1).then_some(marker)
}

/// What is said of a result of an operation, if anything is; of one without results, of
/// what it does.
pub fn annotation<'a>(
    op: Op<'a>,
    index: usize,
    devices: usize,
) -> Result<Option<Annotation>, Failure<'a>> {
    let Some(text) = ir::text(op, XLA) else { return Ok(None) };
    let results = ir::results(op);
    let rank = results.get(index).map_or(0, |result| ir::shape_of(*result).len());
    let read = Annotation::read(&text, index, rank, devices);
    read.map(Some).map_err(|why| Failure::at(op, why))
}

/// Whether an operation says that devices have values of their own.
pub fn says_manual(op: Op) -> bool {
    marker(op).is_none() && ir::text(op, XLA).is_some_and(|text| text.contains("manual"))
}

/// Whether one device does what an operation does, and which.
pub fn maximal<'a>(op: Op<'a>, devices: usize) -> Result<Option<usize>, Failure<'a>> {
    let one = |annotation| match annotation {
        Some(Annotation::Maximal(device)) => Some(device),
        _ => None,
    };
    annotation(op, 0, devices).map(one)
}

/// The dimensions that a sharding leaves open.
pub fn open_dimensions<'a>(op: Op<'a>) -> Result<Vec<usize>, Failure<'a>> {
    let config = ir::text(op, "backend_config").unwrap_or_default();
    let Some((_, list)) = config.split_once("unspecified_dims=[") else { return Ok(Vec::new()) };
    let list = list.split_once(']').map(|(list, _)| list);
    let dims = list.map(|list| list.split(',').map(|dim| dim.trim().parse().ok()));
    let dims: Option<Vec<usize>> = dims.and_then(Iterator::collect);
    let wrong = || Failure::at(op, format!("`{config}` is no list of open dimensions"));
    dims.ok_or_else(wrong)
}
