// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The processes that a device mesh spans.

use super::communicator::{Communicator, RunId, Tag};
use super::participant_id::ParticipantId;
use crate::{ElementType, Error, Literal, Shape, Value};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// The processes of a device mesh, and the communicator that reaches them.
#[derive(Clone, Debug)]
pub struct Processes {
    /// The process of each participant, in row-major order.
    pub of_participants: Vec<usize>,
    /// The identity of the run of the program.
    pub run: RunId,
    pub communicator: Arc<dyn Communicator>,
}

/// The values that participants contributed to a rendezvous; `None` for participants that have not
/// joined.
pub type Given = Vec<Option<Vec<Value>>>;

/// The members of a rendezvous, each with its process.
pub struct Group<'g> {
    pub purpose: &'g str,
    pub members: &'g [ParticipantId],
    pub processes: Vec<usize>,
    pub round: usize,
}

impl Processes {
    /// Returns the process of a participant, which is given by its number in row-major order.
    pub fn of(&self, participant: usize) -> usize {
        self.of_participants.get(participant).copied().unwrap_or_default()
    }

    /// Returns true if the given participants are in different processes.
    pub fn have_one_member_each(&self, participants: impl Iterator<Item = usize>) -> bool {
        let mut seen = BTreeSet::new();
        participants.into_iter().all(|participant| seen.insert(self.of(participant)))
    }

    /// Returns the number of this operating-system process.
    pub fn own(&self) -> usize {
        self.communicator.process()
    }

    /// Reports to the other processes that a participant failed.
    pub fn fail(&self, reason: &str) {
        let mut others = self.of_participants.clone();
        others.sort_unstable();
        others.dedup();
        others.retain(|process| *process != self.own());
        self.communicator.fail(&others, &self.run, reason);
    }

    /// Exchanges the values of a rendezvous with the other processes of its group. `given` contains
    /// the values of this process; the function adds the values of other processes.
    ///
    /// # Errors
    /// Fails if a value is not a tensor, if another process cannot be reached or has failed, or if
    /// its values do not match the expectations of this process.
    pub fn exchange_values(&self, group: &Group, given: &mut Given) -> Result<(), Error> {
        let tag = self.tag(group);
        let (own_places, others) = self.places(group);
        let mut parts: Vec<Cow<[u8]>> = Vec::new();
        for place in &own_places {
            let values = given[*place].as_deref().unwrap_or_default();
            parts.push((values.len() as u64).to_le_bytes().to_vec().into());
            for value in values {
                let tensor = value.tensor()?;
                parts.extend([header(tensor).into(), tensor.bytes().into()]);
            }
        }
        let parts: Vec<&[u8]> = parts.iter().map(|part| &**part).collect();
        for process in others.keys() {
            self.communicator.send(*process, &tag, &parts)?;
        }
        for (process, theirs) in &others {
            let message = self.communicator.receive(*process, &tag)?;
            let wrong = || {
                Error::invalid(format!(
                    "process {process} sent a malformed message for {}",
                    group.purpose
                ))
            };
            let mut rest = &message[..];
            for place in theirs {
                let count = take_number(&mut rest).ok_or_else(wrong)?;
                let values = (0..count).map(|_| take_value(&mut rest)).collect::<Option<_>>();
                given[*place] = Some(values.ok_or_else(wrong)?);
            }
            if !rest.is_empty() {
                return Err(wrong());
            }
        }
        Ok(())
    }

    /// Returns the tag of the messages of a rendezvous.
    pub fn tag(&self, group: &Group) -> Tag {
        let mut hasher = DefaultHasher::new();
        (group.purpose, group.members).hash(&mut hasher);
        Tag { run: self.run, meeting: hasher.finish(), round: group.round as u64 }
    }

    /// Returns the places in the group of the members of this process, and those of the members of
    /// each other process.
    pub fn places(&self, group: &Group) -> (Vec<usize>, BTreeMap<usize, Vec<usize>>) {
        let mut places: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (place, process) in group.processes.iter().enumerate() {
            places.entry(*process).or_default().push(place);
        }
        (places.remove(&self.own()).unwrap_or_default(), places)
    }
}

/// Returns the header of a tensor: its type, its sizes and its number of bytes.
fn header(tensor: &Literal) -> Vec<u8> {
    let Shape { element_type, dims } = tensor.shape();
    let name = element_type.to_string();
    let numbers = [name.len() as u64, dims.len() as u64, tensor.bytes().len() as u64];
    let mut header: Vec<u8> = numbers.into_iter().flat_map(u64::to_le_bytes).collect();
    header.extend(dims.iter().flat_map(|dim| (*dim as u64).to_le_bytes()));
    header.extend(name.as_bytes());
    header
}

fn take<'b>(rest: &mut &'b [u8], count: usize) -> Option<&'b [u8]> {
    let (taken, left) = rest.split_at_checked(count)?;
    *rest = left;
    Some(taken)
}

fn take_number(rest: &mut &[u8]) -> Option<usize> {
    let number = u64::from_le_bytes(take(rest, 8)?.try_into().ok()?);
    usize::try_from(number).ok()
}

fn take_value(rest: &mut &[u8]) -> Option<Value> {
    let (name, rank, bytes) = (take_number(rest)?, take_number(rest)?, take_number(rest)?);
    let dims = (0..rank).map(|_| take_number(rest)).collect::<Option<Vec<_>>>()?;
    let element_type: ElementType = std::str::from_utf8(take(rest, name)?).ok()?.parse().ok()?;
    let shape = Shape::new(element_type, dims);
    Some(Literal::from_bytes(shape, take(rest, bytes)?).ok()?.into())
}
