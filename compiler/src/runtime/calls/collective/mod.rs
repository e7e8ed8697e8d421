// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Collectives: data movement between the participants of a device mesh.
//!
//! The pass `hlo-expand-collectives` replaces each collective operation of StableHLO by a custom
//! call, and by arithmetic if it reduces operands by another computation than those of
//! [`combine_of`]. This module implements the custom calls. The participants of a call exchange
//! bytes by the evaluator's [`DeviceMesh`]. Sends, receives, infeeds and outfeeds become custom calls
//! in the same way.

mod all_reduce;
mod blocks;
mod feed;
mod message;

use super::call::{CallContext, RuntimeCall};
use super::description::CallDescription;
use crate::interface::TransferManager;
use crate::{Error, Shape};
use all_reduce::Place;
use feed::Feed;
use hloom_evaluator::custom_call::Setting;
use hloom_evaluator::{
    Channel, Combine, DeviceMesh, Groups, PIECE_BYTES, ParticipantId, Pattern, Queues, Strategy,
    combine_of,
};
use message::Message;
use std::sync::Arc;

/// The prefix of the names of the custom calls that collectives become.
pub const PREFIX: &str = "hloom.";

/// Creates the function of a custom call whose name starts with [`PREFIX`]. `feeds` has the queues of
/// the infeed and the outfeed, if the platform has them.
///
/// # Errors
/// Returns [`Error::Internal`] if the description is invalid. Also fails for an infeed or outfeed on a
/// platform without queues.
pub fn load(
    description: &CallDescription,
    transfers: Arc<dyn TransferManager>,
    feeds: Option<&Arc<Queues>>,
) -> Result<Box<dyn RuntimeCall>, Error> {
    let attribute = |name: &str| description.attributes.get(name);
    let target = attribute("call_target_name").and_then(Setting::text).unwrap_or_default();
    if let Some(feed) = description.feed() {
        let queues = feeds.ok_or_else(|| {
            Error::invalid(format!("`stablehlo.{feed}`: the platform has no {feed}"))
        })?;
        let is_infeed = feed == "infeed";
        return Ok(Box::new(Feed::new(description, Arc::clone(queues), transfers, is_infeed)));
    }
    let name = target.strip_prefix(PREFIX).unwrap_or_default();
    match name {
        "send" | "recv" => {
            let number = match attribute("channel") {
                Some(Setting::Integer(number, _)) => *number,
                _ => return Err(broken()),
            };
            let channel = Channel { number, pairs: Some(pairs_of(description)?) };
            Ok(Box::new(Message::new(description, channel, name == "send")))
        }
        _ => Collective::new(description, transfers).map(|it| Box::new(it) as _),
    }
}

/// The runtime call of a collective.
pub struct Collective {
    /// The name and the channel, which distinguish this collective from other collectives of the
    /// same participants.
    purpose: String,
    action: Action,
    operand: Shape,
    result: Shape,
    /// Converts elements between the encoding of the device and the encoding of literals.
    transfers: Arc<dyn TransferManager>,
}

enum Action {
    /// Returns the partition or replica number of the participant.
    Number(fn(ParticipantId) -> u32),
    /// Exchanges data within groups of participants.
    Move { groups: Groups, movement: Movement },
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
    /// `all_reduce`: combines the operands of all participants of a group.
    Reduce(Combine),
    /// `reduce_scatter`: splits the operands of all participants of a group along a dimension. Each
    /// participant receives the combination of the parts at its index in the group.
    ReduceScatter(usize, Combine),
    /// `collective_reduce`: combines the operands of all participants of a group for the first one.
    ReduceToRoot(Combine),
    /// Concatenates the operands of all participants of a group along their first dimension, for
    /// the first participant. The program then combines them for a `collective_reduce`.
    GatherToRoot,
}

impl Collective {
    /// Creates the collective that a custom call describes.
    ///
    /// # Errors
    /// Returns [`Error::Internal`] if the description does not describe a collective.
    pub fn new(
        description: &CallDescription,
        transfers: Arc<dyn TransferManager>,
    ) -> Result<Self, Error> {
        let attribute = |name: &str| description.attributes.get(name);
        let dimension = |name: &str| match attribute(name) {
            Some(Setting::Integer(number, _)) => usize::try_from(*number).map_err(|_| broken()),
            _ => Err(broken()),
        };
        let name = attribute("call_target_name").and_then(Setting::text).unwrap_or_default();
        let combine = || {
            let reduction = attribute("reduction").and_then(Setting::text).ok_or_else(broken)?;
            let element_type = description.operands.first().ok_or_else(broken)?.element_type;
            combine_of(reduction, element_type).ok_or_else(broken)
        };
        let movement = match name.strip_prefix(PREFIX).unwrap_or_default() {
            "partition_id" => Err(Action::Number(|id| id.partition)),
            "replica_id" => Err(Action::Number(|id| id.replica)),
            "all_gather" => Ok(Movement::Gather(dimension("dimension")?)),
            "all_to_all" => {
                let (split, concat) = (dimension("split")?, dimension("concat")?);
                Ok(Movement::Exchange { split, concat })
            }
            "collective_broadcast" => Ok(Movement::Broadcast),
            "collective_gather" => Ok(Movement::GatherToRoot),
            "collective_permute" => Ok(Movement::Permute(pairs_of(description)?)),
            "collective_reduce" => Ok(Movement::ReduceToRoot(combine()?)),
            "all_reduce" => Ok(Movement::Reduce(combine()?)),
            "reduce_scatter" => Ok(Movement::ReduceScatter(dimension("dimension")?, combine()?)),
            _ => return Err(broken()),
        };
        let action = match movement {
            Err(number) => number,
            Ok(movement) => {
                let strategy = attribute("strategy").and_then(Setting::text);
                let strategy = strategy.and_then(strategy_of).ok_or_else(broken)?;
                let groups = rows(description, "groups").ok_or_else(broken)?;
                let groups = Groups::new(strategy, &groups)?;
                Action::Move { groups, movement }
            }
        };
        let channel = dimension("channel").unwrap_or(0);
        let result = description.results.first().ok_or_else(broken)?.clone();
        let operand = description.operands.first().unwrap_or(&result).clone();
        let purpose = format!("`{name}` on channel {channel}");
        Ok(Self { purpose, action, operand, result, transfers })
    }

    /// Moves the data of a collective in the group of the participant `me`.
    fn transfer(
        &self,
        (mesh, me): (&DeviceMesh, ParticipantId),
        groups: &Groups,
        movement: &Movement,
        operand: &[u8],
        result: &mut [u8],
    ) -> Result<(), Error> {
        let complete = match movement {
            Movement::Broadcast
            | Movement::Permute(_)
            | Movement::ReduceToRoot(_)
            | Movement::GatherToRoot => false,
            Movement::Gather(_)
            | Movement::Exchange { .. }
            | Movement::Reduce(_)
            | Movement::ReduceScatter(..) => true,
        };
        let group = match complete {
            true => groups.or_all(mesh).of(me, mesh)?,
            false => groups.of_partial(me, mesh)?,
        };
        let Some(group) = group else {
            if complete {
                return Err(Error::invalid(format!(
                    "`replica_groups`: expected a group with participant {me}, found none"
                )));
            }
            result.fill(0);
            return Ok(());
        };
        let own = group.iter().position(|member| *member == me).unwrap_or(0);
        let at = Place { mesh, me, purpose: &self.purpose, group: &group, own };
        let count = group.len();
        match movement {
            Movement::Gather(dimension) => {
                self.expect(|dims| dims[*dimension] *= count)?;
                let sizes = vec![operand.len(); count];
                blocks::write(result, &self.result, *dimension, count, |blocks| {
                    at.exchange(Pattern::Gather(&sizes), &[operand], blocks)
                })
            }
            Movement::Exchange { split, concat } => {
                self.expect(|dims| {
                    dims[*split] /= count;
                    dims[*concat] *= count;
                })?;
                let parts = blocks::read(operand, &self.operand, *split, count);
                let parts: Vec<_> = parts.iter().map(|part| &**part).collect();
                let sizes = vec![operand.len() / count; count];
                blocks::write(result, &self.result, *concat, count, |blocks| {
                    at.exchange(Pattern::Scatter(&sizes), &parts, blocks)
                })
            }
            Movement::Broadcast => {
                let pattern = Pattern::Broadcast(operand.len());
                at.exchange(pattern, &[operand], &mut place(count, 0, result))
            }
            Movement::Permute(pairs) => {
                let sources = (0..count).map(|target| groups.source(pairs, &group, target));
                let sources: Vec<_> = sources.collect();
                let pattern = Pattern::Permute(&sources, operand.len());
                match sources[own] {
                    Some(source) => {
                        at.exchange(pattern, &[operand], &mut place(count, source, result))
                    }
                    None => {
                        result.fill(0);
                        at.exchange(pattern, &[operand], &mut place(count, 0, &mut []))
                    }
                }
            }
            Movement::Reduce(combine) => {
                self.expect(|_| ())?;
                let width = self.operand.element_type.byte_width();
                self.combining(*combine, |combine| at.all_reduce(operand, result, width, combine))
            }
            Movement::ReduceScatter(dimension, combine) => {
                self.expect(|dims| dims[*dimension] /= count)?;
                let parts = blocks::read(operand, &self.operand, *dimension, count);
                let parts: Vec<_> = parts.iter().map(|part| &**part).collect();
                self.combining(*combine, |combine| at.reduce_scatter(&parts, result, combine))
            }
            Movement::ReduceToRoot(combine) => {
                self.expect(|_| ())?;
                let (for_members, _) = for_root(count, operand);
                let reduced = match own {
                    0 => result,
                    _ => none_of(result),
                };
                self.combining(*combine, |combine| {
                    at.reduce_scatter(&for_members, reduced, combine)
                })
            }
            Movement::GatherToRoot => {
                self.expect(|dims| dims.iter_mut().take(1).for_each(|size| *size *= count))?;
                let (for_members, sizes) = for_root(count, operand);
                let pattern = Pattern::Scatter(&sizes);
                if own > 0 {
                    return at.exchange(
                        pattern,
                        &for_members,
                        &mut place(count, 0, none_of(result)),
                    );
                }
                blocks::write(result, &self.result, 0, count, |blocks| {
                    at.exchange(pattern, &for_members, blocks)
                })
            }
        }
    }

    /// Calls `reduce` with a function that applies `combine` to elements in the encoding of the
    /// device.
    fn combining(
        &self,
        combine: Combine,
        reduce: impl FnOnce(&mut dyn FnMut(&mut [u8], &[u8])) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let (transfers, element_type) = (&self.transfers, self.operand.element_type);
        let mut decoded = Vec::new();
        reduce(&mut |to, from| {
            for (to, from) in to.chunks_mut(PIECE_BYTES).zip(from.chunks(PIECE_BYTES)) {
                decoded.clear();
                decoded.extend_from_slice(from);
                transfers.decode(element_type, &mut decoded);
                transfers.decode(element_type, to);
                combine(to, &decoded);
                transfers.encode(element_type, to);
            }
        })
    }

    /// Checks that the sizes in the declared result type match the number of participants of the
    /// group.
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
            "collective: expected a result of sizes {dims:?} for the size of its group, found {}",
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
            Action::Move { groups, movement } => {
                let operand = operands.first().copied().unwrap_or_default();
                self.transfer(at, groups, movement, operand, result)
            }
        }
    }
}

/// Returns the memory for the block of each of `count` members of a group: `result` for the member
/// with index `source`, and no memory for the other members.
fn place(count: usize, source: usize, result: &mut [u8]) -> Vec<&mut [u8]> {
    let mut places: Vec<&mut [u8]> = (0..count).map(|_| &mut [][..]).collect();
    places[source] = result;
    places
}

/// Returns the blocks that a participant has for each of `count` members of a group, and their
/// sizes. The first member gets `operand`, and the other members get no bytes.
fn for_root(count: usize, operand: &[u8]) -> (Vec<&[u8]>, Vec<usize>) {
    let mut blocks: Vec<&[u8]> = vec![&[][..]; count];
    blocks[0] = operand;
    let sizes = blocks.iter().map(|block| block.len()).collect();
    (blocks, sizes)
}

/// Sets the result of a participant that receives nothing to zeros, and returns no memory.
fn none_of(result: &mut [u8]) -> &mut [u8] {
    result.fill(0);
    &mut result[..0]
}

/// Returns the value of an attribute that is a list of lists of integers, or `None` if it has
/// another form.
fn rows(description: &CallDescription, name: &str) -> Option<Vec<Vec<i64>>> {
    match description.attributes.get(name) {
        Some(Setting::List(rows)) => rows.iter().map(integers).collect(),
        _ => None,
    }
}

/// Returns the pairs (source, target) of participants in the attribute `pairs` of a call.
fn pairs_of(description: &CallDescription) -> Result<Vec<(i64, i64)>, Error> {
    let pairs = rows(description, "pairs").ok_or_else(broken)?;
    let pair = |pair: Vec<i64>| <[i64; 2]>::try_from(pair).ok().map(Into::into);
    pairs.into_iter().map(pair).collect::<Option<_>>().ok_or_else(broken)
}

fn broken() -> Error {
    Error::Internal("the runtime call of a collective has missing or invalid attributes".to_owned())
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
