// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Sends and receives between participants (StableHLO specification, sections "send" and "recv").

use super::super::call::{CallContext, RuntimeCall};
use super::super::description::CallDescription;
use crate::{Error, Shape};
use hloom_evaluator::{Channel, DeviceMesh, ParticipantId};

/// The runtime call of a `send` or `recv`. Messages have the encoding of the device.
pub struct Message {
    channel: Channel,
    /// The types of the tensors that are sent or received.
    shapes: Vec<Shape>,
    is_send: bool,
}

impl Message {
    /// Creates the runtime call of a `send` or `recv` on a channel.
    pub fn new(description: &CallDescription, channel: Channel, is_send: bool) -> Self {
        let shapes = if is_send { &description.operands } else { &description.results };
        Self { channel, shapes: shapes.clone(), is_send }
    }
}

impl RuntimeCall for Message {
    fn run(
        &self,
        operands: &[&[u8]],
        results: &mut [&mut [u8]],
        context: &CallContext,
    ) -> Result<(), Error> {
        let alone = DeviceMesh::default();
        let (mesh, me) = match context.participant {
            Some(participant) => (participant.mesh(), participant.id()),
            None => {
                // A message would be lost with this mesh.
                if self.channel.pairs.as_ref().is_none_or(|pairs| !pairs.is_empty()) {
                    return Err(Error::invalid(
                        "expected a run on several devices, found a program that runs alone",
                    ));
                }
                (&alone, ParticipantId::default())
            }
        };
        let Self { channel, shapes, .. } = self;
        if self.is_send {
            return Ok(channel.send(mesh, me, shapes, operands)?);
        }
        if !channel.receive(mesh, me, shapes, results)? {
            results.iter_mut().for_each(|result| result.fill(0));
        }
        Ok(())
    }
}
