// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Queues of tensors between participants and their host (StableHLO specification,
//! "Point-to-point communication" and "Streaming communication").

use super::participant_id::ParticipantId;
use crate::{Literal, Shape};
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Infeeds, outfeeds and channels. Each participant has its own infeed and outfeed. The host fills
/// the infeeds before the program runs, so reading from an empty infeed fails.
#[derive(Debug, Default)]
pub struct Queues(Mutex<Content>);

#[derive(Debug, Default)]
struct Content {
    infeeds: BTreeMap<ParticipantId, VecDeque<Literal>>,
    outfeeds: BTreeMap<ParticipantId, VecDeque<Vec<Literal>>>,
    /// Tensors on their way between the program and the host.
    channels: BTreeMap<i64, VecDeque<Vec<Literal>>>,
}

impl Queues {
    /// Appends a tensor to a participant's infeed.
    pub fn feed(&self, participant: ParticipantId, tensor: Literal) {
        self.lock().infeeds.entry(participant).or_default().push_back(tensor);
    }

    /// Removes and returns the oldest entry of a participant's outfeed: the tensors of one
    /// `outfeed`.
    pub fn take_outfeed(&self, participant: ParticipantId) -> Option<Vec<Literal>> {
        self.lock().outfeeds.get_mut(&participant)?.pop_front()
    }

    /// Removes and returns the next tensor of a participant's outfeed, if it has the given shape.
    ///
    /// # Errors
    /// Returns the shape of the next tensor if it differs, or `None` if the outfeed is empty.
    pub fn take_from_outfeed(
        &self,
        participant: ParticipantId,
        shape: &Shape,
    ) -> Result<Literal, Option<Shape>> {
        let mut content = self.lock();
        let outfeed = content.outfeeds.entry(participant).or_default();
        while outfeed.front().is_some_and(Vec::is_empty) {
            outfeed.pop_front();
        }
        let tensors = outfeed.front_mut().ok_or(None)?;
        match tensors[0].shape() {
            found if found == shape => Ok(tensors.remove(0)),
            found => Err(Some(found.clone())),
        }
    }

    /// Sends tensors on a channel between the program and the host.
    pub fn send(&self, channel: i64, tensors: Vec<Literal>) {
        self.lock().channels.entry(channel).or_default().push_back(tensors);
    }

    /// Removes and returns the oldest tensors that were sent on a channel between the program and
    /// the host.
    pub fn receive(&self, channel: i64) -> Option<Vec<Literal>> {
        self.lock().channels.get_mut(&channel)?.pop_front()
    }

    /// Removes `count` tensors from a participant's infeed. Returns `None` if it contains fewer
    /// tensors.
    pub fn read_infeed(&self, participant: ParticipantId, count: usize) -> Option<Vec<Literal>> {
        let mut content = self.lock();
        let infeed = content.infeeds.entry(participant).or_default();
        (infeed.len() >= count).then(|| infeed.drain(..count).collect())
    }

    /// Appends tensors to a participant's outfeed, as one entry.
    pub fn write_outfeed(&self, participant: ParticipantId, tensors: Vec<Literal>) {
        self.lock().outfeeds.entry(participant).or_default().push_back(tensors);
    }

    fn lock(&self) -> MutexGuard<'_, Content> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
