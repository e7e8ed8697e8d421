// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Groups of participants that take part in a collective (specification, "Collective ops").

use super::mesh;
use crate::Error;
use crate::ops::attributes::{pairs, to_sizes};
use crate::run::{DeviceMesh, ParticipantId};
use hloom_dialects::attributes::stablehlo::{ChannelHandle, ReplicaGroupMeshAxes};
use hloom_dialects::op::Op;
use hloom_dialects::op_view::{OpView, read_integers};
use hloom_dialects::shape::TensorType;
use melior::ir::AttributeLike;
use std::collections::BTreeSet;
use std::fmt::Arguments;

/// The meaning of the IDs in replica groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Strategy {
    /// Replica IDs. The same groups apply within each partition.
    CrossReplica,
    /// Partition IDs. The same groups apply within each replica.
    CrossPartition,
    /// Replica IDs. A group contains all partitions of its replicas.
    CrossReplicaAndPartition,
    /// Participant IDs, which number the participants of the device mesh in row-major order.
    FlattenedIds,
}

/// The groups into which the participants of a device mesh are divided.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct Groups {
    strategy: Strategy,
    /// The IDs of each group, in order.
    rows: Vec<Vec<u32>>,
}

/// Returns the sources and targets of a `collective_permute`.
pub fn pairs_of(op: &OpView) -> Vec<(i64, i64)> {
    let ids = op.attribute("source_target_pairs").and_then(read_integers);
    pairs(&ids.unwrap_or_default())
}

/// Returns the channel of an operation, or 0 if it has none.
pub fn channel(op: &OpView) -> i64 {
    op.optional_typed::<ChannelHandle>("channel_handle").map_or(0, |channel| channel.handle)
}

/// Returns `cross_replica` for an operation without a channel, and `cross_partition` for an
/// operation with a channel.
fn by_channel(op: &OpView) -> Strategy {
    if channel(op) > 0 { Strategy::CrossPartition } else { Strategy::CrossReplica }
}

/// Returns `cross_replica` for an operation without a channel. For an operation with a channel,
/// returns `flattened_ids` if `use_global_device_ids` is set, otherwise
/// `cross_replica_and_partition`.
fn by_channel_and_ids(op: &OpView) -> Strategy {
    match (channel(op) > 0, op.optional_boolean("use_global_device_ids").unwrap_or(false)) {
        (false, _) => Strategy::CrossReplica,
        (true, false) => Strategy::CrossReplicaAndPartition,
        (true, true) => Strategy::FlattenedIds,
    }
}

impl Groups {
    /// Reads the groups of a collective.
    ///
    /// # Errors
    /// Fails if the attribute `replica_groups` is missing, or if a group is invalid.
    pub fn of_operation(op: &OpView) -> Result<Self, Error> {
        let strategy = match op.op() {
            Op::StablehloAllGather | Op::StablehloAllReduce | Op::StablehloReduceScatter => {
                by_channel_and_ids(op)
            }
            Op::StablehloCollectivePermute => return Self::of_pairs(by_channel(op), &pairs_of(op)),
            Op::StablehloCrossReplicaSum => Strategy::CrossReplica,
            _ => by_channel(op),
        };
        Self::read(op, strategy)
    }

    /// Returns the meaning of the IDs in the groups.
    pub fn strategy(&self) -> Strategy {
        self.strategy
    }

    /// Returns the IDs of each group.
    pub fn rows(&self) -> &[Vec<u32>] {
        &self.rows
    }

    /// Reads the groups in the attribute `replica_groups`, whose IDs `strategy` interprets.
    fn read(op: &OpView, strategy: Strategy) -> Result<Self, Error> {
        let attribute = op.required("replica_groups")?;
        let rows = if let Some(axes) = ReplicaGroupMeshAxes::from_attribute(attribute) {
            mesh::groups(op, &axes)?
        } else {
            let dims = TensorType::from_type(attribute.r#type()).map(|ty| ty.dims().to_vec());
            let columns = dims.as_deref().and_then(|dims| dims.get(1).copied().flatten());
            let columns = columns.and_then(|columns| usize::try_from(columns).ok()).unwrap_or(0);
            let ids = read_integers(attribute).unwrap_or_default();
            ids.chunks(columns.max(1)).map(<[i64]>::to_vec).collect()
        };
        Self::new(strategy, &rows)
    }

    /// Creates groups, each from a row of IDs, in which -1 is padding.
    ///
    /// # Errors
    /// Fails if another ID is negative or does not fit `u32`.
    pub fn new(strategy: Strategy, rows: &[Vec<i64>]) -> Result<Self, Error> {
        let row = |row: &Vec<i64>| {
            let present: Vec<_> = row.iter().copied().filter(|id| *id != -1).collect();
            to_sizes(&present)?
                .into_iter()
                .map(|id| {
                    u32::try_from(id).map_err(|_| {
                        Error::invalid(format!("expected participant ids below 2^32, found {id}"))
                    })
                })
                .collect()
        };
        Ok(Self { strategy, rows: rows.iter().map(row).collect::<Result<_, Error>>()? })
    }

    /// Creates a single group that consists of all participants that are a source or a target in
    /// `pairs`.
    fn of_pairs(strategy: Strategy, pairs: &[(i64, i64)]) -> Result<Self, Error> {
        let all: BTreeSet<_> =
            pairs.iter().flat_map(|(source, target)| [*source, *target]).collect();
        Self::new(strategy, &[all.into_iter().collect()])
    }

    /// Returns the position in the group of the source for the participant at `place`, or `None` if
    /// that participant is not a target or the source is not in the group.
    pub fn source(
        &self,
        pairs: &[(i64, i64)],
        group: &[ParticipantId],
        place: usize,
    ) -> Option<usize> {
        let number = |id: &ParticipantId| match self.strategy {
            Strategy::CrossPartition => i64::from(id.partition),
            _ => i64::from(id.replica),
        };
        let me = number(group.get(place)?);
        let source = pairs.iter().find(|(_, target)| *target == me)?.0;
        group.iter().position(|id| number(id) == source)
    }

    /// Returns these groups, or one group of all participants if there are no groups.
    #[must_use]
    pub fn or_all(&self, mesh: &DeviceMesh) -> Self {
        if self.rows.iter().any(|row| !row.is_empty()) {
            return self.clone();
        }
        Self { strategy: self.strategy, rows: vec![(0..self.id_count(mesh)).collect()] }
    }

    /// Returns the number of IDs of a device mesh, which are the numbers below this one.
    fn id_count(&self, mesh: &DeviceMesh) -> u32 {
        match self.strategy {
            Strategy::CrossPartition => mesh.partitions,
            Strategy::FlattenedIds => mesh.replicas.saturating_mul(mesh.partitions),
            _ => mesh.replicas,
        }
    }

    /// Returns the group that contains a participant of a collective that gives zeros to the
    /// participants outside all groups, or `None` if no group contains the participant.
    ///
    /// # Errors
    /// Fails if an ID of any group is outside the device mesh. Otherwise, a program for a larger
    /// mesh, in which this participant is outside all groups, would compute zeros everywhere.
    pub fn of_partial(
        &self,
        me: ParticipantId,
        mesh: &DeviceMesh,
    ) -> Result<Option<Vec<ParticipantId>>, Error> {
        let count = self.id_count(mesh);
        match self.rows.iter().flatten().find(|id| **id >= count) {
            Some(id) => {
                let kind = match self.strategy {
                    Strategy::CrossPartition => "partition",
                    Strategy::FlattenedIds => "device",
                    _ => "replica",
                };
                Err(outside(mesh, format_args!("{kind} {id}")))
            }
            None => self.of(me, mesh),
        }
    }

    /// Returns the group that contains a participant, or `None` if no group contains it.
    ///
    /// # Errors
    /// Fails if a member of the group is outside the device mesh.
    pub fn of(
        &self,
        me: ParticipantId,
        mesh: &DeviceMesh,
    ) -> Result<Option<Vec<ParticipantId>>, Error> {
        let partitions = mesh.partitions.max(1);
        let mine = match self.strategy {
            Strategy::CrossReplica | Strategy::CrossReplicaAndPartition => me.replica,
            Strategy::CrossPartition => me.partition,
            Strategy::FlattenedIds => me.replica * partitions + me.partition,
        };
        let Some(row) = self.rows.iter().find(|row| row.contains(&mine)) else { return Ok(None) };
        let at = |replica, partition| ParticipantId { replica, partition };
        let group: Vec<_> = match self.strategy {
            Strategy::CrossReplica => row.iter().map(|id| at(*id, me.partition)).collect(),
            Strategy::CrossPartition => row.iter().map(|id| at(me.replica, *id)).collect(),
            Strategy::CrossReplicaAndPartition => (0..partitions)
                .flat_map(|partition| row.iter().map(move |id| at(*id, partition)))
                .collect(),
            Strategy::FlattenedIds => {
                row.iter().map(|id| at(id / partitions, id % partitions)).collect()
            }
        };
        let is_outside =
            |id: &&ParticipantId| id.replica >= mesh.replicas || id.partition >= partitions;
        match group.iter().find(is_outside) {
            Some(id) => Err(outside(mesh, format_args!("participant {id}"))),
            None => Ok(Some(group)),
        }
    }
}

/// Returns the error for a group with a member outside the device mesh.
fn outside(mesh: &DeviceMesh, found: Arguments) -> Error {
    let DeviceMesh { replicas, partitions, .. } = mesh;
    Error::invalid(format!(
        "expected groups within a device mesh of {replicas} by {partitions} (replicas by \
         partitions), found {found}"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    fn groups(strategy: Strategy, rows: &[&[i64]], replicas: u32, partitions: u32) -> String {
        let rows: Vec<_> = rows.iter().map(|row| row.to_vec()).collect();
        let groups = Groups::new(strategy, &rows).expect("no participant is negative");
        let mesh = DeviceMesh::new(Arc::default(), replicas, partitions);
        let mut texts = Vec::new();
        for me in mesh.participants() {
            let group = groups.of(me, &mesh).expect("in the mesh").unwrap_or_default();
            let text: String = group.iter().map(ParticipantId::to_string).collect();
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        texts.join(" ")
    }

    /// The examples of the specification.
    #[test]
    fn strategies() {
        assert_eq!(
            groups(Strategy::CrossReplica, &[&[0, 1], &[2, 3]], 4, 2),
            "(0, 0)(1, 0) (0, 1)(1, 1) (2, 0)(3, 0) (2, 1)(3, 1)"
        );
        assert_eq!(
            groups(Strategy::CrossPartition, &[&[0, 1]], 4, 2),
            "(0, 0)(0, 1) (1, 0)(1, 1) (2, 0)(2, 1) (3, 0)(3, 1)"
        );
        assert_eq!(
            groups(Strategy::CrossReplicaAndPartition, &[&[0, 1], &[2, 3]], 4, 2),
            "(0, 0)(1, 0)(0, 1)(1, 1) (2, 0)(3, 0)(2, 1)(3, 1)"
        );
        assert_eq!(
            groups(Strategy::FlattenedIds, &[&[0, 1, 2, 3], &[4, 5, 6, 7]], 4, 2),
            "(0, 0)(0, 1)(1, 0)(1, 1) (2, 0)(2, 1)(3, 0)(3, 1)"
        );
        assert_eq!(groups(Strategy::CrossReplica, &[&[1, -1]], 2, 1), " (1, 0)");
    }

    #[test]
    fn nobody_is_outside_of_the_grid() {
        let groups = Groups::new(Strategy::CrossReplica, &[vec![0, 1]]).expect("two");
        let refusal = groups
            .of(ParticipantId::default(), &DeviceMesh::default())
            .expect_err("one participant");
        let outside = "a device mesh of 1 by 1 (replicas by partitions), found participant (1, 0)";
        assert!(refusal.to_string().contains(outside));
        let none =
            groups.of_partial(ParticipantId { replica: 2, partition: 0 }, &DeviceMesh::default());
        let refusal = none.expect_err("one participant, outside of the group");
        let outside = "a device mesh of 1 by 1 (replicas by partitions), found replica 1";
        assert!(refusal.to_string().contains(outside), "{refusal}");
        let all =
            Groups::new(Strategy::CrossReplica, &[]).expect("none").or_all(&DeviceMesh::default());
        let group = all.of(ParticipantId::default(), &DeviceMesh::default());
        assert_eq!(group, Ok(Some(vec![ParticipantId::default()])));
    }
}
