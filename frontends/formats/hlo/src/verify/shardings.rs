// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Verifies shardings, and the replica groups of collectives.

use crate::proto::hlo_instruction_proto::ReplicaGroupList;
use crate::proto::op_sharding::Type;
use crate::proto::{AxisRefProto, MeshProto, NamedShardingProto, OpSharding};

/// Maximum nesting depth of the shardings of tuples.
const MOST_NESTED: usize = 8;

/// Verifies that the number of devices of a sharding is the product of its dimensions, and that
/// the axes of a named sharding are in its mesh.
pub fn verify(sharding: &OpSharding) -> Result<(), &'static str> {
    verify_nested(sharding, MOST_NESTED)
}

fn verify_nested(sharding: &OpSharding, levels: usize) -> Result<(), &'static str> {
    let levels = levels.checked_sub(1).ok_or("the shardings of tuples nest too deeply")?;
    if let Some(named) = &sharding.named_sharding {
        return verify_named(named);
    }
    let devices = &sharding.tile_assignment_devices;
    match sharding.r#type() {
        Type::Tuple => {
            sharding.tuple_shardings.iter().try_for_each(|one| verify_nested(one, levels))
        }
        Type::Maximal if devices.len() == 1 => Ok(()),
        Type::Maximal => Err("a maximal sharding needs exactly one device"),
        Type::Other => verify_tiles(sharding),
        _ if devices.is_empty() => Ok(()),
        _ => Err("only tiled and maximal shardings have devices"),
    }
}

fn verify_tiles(sharding: &OpSharding) -> Result<(), &'static str> {
    let dimensions = &sharding.tile_assignment_dimensions;
    if dimensions.is_empty() {
        return Err("a tiled sharding needs `devices=`");
    }
    let devices = match sharding.iota_reshape_dims.is_empty() {
        true => i64::try_from(sharding.tile_assignment_devices.len()).ok(),
        false => {
            verify_transform(&sharding.iota_reshape_dims, &sharding.iota_transpose_perm)?;
            product(&sharding.iota_reshape_dims)
        }
    };
    if product(dimensions).is_none() || product(dimensions) != devices {
        return Err("the number of devices is not the product of the sharding's dimensions");
    }
    let kinds = [Type::Manual, Type::Maximal, Type::Replicated, Type::Unreduced];
    match sharding.last_tile_dims().all(|kind| kinds.contains(&kind)) {
        true => Ok(()),
        false => Err("`last_tile_dims` must be manual, maximal, replicated or unreduced"),
    }
}

/// Verifies the reshape and the transposition of a range: the sizes must be positive, and the
/// transposition must permute them.
fn verify_transform<T: Copy + TryInto<usize>>(
    dimensions: &[i64],
    permutation: &[T],
) -> Result<(), &'static str> {
    let mut places: Vec<_> =
        permutation.iter().filter_map(|place| (*place).try_into().ok()).collect();
    places.sort_unstable();
    let are_sizes = !dimensions.is_empty() && dimensions.iter().all(|size| *size > 0);
    match are_sizes && places.into_iter().eq(0..dimensions.len()) {
        true => Ok(()),
        false => Err("a range of devices needs positive sizes and a permutation of them"),
    }
}

fn product(sizes: &[i64]) -> Option<i64> {
    sizes.iter().try_fold(1_i64, |product, size| product.checked_mul(*size))
}

fn verify_named(sharding: &NamedShardingProto) -> Result<(), &'static str> {
    let mesh = sharding.mesh.clone().unwrap_or_default();
    verify_mesh(&mesh)?;
    let dimensions = sharding.dim_shardings.iter().flat_map(|dimension| &dimension.axes);
    let others = [&sharding.replicated_axes, &sharding.unreduced_axes, &sharding.manual_axes];
    let mut axes = dimensions.chain(others.into_iter().flatten());
    axes.try_for_each(|axis| verify_axis(axis, &mesh))
}

fn verify_mesh(mesh: &MeshProto) -> Result<(), &'static str> {
    match &mesh.iota_transform {
        Some(transform) => verify_transform(&transform.reshape_dims, &transform.transpose_perm),
        None => Ok(()),
    }
}

fn verify_axis(axis: &AxisRefProto, mesh: &MeshProto) -> Result<(), &'static str> {
    match usize::try_from(axis.mesh_axis_index) {
        Ok(index) if index < mesh.axes.len() => Ok(()),
        _ => Err("the axis index is out of range of the mesh"),
    }
}

/// Verifies the replica groups of a collective.
pub fn verify_groups(groups: &ReplicaGroupList) -> Result<(), &'static str> {
    match groups {
        ReplicaGroupList::CollectiveDeviceList(_) => Ok(()),
        ReplicaGroupList::IotaCollectiveDeviceList(groups) => {
            verify_transform(&groups.iota_reshape_dims, &groups.iota_transpose_perm)
        }
        ReplicaGroupList::MeshAxesReplicaGroupList(groups) => {
            let mesh = groups.mesh.clone().unwrap_or_default();
            verify_mesh(&mesh)?;
            groups.axes.iter().try_for_each(|axis| verify_axis(axis, &mesh))
        }
    }
}
