// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The infeed and the outfeed of the only device of a platform.

use crate::interface::{HostTransfers, TransferManager};
use crate::{Error, Literal, Shape};
use hloom_evaluator::{ParticipantId, Queues};
use hloom_values::ElementType;
use std::sync::Arc;

/// The queues of the only device of a platform. Programs that run alone use the queues of the first
/// participant; participants of a device mesh use those of their mesh. Clones share the queues.
#[derive(Clone, Debug)]
pub struct HostFeeds {
    /// The name of the platform, for error messages.
    platform: &'static str,
    queues: Arc<Queues>,
}

impl HostFeeds {
    /// Creates the empty queues of a platform.
    pub fn new(platform: &'static str) -> Self {
        Self { platform, queues: Arc::default() }
    }

    /// Returns the queues of the infeed and the outfeed.
    pub fn queues(&self) -> &Arc<Queues> {
        &self.queues
    }

    /// Appends a literal to the infeed of a device.
    ///
    /// # Errors
    /// Fails if there is no such device.
    pub fn infeed(&self, device: usize, literal: &Literal) -> Result<(), Error> {
        self.only_device(device)?;
        self.queues.feed(ParticipantId::default(), literal.clone());
        Ok(())
    }

    /// Removes the next literal from the outfeed of a device and returns it.
    ///
    /// # Errors
    /// Fails if there is no such device, if the outfeed is empty, or if the literal has another type.
    pub fn outfeed(&self, device: usize, shape: &Shape) -> Result<Literal, Error> {
        self.only_device(device)?;
        let taken = self.queues.take_from_outfeed(ParticipantId::default(), shape);
        taken.map_err(|found| match found {
            Some(found) => Error::invalid(format!(
                "outfeed: expected the requested {shape} as the next tensor, found {found}"
            )),
            None => Error::invalid("outfeed is empty"),
        })
    }

    fn only_device(&self, ordinal: usize) -> Result<(), Error> {
        if ordinal == 0 {
            return Ok(());
        }
        let platform = self.platform;
        Err(Error::invalid(format!("platform `{platform}`: expected device 0, found {ordinal}")))
    }
}

/// The transfer manager of a platform whose only device is the host, with an infeed and an outfeed.
#[derive(Clone, Debug)]
pub struct FedHostTransfers(pub HostFeeds);

impl FedHostTransfers {
    fn transfers(&self) -> HostTransfers {
        HostTransfers { platform: self.0.platform }
    }
}

impl TransferManager for FedHostTransfers {
    fn encode(&self, element_type: ElementType, elements: &mut [u8]) {
        self.transfers().encode(element_type, elements);
    }

    fn decode(&self, element_type: ElementType, elements: &mut [u8]) {
        self.transfers().decode(element_type, elements);
    }

    fn infeed(&self, device: usize, literal: &Literal) -> Result<(), Error> {
        self.0.infeed(device, literal)
    }

    fn outfeed(&self, device: usize, shape: &Shape) -> Result<Literal, Error> {
        self.0.outfeed(device, shape)
    }
}
