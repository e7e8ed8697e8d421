// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Groups for attention, which is a product of values with weights that are computed by a reduction
//! of another product, such as the softmax of scores.
//!
//! A block computes some rows of the weights, and keeps their scores for all keys in memory. The
//! values and keys are read once for each tile of rows. Rows are the dimensions of the result that
//! occur in the weights, but not in the values. Dimensions of both, such as heads, are batches.
//!
//! If the scores of all keys do not fit, and the reduction is a softmax, a block computes the
//! softmax in blocks of keys ([`Softmax`]).

use super::blocks::{FEW_BLOCKS, MANY_BLOCKS};
use super::{Candidate, Group, MAX_CODE_SIZE, Member, Positions, uses};
use crate::group_shape::GroupShape;
use crate::rounding::ceil;
use crate::softmax::Softmax;
use crate::tile_time::tiles;
use hloom_ir::linalg::structured::Structured;
use hloom_ir::{self as ir, Mapping, Value};
use std::collections::HashSet;

/// Maximum numbers of rows to try for the tile of a GPU thread block, the largest first.
const MOST_ROWS: [i64; 3] = [32, 16, 8];
/// Minimum number of rows of a batch that are divided into tiles of rows. Fewer rows form one tile,
/// so the keys and values are read only once in any case.
const ENOUGH_ROWS: i64 = 8;

/// Minimum number of scores for which separate kernels compute the products and the softmax. The
/// tiles of these kernels use the arithmetic units of a GPU several times better, which outweighs
/// the cost of storing the scores.
const MANY_SCORES: i64 = 1 << 18;
/// Maximum number of scores that are stored. More scores would take too much memory.
const MOST_STORED_SCORES: i64 = 1 << 26;

/// Maximum number of scores of a block of keys: 16 for each thread.
const MOST_SCORES: i64 = 16 * Mapping::MOST_THREADS;
/// Minimum number of keys in a block of keys. With fewer keys, synchronization would dominate the
/// run time.
const LEAST_KEYS: i64 = 32;

/// The dimensions of the last product of attention.
struct Dims {
    /// The number of the product's input that contains the weights.
    input: usize,
    /// The parallel dimensions of the product that index the weights. Only these dimensions are
    /// tiled.
    weights: Vec<usize>,
    /// The dimensions in `weights` that do not index the values, which are the other input.
    rows: Vec<usize>,
}

impl Dims {
    /// Finds the dimensions of a product. Returns `None` if no input of the product is computed
    /// from a reduction of another product.
    fn of(product: &Structured) -> Option<Self> {
        let input = weights(product)?;
        let has = |input: usize, dim: usize| uses(&product.maps[input], dim);
        let dims = (0..product.parallel.len()).filter(|dim| product.parallel[*dim]);
        let dims: Vec<_> = dims.filter(|dim| has(input, *dim)).collect();
        let rows = dims.iter().copied().filter(|dim| !has(1 - input, *dim)).collect();
        Some(Self { input, weights: dims, rows })
    }
}

impl<'a> Candidate<'a> {
    /// Returns the group of attention with the contraction of this candidate as the last product.
    /// Returns `None` for other contractions, and if no tile of a block is profitable. `bytes` is
    /// the size in bytes of the memory for the results of members.
    pub fn attention(mut self, position: &Positions, bytes: i64) -> Option<Group<'a>> {
        let root = self.root;
        let dims = Dims::of(&self.members[&ir::address(root)].generic)?;
        let scores = self.scores(&dims);
        if (MANY_SCORES..=MOST_STORED_SCORES).contains(&scores) {
            return None;
        }
        self.tileable.retain(|dim| dims.weights.contains(dim));
        let in_blocks = || Self::new(root)?.in_blocks_of_keys(&dims, bytes);
        self.with_all_keys(&dims, position, bytes).or_else(in_blocks)
    }

    /// Returns the total number of scores of the attention, which is the number of weights.
    fn scores(&self, dims: &Dims) -> i64 {
        let map = &self.members[&ir::address(self.root)].generic.maps[dims.input];
        let dims = (0..self.extents.len()).filter(|dim| uses(map, *dim));
        dims.map(|dim| self.extents[dim]).fold(1, i64::saturating_mul)
    }

    /// Returns the group whose tiles keep the scores of some rows for all keys in memory.
    fn with_all_keys(self, dims: &Dims, position: &Positions, bytes: i64) -> Option<Group<'a>> {
        let grown = self.grow(position, |group, producer| {
            group.try_share(producer, |group, tileable| {
                // Such as a mask that all heads share, or a cast of the values.
                let is_kept =
                    |dim: &usize| group.tileable.contains(dim) || group.extents[*dim] == 1;
                tileable.iter().all(is_kept) && group.tile_of_rows(dims, bytes).is_some()
            })
        });
        let sizes = grown.tile_of_rows(dims, bytes).filter(|_| grown.is_attention())?;
        Some(grown.with_tiles(Some(sizes)))
    }

    /// Returns the group whose tiles keep the scores of some rows for a block of keys in memory.
    fn in_blocks_of_keys(mut self, dims: &Dims, bytes: i64) -> Option<Group<'a>> {
        let mut softmax = Softmax::of(Structured::of(self.root)?, dims.input)?;
        self.tileable.retain(|dim| dims.weights.contains(dim));
        let shape = self.shape()?;
        // The keys that are left after whole blocks are computed by code of their own.
        if shape.extents.len() > Mapping::MOST_DIMS || 2 * softmax.code_size() > MAX_CODE_SIZE {
            return None;
        }
        let keys = |rows: &Vec<i64>| {
            let mut sizes = self.extents.clone();
            for (dim, size) in self.tileable.iter().zip(rows) {
                sizes[*dim] = *size;
            }
            let most = MOST_SCORES / rows.iter().product::<i64>();
            let most = most.min(softmax.key_count()).max(1);
            let halves = std::iter::successors(Some(1_i64 << most.ilog2()), |keys| Some(keys / 2));
            halves.take_while(|keys| *keys >= LEAST_KEYS).find(|keys| {
                sizes[softmax.keys] = *keys;
                softmax.bytes(&sizes) <= bytes
            })
        };
        let fitting = self.tiles_of_rows(&shape, dims).into_iter();
        let fitting: Vec<_> = fitting.filter_map(|rows| Some((keys(&rows)?, rows))).collect();
        let is_enough = |(_, sizes): &&(i64, Vec<i64>)| tiles(&shape, sizes) >= FEW_BLOCKS;
        let (keys, sizes) = fitting.iter().find(is_enough).or(fitting.last())?.clone();
        if tiles(&shape, &sizes) <= 1 || !self.is_short(&shape, &sizes, FEW_BLOCKS) {
            return None;
        }
        softmax.block = keys;
        let mut group = self.with_tiles(Some(sizes));
        group.members.extend(softmax.members().map(ir::address));
        group.softmax = Some(softmax);
        Some(group)
    }

    /// Returns true if a reduction other than a contraction depends on a contraction of the group.
    /// The root, which depends on all members, is another contraction.
    fn is_attention(&self) -> bool {
        let reduces = |member: &&Member<'a>| {
            !member.generic.is_elementwise() && !member.generic.is_contraction()
        };
        self.members.values().filter(reduces).any(|member| self.depends_on_product(member))
    }

    /// Returns true if a direct or indirect producer of a member within the group is a contraction.
    fn depends_on_product(&self, member: &Member<'a>) -> bool {
        let producers = ir::operands(member.generic.op).into_iter().filter_map(ir::defining_op);
        let mut members = producers.filter_map(|op| self.members.get(&ir::address(op)));
        members
            .any(|producer| producer.generic.is_contraction() || self.depends_on_product(producer))
    }

    /// Returns the sizes of a tile along the tileable dimensions: some rows of one batch. Returns
    /// `None` if no such tile has results that fit in `bytes` bytes, if a block would have too much
    /// work, or if there would be a single tile.
    fn tile_of_rows(&self, dims: &Dims, bytes: i64) -> Option<Vec<i64>> {
        let shape = self.shape()?;
        if shape.extents.len() > Mapping::MOST_DIMS {
            return None;
        }
        let fitting: Vec<_> = self
            .tiles_of_rows(&shape, dims)
            .into_iter()
            .filter(|sizes| self.bytes(&shape, sizes).is_some_and(|needed| needed <= bytes))
            .collect();
        let is_enough = |sizes: &&Vec<i64>| tiles(&shape, sizes) >= FEW_BLOCKS;
        let chosen = fitting.iter().find(is_enough).or(fitting.last())?;
        (tiles(&shape, chosen) > 1).then(|| chosen.clone())
    }

    /// Returns the candidates for the sizes of a block's tile, largest first. All tiles of rows
    /// have about the same size. Few rows form one tile if blocks have little work or are numerous.
    /// Otherwise, there are no candidates: kernels with more threads are better, because the keys
    /// and values are read only once in any case.
    fn tiles_of_rows(&self, shape: &GroupShape, dims: &Dims) -> Vec<Vec<i64>> {
        let rows = self.tileable.iter().enumerate().filter(|(_, dim)| dims.rows.contains(dim));
        let longest = rows.map(|(index, _)| index).max_by_key(|index| shape.extents[*index]);
        let with = |rows: i64| {
            let mut sizes = vec![1; shape.extents.len()];
            longest.into_iter().for_each(|index| sizes[index] = rows);
            sizes
        };
        let rows = longest.map_or(1, |index| shape.extents[index]);
        if rows < ENOUGH_ROWS {
            let sizes = with(rows);
            let is_worthwhile = self.is_short(shape, &sizes, MANY_BLOCKS);
            return if is_worthwhile { vec![sizes] } else { Vec::new() };
        }
        let even = |most: i64| with(ceil(rows, ceil(rows, most)));
        MOST_ROWS.into_iter().map(even).collect()
    }

    /// Returns the size in bytes of the memory for the results of a tile of the given sizes.
    fn bytes(&self, shape: &GroupShape, sizes: &[i64]) -> Option<i64> {
        // The result of a tile that shares elements with another one is copied.
        let is_uneven = shape.extents.iter().zip(sizes).any(|(extent, size)| extent % size != 0);
        let root = &self.members[&ir::address(self.root)];
        let own = if is_uneven { Some(self.temporary(root)?) } else { None };
        let parts = shape.temporaries.iter().chain(&own);
        // Each result is aligned.
        let aligned = parts.map(|part| part.of_tile(sizes).saturating_add(15));
        Some(aligned.fold(0, i64::saturating_add))
    }
}

/// Returns the number of the input of a contraction that elementwise operations compute from a
/// reduction of another contraction's result, if there is one.
fn weights(product: &Structured) -> Option<usize> {
    if !product.is_contraction() {
        return None;
    }
    let reduces_product = |value: Value| {
        let through = producers(value, |producer| !producer.is_elementwise());
        let mut reductions = through.into_iter().filter(|it| !it.is_elementwise());
        reductions.any(|reduction| !reduction.is_contraction() && depends_on_product(&reduction))
    };
    (0..2).find(|input| reduces_product(ir::operands(product.op)[*input]))
}

/// Returns true if a contraction is among the operations that compute the operands of an operation.
fn depends_on_product(op: &Structured) -> bool {
    let operands = ir::operands(op.op).into_iter();
    let mut found =
        operands.flat_map(|value| producers(value, |producer| producer.is_contraction()));
    found.any(|producer| producer.is_contraction())
}

/// Returns the structured operations that directly or indirectly compute a value. Does not include
/// the operations that compute operands of an operation for which `is_last` is true.
fn producers<'a>(value: Value<'a>, is_last: impl Fn(&Structured) -> bool) -> Vec<Structured<'a>> {
    let (mut found, mut seen, mut pending) = (Vec::new(), HashSet::new(), vec![value]);
    while let Some(value) = pending.pop() {
        let Some(op) = ir::defining_op(value).and_then(Structured::of) else { continue };
        if seen.insert(ir::address(op.op)) {
            if !is_last(&op) {
                pending.extend(ir::operands(op.op));
            }
            found.push(op);
        }
    }
    found
}
