// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Builds the operations that move data between partitions of each replica.

use super::combination::{Combination, Stage};
use super::sharding::Sharding;
use super::split::Split;
use super::steps::{Step, steps};
use hloom_hlo_passes::build::{Hlo, element_of};
use hloom_ir::integer_type;
use hloom_ir::{self as ir, Attribute, Builder, Context, OpBuilder, Value};
use melior::ir::ValueLike;

/// A builder of collectives. Each collective has its own channel.
pub struct Collectives<'a> {
    context: &'a Context,
    /// The number of partitions.
    devices: usize,
    /// The number of replicas.
    replicas: usize,
    /// The largest channel id in use.
    channel: i64,
}

impl<'a> Collectives<'a> {
    /// Creates a builder for `devices` partitions of each of `replicas` replicas. Channel ids up to
    /// `channel` are in use.
    pub fn new(context: &'a Context, [replicas, devices]: [usize; 2], channel: i64) -> Self {
        Self { context, devices, replicas, channel }
    }

    /// Converts `value`, a shard of a tensor with the sharding `from`, to the shard with the
    /// sharding `to`.
    pub fn reshard(
        &mut self,
        at: Builder<'a>,
        value: Value<'a>,
        from: &Sharding,
        to: &Sharding,
    ) -> Value<'a> {
        let steps = steps(from, to, self.devices);
        steps.iter().fold(value, |value, step| self.step(at, value, step))
    }

    fn step(&mut self, at: Builder<'a>, value: Value<'a>, step: &Step) -> Value<'a> {
        match step {
            Step::Slice { dim, tiles } => self.tile(at, value, *dim, tiles),
            Step::Gather { dim, groups } => self.all_gather(at, value, *dim, groups),
            Step::Exchange { split, join, groups } => {
                self.all_to_all(at, value, [*split, *join], groups)
            }
            Step::Permute(pairs) => self.permute(at, value, pairs),
        }
    }

    /// Builds the id of this partition, a `tensor<ui32>`.
    pub fn partition(&self, at: Builder<'a>) -> Value<'a> {
        let word = ir::tensor(&[], integer_type(self.context, 32, false));
        at.simple("stablehlo.partition_id", &[], word)
    }

    /// Builds a lookup in a constant table with an entry for each partition. Returns the entry of
    /// this partition, a `tensor<i64>`.
    fn entry(&self, at: Builder<'a>, table: impl Iterator<Item = i64>) -> Value<'a> {
        let hlo = Hlo { at };
        let word = ir::int(self.context, 64);
        let ty = ir::tensor(&[self.devices as i64], word);
        let table: Vec<_> = table.map(|entry| ir::int_attr(word, entry)).collect();
        let table = hlo.constant(ir::dense_elements(ty, &table), ty);
        let entry = hlo.dynamic_slice(table, &[self.partition(at)], &[1]);
        hlo.reshape(entry, &[])
    }

    /// Builds the slice of a value that is this partition's tile along a dimension.
    pub fn tile(&self, at: Builder<'a>, value: Value<'a>, dim: usize, tiles: &Split) -> Value<'a> {
        let hlo = Hlo { at };
        let mut shape = ir::shape_of(value);
        let size = shape[dim] / tiles.tiles() as i64;
        shape[dim] = size;
        let start = self.start(at, tiles, size);
        let zero = hlo.int(0, start.r#type());
        let mut starts = vec![zero; shape.len()];
        starts[dim] = start;
        hlo.dynamic_slice(value, &starts, &shape)
    }

    /// Builds the index of the first element of this partition's tile, a `tensor<i64>`. Each tile
    /// has `size` elements.
    pub fn start(&self, at: Builder<'a>, tiles: &Split, size: i64) -> Value<'a> {
        self.entry(at, tiles.of().iter().map(|tile| *tile as i64 * size))
    }

    /// Returns the `i64` matrix of groups of partitions, with a row per group.
    fn groups(&self, groups: &[Vec<usize>]) -> Attribute<'a> {
        let word = ir::int(self.context, 64);
        let width = groups.first().map_or(0, Vec::len);
        let ty = ir::tensor(&[groups.len() as i64, width as i64], word);
        let numbers: Vec<_> =
            groups.concat().into_iter().map(|device| ir::int_attr(word, device as i64)).collect();
        ir::dense_elements(ty, &numbers)
    }

    /// Returns the groups of partitions of all replicas, as ids of participants (StableHLO
    /// specification, "flattened_ids").
    fn global_groups(&self, groups: &[Vec<usize>]) -> Attribute<'a> {
        let of_replica = |replica: usize| {
            let first = replica * self.devices;
            groups.iter().map(move |group| group.iter().map(|it| first + it).collect::<Vec<_>>())
        };
        self.groups(&(0..self.replicas).flat_map(of_replica).collect::<Vec<_>>())
    }

    /// Starts a collective of partitions on a new channel. Channel type 1 is device to device.
    fn collective(&mut self, at: Builder<'a>, name: &str, value: Value<'a>) -> OpBuilder<'a> {
        self.channel += 1;
        let channel = format!("#stablehlo.channel_handle<handle = {}, type = 1>", self.channel);
        at.op(name)
            .operands(&[value])
            .attr("channel_handle", ir::parse_attribute(self.context, &channel))
    }

    /// Gathers the tiles of a dimension that the devices of each group have, in the order of the group.
    pub fn all_gather(
        &mut self,
        at: Builder<'a>,
        value: Value<'a>,
        dim: usize,
        groups: &[Vec<usize>],
    ) -> Value<'a> {
        let mut shape = ir::shape_of(value);
        shape[dim] *= groups.first().map_or(1, Vec::len) as i64;
        self.collective(at, "stablehlo.all_gather", value)
            .attr("all_gather_dim", ir::i64_attr(self.context, dim as i64))
            .attr("replica_groups", self.global_groups(groups))
            .attr("use_global_device_ids", ir::unit_attr(self.context))
            .result(ir::tensor(&shape, element_of(value)))
            .value()
    }

    fn all_to_all(
        &mut self,
        at: Builder<'a>,
        value: Value<'a>,
        [split, join]: [usize; 2],
        groups: &[Vec<usize>],
    ) -> Value<'a> {
        let count = groups.first().map_or(1, Vec::len) as i64;
        let mut shape = ir::shape_of(value);
        shape[split] /= count;
        shape[join] *= count;
        self.collective(at, "stablehlo.all_to_all", value)
            .attr("split_dimension", ir::i64_attr(self.context, split as i64))
            .attr("concat_dimension", ir::i64_attr(self.context, join as i64))
            .attr("split_count", ir::i64_attr(self.context, count))
            .attr("replica_groups", self.groups(groups))
            .result(ir::tensor(&shape, element_of(value)))
            .value()
    }

    /// Sends a value to the partition whose tile of dimension `dim` is `step` tiles further.
    /// Partitions that receive nothing get zeros.
    pub fn shift(
        &mut self,
        at: Builder<'a>,
        value: Value<'a>,
        (sharding, dim): (&Sharding, usize),
        step: isize,
    ) -> Value<'a> {
        let mut joined = sharding.clone();
        joined.dims[dim] = Split::whole(self.devices);
        let fixed = joined.parts(self.devices).unwrap_or_else(|| Split::whole(self.devices));
        let mut pairs = Vec::new();
        for group in sharding.dims[dim].groups(&fixed) {
            for (place, source) in group.iter().enumerate() {
                let target = place.checked_add_signed(step).and_then(|place| group.get(place));
                pairs.extend(target.map(|target| (*source, *target)));
            }
        }
        self.permute(at, value, &pairs)
    }

    fn permute(
        &mut self,
        at: Builder<'a>,
        value: Value<'a>,
        pairs: &[(usize, usize)],
    ) -> Value<'a> {
        let pairs: Vec<_> = pairs.iter().map(|(source, target)| vec![*source, *target]).collect();
        self.collective(at, "stablehlo.collective_permute", value)
            .attr("source_target_pairs", self.groups(&pairs))
            .result(value.r#type())
            .value()
    }

    /// Combines the values of the devices of each group, as `combination` describes. Bitwise
    /// operations also combine the bits of floats.
    pub fn combine(
        &mut self,
        at: Builder<'a>,
        value: Value<'a>,
        combination: &Combination,
    ) -> Value<'a> {
        let element = element_of(value);
        let by_bits = combination.operation == "stablehlo.or" && ir::is_float(element);
        let hlo = Hlo { at };
        let bits = ir::int(self.context, ir::element_width(element));
        let value = if by_bits { hlo.bitcast(value, bits) } else { value };
        let stages = combination.stages.iter();
        let combined =
            stages.fold(value, |value, stage| self.stage(at, value, combination.operation, stage));
        if by_bits { hlo.bitcast(combined, element) } else { combined }
    }

    /// Builds a collective that combines values. Each device receives the whole result or, if the
    /// result is scattered, its part of it.
    fn stage(
        &mut self,
        at: Builder<'a>,
        value: Value<'a>,
        operation: &str,
        Stage { groups, scattered }: &Stage,
    ) -> Value<'a> {
        let scalar = ir::tensor(&[], element_of(value));
        let body = at.region(&[scalar, scalar], |at, arguments| {
            let combined = at.simple(operation, arguments, scalar);
            at.op("stablehlo.return").operands(&[combined]).build();
        });
        let mut shape = ir::shape_of(value);
        let new = match scattered {
            None => self.collective(at, "stablehlo.all_reduce", value),
            Some(dim) => {
                shape[*dim] /= groups.first().map_or(1, Vec::len) as i64;
                let dim = ir::i64_attr(self.context, *dim as i64);
                let new = self.collective(at, "stablehlo.reduce_scatter", value);
                new.attr("scatter_dimension", dim)
            }
        };
        new.attr("replica_groups", self.global_groups(groups))
            .attr("use_global_device_ids", ir::unit_attr(self.context))
            .result(ir::tensor(&shape, element_of(value)))
            .region(body)
            .value()
    }

    /// Broadcasts the value of one device to all devices.
    pub fn broadcast(&mut self, at: Builder<'a>, value: Value<'a>, device: usize) -> Value<'a> {
        let others = (0..self.devices).filter(|other| *other != device);
        let group = vec![std::iter::once(device).chain(others).collect()];
        self.collective(at, "stablehlo.collective_broadcast", value)
            .attr("replica_groups", self.groups(&group))
            .result(value.r#type())
            .value()
    }
}
