// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The messages of a device mesh that nobody has received yet.

use super::participant_id::ParticipantId;
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The route of a message: the number of the channel and, if the channel has pairs, the source and
/// the target.
pub type Route = (i64, Option<(ParticipantId, ParticipantId)>);

/// A message: the types of its tensors, and their bytes one after the other.
pub type Message = (String, Vec<u8>);

/// The messages between participants of one process that nobody has received yet, and the numbers
/// of messages between processes.
#[derive(Debug, Default)]
pub struct Messages(Mutex<Content>);

#[derive(Debug, Default)]
struct Content {
    queues: BTreeMap<Route, VecDeque<Message>>,
    /// For each participant and route, the number of messages that the participant has sent to
    /// another process or received from it.
    rounds: BTreeMap<(ParticipantId, Route), usize>,
}

impl Messages {
    /// Appends a message to the messages of a route.
    pub fn put(&self, route: Route, message: Message) {
        self.lock().queues.entry(route).or_default().push_back(message);
    }

    /// Removes and returns the oldest message on a route.
    pub fn take(&self, route: &Route) -> Option<Message> {
        self.lock().queues.get_mut(route)?.pop_front()
    }

    /// Returns the number of the next message of a participant on a route to or from another process,
    /// and counts it.
    pub fn next_round(&self, me: ParticipantId, route: Route) -> usize {
        let mut content = self.lock();
        let rounds = content.rounds.entry((me, route)).or_default();
        *rounds += 1;
        *rounds - 1
    }

    fn lock(&self) -> MutexGuard<'_, Content> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
