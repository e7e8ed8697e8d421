// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The division of a whole tensor into shards.

use hloom_compiler::{Error, Literal, Shape};
use hloom_lowering::spmd::partition::{Sharding, Split};

/// The shape of an argument or a result, the shape of its shards, and the shard of each partition.
#[derive(Clone, Debug)]
pub struct Layout {
    pub whole: Shape,
    pub shard: Shape,
    /// For each dimension of the tensor, the tile that each partition has.
    splits: Vec<Split>,
}

impl Layout {
    /// Creates the layout of a replicated tensor, of which every partition has all elements.
    pub fn replicated(whole: Shape, partitions: usize) -> Self {
        let splits = vec![Split::whole(partitions); whole.rank()];
        Self { shard: whole.clone(), whole, splits }
    }

    /// Creates the layout of a tensor with a sharding whose numbers of tiles divide the sizes of
    /// the tensor.
    pub fn new(whole: Shape, sharding: &Sharding) -> Self {
        let dims = whole.dims.iter().zip(&sharding.dims);
        let dims: Vec<_> = dims.map(|(size, split)| size / split.tiles()).collect();
        let shard = Shape::new(whole.element_type, dims);
        Self { whole, shard, splits: sharding.dims.clone() }
    }

    /// Returns true if every partition has the whole tensor.
    pub fn is_replicated(&self) -> bool {
        self.splits.iter().all(Split::is_whole)
    }

    /// Returns, for each dimension, the index of the tile that a partition has.
    pub fn tile(&self, partition: usize) -> Vec<usize> {
        self.splits.iter().map(|split| split.of()[partition]).collect()
    }

    /// Returns the first partition that has the same shard as `partition`.
    pub fn owner(&self, partition: usize) -> usize {
        let tile = self.tile(partition);
        (0..partition).find(|other| self.tile(*other) == tile).unwrap_or(partition)
    }

    /// Copies the shard of a partition from the whole tensor.
    ///
    /// # Errors
    /// Fails if the memory for the shard cannot be allocated.
    pub fn shard_of(&self, whole: &Literal, partition: usize) -> Result<Literal, Error> {
        let mut shard = Literal::zeros(self.shard.clone())?;
        let start = self.start(partition);
        let zeros = vec![0; start.len()];
        let width = self.whole.element_type.byte_width();
        copy_block(
            (whole.bytes(), &self.whole.dims, &start),
            (shard.bytes_mut(), &self.shard.dims, &zeros),
            &self.shard.dims,
            width,
        );
        Ok(shard)
    }

    /// Assembles the whole tensor from its shards. `shard` returns the shard of a partition, and is
    /// called only for [owners](Self::owner).
    ///
    /// # Errors
    /// Fails if `shard` fails, or if the memory for the whole tensor cannot be allocated.
    pub fn assemble<'l>(
        &self,
        partitions: usize,
        mut shard: impl FnMut(usize) -> Result<&'l Literal, Error>,
    ) -> Result<Literal, Error> {
        let mut whole = Literal::zeros(self.whole.clone())?;
        let width = self.whole.element_type.byte_width();
        let zeros = vec![0; self.shard.rank()];
        for partition in (0..partitions).filter(|it| self.owner(*it) == *it) {
            let shard = shard(partition)?;
            if *shard.shape() != self.shard {
                let found = shard.shape();
                return Err(Error::Internal(format!(
                    "expected a shard of type {}, found {found}",
                    self.shard
                )));
            }
            copy_block(
                (shard.bytes(), &self.shard.dims, &zeros),
                (whole.bytes_mut(), &self.whole.dims, &self.start(partition)),
                &self.shard.dims,
                width,
            );
        }
        Ok(whole)
    }

    /// Returns the index in the whole tensor of the first element of a partition's shard, for each
    /// dimension.
    fn start(&self, partition: usize) -> Vec<usize> {
        let tile = self.tile(partition);
        tile.iter().zip(&self.shard.dims).map(|(tile, size)| tile * size).collect()
    }
}

/// Copies a block of elements, each of `width` bytes, from one row-major array to another. Each
/// array is given by its bytes, its sizes and the index at which the block starts.
fn copy_block(
    (from, from_dims, from_start): (&[u8], &[usize], &[usize]),
    (to, to_dims, to_start): (&mut [u8], &[usize], &[usize]),
    block: &[usize],
    width: usize,
) {
    if block.contains(&0) {
        return;
    }
    let (rows, run) = match block.split_last() {
        Some((last, rows)) => (rows, last * width),
        None => (block, width),
    };
    let count: usize = rows.iter().product();
    for number in 0..count {
        let mut index = vec![0; block.len()];
        let mut rest = number;
        for (place, size) in index.iter_mut().zip(rows).rev() {
            *place = rest % size;
            rest /= size;
        }
        let offset = |dims: &[usize], start: &[usize]| {
            let places = start.iter().zip(&index).map(|(start, at)| start + at);
            places.zip(dims).fold(0, |all, (place, size)| all * size + place) * width
        };
        let (begin, end) = (offset(from_dims, from_start), offset(to_dims, to_start));
        to[end..end + run].copy_from_slice(&from[begin..begin + run]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(dims: &[usize], splits: &[(usize, &[usize])]) -> Layout {
        let split = |(tiles, of): &(usize, &[usize])| Split::new(*tiles, of.to_vec());
        let dims: Vec<_> = dims.to_vec();
        let splits = splits.iter().map(|it| split(it).expect("a split")).collect();
        Layout::new(Shape::new(hloom_compiler::ElementType::S32, dims), &Sharding { dims: splits })
    }

    /// Splits a tensor of consecutive numbers and assembles it again.
    fn round_trip(layout: &Layout, partitions: usize) -> Vec<Literal> {
        let count = layout.whole.element_count().expect("a small shape");
        let numbers: Vec<_> = (0..count as i32).collect();
        let whole = Literal::from_slice(&numbers, layout.whole.dims.clone()).expect("numbers");
        let shards = (0..partitions).map(|it| layout.shard_of(&whole, it).expect("a shard"));
        let shards: Vec<_> = shards.collect();
        let again = layout.assemble(partitions, |it| Ok(&shards[it])).expect("a whole tensor");
        assert_eq!(again, whole);
        shards
    }

    fn numbers(literal: &Literal) -> &[i32] {
        literal.as_slice().expect("integers")
    }

    #[test]
    fn rows_and_columns() {
        let both = layout(&[4, 6], &[(2, &[0, 0, 1, 1]), (2, &[0, 1, 0, 1])]);
        let shards = round_trip(&both, 4);
        assert_eq!(numbers(&shards[1]), [3, 4, 5, 9, 10, 11]);
        assert_eq!(numbers(&shards[2]), [12, 13, 14, 18, 19, 20]);
        let inner = layout(&[2, 4, 3], &[(1, &[0, 0]), (2, &[1, 0]), (1, &[0, 0])]);
        let shards = round_trip(&inner, 2);
        assert_eq!(numbers(&shards[0]), [6, 7, 8, 9, 10, 11, 18, 19, 20, 21, 22, 23]);
    }

    #[test]
    fn copies_belong_to_the_first_partition() {
        let copied = layout(&[4], &[(2, &[1, 0, 1, 0])]);
        let owners: Vec<_> = (0..4).map(|partition| copied.owner(partition)).collect();
        assert_eq!(owners, [0, 1, 0, 1]);
        assert_eq!(numbers(&round_trip(&copied, 4)[0]), [2, 3]);
        assert!(!copied.is_replicated() && layout(&[4], &[(1, &[0, 0])]).is_replicated());
    }

    #[test]
    fn scalars_and_empty_tensors() {
        assert_eq!(numbers(&round_trip(&layout(&[], &[]), 2)[1]), [0]);
        let empty = layout(&[0, 3], &[(2, &[0, 1]), (1, &[0, 0])]);
        assert_eq!(round_trip(&empty, 2)[1].shape().dims, [0, 3]);
        let empty = layout(&[2, 0], &[(2, &[0, 1]), (1, &[0, 0])]);
        assert_eq!(round_trip(&empty, 2)[1].shape().dims, [1, 0]);
    }
}
