// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Groups of devices that take part in collectives.

use super::importer::Importer;
use super::make;
use hloom_dialects::attributes::stablehlo::{
    AxisRef, Mesh, MeshAxis, ReplicaGroupMeshAxes, SubAxisInfo,
};
use hloom_hlo::proto::hlo_instruction_proto::ReplicaGroupList;
use hloom_hlo::proto::{
    HloInstructionProto, IotaReplicaGroupListProto, MeshAxesReplicaGroupListProto, MeshProto,
};
use hloom_hlo::transposed_range;
use melior::ir::Attribute;

/// Maximum number of devices in one list.
const MOST_DEVICES: usize = 1 << 20;

/// Maximum number of devices in all lists of a program. The bound is necessary because a short text
/// can describe a long range.
const MOST_LISTED: usize = 1 << 25;

impl<'c> Importer<'c, '_> {
    /// Returns the replica groups of an instruction as an attribute.
    ///
    /// # Errors
    /// Fails if the groups are malformed or list too many devices.
    pub fn replica_groups(&self, proto: &HloInstructionProto) -> Result<Attribute<'c>, String> {
        match &proto.replica_group_list {
            Some(ReplicaGroupList::MeshAxesReplicaGroupList(axes)) => self.mesh_axes(axes),
            _ => {
                let groups = groups(proto)?;
                let size = groups.iter().map(Vec::len).max().unwrap_or_default();
                self.list_devices(size.saturating_mul(groups.len()))?;
                // Shorter groups are padded with -1.
                let padded = groups.into_iter().flat_map(|mut group| {
                    group.resize(size, -1);
                    group
                });
                make::matrix(self.context, size, padded.collect())
            }
        }
    }

    /// Returns the replica groups of an instruction, which must have the given size.
    ///
    /// An instruction without groups has one group of all devices.
    ///
    /// # Errors
    /// Fails if the groups are malformed or list too many devices.
    pub fn replica_groups_of(
        &self,
        proto: &HloInstructionProto,
        size: i64,
    ) -> Result<Attribute<'c>, String> {
        let is_mesh =
            matches!(proto.replica_group_list, Some(ReplicaGroupList::MeshAxesReplicaGroupList(_)));
        if is_mesh || !groups(proto)?.is_empty() {
            return self.replica_groups(proto);
        }
        let count = usize::try_from(size).unwrap_or(usize::MAX);
        self.list_devices(count)?;
        make::matrix(self.context, count, (0..size).collect())
    }

    /// Returns the size of an instruction's replica groups, or `None` if it is unknown or not
    /// uniform.
    ///
    /// # Errors
    /// Fails if the groups are malformed.
    pub fn group_size(&self, proto: &HloInstructionProto) -> Result<Option<i64>, String> {
        if let Some(ReplicaGroupList::MeshAxesReplicaGroupList(groups)) = &proto.replica_group_list
        {
            return Ok(size_along(groups));
        }
        let groups = groups(proto)?;
        let Some((first, rest)) = groups.split_first() else {
            // One group holds all devices. A count of one may mean that the module does not state
            // it.
            let config = self.module.config();
            let all =
                if proto.channel_id > 0 { config.num_partitions } else { config.replica_count };
            return Ok(Some(all).filter(|count| *count > 1));
        };
        let equal = rest.iter().all(|group| group.len() == first.len());
        Ok(equal.then_some(first.len() as i64))
    }

    /// Counts devices to be listed, and fails if the program lists too many devices.
    fn list_devices(&self, count: usize) -> Result<(), String> {
        check_count(count)?;
        self.listed_devices.set(self.listed_devices.get().saturating_add(count));
        match self.listed_devices.get() <= MOST_LISTED {
            true => Ok(()),
            false => Err(format!("the program lists more than {MOST_LISTED} devices in total")),
        }
    }

    fn mesh_axes(&self, groups: &MeshAxesReplicaGroupListProto) -> Result<Attribute<'c>, String> {
        let mesh = groups.mesh.clone().unwrap_or_default();
        let mut axes = Vec::new();
        for axis in &groups.axes {
            let of = usize::try_from(axis.mesh_axis_index).ok();
            let of =
                of.and_then(|index| mesh.axes.get(index)).ok_or("the mesh axis is out of range")?;
            let part = axis.sub_axis_info.as_ref().map(|part| {
                SubAxisInfo { pre_size: part.pre_size, size: part.size }.to_attribute(self.context)
            });
            let axis = AxisRef { name: of.name.clone(), sub_axis_info: part };
            axes.push(axis.to_attribute(self.context));
        }
        let groups = ReplicaGroupMeshAxes {
            mesh: Some(self.mesh(&mesh)?),
            axes: Some(make::array(self.context, &axes)),
        };
        Ok(groups.to_attribute(self.context))
    }

    fn mesh(&self, mesh: &MeshProto) -> Result<Attribute<'c>, String> {
        let axis = |axis: &hloom_hlo::proto::mesh_proto::MeshAxis| {
            MeshAxis { name: axis.name.clone(), size: axis.size }.to_attribute(self.context)
        };
        let ids = match &mesh.iota_transform {
            Some(transform) => range_of(&transform.reshape_dims, &transform.transpose_perm)?,
            None => mesh.device_ids.clone(),
        };
        self.list_devices(ids.len())?;
        let element = melior::ir::r#type::IntegerType::new(self.context, 64).into();
        let device_ids = match ids.is_empty() {
            true => None,
            false => Some(make::tensor(self.context, &[ids.len() as i64], element, ids)?),
        };
        let axes = mesh.axes.iter().map(axis).collect();
        Ok(Mesh { axes, device_ids }.to_attribute(self.context))
    }
}

/// Checks that a list of devices is not too long.
fn check_count(count: usize) -> Result<(), String> {
    match count <= MOST_DEVICES {
        true => Ok(()),
        false => {
            Err(format!("expected a list of at most {MOST_DEVICES} devices, found {count} devices"))
        }
    }
}

/// Returns the number of devices along the axes of a mesh, or `None` if an axis is out of range or
/// the number overflows.
fn size_along(groups: &MeshAxesReplicaGroupListProto) -> Option<i64> {
    let mesh = groups.mesh.as_ref()?;
    groups.axes.iter().try_fold(1_i64, |product, axis| {
        let of = mesh.axes.get(usize::try_from(axis.mesh_axis_index).ok()?)?;
        product.checked_mul(axis.sub_axis_info.as_ref().map_or(of.size, |part| part.size))
    })
}

/// Returns the replica groups that an instruction states as lists or as a transposed range.
fn groups(proto: &HloInstructionProto) -> Result<Vec<Vec<i64>>, String> {
    let list = |groups: &[hloom_hlo::proto::ReplicaGroup]| {
        groups.iter().map(|group| group.replica_ids.clone()).collect()
    };
    match &proto.replica_group_list {
        None => Ok(list(&proto.replica_groups)),
        Some(ReplicaGroupList::CollectiveDeviceList(groups)) => Ok(list(&groups.replica_groups)),
        Some(ReplicaGroupList::IotaCollectiveDeviceList(groups)) => of_range(groups),
        Some(ReplicaGroupList::MeshAxesReplicaGroupList(_)) => {
            Err("expected a list as `replica_groups`, found mesh axes".to_owned())
        }
    }
}

fn of_range(groups: &IotaReplicaGroupListProto) -> Result<Vec<Vec<i64>>, String> {
    let ids = range_of(&groups.iota_reshape_dims, &groups.iota_transpose_perm)?;
    let size = usize::try_from(groups.num_devices_per_group).unwrap_or_default();
    let count = usize::try_from(groups.num_replica_groups).unwrap_or_default();
    if size == 0 || size.checked_mul(count) != Some(ids.len()) {
        return Err("the sizes of `replica_groups` do not match the number of devices".to_owned());
    }
    Ok(ids.chunks(size).map(<[i64]>::to_vec).collect())
}

/// Returns the range of numbers from 0 on, as an array with the given sizes, in row-major order
/// after a transpose.
fn range_of<T: Copy + TryInto<usize>>(sizes: &[i64], order: &[T]) -> Result<Vec<i64>, String> {
    let wrong = || "invalid sizes or permutation of a device range".to_owned();
    let sizes: Option<Vec<usize>> = sizes.iter().map(|size| (*size).try_into().ok()).collect();
    let sizes = sizes.ok_or_else(wrong)?;
    let count = sizes.iter().try_fold(1_usize, |count, size| count.checked_mul(*size));
    check_count(count.filter(|count| *count > 0).ok_or_else(wrong)?)?;
    let order: Option<Vec<usize>> = order.iter().map(|place| (*place).try_into().ok()).collect();
    let order = order.ok_or_else(wrong)?;
    let mut sorted = order.clone();
    sorted.sort_unstable();
    if !sorted.into_iter().eq(0..sizes.len()) {
        return Err(wrong());
    }
    Ok(transposed_range(&sizes, &order).into_iter().map(|device| device as i64).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_transposed() {
        assert_eq!(range_of(&[2, 3], &[1, 0]), Ok(vec![0, 3, 1, 4, 2, 5]));
        assert_eq!(range_of(&[4], &[0]), Ok(vec![0, 1, 2, 3]));
        assert_eq!(range_of(&[2, 2, 2], &[2, 0, 1]), Ok(vec![0, 2, 4, 6, 1, 3, 5, 7]));
        assert!(range_of(&[2, 3], &[1, 1]).is_err());
        assert!(range_of(&[1 << 40], &[0]).is_err());
    }
}
