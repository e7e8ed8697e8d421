// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The processes that a device mesh spans.

use super::communicator::{Communicator, RunId, Tag};
use super::participant_id::ParticipantId;
use crate::{ElementType, Error, Literal, Shape, Value};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// The processes of a device mesh, and the communicator that reaches them.
#[derive(Clone, Debug)]
pub struct Processes {
    /// The process of each participant, in row-major order.
    pub of_participants: Vec<usize>,
    /// The identity of the run.
    pub run: RunId,
    pub communicator: Arc<dyn Communicator>,
}

/// The values that participants contributed to a rendezvous; `None` for participants that have not
/// joined.
pub type Given = Vec<Option<Vec<Value>>>;

/// The members of a rendezvous that need the values of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// All members need all values.
    All,
    /// A member contributes one value for each member, in the group's order.
    Each,
}

/// The members of a rendezvous, each with its process.
pub struct Group<'g> {
    pub purpose: &'g str,
    pub members: &'g [ParticipantId],
    pub processes: Vec<usize>,
    pub round: usize,
    pub audience: Audience,
}

impl Processes {
    /// Returns the process of a participant, which is given by its number in row-major order.
    pub fn of(&self, participant: usize) -> usize {
        self.of_participants.get(participant).copied().unwrap_or_default()
    }

    /// Returns the number of this process.
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
    /// the values of this process; the function adds the values of other processes. With
    /// [`Audience::Each`], a participant contributes one value for each member, and a process
    /// receives only the values for its own members; the other values are empty there.
    ///
    /// # Errors
    /// Fails if a value is not a tensor, if another process cannot be reached or has failed, or if
    /// its values do not match the expectations of this process.
    pub fn exchange(&self, group: &Group, given: &mut Given) -> Result<(), Error> {
        let own = self.own();
        let tag = Tag { run: self.run, meeting: group.hash(), round: group.round as u64 };
        let mut places: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (place, process) in group.processes.iter().enumerate() {
            places.entry(*process).or_default().push(place);
        }
        let own_places = places.remove(&own).unwrap_or_default();
        for (process, theirs) in &places {
            let mut parts: Vec<Cow<[u8]>> = Vec::new();
            for place in &own_places {
                let values = given[*place].as_deref().unwrap_or_default();
                let sent = group.sent(values, theirs);
                parts.push((sent.len() as u64).to_le_bytes().to_vec().into());
                for value in sent {
                    let tensor = value.tensor()?;
                    parts.extend([header(tensor).into(), tensor.bytes().into()]);
                }
            }
            let parts: Vec<&[u8]> = parts.iter().map(|part| &**part).collect();
            self.communicator.send(*process, &tag, &parts)?;
        }
        for (process, theirs) in &places {
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
                let mut values = Vec::new();
                for _ in 0..count {
                    values.push(take_value(&mut rest).ok_or_else(wrong)?);
                }
                given[*place] = Some(group.received(values, &own_places).ok_or_else(wrong)?);
            }
            if !rest.is_empty() {
                return Err(wrong());
            }
        }
        Ok(())
    }
}

impl Group<'_> {
    /// Returns a hash of the purpose and the members.
    fn hash(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.purpose, self.members).hash(&mut hasher);
        hasher.finish()
    }

    /// Returns those values of a participant that the members at the given places need.
    fn sent<'v>(&self, values: &'v [Value], places: &[usize]) -> Vec<&'v Value> {
        match self.audience {
            Audience::All => values.iter().collect(),
            Audience::Each => places.iter().filter_map(|place| values.get(*place)).collect(),
        }
    }

    /// Returns the values of a participant of another process, decoded from the values that it
    /// sent. Returns `None` if their number is wrong.
    fn received(&self, values: Vec<Value>, own_places: &[usize]) -> Option<Vec<Value>> {
        if self.audience == Audience::All {
            return Some(values);
        }
        let mut all = vec![Value::Token; self.members.len()];
        (values.len() == own_places.len()).then_some(())?;
        for (place, value) in own_places.iter().zip(values) {
            all[*place] = value;
        }
        Some(all)
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
