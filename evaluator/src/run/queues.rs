// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What passes between processes and their host (StableHLO specification,
//! "Point-to-point communication" and "Streaming communication").

use super::ProcessId;
use crate::{Literal, Shape};
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Infeeds, outfeeds and channels. Everyone has their own infeed and outfeed. What the
/// host gives is there before the program runs: reading what is not fails.
#[derive(Debug, Default)]
pub struct Queues(Mutex<Content>);

#[derive(Debug, Default)]
struct Content {
    infeeds: BTreeMap<ProcessId, VecDeque<Literal>>,
    outfeeds: BTreeMap<ProcessId, VecDeque<Vec<Literal>>>,
    channels: BTreeMap<Lane, VecDeque<Vec<Literal>>>,
}

/// A channel; one between two processes is apart for each pair of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Lane {
    /// Its number.
    pub channel: i64,
    /// From whom to whom, if neither is the host.
    pub between: Option<(ProcessId, ProcessId)>,
}

impl Queues {
    /// Puts a tensor at the end of a process's infeed.
    pub fn feed(&self, process: ProcessId, tensor: Literal) {
        self.lock().infeeds.entry(process).or_default().push_back(tensor);
    }

    /// Takes the tensors of a process's earliest outfeed that is still there.
    pub fn take_outfeed(&self, process: ProcessId) -> Option<Vec<Literal>> {
        self.lock().outfeeds.get_mut(&process)?.pop_front()
    }

    /// Takes the first tensor that is left of a process's outfeed, if it is of the shape.
    ///
    /// # Errors
    /// The shape of what is there instead, if anything is.
    pub fn take_from_outfeed(
        &self,
        process: ProcessId,
        shape: &Shape,
    ) -> Result<Literal, Option<Shape>> {
        let mut content = self.lock();
        let outfeed = content.outfeeds.entry(process).or_default();
        while outfeed.front().is_some_and(Vec::is_empty) {
            outfeed.pop_front();
        }
        let tensors = outfeed.front_mut().ok_or(None)?;
        match tensors[0].shape() {
            found if found == shape => Ok(tensors.remove(0)),
            found => Err(Some(found.clone())),
        }
    }

    /// Sends tensors to whoever receives from the host on a channel.
    pub fn send(&self, channel: i64, tensors: Vec<Literal>) {
        self.put(Lane { channel, between: None }, tensors);
    }

    /// Takes what was first sent to the host on a channel and is still there.
    pub fn receive(&self, channel: i64) -> Option<Vec<Literal>> {
        self.take(Lane { channel, between: None })
    }

    /// So many tensors from a process's infeed, or none if there are not as many.
    pub(crate) fn read_infeed(&self, process: ProcessId, count: usize) -> Option<Vec<Literal>> {
        let mut content = self.lock();
        let infeed = content.infeeds.entry(process).or_default();
        (infeed.len() >= count).then(|| infeed.drain(..count).collect())
    }

    /// Puts tensors at the end of a process's outfeed.
    pub(crate) fn write_outfeed(&self, process: ProcessId, tensors: Vec<Literal>) {
        self.lock().outfeeds.entry(process).or_default().push_back(tensors);
    }

    /// Puts tensors on a channel.
    pub(crate) fn put(&self, lane: Lane, tensors: Vec<Literal>) {
        self.lock().channels.entry(lane).or_default().push_back(tensors);
    }

    /// Takes what is first on a channel.
    pub(crate) fn take(&self, lane: Lane) -> Option<Vec<Literal>> {
        self.lock().channels.get_mut(&lane)?.pop_front()
    }

    fn lock(&self) -> MutexGuard<'_, Content> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
