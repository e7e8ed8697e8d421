// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tuned kernels: other tiles of registers for a contraction.
//!
//! A kernel that broadcasts left elements may have any number of rows and vectors that fit into
//! registers. Each element of the output is the sum of the same products in the same order for all
//! of them, as long as the depth is cut into the same blocks. The blocks are therefore not tuned,
//! and neither are kernels of dot products, which add in an order that depends on their tile.

use super::classify::{Contraction, Dim, extent};
use super::rounding::ceil;
use super::schedule::{Elements, FEW_ROWS, Kernel, Machine, Packing, Schedule};
use super::tile::{MOST_ROWS, Tile};
use crate::tuning::{Choice, Tuned, Tuning};
use hloom_ir::Op;
use hloom_ir::pass::Failure;

/// Most vectors of a row of a tile.
const MOST_VECTORS: i64 = 8;
/// Most bytes of a packed panel of a tuned tile, of the left or the right operand. Panels are on the
/// stack.
const MOST_PANEL_BYTES: i64 = 128 * 1024;

/// Gives a contraction its tuned schedule, if it has one, and reports the choice.
///
/// # Errors
/// Fails at `op` if the tuned schedule does not fit the contraction.
pub fn apply<'a>(
    schedule: &mut Schedule,
    work: &Contraction,
    elements: Elements,
    machine: &Machine,
    op: Op<'a>,
    tuning: &mut Tuning<'a>,
) -> Result<(), Failure<'a>> {
    let description = description(work, elements);
    if let Some((rows, vectors)) = tuning.find(&description).and_then(|tuned| tuned.kernel) {
        let tile = Tile { rows, vectors, chains: 1 };
        *schedule = schedule.with_tile(tile, elements, machine).ok_or_else(|| {
            let message = format!(
                "tuned kernel of `{description}`: expected rows and vectors that fit the operands \
                 and {} registers, found {rows} and {vectors}",
                machine.registers
            );
            Failure::at(op, message)
        })?;
    }
    let kernel = |tile: Tile| Tuned { kernel: Some((tile.rows, tile.vectors)), ..Tuned::default() };
    let others = schedule.other_tiles(elements, machine);
    let choice = Choice {
        op: description,
        schedule: kernel(schedule.tile),
        alternatives: others.into_iter().map(kernel).collect(),
        order: schedule.order_of_sums(),
    };
    tuning.report(&[op], &choice);
    Ok(())
}

/// Describes a contraction by all that its schedule depends on: the loops of each kind with their
/// strides in the left operand, the right operand and the output, and the bits of elements.
fn description(work: &Contraction, elements: Elements) -> String {
    let loops = |dims: &[Dim]| {
        let dims =
            dims.iter().map(|it| format!("{}({},{},{})", it.extent, it.left, it.right, it.out));
        dims.collect::<Vec<_>>().join("x")
    };
    let mut text = String::from("kernel");
    for (name, dims) in [
        ("batches", &work.outer),
        ("rows", &work.rows),
        ("columns", &work.columns),
        ("depth", &work.depth),
    ] {
        if !dims.is_empty() {
            text += &format!(" {name} {}", loops(dims));
        }
    }
    let Elements { accumulator_bits, bits: [left, right], converted, narrow } = elements;
    text += &format!(" of {left} by {right} into {accumulator_bits} bits");
    for (side, converted) in ["left", "right"].into_iter().zip(converted) {
        if converted {
            text += &format!(", {side} converted");
        }
    }
    if let Some([left, right]) = narrow {
        text += &format!(", {left:?} by {right:?}");
    }
    text
}

impl Schedule {
    /// Returns the schedule with another tile, or `None` if the kernel does not support it.
    pub fn with_tile(&self, tile: Tile, elements: Elements, machine: &Machine) -> Option<Self> {
        let products = tile.rows.checked_mul(tile.vectors)?;
        let direct = self.pack_right == Packing::None;
        let columns = self.column.extent;
        let widest =
            if direct { columns / self.lanes } else { ceil(columns, self.lanes) }.min(MOST_VECTORS);
        let all_rows = extent(&self.outer_rows).saturating_mul(self.row.extent);
        // A register holds the element of the left operand.
        let fits = self.kernel == Kernel::Broadcast
            && self.dot.is_none()
            // Few rows stream along the right operand, with tiles of their own.
            && all_rows > FEW_ROWS
            && (1..=widest).contains(&tile.vectors)
            && (1..=self.row.extent.min(MOST_ROWS)).contains(&tile.rows)
            && products + tile.vectors < machine.registers;
        if !fits {
            return None;
        }
        let mut changed = Self { tile, ..self.clone() };
        // Both panels were sized for the tile of the cost model.
        let bytes = |elements_of_panel: i64| elements_of_panel * elements.accumulator_bits / 8;
        let right = if direct { 0 } else { bytes(changed.panel_elements()) };
        let left_rows = if changed.pack_left { tile.rows } else { 0 };
        let left = bytes(left_rows * changed.left_row_elements());
        if right.max(left) > MOST_PANEL_BYTES {
            return None;
        }
        changed.share(machine.threads, elements, false);
        Some(changed)
    }

    /// Returns the other tiles to try: for each number of vectors, the most rows that fit into
    /// registers, and the number that divides the rows evenly.
    fn other_tiles(&self, elements: Elements, machine: &Machine) -> Vec<Tile> {
        let mut tiles = Vec::new();
        for vectors in 1..=MOST_VECTORS {
            let fits = |rows: &i64| {
                let tile = Tile { rows: *rows, vectors, chains: 1 };
                self.with_tile(tile, elements, machine).is_some()
            };
            let Some(most) = (1..=MOST_ROWS).rev().find(fits) else { continue };
            let even = ceil(self.row.extent, ceil(self.row.extent, most));
            for rows in [most, even, most - 1] {
                let tile = Tile { rows, vectors, chains: 1 };
                if fits(&rows) && tile != self.tile && !tiles.contains(&tile) {
                    tiles.push(tile);
                }
            }
        }
        tiles
    }

    /// Describes the order in which the products of an element of the output are added.
    fn order_of_sums(&self) -> String {
        let extents = |dims: &[Dim]| dims.iter().map(|dim| dim.extent).collect::<Vec<_>>();
        let vectors = match self.kernel {
            Kernel::Reduce => format!(" in {} vectors of {}", self.tile.chains, self.lanes),
            _ => String::new(),
        };
        let (outer, depth) = (extents(&self.outer_depth), extents(&self.depth));
        format!("{outer:?} {depth:?} by {}{vectors}", self.depth_block)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The schedule of a product of f32 on a machine with 16 registers of 8 lanes.
    fn product(rows: i64, columns: i64, depth: i64) -> (Schedule, Elements, Machine) {
        let dim = |extent, left, right, out| Dim { extent, left, right, out };
        let work = Contraction::of(&[
            dim(rows, depth, 0, columns),
            dim(columns, 0, 1, 1),
            dim(depth, 1, columns, 0),
        ]);
        let elements = Elements {
            accumulator_bits: 32,
            bits: [32, 32],
            converted: [false, false],
            narrow: None,
        };
        let machine = Machine { vector_bits: 256, registers: 16, threads: 2, dots: Vec::new() };
        let schedule = Schedule::of(&work, elements, &machine).expect("a schedule");
        (schedule, elements, machine)
    }

    #[test]
    fn other_tiles_add_in_the_same_order() {
        let (schedule, elements, machine) = product(512, 512, 2048);
        let tiles = schedule.other_tiles(elements, &machine);
        assert!(tiles.len() > 3 && !tiles.contains(&schedule.tile), "{tiles:?}");
        for tile in tiles {
            let changed = schedule.with_tile(tile, elements, &machine).expect("it fits");
            assert_eq!(changed.order_of_sums(), schedule.order_of_sums());
            assert_ne!(changed.tile, schedule.tile);
        }
    }

    #[test]
    fn tiles_fit_into_registers() {
        let (schedule, elements, machine) = product(512, 512, 512);
        let with = |rows, vectors| {
            schedule.with_tile(Tile { rows, vectors, chains: 1 }, elements, &machine).is_some()
        };
        assert!(with(6, 2) && with(4, 3));
        assert!(!with(7, 2) && !with(0, 1) && !with(1, 0) && !with(i64::MAX, 2));
    }

    #[test]
    fn packed_panels_are_bounded() {
        let (schedule, elements, machine) = product(512, 512, 2048);
        let with = |depth_block: i64, pack_left: bool| {
            let longer = Schedule { depth_block, pack_left, ..schedule.clone() };
            let tile = Tile { rows: 14, vectors: 1, chains: 1 };
            longer.with_tile(tile, elements, &machine).is_some()
        };
        // 14 rows of 2400 floats are 131 KiB, and 8 columns 75 KiB.
        assert!(with(2048, true) && with(2400, false));
        assert!(!with(2400, true) && !with(1 << 13, false));
    }

    #[test]
    fn few_rows_keep_their_tiles() {
        let (schedule, elements, machine) = product(1, 4096, 2048);
        assert!(schedule.other_tiles(elements, &machine).is_empty());
    }
}
