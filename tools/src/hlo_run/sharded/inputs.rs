// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The inputs of each device of a distributed run.
//!
//! A whole input is divided by the sharding of its argument, and each replica gets the same whole
//! input. An input by shard has a file for each device. Devices with the same shard must get equal
//! files, because the program may read any of the copies.

use super::devices::Devices;
use super::layout::Layout;
use super::partitioned::Partitioned;
use crate::hlo_run::input::{DEVICE, Input, Randomness, match_inputs};
use hloom_compiler::{Error, Literal, TensorSpec};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;

/// The inputs of the devices of this node.
pub struct Inputs {
    /// The inputs of each device of this node, in the order of the devices.
    pub of_devices: Vec<Vec<Literal>>,
    /// The whole inputs of each replica; empty if they are not needed.
    pub whole: Vec<Vec<Literal>>,
    /// Properties of the inputs that must be equal on all nodes, as pairs of a name and a value,
    /// such as a hash.
    pub facts: Vec<(String, String)>,
}

/// Loads the inputs of this node's devices, and the whole inputs of all replicas if `needs_whole` is
/// true. `random` returns the options for the random inputs of a replica.
///
/// # Errors
/// Fails if the number of inputs is wrong, if an input cannot be read or has another type than its
/// argument, or if copies of a shard differ.
pub fn load(
    inputs: &[Input],
    program: &Partitioned,
    devices: &Devices,
    needs_whole: bool,
    random: impl Fn(usize) -> Randomness,
) -> Result<Inputs, Error> {
    let types: Vec<_> = program.arguments.iter().map(|it| TensorSpec::from(&it.whole)).collect();
    let matched = match_inputs(inputs, &program.entry, &types, random(0).fill)?;
    let local = devices.local();
    let mut loaded = Inputs {
        of_devices: vec![Vec::with_capacity(matched.len()); local.len()],
        whole: vec![Vec::new(); if needs_whole { devices.replicas } else { 0 }],
        facts: Vec::new(),
    };
    for (position, (input, layout)) in matched.iter().zip(&program.arguments).enumerate() {
        let kind = if matches!(input, Input::Shards(_)) { "by shard" } else { "whole" };
        loaded.facts.push((format!("form of input {position}"), kind.to_owned()));
        for replica in 0..devices.replicas {
            let own = (0..devices.partitions).map(|it| devices.device(replica, it));
            let own: Vec<_> = own.filter(|device| local.contains(device)).collect();
            if own.is_empty() && !needs_whole {
                continue;
            }
            let random = random(replica);
            match input {
                Input::Shards(pattern) => {
                    loaded.add_shards(devices, replica, position, pattern, layout, &random)?;
                }
                input => {
                    let whole = input.load(position, &types[position], &random)?;
                    let name = format!("input {position}{}", of_replica(devices, replica));
                    loaded.facts.push((name, hash(&whole)));
                    for device in own {
                        let shard = layout.shard_of(&whole, devices.partition_of(device))?;
                        loaded.of_devices[device - local.start].push(shard);
                    }
                    if needs_whole {
                        loaded.whole[replica].push(whole);
                    }
                }
            }
        }
    }
    Ok(loaded)
}

impl Inputs {
    /// Reads the shards of an input for a replica, each from the file of a device of the replica.
    fn add_shards(
        &mut self,
        devices: &Devices,
        replica: usize,
        position: usize,
        pattern: &str,
        layout: &Layout,
        random: &Randomness,
    ) -> Result<(), Error> {
        let local = devices.local();
        let ty = TensorSpec::from(&layout.shard);
        let needs_whole = !self.whole.is_empty();
        let mut shards: Vec<Option<Literal>> = Vec::with_capacity(devices.partitions);
        for partition in 0..devices.partitions {
            let device = devices.device(replica, partition);
            let is_local = local.contains(&device);
            if !is_local && !needs_whole {
                shards.push(None);
                continue;
            }
            let file = PathBuf::from(pattern.replace(DEVICE, &device.to_string()));
            let shard = Input::File(file).load(position, &ty, random)?;
            let tile = layout.tile(partition);
            let name =
                format!("shard {tile:?} of input {position}{}", of_replica(devices, replica));
            let hashed = hash(&shard);
            match self.facts.iter().find(|(known, _)| *known == name) {
                Some((_, other)) if *other != hashed => {
                    let mut earlier = (0..partition).filter(|it| layout.tile(*it) == tile);
                    let other = earlier.find(|it| shards[*it].is_some()).unwrap_or_default();
                    let other = devices.device(replica, other);
                    return Err(Error::invalid(format!(
                        "input {position}: expected equal files for devices {other} and {device}, which have \
                         the same part of the argument"
                    )));
                }
                Some(_) => {}
                None => self.facts.push((name, hashed)),
            }
            if is_local {
                self.of_devices[device - local.start].push(shard.clone());
            }
            shards.push(Some(shard));
        }
        if needs_whole {
            let missing = || Error::Internal("a shard of an input was not read".to_owned());
            let shard = |partition: usize| shards[partition].as_ref().ok_or_else(missing);
            self.whole[replica].push(layout.assemble(devices.partitions, shard)?);
        }
        Ok(())
    }
}

/// Returns ` of replica N` for messages if there are several replicas, otherwise an empty text.
fn of_replica(devices: &Devices, replica: usize) -> String {
    if devices.replicas == 1 { String::new() } else { format!(" of replica {replica}") }
}

/// Returns a hash of a tensor's elements. Equal tensors have equal hashes in all processes with the
/// same build of hloom.
pub fn hash(literal: &Literal) -> String {
    let mut hasher = DefaultHasher::new();
    literal.bytes().hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}
