// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Messages from one participant to another (StableHLO specification, sections "send" and "recv").
//!
//! Sending never waits: a message stays in a queue of the mesh, or of the receiver's process, until
//! its target receives it. The n-th message that a participant receives from another on a channel
//! is the n-th message that the other has sent to it on this channel.

use super::communicator::Tag;
use super::device_mesh::DeviceMesh;
use super::messages::{Message, Route};
use super::participant_id::ParticipantId;
use super::processes::{Group, Processes};
use crate::{Error, Shape};

/// A channel on which participants send tensors to each other.
#[derive(Clone, Debug)]
pub struct Channel {
    /// The number of the channel.
    pub number: i64,
    /// Pairs of the number of a source and the number of its target. Without pairs, the first
    /// participant that receives gets the message. Only the interpreter supports this case, which
    /// the specification does not define.
    pub pairs: Option<Vec<(i64, i64)>>,
}

impl Channel {
    /// Sends tensors, given by their shapes and bytes, to the target of `me`. Does nothing if no pair
    /// has `me` as its source. Returns without waiting for the target.
    ///
    /// # Errors
    /// Fails if a number in the pairs is outside of the mesh, or if another process is lost.
    pub fn send(
        &self,
        mesh: &DeviceMesh,
        me: ParticipantId,
        shapes: &[Shape],
        parts: &[&[u8]],
    ) -> Result<(), Error> {
        let types = types_of(shapes);
        let Some(pairs) = &self.pairs else {
            if let Some(processes) = &mesh.processes {
                return Err(without_pairs(processes));
            }
            mesh.messages.put((self.number, None), (types, parts.concat()));
            mesh.notify();
            return Ok(());
        };
        let mine = number_of(me, mesh);
        for (_, target) in pairs.iter().filter(|(source, _)| *source == mine) {
            let target = participant_of(*target, me, mesh)?;
            let route = (self.number, Some((me, target)));
            if let Some(processes) = mesh.processes.as_ref().filter(|_| !mesh.is_local(target)) {
                let tag = mesh.next_tag(processes, me, route);
                let length = (types.len() as u64).to_le_bytes();
                let head = [&length[..], types.as_bytes()];
                let parts: Vec<&[u8]> = head.iter().chain(parts).copied().collect();
                let to = processes.of(mesh.index(target));
                mesh.noting_loss(processes.communicator.send(to, &tag, &parts))?;
            } else {
                let message = (types.clone(), parts.concat());
                mesh.messages.put(route, message);
            }
        }
        mesh.notify();
        Ok(())
    }

    /// Waits for tensors from the source of `me`, and copies their bytes to `parts`. Returns false
    /// without a change of `parts` if no pair has `me` as its target.
    ///
    /// # Errors
    /// Fails if the received tensors have other types than `shapes`, if a number in the pairs is
    /// outside of the mesh, if the source fails or its process is lost, or if every running
    /// participant of this process waits.
    pub fn receive(
        &self,
        mesh: &DeviceMesh,
        me: ParticipantId,
        shapes: &[Shape],
        parts: &mut [&mut [u8]],
    ) -> Result<bool, Error> {
        let route = match &self.pairs {
            None => match &mesh.processes {
                Some(processes) => return Err(without_pairs(processes)),
                None => (self.number, None),
            },
            Some(pairs) => {
                let mine = number_of(me, mesh);
                let source = pairs.iter().find(|(_, target)| *target == mine);
                let Some((source, _)) = source else { return Ok(false) };
                (self.number, Some((participant_of(*source, me, mesh)?, me)))
            }
        };
        let (types, bytes) = self.next(mesh, me, route)?;
        let expected = types_of(shapes);
        let byte_count: usize = parts.iter().map(|part| part.len()).sum();
        if types != expected || bytes.len() != byte_count {
            let number = self.number;
            return Err(Error::invalid(format!(
                "expected a message of type ({expected}) on channel {number}, found ({types})"
            )));
        }
        let mut rest = &bytes[..];
        for part in parts {
            let (bytes, after) = rest.split_at(part.len());
            part.copy_from_slice(bytes);
            rest = after;
        }
        Ok(true)
    }

    /// Waits for the next message on `route`, and returns it.
    fn next(&self, mesh: &DeviceMesh, me: ParticipantId, route: Route) -> Result<Message, Error> {
        let remote = route.1.map(|(source, _)| source).filter(|source| !mesh.is_local(*source));
        let (Some(source), Some(processes)) = (remote, &mesh.processes) else {
            let take = || mesh.messages.take(&route);
            return mesh.wait_for(me, take, || format!("a message on channel {}", self.number));
        };
        let tag = mesh.next_tag(processes, me, route);
        let from = processes.of(mesh.index(source));
        let bytes = mesh.noting_loss(processes.communicator.receive(from, &tag))?;
        let message = decode(&bytes).ok_or_else(|| {
            let number = self.number;
            Error::invalid(format!("process {from} sent a malformed message on channel {number}"))
        })?;
        Ok(message)
    }
}

impl DeviceMesh {
    /// Returns the tag of the next message of a participant on a route to or from another process.
    fn next_tag(&self, processes: &Processes, me: ParticipantId, route: Route) -> Tag {
        let (channel, between) = route;
        let members: Vec<_> = between.into_iter().flat_map(<[ParticipantId; 2]>::from).collect();
        let round = self.messages.next_round(me, route);
        let of_members = members.iter().map(|member| processes.of(self.index(*member))).collect();
        let purpose = format!("message on channel {channel}");
        processes.tag(&Group { purpose: &purpose, members: &members, processes: of_members, round })
    }
}

/// Reads a message of another process.
fn decode(bytes: &[u8]) -> Option<Message> {
    let (length, rest) = bytes.split_first_chunk()?;
    let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
    let (types, rest) = rest.split_at_checked(length)?;
    Some((str::from_utf8(types).ok()?.to_owned(), rest.to_vec()))
}

fn types_of(shapes: &[Shape]) -> String {
    shapes.iter().map(Shape::to_string).collect::<Vec<_>>().join(", ")
}

fn without_pairs(processes: &Processes) -> Error {
    let own = processes.own();
    Error::invalid(format!(
        "expected `source_target_pairs` in a program on several processes, found none (process {own})"
    ))
}

/// Returns the number of a participant in pairs: its partition, or its replica if there is only one
/// partition. The specification does not define this number.
fn number_of(id: ParticipantId, mesh: &DeviceMesh) -> i64 {
    i64::from(if mesh.partitions > 1 { id.partition } else { id.replica })
}

fn participant_of(
    number: i64,
    me: ParticipantId,
    mesh: &DeviceMesh,
) -> Result<ParticipantId, Error> {
    let across = if mesh.partitions > 1 { mesh.partitions } else { mesh.replicas };
    let number = u32::try_from(number).ok().filter(|number| *number < across).ok_or_else(|| {
        let expected = format!("expected numbers below {across}");
        Error::invalid(format!("`source_target_pairs`: {expected}, found {number}"))
    })?;
    Ok(if mesh.partitions > 1 {
        ParticipantId { partition: number, ..me }
    } else {
        ParticipantId { replica: number, ..me }
    })
}
