// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Groups of participants as ranks, which number the participants of a device mesh row by row.
//!
//! A C function gets its rank from the caller. The groups of all ranks are known at compile time,
//! because they depend only on the sizes of the mesh.

use crate::limits::MAX_PARTICIPANTS;
use hloom_dialects::element::storage_width;
use hloom_evaluator::{DeviceMesh, Groups, ParticipantId, Strategy};
use hloom_hlo_passes::build::element_of;
use hloom_ir::{self as ir, Op, Value};
use std::sync::Arc;

/// The properties of a collective that its exchanges of contiguous blocks have in common.
#[derive(Clone, Copy, Debug)]
pub struct Contiguous {
    pub mesh: Mesh,
    /// The number of the collective, which is different for each collective of a module.
    pub number: usize,
    /// The total size of all operands of the collective, in bytes.
    pub bytes: i64,
}

impl Contiguous {
    /// Describes the collective `op`, whose number is `number`. Attributes of `module` contain the
    /// size of the device mesh.
    pub fn new(module: Op, op: Op, number: usize) -> Self {
        let count = |name| {
            let count = ir::integer(module, name).unwrap_or(1).max(1);
            u32::try_from(count).unwrap_or(u32::MAX)
        };
        let mesh =
            Mesh { replicas: count("mhlo.num_replicas"), partitions: count("mhlo.num_partitions") };
        let bytes = ir::operands(op).into_iter().map(byte_size).fold(0, i64::saturating_add);
        Self { mesh, number, bytes }
    }
}

/// Returns the size of a static tensor in bytes. Elements of fewer than 8 bits take a byte.
fn byte_size(tensor: Value) -> i64 {
    let width = i64::from(storage_width(element_of(tensor)).unwrap_or(64).div_ceil(8));
    ir::shape_of(tensor).into_iter().fold(width, i64::saturating_mul)
}

/// The numbers of replicas and partitions of a device mesh.
#[derive(Clone, Copy, Debug)]
pub struct Mesh {
    pub replicas: u32,
    pub partitions: u32,
}

impl Mesh {
    /// Returns the number of ranks, or `u32::MAX` if the number does not fit.
    pub fn ranks(self) -> u32 {
        self.replicas.saturating_mul(self.partitions)
    }

    fn rank(self, id: ParticipantId) -> u32 {
        id.replica * self.partitions + id.partition
    }

    /// Returns the ranks of each group, in the order of the group. If `is_complete` is true, a
    /// collective without groups has one group of all participants.
    ///
    /// # Errors
    /// Fails if the mesh is too large, if a group has a member outside of the mesh, or if two members
    /// are the same participant.
    pub fn groups(self, groups: &Groups, is_complete: bool) -> Result<Vec<Vec<u32>>, String> {
        let groups = self.participants(groups, is_complete)?;
        Ok(groups.into_iter().map(|it| it.into_iter().map(|id| self.rank(id)).collect()).collect())
    }

    /// Returns the source and the target of each pair of a `collective_permute`, as ranks.
    ///
    /// # Errors
    /// Fails under the same conditions as [`groups`](Self::groups).
    pub fn pairs(self, groups: &Groups, pairs: &[(i64, i64)]) -> Result<Vec<[u32; 2]>, String> {
        let mut all = Vec::new();
        for group in self.participants(groups, false)? {
            for (place, target) in group.iter().enumerate() {
                if let Some(source) = groups.source(pairs, &group, place) {
                    all.push([self.rank(group[source]), self.rank(*target)]);
                }
            }
        }
        all.sort_unstable();
        Ok(all)
    }

    fn participants(
        self,
        groups: &Groups,
        is_complete: bool,
    ) -> Result<Vec<Vec<ParticipantId>>, String> {
        let Self { replicas, partitions } = self;
        if self.ranks() as usize > MAX_PARTICIPANTS {
            return Err(format!(
                "expected at most {MAX_PARTICIPANTS} ranks, found {replicas} replicas by {partitions} partitions"
            ));
        }
        let count = match groups.strategy() {
            Strategy::CrossReplica | Strategy::CrossReplicaAndPartition => replicas,
            Strategy::CrossPartition => partitions,
            Strategy::FlattenedIds => self.ranks(),
        };
        if let Some(id) = groups.rows().iter().flatten().find(|id| **id >= count) {
            return Err(format!(
                "expected groups within a device mesh of {replicas} by {partitions} (replicas by \
                 partitions), found id {id}; pass the number of partitions or replicas"
            ));
        }
        let mesh = DeviceMesh::new(Arc::default(), replicas, partitions);
        let groups = if is_complete { &groups.or_all(&mesh) } else { groups };
        let mut is_member = vec![false; self.ranks() as usize];
        let mut all = Vec::new();
        for id in mesh.participants() {
            if is_member[self.rank(id) as usize] {
                continue;
            }
            let group = groups.of(id, &mesh).map_err(|error| error.to_string())?;
            for member in group.iter().flatten() {
                if std::mem::replace(&mut is_member[self.rank(*member) as usize], true) {
                    return Err(format!(
                        "expected groups without common members, found participant {member} twice"
                    ));
                }
            }
            all.extend(group);
        }
        Ok(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MESH: Mesh = Mesh { replicas: 2, partitions: 3 };

    fn groups(strategy: Strategy, rows: &[&[i64]]) -> Groups {
        let rows: Vec<_> = rows.iter().map(|row| row.to_vec()).collect();
        Groups::new(strategy, &rows).expect("no id is negative")
    }

    #[test]
    fn ranks_are_numbered_by_replica() {
        let of = |strategy, rows: &[&[i64]]| MESH.groups(&groups(strategy, rows), true);
        assert_eq!(
            of(Strategy::CrossReplica, &[&[1, 0]]),
            Ok(vec![vec![3, 0], vec![4, 1], vec![5, 2]])
        );
        assert_eq!(of(Strategy::CrossPartition, &[&[0, 2]]), Ok(vec![vec![0, 2], vec![3, 5]]));
        assert_eq!(of(Strategy::FlattenedIds, &[&[5, 0], &[1]]), Ok(vec![vec![5, 0], vec![1]]));
        assert_eq!(
            of(Strategy::CrossReplicaAndPartition, &[&[0, 1]]),
            Ok(vec![vec![0, 3, 1, 4, 2, 5]])
        );
        assert_eq!(of(Strategy::CrossPartition, &[]), Ok(vec![vec![0, 1, 2], vec![3, 4, 5]]));
        let none = MESH.groups(&groups(Strategy::CrossPartition, &[]), false);
        assert_eq!(none, Ok(Vec::new()));
    }

    #[test]
    fn pairs_hold_in_each_replica() {
        let pairs = [(0, 1), (1, 1 - 1)];
        let groups = groups(Strategy::CrossPartition, &[&[0, 1]]);
        assert_eq!(MESH.pairs(&groups, &pairs), Ok(vec![[0, 1], [1, 0], [3, 4], [4, 3]]));
    }

    #[test]
    fn wrong_groups_are_refused() {
        let refusal = |rows: &[&[i64]]| {
            MESH.groups(&groups(Strategy::FlattenedIds, rows), false).expect_err("wrong groups")
        };
        let outside = refusal(&[&[0, 6]]);
        assert!(outside.contains("a device mesh of 2 by 3 (replicas by partitions), found id 6"));
        assert!(refusal(&[&[0, 1], &[1, 2]]).ends_with("found participant (0, 1) twice"));
        let large = Mesh { replicas: u32::MAX, partitions: 2 };
        let large = large.groups(&groups(Strategy::FlattenedIds, &[]), true).expect_err("too many");
        assert!(large.starts_with("expected at most 65536 ranks"), "{large}");
    }
}
