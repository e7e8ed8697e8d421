// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The reference run with which a partitioned run is compared: the program before partitioning, on
//! one device for each replica.
//!
//! A program with manual computations, which compute with shards, can only run in its partitioned
//! form. The reference then runs the partitioned form on the other platform.

use super::devices::Devices;
use super::outputs::gather;
use super::partitioned::Partitioned;
use crate::hlo_run::job::Job;
use hloom_compiler::interface::{Platform, StreamExecutor};
use hloom_compiler::{CompiledProgram, Error, Literal, Program};
use hloom_evaluator::DeviceMesh;
use std::sync::Arc;

/// A compiled program that computes the expected results of a partitioned run.
pub struct Reference<'a> {
    compiled: CompiledProgram,
    program: &'a Partitioned,
    devices: Devices,
    executors: Vec<Arc<dyn StreamExecutor>>,
}

impl<'a> Reference<'a> {
    /// Compiles the program for the reference platform.
    ///
    /// # Errors
    /// Fails if the platform cannot compile the program or has no device.
    pub fn new(
        job: &Job,
        whole: &Program,
        program: &'a Partitioned,
        devices: &Devices,
        platform: &dyn Platform,
    ) -> Result<Self, Error> {
        let partitions = if program.is_manual { devices.partitions } else { 1 };
        let devices = Devices { partitions, node: 0, nodes: 1, ..*devices };
        let compiled = match program.is_manual {
            // The arguments of a partition are shards, which have static shapes.
            true => job.compile(&program.program, platform, &[])?,
            false => job.compile(whole, platform, &job.known())?,
        };
        let executors = executors(platform, devices.count())?;
        Ok(Self { compiled, program, devices, executors })
    }

    /// Runs the reference and returns the whole results of each replica. `inputs` contains the
    /// whole inputs of each replica.
    ///
    /// # Errors
    /// Fails if a run of the program fails.
    pub fn run(&self, inputs: &[Vec<Literal>]) -> Result<Vec<Vec<Literal>>, Error> {
        let Devices { partitions, replicas, .. } = self.devices;
        if let ([inputs], 1) = (inputs, partitions) {
            return Ok(vec![self.compiled.run(inputs)?]);
        }
        let of_device = |device: usize| -> Result<Vec<Literal>, Error> {
            let whole = &inputs[self.devices.replica_of(device)];
            if partitions == 1 {
                return Ok(whole.clone());
            }
            let partition = self.devices.partition_of(device);
            let layouts = whole.iter().zip(&self.program.arguments);
            layouts.map(|(input, layout)| layout.shard_of(input, partition)).collect()
        };
        let parts: Vec<_> = (0..self.devices.count()).map(of_device).collect::<Result<_, _>>()?;
        let size = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let mesh = || DeviceMesh::new(Arc::default(), size(replicas), size(partitions));
        let (_, results) =
            self.compiled.benchmark_parallel(&self.executors, &parts, [0, 1], mesh)?;
        if partitions == 1 {
            return Ok(results);
        }
        let gathered = gather(self.program, &self.devices, None, &results)?;
        Ok(gathered.map(|gathered| gathered.of_replicas).unwrap_or_default())
    }
}

/// Returns `count` devices of a platform. If the platform has fewer devices, some occur several
/// times.
///
/// # Errors
/// Fails if the platform has no device.
pub fn executors(
    platform: &dyn Platform,
    count: usize,
) -> Result<Vec<Arc<dyn StreamExecutor>>, Error> {
    let known = platform.device_count().max(1);
    let known = (0..known.min(count)).map(|ordinal| platform.device(ordinal));
    let known: Vec<_> = known.collect::<Result<_, _>>()?;
    Ok(known.iter().cycle().take(count).map(Arc::clone).collect())
}
