// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reductions of the operands of a group.
//!
//! The operands are combined in the order of the group. Therefore, all participants compute the same
//! bits, and the result does not depend on the distribution of the participants over processes.

use crate::Error;
use hloom_evaluator::{DeviceMesh, IN_PARTS, ParticipantId, Pattern};

/// A participant of a collective, and its place in its group.
#[derive(Clone, Copy)]
pub struct Place<'p> {
    pub mesh: &'p DeviceMesh,
    pub me: ParticipantId,
    pub purpose: &'p str,
    pub group: &'p [ParticipantId],
    /// The index of the participant `me` in `group`.
    pub own: usize,
}

impl Place<'_> {
    /// Exchanges blocks of bytes within the group, with [`DeviceMesh::exchange`].
    pub fn exchange(
        &self,
        pattern: Pattern,
        blocks: &[&[u8]],
        results: &mut [&mut [u8]],
    ) -> Result<(), Error> {
        let Self { mesh, me, purpose, group, .. } = *self;
        Ok(mesh.exchange(me, purpose, group, pattern, blocks, results)?)
    }

    /// Combines the blocks of all members of the group for this participant, with
    /// [`DeviceMesh::reduce_scatter`].
    pub fn reduce_scatter(
        &self,
        blocks: &[&[u8]],
        result: &mut [u8],
        combine: &mut dyn FnMut(&mut [u8], &[u8]),
    ) -> Result<(), Error> {
        let Self { mesh, me, purpose, group, .. } = *self;
        Ok(mesh.reduce_scatter(me, purpose, group, blocks, result, combine)?)
    }

    /// Combines the operands of all members of the group, whose elements have `width` bytes. Each
    /// participant combines one part of large operands, and then receives the other parts.
    pub fn all_reduce(
        &self,
        operand: &[u8],
        result: &mut [u8],
        width: usize,
        combine: &mut dyn FnMut(&mut [u8], &[u8]),
    ) -> Result<(), Error> {
        let count = self.group.len();
        if operand.len() < IN_PARTS || count == 1 {
            let sizes = vec![operand.len(); count];
            let mut all = vec![0; operand.len() * count];
            self.exchange(Pattern::Gather(&sizes), &[operand], &mut split(&mut all, &sizes))?;
            let (first, others) = all.split_at(operand.len());
            result.copy_from_slice(first);
            others.chunks_exact(operand.len().max(1)).for_each(|other| combine(result, other));
            return Ok(());
        }
        let part = (operand.len() / width).div_ceil(count) * width;
        let start = |place: usize| (place * part).min(operand.len());
        let sizes: Vec<_> = (0..count).map(|place| start(place + 1) - start(place)).collect();
        let blocks = (0..count).map(|place| &operand[start(place)..start(place + 1)]);
        let blocks: Vec<_> = blocks.collect();
        let mut parts = split(result, &sizes);
        self.reduce_scatter(&blocks, parts[self.own], combine)?;
        let own = std::mem::take(&mut parts[self.own]);
        self.exchange(Pattern::Gather(&sizes), &[own], &mut parts)
    }
}

/// Splits memory into parts of the given sizes.
fn split<'m>(mut memory: &'m mut [u8], sizes: &[usize]) -> Vec<&'m mut [u8]> {
    let mut parts = Vec::with_capacity(sizes.len());
    for size in sizes {
        let (part, rest) = memory.split_at_mut(*size);
        parts.push(part);
        memory = rest;
    }
    parts
}
