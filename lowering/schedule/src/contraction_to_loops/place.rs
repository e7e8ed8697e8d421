// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Positions in the three memories of a contraction: the left operand, the right operand and the
//! output.

use super::classify::Dim;
use super::position::Position;
use hloom_ir::Builder;

/// A position in each of the left operand, the right operand and the output.
#[derive(Clone, Debug)]
pub struct Place<'a> {
    /// The position in the left operand, in elements from the memref's offset.
    pub left: Position<'a>,
    /// The position in the right operand, in elements from the memref's offset.
    pub right: Position<'a>,
    /// The position in the output, in elements from the memref's offset.
    pub out: Position<'a>,
}

/// The position of a tile, and the part of the tile to store.
#[derive(Clone, Debug)]
pub struct TilePlace<'a> {
    /// The number of the tile among the row tiles of its unit.
    pub number: Position<'a>,
    /// The positions of the tile's first row and column, at the start of the depth block.
    pub place: Place<'a>,
    /// The first row to store, relative to the tile.
    pub first_row: Position<'a>,
    /// The first column to store, relative to the tile.
    pub first_column: Position<'a>,
    /// The position of each row in the left operand if the rows are not evenly spaced; otherwise
    /// empty.
    pub lefts: Vec<Position<'a>>,
    /// The position of the tile's packed rows in the buffer for packed rows of the left operand.
    pub packed: Position<'a>,
}

impl<'a> Place<'a> {
    /// Returns this place moved by `by` iterations of the loop `dim`.
    pub fn moved(&self, dim: Dim, by: &Position<'a>) -> Self {
        Self {
            left: self.left.plus(by, dim.left),
            right: self.right.plus(by, dim.right),
            out: self.out.plus(by, dim.out),
        }
    }

    /// Returns this place moved by `by[i]` iterations of each loop `dims[i]`.
    pub fn moved_all(&self, dims: &[Dim], by: &[Position<'a>]) -> Self {
        dims.iter().zip(by).fold(self.clone(), |place, (dim, by)| place.moved(*dim, by))
    }

    /// Computes the positions at the builder's insertion point, like [`Position::computed`].
    pub fn computed(&self, builder: Builder<'a>) -> Self {
        Self {
            left: self.left.computed(builder),
            right: self.right.computed(builder),
            out: self.out.computed(builder),
        }
    }
}
