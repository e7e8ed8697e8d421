// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Blocks of bytes of known sizes that the members of a group exchange.

use super::communicator::{Incoming, Outgoing};
use super::processes::{Given, Group, Processes};
use crate::{ElementType, Error, Literal, Shape, Value};

/// The blocks that each member of a group has, and the members that need them. Members are given by
/// their positions in the group.
#[derive(Clone, Copy, Debug)]
pub enum Pattern<'p> {
    /// Each member has one block of the given size, which all members need.
    Gather(&'p [usize]),
    /// Each member has a block for each member. The size of a block is the size given for the
    /// member that needs it. Nobody needs blocks without bytes.
    Scatter(&'p [usize]),
    /// The first member has a block of the given size, which all members need.
    Broadcast(usize),
    /// A member needs the block of its source, if it has a source. All blocks have the same size.
    Permute(&'p [Option<usize>], usize),
}

impl Pattern<'_> {
    /// Returns the block of `source` that `target` needs: its index among the blocks of `source`,
    /// and its size. Returns `None` if `target` needs none of these blocks.
    pub fn block(&self, source: usize, target: usize) -> Option<(usize, usize)> {
        match self {
            Self::Gather(sizes) => Some((0, sizes[source])),
            Self::Scatter(sizes) => (sizes[target] > 0).then_some((target, sizes[target])),
            Self::Broadcast(size) => (source == 0).then_some((0, *size)),
            Self::Permute(sources, size) => (sources[target] == Some(source)).then_some((0, *size)),
        }
    }

    /// Returns the indices and the sizes of those blocks of `source` that at least one of `targets`
    /// needs.
    fn blocks(&self, source: usize, targets: &[usize]) -> Vec<(usize, usize)> {
        let mut blocks: Vec<_> =
            targets.iter().filter_map(|target| self.block(source, *target)).collect();
        blocks.sort_unstable();
        blocks.dedup();
        blocks
    }
}

/// A block that a member in another process sends.
struct Received {
    source: usize,
    number: usize,
    memory: Literal,
}

impl Processes {
    /// Exchanges the blocks of a group whose only member in this process is at the place `own`.
    /// `results` has the memory for the block of each member; it is empty for a member whose block
    /// is not needed.
    ///
    /// # Errors
    /// Fails as [`Communicator::exchange`](super::Communicator::exchange).
    pub fn exchange(
        &self,
        group: &Group,
        pattern: Pattern,
        own: usize,
        blocks: &[&[u8]],
        results: &mut [&mut [u8]],
    ) -> Result<(), Error> {
        let (_, others) = self.places(group);
        let (mut outgoing, mut incoming) = (Vec::new(), Vec::new());
        for (process, places) in &others {
            let parts = pattern.blocks(own, places);
            if !parts.is_empty() {
                let parts = parts.into_iter().map(|(number, _)| blocks[number]).collect();
                outgoing.push(Outgoing { process: *process, parts });
            }
            let sources = places.iter().filter(|place| pattern.block(**place, own).is_some());
            let parts: Vec<_> =
                sources.map(|source| std::mem::take(&mut results[*source])).collect();
            if !parts.is_empty() {
                incoming.push(Incoming { process: *process, parts });
            }
        }
        self.communicator.exchange(&self.tag(group), &outgoing, &mut incoming)
    }

    /// Exchanges the blocks of a group with several members in this process. `given` contains the
    /// blocks of these members as arrays of bytes; the function adds the blocks of members of other
    /// processes that they need.
    ///
    /// # Errors
    /// Fails as [`exchange`](Self::exchange), and if there is not enough memory.
    pub fn exchange_given(
        &self,
        group: &Group,
        pattern: Pattern,
        given: &mut Given,
    ) -> Result<(), Error> {
        let (own, others) = self.places(group);
        let mut received: Vec<(usize, Vec<Received>)> = Vec::new();
        let mut outgoing = Vec::new();
        for (process, places) in &others {
            let mut parts = Vec::new();
            for place in &own {
                let blocks = given[*place].as_deref().unwrap_or_default();
                for (number, _) in pattern.blocks(*place, places) {
                    parts.push(blocks[number].tensor()?.bytes());
                }
            }
            if !parts.is_empty() {
                outgoing.push(Outgoing { process: *process, parts });
            }
            let mut blocks = Vec::new();
            for source in places {
                for (number, size) in pattern.blocks(*source, &own) {
                    let memory = Literal::zeros(Shape::new(ElementType::U8, [size]))?;
                    blocks.push(Received { source: *source, number, memory });
                }
            }
            if !blocks.is_empty() {
                received.push((*process, blocks));
            }
        }
        let incoming = received.iter_mut().map(|(process, blocks)| Incoming {
            process: *process,
            parts: blocks.iter_mut().map(|block| block.memory.bytes_mut()).collect(),
        });
        let mut incoming: Vec<_> = incoming.collect();
        self.communicator.exchange(&self.tag(group), &outgoing, &mut incoming)?;
        drop((incoming, outgoing));
        for place in others.into_values().flatten() {
            given[place] = Some(Vec::new());
        }
        let received = received.into_iter().flat_map(|(_, blocks)| blocks);
        for Received { source, number, memory } in received {
            let blocks = given[source].get_or_insert_default();
            blocks.resize(blocks.len().max(number + 1), Value::Token);
            blocks[number] = memory.into();
        }
        Ok(())
    }

    /// Combines the blocks that the members of a group have for the member at the place `own`,
    /// which is the only one of this process, in the order of the group. Every other process has
    /// one member, too. Blocks without bytes are not sent.
    ///
    /// # Errors
    /// Fails as [`exchange`](Self::exchange).
    pub fn reduce_scatter(
        &self,
        group: &Group,
        own: usize,
        blocks: &[&[u8]],
        result: &mut [u8],
        combine: &mut dyn FnMut(&mut [u8], &[u8]),
    ) -> Result<(), Error> {
        let (mut outgoing, mut sources) = (Vec::new(), Vec::new());
        let processes = group.processes.iter().enumerate();
        for (place, process) in processes.filter(|(place, _)| *place != own) {
            if !blocks[place].is_empty() {
                outgoing.push(Outgoing { process: *process, parts: vec![blocks[place]] });
            }
            // The blocks for this member have the size of its result.
            if !result.is_empty() {
                sources.push(*process);
            }
        }
        let (mut place, mut start) = (0, 0);
        let byte_count = result.len();
        let mut consume = |piece: &[u8]| {
            let mine = &blocks[own][start..start + piece.len()];
            let total = &mut result[start..start + piece.len()];
            match (place, own) {
                (0, 0) => {
                    total.copy_from_slice(mine);
                    combine(total, piece);
                }
                (0, _) => total.copy_from_slice(piece),
                _ => combine(total, piece),
            }
            if place + 1 == own {
                combine(total, mine);
            }
            start += piece.len();
            if start == byte_count {
                (place, start) = (place + 1, 0);
            }
        };
        let tag = self.tag(group);
        self.communicator.exchange_pieces(&tag, &outgoing, &sources, byte_count, &mut consume)
    }
}
