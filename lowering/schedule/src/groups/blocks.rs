// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Forms groups for the blocks of a GPU.
//!
//! The threads of a block compute a tile together, and keep the results of its members in the memory
//! that they share. Only groups with a reduction need this: other operations are fused already, and
//! each thread of the device computes elements of its own. For a softmax over rows, a block computes a
//! row, and reads and writes it once.
//!
//! A matrix product is no member, because its own tiles share more. The exception is attention: a product
//! of the result of a softmax, which is computed from another product. Its scores are by far the largest
//! tensors, and a block keeps those of some rows in shared memory.

use super::{Candidate, Group, Member, NewMember, form_by};
use crate::group_shape::{GroupShape, Role};
use crate::tile_dependence::TileDependence;
use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Mapping, Op};

/// Number of neighboring elements that the memory of a GPU delivers best.
const NEIGHBORS: i64 = 32;
/// Smallest accepted number of neighboring elements, if there are as many.
const LEAST_NEIGHBORS: i64 = 8;
/// Number of iterations of the largest member that a block should have: one for each thread.
const ITERATIONS: i64 = 256;
/// Most iterations of a block if there are few blocks.
const MOST_ITERATIONS: i64 = 32 * 1024;
/// Minimum number of blocks. Tiles grow only while at least this many remain.
const FEW_BLOCKS: i64 = 64;
/// Number of blocks from which on a block may be long.
const MANY_BLOCKS: i64 = 256;
/// Candidates for the number of rows of attention in a block, largest first. With fewer rows, blocks
/// would read the keys and values too often.
const ATTENTION_ROWS: [i64; 3] = [32, 16, 8];

/// Forms the groups of a block's operations for a GPU, the last root first. `bytes` is the size of the
/// memory for the results of members.
///
/// # Errors
/// Never fails.
pub fn form_for_blocks<'a>(ops: &[Op<'a>], bytes: i64) -> Result<Vec<Group<'a>>, Failure<'a>> {
    form_by(ops, |candidate, position| {
        let may_be_attention = candidate.has_contraction();
        let grown = candidate.grow(position, |group, producer| group.try_share(producer, bytes));
        let is_group = if may_be_attention { grown.is_attention() } else { grown.has_reduction() };
        let sizes = grown.block(bytes).filter(|_| is_group);
        Ok(sizes.map(|sizes| grown.with_tiles(Some(sizes))))
    })
}

impl<'a> Candidate<'a> {
    fn has_contraction(&self) -> bool {
        self.members.values().any(|member| member.generic.is_contraction())
    }

    /// Returns true if there are several members, of which one is a reduction.
    fn has_reduction(&self) -> bool {
        let reduces = self.members.values().any(|member| !member.generic.is_elementwise());
        reduces && self.members.len() > 1
    }

    /// Returns true if a reduction that is no contraction depends on a contraction of the group. The root,
    /// which depends on all members, is another contraction.
    fn is_attention(&self) -> bool {
        let reduces = |member: &&Member<'a>| {
            !member.generic.is_elementwise() && !member.generic.is_contraction()
        };
        self.members.values().filter(reduces).any(|member| self.depends_on_product(member))
    }

    /// Returns true if a producer of a member within the group, direct or not, is a contraction.
    fn depends_on_product(&self, member: &Member<'a>) -> bool {
        let producers = ir::operands(member.generic.op).into_iter().filter_map(ir::defining_op);
        let mut members = producers.filter_map(|op| self.members.get(&ir::address(op)));
        members
            .any(|producer| producer.generic.is_contraction() || self.depends_on_product(producer))
    }

    /// Adds a producer if the results of the members of a tile fit in the memory of a block.
    fn try_share(&mut self, producer: Op<'a>, bytes: i64) -> bool {
        let Some(NewMember { member, tileable, code_size }) = self.member(producer) else {
            return false;
        };
        let is_exact = |it: &TileDependence| it.step == 1 && it.halo == 0;
        let begins_product = member.generic.is_contraction() && !self.has_contraction();
        if begins_product || !member.root_dims.iter().flatten().all(is_exact) {
            return false;
        }
        let old = std::mem::replace(&mut self.tileable, tileable);
        self.members.insert(ir::address(producer), member);
        if self.block(bytes).is_none() {
            self.members.remove(&ir::address(producer));
            self.tileable = old;
            return false;
        }
        self.code_size = code_size;
        true
    }

    /// Returns the sizes of the tile of a block along the tileable dimensions, or `None` if no tile
    /// fits.
    fn block(&self, bytes: i64) -> Option<Vec<i64>> {
        let shape = self.shape()?;
        if shape.extents.len() > Mapping::MOST_DIMS {
            return None;
        }
        let mut sizes = vec![1; shape.extents.len()];
        let fits = |sizes: &[i64]| {
            // Each result is aligned.
            let aligned =
                shape.temporaries.iter().map(|part| part.of_tile(sizes).saturating_add(15));
            aligned.fold(0, i64::saturating_add) <= bytes
        };
        if self.has_contraction() {
            return rows_of_attention(&shape, fits);
        }
        if self.tileable.last().is_some_and(|dim| dim + 1 == self.extents.len()) {
            let last = sizes.len() - 1;
            let extent = shape.extents[last];
            sizes[last] = largest_divisor(extent, NEIGHBORS);
            if sizes[last] < LEAST_NEIGHBORS.min(extent) {
                return None;
            }
        }
        for dim in (0..sizes.len()).rev() {
            let extent = shape.extents[dim];
            let divisors = (1..=extent.min(ITERATIONS)).filter(|size| extent % size == 0);
            for size in divisors.filter(|size| *size > sizes[dim]).collect::<Vec<_>>() {
                let mut larger = sizes.clone();
                larger[dim] = size;
                let is_enough = self.iterations(&shape, &sizes) >= ITERATIONS;
                if is_enough || blocks(&shape, &larger) < FEW_BLOCKS || !fits(&larger) {
                    break;
                }
                sizes = larger;
            }
        }
        let is_short = self.iterations(&shape, &sizes) <= MOST_ITERATIONS
            || blocks(&shape, &sizes) >= MANY_BLOCKS;
        (fits(&sizes) && is_short).then_some(sizes)
    }

    /// Returns the iterations of the member of a tile that has most of them.
    fn iterations(&self, shape: &GroupShape, sizes: &[i64]) -> i64 {
        let all =
            self.members.values().map(|it| it.extents.iter().copied().fold(1, i64::saturating_mul));
        all.max().unwrap_or(1) / blocks(shape, sizes).max(1)
    }
}

/// Returns the tile of a block that computes attention: some rows of one batch, whose results fit in
/// memory.
fn rows_of_attention(shape: &GroupShape, fits: impl Fn(&[i64]) -> bool) -> Option<Vec<i64>> {
    let row = shape.roles.iter().rposition(|role| *role == Role::Row)?;
    let tiles =
        ATTENTION_ROWS.into_iter().filter(|rows| shape.extents[row] % rows == 0).map(|rows| {
            let mut sizes = vec![1; shape.extents.len()];
            sizes[row] = rows;
            sizes
        });
    let fitting: Vec<_> = tiles.filter(|sizes| fits(sizes)).collect();
    let is_enough = |sizes: &&Vec<i64>| blocks(shape, sizes) >= FEW_BLOCKS;
    let chosen = fitting.iter().find(is_enough).or(fitting.last())?;
    (blocks(shape, chosen) > 1).then(|| chosen.clone())
}

/// Returns the number of blocks for tiles of the given sizes, which divide the extents.
fn blocks(shape: &GroupShape, sizes: &[i64]) -> i64 {
    let counts = shape.extents.iter().zip(sizes).map(|(extent, size)| extent / size);
    counts.fold(1, i64::saturating_mul)
}

/// Returns the largest divisor of a number that is at most `most`.
fn largest_divisor(number: i64, most: i64) -> i64 {
    (1..=most.min(number)).rev().find(|it| number % it == 0).unwrap_or(1)
}
