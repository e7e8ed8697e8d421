// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reads the sharding annotations of XLA's SPMD partitioner: custom calls and the attribute
//! `mhlo.sharding`.

use super::sharding::Annotation;
use hloom_dialects::op::Op as Kind;
use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Op};

/// XLA's attribute with the text of a sharding.
pub const XLA: &str = "mhlo.sharding";
/// The custom call that constrains the sharding of a value.
pub const SHARDING: &str = "Sharding";
/// The custom call that starts a manual computation: it converts a global value to shards.
pub const FULL_TO_SHARD: &str = "SPMDFullToShardShape";
/// The custom call that ends a manual computation: it converts shards to a global value.
pub const SHARD_TO_FULL: &str = "SPMDShardToFullShape";

/// The custom call that places a value in a memory kind. hloom's devices have one memory, which
/// represents all kinds.
const PLACEMENT: &str = "annotate_device_placement";

/// Returns true if an operation is the custom call that specifies the memory kind of a value.
pub fn is_placement(op: Op) -> bool {
    ir::hlo_op(op) == Some(Kind::StablehloCustomCall)
        && ir::text(op, "call_target_name").as_deref() == Some(PLACEMENT)
}

/// A custom call that specifies a sharding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marker {
    /// [`SHARDING`].
    Sharding,
    /// [`FULL_TO_SHARD`].
    FullToShard,
    /// [`SHARD_TO_FULL`].
    ShardToFull,
}

/// Returns the kind of a marker, or `None` for any other operation.
pub fn marker(op: Op) -> Option<Marker> {
    if ir::hlo_op(op) != Some(Kind::StablehloCustomCall) {
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

/// Returns the annotation of result number `index` of an operation, or `None` if there is none. The
/// annotation of an operation without results specifies the device that executes it.
///
/// # Errors
/// Fails if the annotation is invalid.
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

/// Returns true if the annotation of an operation other than a marker is manual, or manual over
/// some axes, so that devices have different values.
pub fn says_manual(op: Op) -> bool {
    marker(op).is_none() && ir::text(op, XLA).is_some_and(|text| text.contains("manual"))
}

/// Returns the device to which an operation is assigned, or `None` if it is not assigned to one
/// device.
///
/// # Errors
/// Fails if the annotation is invalid.
pub fn maximal<'a>(op: Op<'a>, devices: usize) -> Result<Option<usize>, Failure<'a>> {
    let one = |annotation| match annotation {
        Some(Annotation::Maximal(device)) => Some(device),
        _ => None,
    };
    annotation(op, 0, devices).map(one)
}

/// Returns the open dimensions of a `@Sharding` call, which propagation may split.
///
/// # Errors
/// Fails if the list in `backend_config` is invalid.
pub fn open_dimensions<'a>(op: Op<'a>) -> Result<Vec<usize>, Failure<'a>> {
    let config = ir::text(op, "backend_config").unwrap_or_default();
    let Some((_, list)) = config.split_once("unspecified_dims=[") else { return Ok(Vec::new()) };
    let list = list.split_once(']').map(|(list, _)| list);
    let dims = list.map(|list| list.split(',').map(|dim| dim.trim().parse().ok()));
    let dims: Option<Vec<usize>> = dims.and_then(Iterator::collect);
    let wrong = || {
        let expected = "expected `unspecified_dims=[<numbers>]`";
        Failure::at(op, format!("`backend_config`: {expected}, found `{config}`"))
    };
    dims.ok_or_else(wrong)
}
