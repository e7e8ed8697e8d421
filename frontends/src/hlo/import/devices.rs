// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The groups of devices that collectives are among.

use super::functions::Importer;
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

/// How many devices a list of them may have.
const MOST_DEVICES: usize = 1 << 20;

impl<'c> Importer<'c, '_> {
    /// The groups of an instruction, as an attribute.
    pub fn replica_groups(&self, proto: &HloInstructionProto) -> Result<Attribute<'c>, String> {
        match &proto.replica_group_list {
            Some(ReplicaGroupList::MeshAxesReplicaGroupList(axes)) => self.mesh_axes(axes),
            _ => {
                let groups = groups(proto)?;
                let size = groups.iter().map(Vec::len).max().unwrap_or_default();
                if size.saturating_mul(groups.len()) > MOST_DEVICES {
                    return Err("its `replica_groups` have too many devices".to_owned());
                }
                // Groups that are shorter than others are filled up.
                let padded = groups.into_iter().flat_map(|mut group| {
                    group.resize(size, -1);
                    group
                });
                make::matrix(self.context, size, padded.collect())
            }
        }
    }

    /// The size of the groups of an instruction, if they are listed and equal.
    pub fn group_size(&self, proto: &HloInstructionProto) -> Result<i64, String> {
        let groups = groups(proto)?;
        match groups.split_first() {
            Some((first, rest)) if rest.iter().all(|group| group.len() == first.len()) => {
                Ok(first.len() as i64)
            }
            _ => Err("the size of its `replica_groups` is not known".to_owned()),
        }
    }

    fn mesh_axes(&self, groups: &MeshAxesReplicaGroupListProto) -> Result<Attribute<'c>, String> {
        let mesh = groups.mesh.clone().unwrap_or_default();
        let mut axes = Vec::new();
        for axis in &groups.axes {
            let of = usize::try_from(axis.mesh_axis_index).ok();
            let of = of.and_then(|index| mesh.axes.get(index)).ok_or("there is no such axis")?;
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
        let element = melior::ir::r#type::IntegerType::new(self.context, 64).into();
        let device_ids = match ids.is_empty() {
            true => None,
            false => Some(make::tensor(self.context, &[ids.len() as i64], element, ids)?),
        };
        let axes = mesh.axes.iter().map(axis).collect();
        Ok(Mesh { axes, device_ids }.to_attribute(self.context))
    }
}

/// The groups that an instruction lists.
fn groups(proto: &HloInstructionProto) -> Result<Vec<Vec<i64>>, String> {
    let list = |groups: &[hloom_hlo::proto::ReplicaGroup]| {
        groups.iter().map(|group| group.replica_ids.clone()).collect()
    };
    match &proto.replica_group_list {
        None => Ok(list(&proto.replica_groups)),
        Some(ReplicaGroupList::CollectiveDeviceList(groups)) => Ok(list(&groups.replica_groups)),
        Some(ReplicaGroupList::IotaCollectiveDeviceList(groups)) => of_range(groups),
        Some(ReplicaGroupList::MeshAxesReplicaGroupList(_)) => {
            Err("its `replica_groups` are axes of a mesh, and not a list".to_owned())
        }
    }
}

fn of_range(groups: &IotaReplicaGroupListProto) -> Result<Vec<Vec<i64>>, String> {
    let ids = range_of(&groups.iota_reshape_dims, &groups.iota_transpose_perm)?;
    let size = usize::try_from(groups.num_devices_per_group).unwrap_or_default();
    let count = usize::try_from(groups.num_replica_groups).unwrap_or_default();
    if size == 0 || size.checked_mul(count) != Some(ids.len()) {
        return Err("its `replica_groups` are of other sizes than their devices".to_owned());
    }
    Ok(ids.chunks(size).map(<[i64]>::to_vec).collect())
}

/// The numbers from 0 in an array of some sizes that is then transposed.
fn range_of<T: Copy + TryInto<usize>>(sizes: &[i64], order: &[T]) -> Result<Vec<i64>, String> {
    let wrong = || "a range of devices is not what it is permuted as".to_owned();
    let sizes: Option<Vec<usize>> = sizes.iter().map(|size| (*size).try_into().ok()).collect();
    let sizes = sizes.ok_or_else(wrong)?;
    let count = sizes.iter().try_fold(1_usize, |count, size| count.checked_mul(*size));
    count.filter(|count| (1..=MOST_DEVICES).contains(count)).ok_or_else(wrong)?;
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
