// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Infeeds and outfeeds (StableHLO specification, sections "infeed" and "outfeed").

use super::super::call::{CallContext, RuntimeCall};
use super::super::description::CallDescription;
use crate::interface::TransferManager;
use crate::{Error, Literal, Shape};
use hloom_evaluator::{ParticipantId, Queues};
use std::sync::Arc;

/// The runtime call of an `infeed` or `outfeed`.
pub struct Feed {
    /// The queues of the platform's device, which programs that run alone use. A participant of a
    /// device mesh has its own queues.
    queues: Arc<Queues>,
    /// The types of the tensors that the call reads from the infeed or writes to the outfeed.
    shapes: Vec<Shape>,
    transfers: Arc<dyn TransferManager>,
    is_infeed: bool,
}

impl Feed {
    /// Creates the runtime call of an infeed or outfeed for the queues of a platform.
    pub fn new(
        description: &CallDescription,
        queues: Arc<Queues>,
        transfers: Arc<dyn TransferManager>,
        is_infeed: bool,
    ) -> Self {
        let shapes = if is_infeed { &description.results } else { &description.operands };
        Self { queues, shapes: shapes.clone(), transfers, is_infeed }
    }

    fn read(
        &self,
        queues: &Queues,
        me: ParticipantId,
        results: &mut [&mut [u8]],
    ) -> Result<(), Error> {
        let count = self.shapes.len();
        let tensors = queues.read_infeed(me, count).ok_or_else(|| {
            let infeed = format!("the infeed of participant {me}");
            Error::invalid(format!("expected {count} tensors in {infeed}, found fewer"))
        })?;
        for ((mut tensor, shape), result) in tensors.into_iter().zip(&self.shapes).zip(results) {
            if tensor.shape() != shape {
                let found = tensor.shape();
                return Err(Error::invalid(format!(
                    "expected {shape} in the infeed, found {found}"
                )));
            }
            self.transfers.encode(shape.element_type, tensor.bytes_mut());
            result.copy_from_slice(tensor.bytes());
        }
        Ok(())
    }

    fn write(&self, queues: &Queues, me: ParticipantId, operands: &[&[u8]]) -> Result<(), Error> {
        let tensor = |(shape, bytes): (&Shape, &&[u8])| -> Result<Literal, Error> {
            let mut literal = Literal::from_bytes(shape.clone(), bytes)?;
            self.transfers.decode(shape.element_type, literal.bytes_mut());
            Ok(literal)
        };
        let tensors = self.shapes.iter().zip(operands).map(tensor).collect::<Result<_, _>>()?;
        queues.write_outfeed(me, tensors);
        Ok(())
    }
}

impl RuntimeCall for Feed {
    fn run(
        &self,
        operands: &[&[u8]],
        results: &mut [&mut [u8]],
        context: &CallContext,
    ) -> Result<(), Error> {
        let (infeed, outfeed, me) = match context.participant {
            Some(participant) => {
                let mesh = participant.mesh();
                (mesh.infeed(), &*mesh.host.queues, participant.id())
            }
            None => (&*self.queues, &*self.queues, ParticipantId::default()),
        };
        match self.is_infeed {
            true => self.read(infeed, me, results),
            false => self.write(outfeed, me, operands),
        }
    }
}
