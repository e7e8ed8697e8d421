// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Forms groups for GPU thread blocks.
//!
//! The threads of a block compute a tile together, and keep the results of its members in shared
//! memory. Only groups with a reduction need this: other operations are already fused, and each
//! thread of the device computes its own elements. For a softmax over rows, a block computes a row,
//! and reads and writes the row only once.
//!
//! Matrix products are not members, because their own tiles reuse more data. The exception is
//! attention, in which the result of a softmax of one product is an operand of another product. Its
//! scores are by far the largest tensors, and a block keeps the scores of some rows in shared
//! memory ([`attention`](super::attention)).

use super::{Candidate, Group, NewMember, form_by};
use crate::group_shape::GroupShape;
use crate::tile_dependence::TileDependence;
use crate::tile_time::tiles;
use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Mapping, Op};

/// Number of adjacent elements in one efficient access to a GPU's memory.
const NEIGHBORS: i64 = 32;
/// Minimum tile size along contiguous elements, unless there are fewer elements.
const LEAST_NEIGHBORS: i64 = 8;
/// Desired number of iterations of the largest member in a block: one for each thread.
const ITERATIONS: i64 = 256;
/// Maximum number of iterations of a GPU thread block if there are few blocks.
const MOST_ITERATIONS: i64 = 32 * 1024;
/// Minimum number of GPU thread blocks. Tiles grow only while at least this many blocks remain.
pub const FEW_BLOCKS: i64 = 64;
/// Number of GPU thread blocks above which a block may have any number of iterations.
pub const MANY_BLOCKS: i64 = 256;

/// Forms the groups of a block's operations for a GPU, starting with the group whose root is last in the
/// block. `bytes` is the size of the shared memory for the results of members.
///
/// # Errors
/// Never fails.
pub fn form_for_blocks<'a>(ops: &[Op<'a>], bytes: i64) -> Result<Vec<Group<'a>>, Failure<'a>> {
    form_by(ops, |candidate, position| {
        if candidate.has_contraction() {
            return Ok(candidate.attention(position, bytes));
        }
        let grown = candidate.grow(position, |group, producer| {
            group.try_share(producer, |group, _| group.block(bytes).is_some())
        });
        let sizes = grown.block(bytes).filter(|_| grown.has_reduction());
        Ok(sizes.map(|sizes| grown.with_tiles(Some(sizes))))
    })
}

impl<'a> Candidate<'a> {
    fn has_contraction(&self) -> bool {
        self.members.values().any(|member| member.generic.is_contraction())
    }

    /// Returns true if the group has several members, and one of them is a reduction.
    fn has_reduction(&self) -> bool {
        let reduces = self.members.values().any(|member| !member.generic.is_elementwise());
        reduces && self.members.len() > 1
    }

    /// Adds a producer if `is_accepted` is true for the extended group, and returns true if it was
    /// added. The second argument of `is_accepted` is the tileable dimensions of the group without the
    /// producer.
    pub fn try_share(
        &mut self,
        producer: Op<'a>,
        is_accepted: impl Fn(&Self, &[usize]) -> bool,
    ) -> bool {
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
        if !is_accepted(self, &old) {
            self.members.remove(&ir::address(producer));
            self.tileable = old;
            return false;
        }
        self.code_size = code_size;
        true
    }

    /// Returns the sizes of a GPU thread block's tile along the tileable dimensions. Returns `None` if
    /// no tile has results that fit in `bytes` bytes and enough adjacent elements.
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
                if is_enough || tiles(&shape, &larger) < FEW_BLOCKS || !fits(&larger) {
                    break;
                }
                sizes = larger;
            }
        }
        (fits(&sizes) && self.is_short(&shape, &sizes, MANY_BLOCKS)).then_some(sizes)
    }

    /// Returns true if a GPU thread block has few iterations, or if the number of blocks is at least
    /// `many`.
    pub fn is_short(&self, shape: &GroupShape, sizes: &[i64], many: i64) -> bool {
        self.iterations(shape, sizes) <= MOST_ITERATIONS || tiles(shape, sizes) >= many
    }

    /// Returns the largest number of iterations of any member in one tile.
    fn iterations(&self, shape: &GroupShape, sizes: &[i64]) -> i64 {
        let all =
            self.members.values().map(|it| it.extents.iter().copied().fold(1, i64::saturating_mul));
        all.max().unwrap_or(1) / tiles(shape, sizes).max(1)
    }
}

/// Returns the largest divisor of a number that is at most `most`.
fn largest_divisor(number: i64, most: i64) -> i64 {
    (1..=most.min(number)).rev().find(|it| number % it == 0).unwrap_or(1)
}
