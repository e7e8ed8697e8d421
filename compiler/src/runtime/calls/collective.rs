// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Collectives: data movement between the participants of a device mesh.
//!
//! The pass `hlo-expand-collectives` splits each collective operation of StableHLO into arithmetic
//! and custom calls that only move bytes. This module implements the custom calls. The participants
//! of a call meet in the evaluator's [`DeviceMesh`], which exchanges the operands.

use super::call::{CallContext, RuntimeCall};
use super::description::CallDescription;
use crate::{Error, Literal, Shape};
use hloom_evaluator::custom_call::Setting;
use hloom_evaluator::{Audience, DeviceMesh, ElementType, Groups, ParticipantId, Strategy, Value};

/// The prefix of the names of the custom calls that collectives become.
pub const PREFIX: &str = "hloom.";

/// A collective, which only moves bytes.
pub struct Collective {
    /// The name and the channel, which distinguish this collective from other collectives of the
    /// same participants.
    purpose: String,
    action: Action,
    operand: Shape,
    result: Shape,
}

enum Action {
    /// Returns the partition or replica number of the participant.
    Number(fn(ParticipantId) -> u32),
    /// Exchanges data within groups of participants. If `complete` is true, every participant must
    /// be in a group.
    Move { groups: Groups, complete: bool, movement: Movement },
}

enum Movement {
    /// `all_gather`: concatenates the operands of all participants of a group along a dimension.
    Gather(usize),
    /// `all_to_all`: splits each operand along the dimension `split`, and concatenates the received
    /// parts along the dimension `concat`.
    Exchange { split: usize, concat: usize },
    /// `collective_broadcast`: copies the operand of the first participant of a group to the other
    /// participants.
    Broadcast,
    /// `collective_permute`: copies operands from sources to targets.
    Permute(Vec<(i64, i64)>),
}

impl Collective {
    /// Creates the collective that a custom call describes.
    ///
    /// # Errors
    /// Returns [`Error::Internal`] if the description does not describe a collective.
    pub fn new(description: &CallDescription) -> Result<Self, Error> {
        let broken =
            || Error::Internal("a runtime call of a collective has wrong attributes".to_owned());
        let attribute = |name: &str| description.attributes.get(name);
        let dimension = |name: &str| match attribute(name) {
            Some(Setting::Integer(number, _)) => usize::try_from(*number).map_err(|_| broken()),
            _ => Err(broken()),
        };
        let rows = |name: &str| match attribute(name) {
            Some(Setting::List(rows)) => rows.iter().map(integers).collect::<Option<Vec<_>>>(),
            _ => None,
        };
        let name = attribute("call_target_name").and_then(Setting::text).unwrap_or_default();
        let movement = match name.strip_prefix(PREFIX).unwrap_or_default() {
            "partition_id" => Err(Action::Number(|id| id.partition)),
            "replica_id" => Err(Action::Number(|id| id.replica)),
            "all_gather" => Ok(Movement::Gather(dimension("dimension")?)),
            "all_to_all" => {
                let (split, concat) = (dimension("split")?, dimension("concat")?);
                Ok(Movement::Exchange { split, concat })
            }
            "collective_broadcast" => Ok(Movement::Broadcast),
            "collective_permute" => {
                let pairs = rows("pairs").ok_or_else(broken)?;
                let pair = |pair: Vec<i64>| <[i64; 2]>::try_from(pair).ok().map(Into::into);
                let pairs = pairs.into_iter().map(pair).collect::<Option<_>>();
                Ok(Movement::Permute(pairs.ok_or_else(broken)?))
            }
            _ => return Err(broken()),
        };
        let action = match movement {
            Err(number) => number,
            Ok(movement) => {
                let strategy = attribute("strategy").and_then(Setting::text);
                let strategy = strategy.and_then(strategy_of).ok_or_else(broken)?;
                let groups = Groups::new(strategy, &rows("groups").ok_or_else(broken)?)?;
                let complete = matches!(movement, Movement::Gather(_) | Movement::Exchange { .. });
                Action::Move { groups, complete, movement }
            }
        };
        let channel = dimension("channel").unwrap_or(0);
        let result = description.results.first().ok_or_else(broken)?.clone();
        let operand = description.operands.first().unwrap_or(&result).clone();
        Ok(Self { purpose: format!("`{name}` on channel {channel}"), action, operand, result })
    }

    fn transfer(
        &self,
        (mesh, me): (&DeviceMesh, ParticipantId),
        groups: &Groups,
        complete: bool,
        movement: &Movement,
        operand: &[u8],
        result: &mut [u8],
    ) -> Result<(), Error> {
        let all_groups = if complete { groups.or_all(mesh) } else { groups.clone() };
        let Some(group) = all_groups.of(me, mesh)? else {
            if complete {
                return Err(Error::invalid(format!(
                    "`replica_groups`: expected a group with participant {me}, found none"
                )));
            }
            result.fill(0);
            return Ok(());
        };
        let count = group.len();
        let own = group.iter().position(|member| *member == me).unwrap_or(0);
        let mut block = self.operand.dims.clone();
        let (mut start, mut place) = (vec![0; block.len()], vec![0; block.len()]);
        let (audience, brought) = match movement {
            Movement::Gather(dimension) => {
                self.expect(|dims| dims[*dimension] *= count)?;
                (Audience::All, vec![value_of(operand)?])
            }
            Movement::Exchange { split, concat } => {
                self.expect(|dims| {
                    dims[*split] /= count;
                    dims[*concat] *= count;
                })?;
                block[*split] /= count;
                let part = Shape::new(self.operand.element_type, block.clone());
                let mut parts = Vec::with_capacity(count);
                for number in 0..count {
                    start[*split] = number * block[*split];
                    let size = Shape::new(ElementType::U8, [operand.len() / count]);
                    let mut bytes = Literal::zeros(size)?;
                    copy(operand, &self.operand, &start, &block, bytes.bytes_mut(), &part, &place);
                    parts.push(bytes.into());
                }
                start[*split] = 0;
                (Audience::Each, parts)
            }
            Movement::Broadcast if own == 0 => (Audience::All, vec![value_of(operand)?]),
            Movement::Broadcast => (Audience::All, Vec::new()),
            Movement::Permute(pairs) => {
                let (mine, nothing) = (value_of(operand)?, value_of(&[])?);
                let is_target = |target| groups.source(pairs, &group, target) == Some(own);
                let value = |target| if is_target(target) { mine.clone() } else { nothing.clone() };
                (Audience::Each, (0..count).map(value).collect())
            }
        };
        let met = mesh.meet(me, &self.purpose, &group, audience, brought)?;
        let received = |from: usize, bytes: usize| {
            let value = if audience == Audience::Each { own } else { 0 };
            let value = met.get(from).and_then(|brought| brought.get(value));
            let found = value.ok_or_else(|| differ("nothing"))?.tensor()?.bytes();
            match found.len() == bytes {
                true => Ok(found),
                false => Err(differ(&format!("{} bytes", found.len()))),
            }
        };
        match movement {
            Movement::Gather(dimension) | Movement::Exchange { concat: dimension, .. } => {
                let part = Shape::new(self.operand.element_type, block.clone());
                let is_whole = matches!(movement, Movement::Gather(_));
                let part_bytes = if is_whole { operand.len() } else { operand.len() / count };
                for number in 0..count {
                    place[*dimension] = number * block[*dimension];
                    let bytes = received(number, part_bytes)?;
                    copy(bytes, &part, &start, &block, result, &self.result, &place);
                }
            }
            Movement::Broadcast => result.copy_from_slice(received(0, operand.len())?),
            Movement::Permute(pairs) => match groups.source(pairs, &group, own) {
                Some(source) => result.copy_from_slice(received(source, operand.len())?),
                None => result.fill(0),
            },
        }
        Ok(())
    }

    /// Checks that the declared sizes of the result match the size of the group.
    ///
    /// # Errors
    /// Fails if `change`, applied to the operand's sizes, does not yield the result's sizes.
    fn expect(&self, change: impl FnOnce(&mut [usize])) -> Result<(), Error> {
        let mut dims = self.operand.dims.clone();
        change(&mut dims);
        if dims == self.result.dims {
            return Ok(());
        }
        Err(Error::invalid(format!(
            "expected a collective result of sizes {dims:?} for its group size, found {}",
            self.result
        )))
    }
}

impl RuntimeCall for Collective {
    fn run(
        &self,
        operands: &[&[u8]],
        results: &mut [&mut [u8]],
        context: &CallContext,
    ) -> Result<(), Error> {
        let alone = DeviceMesh::default();
        let participant = context.participant;
        let at = participant.map_or((&alone, ParticipantId::default()), |it| (it.mesh(), it.id()));
        let [result] = results else {
            let found = results.len();
            return Err(Error::Internal(format!(
                "runtime call of a collective: expected one result, found {found}"
            )));
        };
        match &self.action {
            Action::Number(number) => {
                result.copy_from_slice(&number(at.1).to_ne_bytes());
                Ok(())
            }
            Action::Move { groups, complete, movement } => {
                let operand = operands.first().copied().unwrap_or_default();
                self.transfer(at, groups, *complete, movement, operand, result)
            }
        }
    }
}

/// Copies the block at index `start` of the array `from`, with the sizes `block`, to index `place` of the
/// array `to`.
fn copy(
    from: &[u8],
    from_shape: &Shape,
    start: &[usize],
    block: &[usize],
    to: &mut [u8],
    to_shape: &Shape,
    place: &[usize],
) {
    let width = from_shape.element_type.byte_width();
    let source = Part { dims: &from_shape.dims, start, width };
    let target = Part { dims: &to_shape.dims, start: place, width };
    let run = block.last().copied().unwrap_or(1) * width;
    if block.contains(&0) {
        return;
    }
    let mut index = vec![0; block.len()];
    loop {
        let (begin, end) = (source.offset(&index), target.offset(&index));
        to[end..end + run].copy_from_slice(&from[begin..begin + run]);
        let mut dim = block.len().saturating_sub(1);
        loop {
            let Some(next) = dim.checked_sub(1) else { return };
            dim = next;
            index[dim] += 1;
            if index[dim] < block[dim] {
                break;
            }
            index[dim] = 0;
        }
    }
}

/// Returns bytes as a value that participants exchange.
fn value_of(bytes: &[u8]) -> Result<Value, Error> {
    Ok(Literal::from_bytes(Shape::new(ElementType::U8, [bytes.len()]), bytes)?.into())
}

/// Returns the error of operands whose sizes differ.
fn differ(found: &str) -> Error {
    Error::invalid(format!(
        "expected operands of the same size in all participants of a group, found {found}"
    ))
}

/// A rectangular part of a dense array in row-major order.
struct Part<'a> {
    dims: &'a [usize],
    start: &'a [usize],
    width: usize,
}

impl Part<'_> {
    /// Returns the byte offset in the array of the element at an index of the block.
    fn offset(&self, index: &[usize]) -> usize {
        let place = self.start.iter().zip(index).map(|(start, index)| start + index);
        place.zip(self.dims).fold(0, |offset, (place, size)| offset * size + place) * self.width
    }
}

fn integers(setting: &Setting) -> Option<Vec<i64>> {
    let Setting::List(numbers) = setting else { return None };
    let number = |number: &Setting| match number {
        Setting::Integer(number, _) => Some(*number),
        _ => None,
    };
    numbers.iter().map(number).collect()
}

fn strategy_of(name: &str) -> Option<Strategy> {
    Some(match name {
        "cross_replica" => Strategy::CrossReplica,
        "cross_partition" => Strategy::CrossPartition,
        "cross_replica_and_partition" => Strategy::CrossReplicaAndPartition,
        "flattened_ids" => Strategy::FlattenedIds,
        _ => return None,
    })
}
