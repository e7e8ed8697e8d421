// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The description of a group of operations for the cost model, which has no access to the IR.

use super::tile_dependence::TileDependence;

/// The properties of a group on which its tile sizes depend.
#[derive(Clone, Debug)]
pub struct GroupShape {
    /// Extents of the root's dimensions that may be tiled, outermost first.
    pub extents: Vec<i64>,
    /// Work of the group for one element of each dimension in `extents`. The unit is about one
    /// elementwise operation.
    pub work: i64,
    /// The sizes in bytes of the results of the members other than the root, which a tile keeps
    /// until it is complete.
    pub temporaries: Vec<Part>,
    /// The work of each member for a tile, in the unit of `work`.
    pub iterations: Vec<Part>,
    /// For each contraction, the number of bytes of its right operand that a tile reads.
    pub right_bytes: Vec<Part>,
    /// The roles of the dimensions in `extents` in the contractions of the group; empty if there
    /// are no contractions.
    pub roles: Vec<Role>,
    /// For a transposition: the contiguous dimensions of the output and of an input, in this order.
    /// Tiles are square in these two dimensions.
    pub transposed: Option<(usize, usize)>,
}

/// The role of a dimension in the contractions of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A batch, a dimension along which the output repeats, or a dimension with different roles in
    /// two contractions.
    Batch,
    /// A dimension that indexes the left operand and the output. All rows use the whole right
    /// operand.
    Row,
    /// A dimension that indexes the right operand and the output.
    Column,
}

/// An amount of memory (in bytes) or work that a tile needs, as a function of the tile sizes.
#[derive(Clone, Debug)]
pub struct Part {
    /// The amount for one element of each dimension in `dependences`. The total amount is
    /// proportional to the number of elements.
    pub amount: i64,
    /// The dependences of dimensions that follow a tileable dimension, each with the dimension's
    /// extent. [`TileDependence::dim`] is a position in [`GroupShape::extents`].
    pub dependences: Vec<(TileDependence, i64)>,
}

impl Part {
    /// Returns the amount that a tile of the given sizes needs.
    pub fn of_tile(&self, sizes: &[i64]) -> i64 {
        let needed = |(dependence, extent): &(TileDependence, i64)| {
            dependence.needed(sizes[dependence.dim]).min(*extent)
        };
        self.dependences.iter().map(needed).fold(self.amount, i64::saturating_mul)
    }
}
