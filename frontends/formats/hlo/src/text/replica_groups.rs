// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reads and writes the replica groups of a collective in their three forms: `{{0,1},{2,3}}`,
//! `[2,2]<=[4]`, `mesh['x'=2,'y'=2] {'x'}`.

use super::cursor::{Cursor, Result};
use super::{iota, list, mesh};
use crate::proto::hlo_instruction_proto::ReplicaGroupList;
use crate::proto::{
    CollectiveDeviceListProto, HloInstructionProto, IotaReplicaGroupListProto,
    MeshAxesReplicaGroupListProto, ReplicaGroup,
};
use std::fmt::Write as _;

/// Reads replica groups: explicit lists, a transposed range, or axes of a mesh.
pub fn read(cursor: &mut Cursor) -> Result<ReplicaGroupList> {
    if cursor.is_at("{") {
        let replica_groups = cursor
            .list(["{", "}"], |cursor| Ok(ReplicaGroup { replica_ids: cursor.integers()? }))?;
        return Ok(ReplicaGroupList::CollectiveDeviceList(CollectiveDeviceListProto {
            replica_groups,
            iota_replica_group_list: None,
        }));
    }
    if mesh::is_next(cursor) {
        let mesh = mesh::read(cursor)?;
        let axes = mesh::read_axes(cursor, &mesh)?;
        let groups = MeshAxesReplicaGroupListProto { mesh: Some(mesh), axes };
        return Ok(ReplicaGroupList::MeshAxesReplicaGroupList(groups));
    }
    let position = cursor.here();
    let dimensions = iota::read_dimensions(cursor)?;
    let [num_replica_groups, num_devices_per_group] = dimensions[..] else {
        return Err(cursor.error_at(
            position,
            "expected two dimensions: the number of groups and the devices in each",
        ));
    };
    cursor.expect("<=")?;
    let (iota_reshape_dims, iota_transpose_perm) = iota::read_transform(cursor)?;
    Ok(ReplicaGroupList::IotaCollectiveDeviceList(IotaReplicaGroupListProto {
        num_replica_groups,
        num_devices_per_group,
        iota_reshape_dims,
        iota_transpose_perm,
    }))
}

/// Writes the replica groups of an instruction. Older messages store them in the deprecated field
/// `replica_groups`.
pub fn write(out: &mut String, instruction: &HloInstructionProto) {
    match &instruction.replica_group_list {
        Some(ReplicaGroupList::CollectiveDeviceList(groups)) => {
            write_groups(out, &groups.replica_groups);
        }
        Some(ReplicaGroupList::IotaCollectiveDeviceList(groups)) => {
            let (count, size) = (groups.num_replica_groups, groups.num_devices_per_group);
            let _ = write!(out, "[{count},{size}]<=");
            iota::write_transform(out, &groups.iota_reshape_dims, &groups.iota_transpose_perm);
        }
        Some(ReplicaGroupList::MeshAxesReplicaGroupList(groups)) => {
            let mesh = groups.mesh.clone().unwrap_or_default();
            mesh::write(out, &mesh);
            out.push(' ');
            mesh::write_axes(out, &mesh, &groups.axes);
        }
        #[allow(deprecated)]
        None => write_groups(out, &instruction.replica_groups),
    }
}

fn write_groups(out: &mut String, groups: &[ReplicaGroup]) {
    out.push('{');
    list::join(out, groups, ",", |out, group| out.push_str(&list::braced(&group.replica_ids)));
    out.push('}');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_come_back() {
        for text in [
            "{}",
            "{{0,1},{2,3}}",
            "[2,4]<=[8]",
            "[4,2]<=[2,4]T(1,0)",
            "mesh['x'=2,'y'=2] {'x', 'y':(1)2}",
        ] {
            let groups = read(&mut Cursor::new(text)).expect("groups");
            let instruction =
                HloInstructionProto { replica_group_list: Some(groups), ..Default::default() };
            let mut out = String::new();
            write(&mut out, &instruction);
            assert_eq!(out, text);
        }
        let error = read(&mut Cursor::new("[2,2,2]<=[8]")).expect_err("three dimensions");
        assert_eq!(
            error.message,
            "expected two dimensions: the number of groups and the devices in each"
        );
    }
}
