// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Collective operations, in which several participants exchange data.
//!
//! The specification calls the participants processes. The total number of participants is not
//! known while a program is built, so their ids are only compared with each other.

use super::check::index;
use super::region::reducer;
use crate::attributes::Attributes;
use crate::emit::{Emit, ensure};
use crate::error::Result;
use crate::program::Program;
use crate::types::Type;
use crate::value::Value;
use hloom_values::{ElementType, Shape};

/// The groups of participants that exchange data with each other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReplicaGroups {
    groups: Vec<Vec<i64>>,
    channel: i64,
    use_global_device_ids: bool,
}

impl ReplicaGroups {
    /// Creates groups that list replicas by their ids. Shorter groups are padded with -1.
    pub fn new<G: AsRef<[i64]>>(groups: impl AsRef<[G]>) -> Self {
        let groups = groups.as_ref().iter().map(|group| group.as_ref().to_vec()).collect();
        Self { groups, channel: 0, use_global_device_ids: false }
    }

    /// Sets the channel id, a positive number. The ids in the groups then identify replicas, and
    /// each replica takes part with all of its partitions.
    #[must_use]
    pub fn channel(mut self, id: i64) -> Self {
        self.channel = id;
        self
    }

    /// Makes each id in the groups identify one partition of one replica. Requires a channel.
    #[must_use]
    pub fn global_device_ids(mut self) -> Self {
        self.use_global_device_ids = true;
        self
    }

    /// Returns the number of ids in the largest group.
    fn size(&self) -> usize {
        self.groups.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// Returns true if each group lists all of its participants. Returns false if the groups list
    /// replicas, because then all partitions of these replicas take part.
    fn is_complete(&self) -> bool {
        self.use_global_device_ids || self.channel <= 0
    }

    /// Checks the groups. All groups must have the same size if `same_size`, and every id below the
    /// number of ids must be in a group if `complete`. The strings are the numbers of the
    /// constraints that the ids are unique, that they are in range, and that global device ids have
    /// a channel.
    fn verify(
        &self,
        emit: &Emit<'_, '_>,
        [unique, range, global]: [&str; 3],
        same_size: bool,
        complete: bool,
    ) -> Result<()> {
        ensure!(
            emit,
            !self.use_global_device_ids || self.channel > 0,
            global,
            "channel_handle must have a positive handle where use_global_device_ids is set, found \
             {}",
            self.channel
        );
        ensure!(
            emit,
            !self.use_global_device_ids || self.size() > 0,
            global,
            "replica_groups must not be empty where use_global_device_ids is set"
        );
        ensure!(
            emit,
            !same_size || self.groups.iter().all(|group| group.len() == self.size()),
            range,
            "groups in replica_groups must have the same size, found {:?}",
            self.groups
        );
        let mut ids = self.groups.concat();
        ids.retain(|id| same_size || *id != -1);
        ids.sort_unstable();
        let twice = ids.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0]);
        ensure!(
            emit,
            twice.is_none(),
            unique,
            "ids in replica_groups must be unique, found {} twice",
            twice.unwrap_or_default()
        );
        for (expected, id) in (0..).zip(&ids) {
            ensure!(
                emit,
                *id == expected || (!complete && *id >= 0),
                range,
                "ids in replica_groups must be all of [0, {}), found {id} and not {expected}",
                ids.len()
            );
        }
        Ok(())
    }

    fn set(&self, attributes: &mut Attributes<'_>, has_global: bool) {
        let size = self.size();
        let padded = self.groups.iter().flat_map(|group| {
            let missing = size - group.len();
            group.iter().copied().chain(std::iter::repeat_n(-1, missing))
        });
        let ids: Vec<_> = padded.collect();
        attributes.matrix("replica_groups", &ids, &[self.groups.len() as i64, size as i64]);
        attributes.integer("channel_id", self.channel);
        if has_global {
            attributes.boolean("use_global_device_ids", self.use_global_device_ids);
        }
    }
}

impl<'p> Value<'p> {
    /// Concatenates the values of the participants of a group along a dimension.
    ///
    /// # Errors
    /// Fails if the operand or the groups violate a constraint of `all_gather`.
    #[track_caller]
    pub fn all_gather(self, all_gather_dim: usize, groups: &ReplicaGroups) -> Result<Self> {
        let emit = Emit::new("stablehlo.all_gather", &[self])?;
        let mut shape = emit.shape(0)?;
        groups.verify(&emit, ["c2", "c4", "c5"], true, true)?;
        ensure!(
            emit,
            groups.is_complete() && groups.size() > 0,
            "c6",
            "the number of participants must follow from replica_groups, found {groups:?}"
        );
        index(&emit, "all_gather_dim", all_gather_dim, shape.rank(), "c1")?;
        shape.dims[all_gather_dim] = shape.dims[all_gather_dim].saturating_mul(groups.size());
        let emit = emit.with(|attributes| {
            attributes.integer("all_gather_dim", all_gather_dim as i64);
            groups.set(attributes, true);
        });
        emit.one(shape)
    }

    /// Combines the values of the participants of a group elementwise; `computation` combines two
    /// scalars.
    ///
    /// # Errors
    /// Returns the error of `computation`. Also fails if the operand or the groups violate a
    /// constraint of `all_reduce`.
    #[track_caller]
    pub fn all_reduce(
        self,
        groups: &ReplicaGroups,
        computation: impl FnOnce(Value<'p>, Value<'p>) -> Result<Value<'p>>,
    ) -> Result<Self> {
        let mut emit = Emit::new("stablehlo.all_reduce", &[self])?;
        let shape = emit.shape(0)?;
        groups.verify(&emit, ["c1", "c3", "c4"], false, true)?;
        let body =
            |one: &[Value<'p>], other: &[Value<'p>]| Ok(vec![computation(one[0], other[0])?]);
        reducer(&mut emit, "computation", &[shape.element_type], "c5", body)?;
        emit.with(|attributes| groups.set(attributes, true)).one(shape)
    }

    /// Combines the values of the participants of a group elementwise with `computation`, splits
    /// the result along `scatter_dimension`, and gives each participant one part.
    ///
    /// # Errors
    /// Returns the error of `computation`. Also fails if the operand or the groups violate a
    /// constraint of `reduce_scatter`.
    #[track_caller]
    pub fn reduce_scatter(
        self,
        scatter_dimension: usize,
        groups: &ReplicaGroups,
        computation: impl FnOnce(Value<'p>, Value<'p>) -> Result<Value<'p>>,
    ) -> Result<Self> {
        let mut emit = Emit::new("stablehlo.reduce_scatter", &[self])?;
        let mut shape = emit.shape(0)?;
        groups.verify(&emit, ["c3", "c5", "c6"], true, true)?;
        index(&emit, "scatter_dimension", scatter_dimension, shape.rank(), "c2")?;
        let size = groups.size();
        ensure!(
            emit,
            groups.is_complete() && size > 0,
            "c8",
            "the number of participants must follow from replica_groups, found {groups:?}"
        );
        ensure!(
            emit,
            shape.dims[scatter_dimension].is_multiple_of(size),
            "c1",
            "dimension {scatter_dimension} of {shape} must be a multiple of the size of groups, \
             {size}"
        );
        let body =
            |one: &[Value<'p>], other: &[Value<'p>]| Ok(vec![computation(one[0], other[0])?]);
        reducer(&mut emit, "computation", &[shape.element_type], "c7", body)?;
        shape.dims[scatter_dimension] /= size;
        let emit = emit.with(|attributes| {
            attributes.integer("scatter_dimension", scatter_dimension as i64);
            groups.set(attributes, true);
        });
        emit.one(shape)
    }

    /// Splits the value along `split_dimension`, exchanges the parts within a group, and
    /// concatenates the received parts along `concat_dimension`.
    ///
    /// # Errors
    /// Fails if the operand or the groups violate a constraint of `all_to_all`.
    #[track_caller]
    pub fn all_to_all(
        self,
        split_dimension: usize,
        concat_dimension: usize,
        groups: &ReplicaGroups,
    ) -> Result<Self> {
        let emit = Emit::new("stablehlo.all_to_all", &[self])?;
        let mut shape = emit.shape(0)?;
        let count = groups.size();
        groups.verify(&emit, ["c5", "c7", "c5"], true, true)?;
        ensure!(emit, count > 0, "c8", "replica_groups must have participants, found none");
        index(&emit, "split_dimension", split_dimension, shape.rank(), "c1")?;
        index(&emit, "concat_dimension", concat_dimension, shape.rank(), "c3")?;
        ensure!(
            emit,
            shape.dims[split_dimension].is_multiple_of(count),
            "c2",
            "dimension {split_dimension} of {shape} must be a multiple of split_count {count}"
        );
        shape.dims[split_dimension] /= count;
        shape.dims[concat_dimension] = shape.dims[concat_dimension].saturating_mul(count);
        let emit = emit.with(|attributes| {
            attributes.integer("split_dimension", split_dimension as i64);
            attributes.integer("concat_dimension", concat_dimension as i64);
            attributes.integer("split_count", count as i64);
            groups.set(attributes, false);
        });
        emit.one(shape)
    }

    /// Sends the value of the first participant of each group to the other participants of the
    /// group. A participant in no group receives zeros.
    ///
    /// # Errors
    /// Fails if the operand or the groups violate a constraint of `collective_broadcast`.
    #[track_caller]
    pub fn collective_broadcast(self, groups: &ReplicaGroups) -> Result<Self> {
        let emit = Emit::new("stablehlo.collective_broadcast", &[self])?;
        let shape = emit.shape(0)?;
        groups.verify(&emit, ["c1", "c2", "c2"], false, false)?;
        let emit = emit.with(|attributes| {
            groups.set(attributes, false);
            attributes.boolean("has_dynamic_root", false);
        });
        emit.one(shape)
    }

    /// Sends the value of each source participant to its target participant. A participant that is
    /// not a target receives zeros. `channel` is positive if the ids in the pairs identify
    /// partitions, and 0 if they identify replicas.
    ///
    /// # Errors
    /// Fails if the operand or the pairs violate a constraint of `collective_permute`.
    #[track_caller]
    pub fn collective_permute(
        self,
        source_target_pairs: impl AsRef<[(i64, i64)]>,
        channel: i64,
    ) -> Result<Self> {
        let pairs = source_target_pairs.as_ref();
        let emit = Emit::new("stablehlo.collective_permute", &[self])?;
        let shape = emit.shape(0)?;
        verify_pairs(&emit, pairs)?;
        let emit = emit.with(move |attributes| {
            attributes.pairs("source_target_pairs", pairs);
            attributes.integer("channel_id", channel);
        });
        emit.one(shape)
    }
}

/// Checks that no participant is the source or the target of two pairs, and that no id is negative.
fn verify_pairs(emit: &Emit<'_, '_>, pairs: &[(i64, i64)]) -> Result<()> {
    let sources = pairs.iter().map(|pair| pair.0).collect::<Vec<_>>();
    let targets = pairs.iter().map(|pair| pair.1).collect::<Vec<_>>();
    for (mut ids, name, constraint) in [(sources, "sources", "c2"), (targets, "targets", "c3")] {
        ids.sort_unstable();
        let least = ids.first().copied().unwrap_or_default();
        ensure!(emit, least >= 0, "c4", "source_target_pairs must not be negative, found {least}");
        let twice = ids.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0]);
        ensure!(
            emit,
            twice.is_none(),
            constraint,
            "{name} in source_target_pairs must be unique, found {} twice",
            twice.unwrap_or_default()
        );
    }
    Ok(())
}

impl Program {
    /// Returns the id of the replica that runs the program, a `ui32` scalar.
    ///
    /// # Errors
    /// Fails if no function is being built.
    #[track_caller]
    pub fn replica_id(&self) -> Result<Value<'_>> {
        Emit::start(self, "stablehlo.replica_id").one(Type::Tensor(Shape::scalar(ElementType::U32)))
    }

    /// Returns the id of the partition that runs the program, a `ui32` scalar.
    ///
    /// # Errors
    /// Fails if no function is being built.
    #[track_caller]
    pub fn partition_id(&self) -> Result<Value<'_>> {
        let ty = Type::Tensor(Shape::scalar(ElementType::U32));
        Emit::start(self, "stablehlo.partition_id").one(ty)
    }
}
