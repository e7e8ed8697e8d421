// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The results of all devices of a distributed run, gathered on the first node.
//!
//! Of the devices that have the same shard, only the first one sends the shard. The other devices
//! send the hashes of their copies, so that copies that differ are noticed.

use super::cluster::Cluster;
use super::devices::Devices;
use super::inputs::hash;
use super::layout::Layout;
use super::partitioned::Partitioned;
use hloom_compiler::{Error, Literal};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::HashMap;

/// The whole results of each replica, and warnings about copies of a shard that differ.
pub struct Gathered {
    pub of_replicas: Vec<Vec<Literal>>,
    pub warnings: Vec<String>,
}

/// The description of a device's result in a message: the device, the index of the result, and the
/// hash of the shard.
#[derive(Serialize, Deserialize)]
struct Piece {
    device: usize,
    result: usize,
    hash: String,
    /// The number of bytes of the shard, which follow the list of all pieces in the message; 0 if
    /// the shard is a copy.
    bytes: usize,
}

/// The shards of all devices. The key is the number of the device and the index of the result. The
/// value is the hash of the shard, and the shard itself unless it is a copy.
type Shards<'l> = HashMap<(usize, usize), (String, Option<Cow<'l, Literal>>)>;

/// Gathers the results of all nodes on the first node. `local` contains the results of the devices of
/// this node. Returns `None` on other nodes.
///
/// # Errors
/// Fails if a node is lost or has failed, or if a node sends malformed results.
pub fn gather(
    program: &Partitioned,
    devices: &Devices,
    cluster: Option<&Cluster>,
    local: &[Vec<Literal>],
) -> Result<Option<Gathered>, Error> {
    let first = devices.local().start;
    let numbered = local.iter().enumerate().flat_map(|(index, results)| {
        results.iter().enumerate().map(move |(result, literal)| (first + index, result, literal))
    });
    if let Some(cluster) = cluster.filter(|_| !devices.is_first_node()) {
        send(program, devices, cluster, numbered)?;
        return Ok(None);
    }
    let mut shards = Shards::new();
    for (device, result, literal) in numbered {
        let shard = is_owner(program, devices, device, result).then_some(Cow::Borrowed(literal));
        shards.insert((device, result), (hash(literal), shard));
    }
    if let Some(cluster) = cluster {
        for node in 1..devices.nodes {
            let message = cluster.receive_results(node)?;
            read(program, devices, &message, &mut shards).ok_or_else(|| {
                Error::Unavailable(format!("node {node} has sent malformed results"))
            })?;
        }
    }
    assemble(program, devices, &shards).map(Some)
}

/// Returns true if a device is the first one in its replica with its shard of a result.
fn is_owner(program: &Partitioned, devices: &Devices, device: usize, result: usize) -> bool {
    let partition = devices.partition_of(device);
    program.results[result].owner(partition) == partition
}

/// Sends the results of this node to the first node.
fn send<'l>(
    program: &Partitioned,
    devices: &Devices,
    cluster: &Cluster,
    results: impl Iterator<Item = (usize, usize, &'l Literal)>,
) -> Result<(), Error> {
    let (mut pieces, mut parts) = (Vec::new(), Vec::new());
    for (device, result, literal) in results {
        let is_owner = is_owner(program, devices, device, result);
        let bytes = if is_owner { literal.bytes() } else { &[] };
        pieces.push(Piece { device, result, hash: hash(literal), bytes: bytes.len() });
        parts.push(bytes);
    }
    let pieces = serde_json::to_vec(&pieces).map_err(|error| Error::Internal(error.to_string()))?;
    let size = (pieces.len() as u64).to_le_bytes();
    let parts = [&[&size[..], &pieces], &parts[..]].concat();
    cluster.send_results(&parts)
}

/// Adds the shards in a message of another node to `shards`. Returns `None` if the message is
/// malformed.
fn read(
    program: &Partitioned,
    devices: &Devices,
    message: &[u8],
    shards: &mut Shards,
) -> Option<()> {
    let (size, rest) = message.split_at_checked(8)?;
    let size = usize::try_from(u64::from_le_bytes(size.try_into().ok()?)).ok()?;
    let (pieces, mut rest) = rest.split_at_checked(size)?;
    for Piece { device, result, hash, bytes } in
        serde_json::from_slice::<Vec<Piece>>(pieces).ok()?
    {
        let layout = program.results.get(result).filter(|_| device < devices.count())?;
        let (taken, left) = rest.split_at_checked(bytes)?;
        rest = left;
        let shard = match is_owner(program, devices, device, result) {
            true => Some(Cow::Owned(Literal::from_bytes(layout.shard.clone(), taken).ok()?)),
            false => None,
        };
        shards.insert((device, result), (hash, shard));
    }
    rest.is_empty().then_some(())
}

/// Assembles the whole results of each replica, and compares the copies of shards by their hashes.
fn assemble(program: &Partitioned, devices: &Devices, shards: &Shards) -> Result<Gathered, Error> {
    let mut gathered = Gathered { of_replicas: Vec::new(), warnings: Vec::new() };
    for replica in 0..devices.replicas {
        let mut results = Vec::with_capacity(program.results.len());
        for (number, layout) in program.results.iter().enumerate() {
            let device = |partition: usize| devices.device(replica, partition);
            let shard = |partition: usize| {
                let found = shards.get(&(device(partition), number));
                found.ok_or_else(|| {
                    Error::Internal(format!(
                        "no device sent result {number} of device {}",
                        device(partition)
                    ))
                })
            };
            let owned = |partition: usize| {
                let shard = shard(partition)?.1.as_deref();
                shard.ok_or_else(|| {
                    Error::Internal(format!("a shard of result {number} was not sent"))
                })
            };
            results.push(layout.assemble(devices.partitions, owned)?);
            if let Some((one, other)) = differing_copies(layout, devices.partitions, |partition| {
                shard(partition).map(|(hash, _)| hash)
            })? {
                gathered.warnings.push(format!(
                    "result {number}: expected equal copies on devices {} and {}, found different ones; the \
                     result is that of the first",
                    device(one),
                    device(other)
                ));
            }
        }
        gathered.of_replicas.push(results);
    }
    Ok(gathered)
}

/// Returns the first two partitions found with different copies of the same shard, or `None` if all
/// copies are equal.
fn differing_copies<'h>(
    layout: &Layout,
    partitions: usize,
    hash: impl Fn(usize) -> Result<&'h String, Error>,
) -> Result<Option<(usize, usize)>, Error> {
    for partition in 0..partitions {
        let owner = layout.owner(partition);
        if hash(owner)? != hash(partition)? {
            return Ok(Some((owner, partition)));
        }
    }
    Ok(None)
}
