// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Finds the panels of a right operand whose elements are known at compile time.
//!
//! A panel has the same number of columns as a tile. If all panels are contiguous in memory, the
//! kernel reads them in place, without packing at run time.

use super::ContractionOp;
use super::classify::{Contraction, Dim, extent};
use super::schedule::{Kernel, LINE_BITS, Machine};
use super::tile::{self, Limits, Tile};
use hloom_ir::{self as ir, Context, Op};

/// A division of a contraction's right operand into panels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Panels {
    /// The number of the right operand among the operands of the operation.
    pub operand: usize,
    /// The number of the column loop among the loops of the operation.
    pub column: usize,
    /// The number of columns of a panel, which divides the extent of the column loop.
    pub width: i64,
}

impl Panels {
    /// Returns the division of the right operand of a linalg operation on memrefs into panels.
    /// Returns `None` unless the operation is a contraction with many rows, a single column loop
    /// and no batches, whose kernel broadcasts left elements and does not convert right elements.
    ///
    /// The columns must be contiguous in the right operand and in the output.
    pub fn of<'a>(context: &'a Context, op: Op<'a>, machine: &Machine) -> Option<Self> {
        let contraction = ContractionOp::of(op)?;
        let dims = contraction.dims.clone();
        let work = Contraction::of(&dims);
        let [column] = work.columns[..] else { return None };
        let right = usize::from(!work.swapped);
        let arithmetic = &contraction.arithmetic;
        if work.elementwise
            || !work.outer.is_empty()
            || (column.right, column.out) != (1, 1)
            || extent(&work.rows) <= machine.rows_of_a_pass()
            || arithmetic.factors[right].is_converted()
        {
            return None;
        }
        let bits = i64::from(ir::element_width(arithmetic.accumulator));
        if contraction.plan(context, machine)?.schedule.kernel != Kernel::Broadcast {
            return None;
        }
        let is_column = |dim: &Dim| if work.swapped { dim.swapped() } else { *dim } == column;
        let width = width(&work, column.extent, bits, machine)?;
        Some(Self { operand: right, column: dims.iter().position(is_column)?, width })
    }
}

/// Returns the number of columns of the best tile whose number of columns divides `columns`, if
/// there is one.
///
/// `bits` is the width of an accumulator.
fn width(work: &Contraction, columns: i64, bits: i64, machine: &Machine) -> Option<i64> {
    let lanes = machine.vector_bits / bits;
    let mut most = columns / lanes;
    while most > 0 {
        let widest = Tile { rows: tile::MOST_ROWS, vectors: most, chains: 1 };
        let limits = Limits {
            widest,
            registers: machine.registers,
            bytes: bits / 8,
            depth: extent(&work.depth).max(1),
            joins: machine.indexed_addresses,
            line: LINE_BITS / bits,
        };
        let tile = tile::broadcasting(work, (columns, lanes), limits).tile;
        if columns % (tile.vectors * lanes) == 0 {
            return Some(tile.vectors * lanes);
        }
        most = tile.vectors - 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn product(rows: i64, columns: i64, depth: i64, stride: i64) -> Contraction {
        let dim = |extent, left, right, out| Dim { extent, left, right, out };
        Contraction::of(&[
            dim(rows, depth, 0, columns),
            dim(columns, 0, 1, 1),
            dim(depth, 1, stride, 0),
        ])
    }

    #[test]
    fn panels_divide_the_columns() {
        let machine = Machine {
            vector_bits: 512,
            registers: 32,
            threads: 1,
            indexed_addresses: true,
            dots: Vec::new(),
        };
        for columns in [16, 48, 64, 96, 144, 160, 512] {
            let width = width(&product(49, columns, 64, columns), columns, 32, &machine);
            assert!(
                width.is_some_and(|width| columns % width == 0 && width % 16 == 0),
                "{columns}"
            );
        }
        assert_eq!(width(&product(49, 24, 64, 24), 24, 32, &machine), None);
    }
}
