// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tuned kernels, which use other register tiles and other depth blocks for a contraction.
//!
//! A kernel that broadcasts left elements may have any number of rows and vectors that fit in
//! registers. All these kernels add the same products in the same order for each element of the
//! output, as long as the depth is divided into the same blocks. Kernels of dot products add in an
//! order that depends on their tile. Therefore, only kernels of the first kind have alternatives
//! for floats. Sums of narrow integers do not depend on the order. For these, kernels with
//! dot-product instructions along the depth, and other depth blocks, are also alternatives.

use super::classify::{Contraction, Dim, extent};
use super::dot::Dot;
use super::schedule::{Elements, Kernel, Machine, Packing, Schedule};
use super::sharing::PACKED_LEFT_BYTES;
use super::tile::{self, MOST_ROWS, Tile};
use crate::rounding::ceil;
use crate::tuning::{Choice, Tuned, Tuning};
use hloom_ir::Op;
use hloom_ir::pass::Failure;

/// Maximum number of vectors in a row of a tuned tile.
const MOST_VECTORS: i64 = 8;
/// Maximum number of columns of a tuned tile of dot products along the depth.
const MOST_COLUMNS: i64 = 4;
/// The largest number of bytes of the packed panel of a tuned tile, and of the tile's packed part
/// of the left operand. Both are on the stack.
const MOST_PANEL_BYTES: i64 = PACKED_LEFT_BYTES;

/// Applies the tuned schedule of the contraction `op` to `schedule`, if there is one, and reports
/// the choice.
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
    let tuned = tuning.find(&description).cloned().unwrap_or_default();
    if let Some((rows, vectors)) = tuned.kernel {
        *schedule = schedule.with_tile((rows, vectors), elements, machine).ok_or_else(|| {
            let message = format!(
                "tuned kernel of `{description}`: expected rows and vectors that fit the operands \
                 and {} registers, found {rows} and {vectors}",
                machine.registers
            );
            Failure::at(op, message)
        })?;
    }
    if let Some(depth) = tuned.depth {
        *schedule = schedule.with_depth(depth, elements, machine).ok_or_else(|| {
            let most = schedule.depth[0].extent;
            let message = format!(
                "tuned depth of `{description}`: expected a block of 1 to {most} iterations, in \
                 whole groups, with packed panels of at most {MOST_PANEL_BYTES} bytes, found \
                 {depth}"
            );
            Failure::at(op, message)
        })?;
    }
    let kernel = |tile: Tile| Some((tile.rows, tile.vectors));
    let own = Tuned { kernel: kernel(schedule.tile), depth: tuned.depth, ..Tuned::default() };
    let tiles = schedule.other_tiles(elements, machine).into_iter();
    let mut alternatives: Vec<_> =
        tiles.map(|tile| Tuned { kernel: kernel(tile), ..own.clone() }).collect();
    let depths = schedule.other_depths(elements, machine).into_iter();
    alternatives.extend(depths.map(|depth| Tuned { depth: Some(depth), ..own.clone() }));
    let order = schedule.order_of_sums(elements);
    let choice = Choice { op: description, schedule: own, alternatives, order };
    tuning.report(&[op], &choice);
    Ok(())
}

/// Describes everything on which the schedule of a contraction depends: the loops of each kind with
/// their strides in the left operand, the right operand and the output, and the bits of elements.
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
    /// Returns the schedule with a tile of `rows` rows and `vectors` vectors per row, or `None` if
    /// the kernel does not support that tile.
    pub fn with_tile(
        &self,
        (rows, vectors): (i64, i64),
        elements: Elements,
        machine: &Machine,
    ) -> Option<Self> {
        let products = rows.checked_mul(vectors)?;
        let all_rows = extent(&self.outer_rows).saturating_mul(self.joined_rows());
        // A flip takes the register of a constant.
        let flip = i64::from(self.dot.as_ref().is_some_and(|dot| dot.flipped));
        let (widest, chains, registers) = match self.kernel {
            // A register holds the element of the left operand.
            Kernel::Broadcast => {
                let direct = self.pack_right == Packing::None;
                let columns = self.column.extent;
                let whole = if direct { columns / self.lanes } else { ceil(columns, self.lanes) };
                (whole.min(MOST_VECTORS), 1, products + vectors + 1)
            }
            Kernel::Reduce if self.dot.is_some() => {
                let chains = (tile::CHAINS / products.max(1)).max(1);
                let sums = products.checked_mul(chains)?;
                (self.column.extent.min(MOST_COLUMNS), chains, sums + rows.min(vectors) + 1)
            }
            Kernel::Reduce | Kernel::Elementwise => return None,
        };
        // Few rows stream along the right operand, with tiles of their own.
        let fits = (all_rows > machine.rows_of_a_pass() || self.dot.is_some())
            && (1..=widest).contains(&vectors)
            && (1..=self.joined_rows().min(MOST_ROWS)).contains(&rows)
            && registers + flip <= machine.registers;
        let changed = Self { tile: Tile { rows, vectors, chains }, ..self.clone() };
        fits.then(|| changed.shared(elements, machine)).flatten()
    }

    /// Returns the schedule with a depth block of `depth` iterations, or `None` if the kernel does
    /// not support that block.
    pub fn with_depth(&self, depth: i64, elements: Elements, machine: &Machine) -> Option<Self> {
        let whole = self.depth[0].extent;
        // Groups of products are not cut.
        let cut = depth < whole && self.depth.len() == 1;
        let all_rows = extent(&self.outer_rows).saturating_mul(self.joined_rows());
        let fits = self.kernel == Kernel::Broadcast
            && (all_rows > machine.rows_of_a_pass() || self.dot.is_some())
            && (1..=whole).contains(&depth)
            && (!cut || depth % self.group() == 0);
        let changed = Self { depth_block: depth, ..self.clone() };
        fits.then(|| changed.shared(elements, machine)).flatten()
    }

    /// Groups the tiles of a changed schedule into tasks again. Returns `None` if the packed panel,
    /// or a tile's packed part of the left operand, is too large.
    fn shared(mut self, elements: Elements, machine: &Machine) -> Option<Self> {
        let bits = self.dot.as_ref().map_or(elements.accumulator_bits, Dot::bits);
        let bytes = |elements: i64| Some(elements.checked_mul(bits)? / 8);
        let packs = self.kernel == Kernel::Broadcast && self.pack_right != Packing::None;
        let right = if packs { bytes(self.panel_elements())? } else { 0 };
        let left = bytes(self.left_tile_elements())?;
        if right.max(left) > MOST_PANEL_BYTES {
            return None;
        }
        self.share(machine.threads, elements, false);
        Some(self)
    }

    /// Returns the tiles to try other than the current one. For each number of vectors, they have
    /// the maximum number of rows that fits in registers, one row less, or the number that divides
    /// the rows most evenly.
    fn other_tiles(&self, elements: Elements, machine: &Machine) -> Vec<Tile> {
        let mut tiles = Vec::new();
        for vectors in 1..=MOST_VECTORS {
            let with = |rows: i64| self.with_tile((rows, vectors), elements, machine);
            let fits = |rows: &i64| with(*rows).is_some();
            let Some(most) = (1..=MOST_ROWS).rev().find(fits) else { continue };
            let rows = self.joined_rows();
            let even = ceil(rows, ceil(rows, most));
            for rows in [most, even, most - 1] {
                let Some(Self { tile, .. }) = with(rows) else { continue };
                if tile != self.tile && !tiles.contains(&tile) {
                    tiles.push(tile);
                }
            }
        }
        tiles
    }

    /// Returns the depth blocks to try other than the current one: half and twice the current
    /// block, and the whole depth. Returns an empty list unless elements are narrow integers, whose
    /// sums do not depend on the order.
    fn other_depths(&self, elements: Elements, machine: &Machine) -> Vec<i64> {
        if elements.narrow.is_none() {
            return Vec::new();
        }
        let (whole, group) = (self.depth[0].extent, self.group());
        let step = if self.depth.len() == 1 { group } else { 1 };
        let half = ceil(ceil(self.depth_block, 2), step) * step;
        let mut depths = vec![half, self.depth_block.saturating_mul(2).min(whole), whole];
        depths.sort_unstable();
        depths.dedup();
        depths.retain(|depth| {
            *depth != self.depth_block && self.with_depth(*depth, elements, machine).is_some()
        });
        depths
    }

    /// Returns a description of the order in which the products of an element of the output are
    /// added. The description is empty if the sums do not depend on the order.
    fn order_of_sums(&self, elements: Elements) -> String {
        if elements.narrow.is_some() {
            return String::new();
        }
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
    use super::super::schedule::LeftPacking;
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
        let machine = Machine {
            vector_bits: 256,
            registers: 16,
            threads: 2,
            indexed_addresses: true,
            dots: Vec::new(),
        };
        let schedule = Schedule::of(&work, elements, &machine).expect("a schedule");
        (schedule, elements, machine)
    }

    #[test]
    fn other_tiles_add_in_the_same_order() {
        let (schedule, elements, machine) = product(512, 512, 2048);
        let tiles = schedule.other_tiles(elements, &machine);
        assert!(tiles.len() > 3 && !tiles.contains(&schedule.tile), "{tiles:?}");
        assert!(schedule.other_depths(elements, &machine).is_empty());
        for tile in tiles {
            let tile = (tile.rows, tile.vectors);
            let changed = schedule.with_tile(tile, elements, &machine).expect("it fits");
            assert_eq!(changed.order_of_sums(elements), schedule.order_of_sums(elements));
            assert_ne!(changed.tile, schedule.tile);
        }
    }

    #[test]
    fn tiles_fit_into_registers() {
        let (schedule, elements, machine) = product(512, 512, 512);
        let with =
            |rows, vectors| schedule.with_tile((rows, vectors), elements, &machine).is_some();
        assert!(with(6, 2) && with(4, 3));
        assert!(!with(7, 2) && !with(0, 1) && !with(1, 0) && !with(i64::MAX, 2));
    }

    #[test]
    fn packed_panels_are_bounded() {
        let (schedule, elements, machine) = product(512, 512, 2048);
        let with = |depth_block: i64, packed: bool| {
            let pack_left = if packed { LeftPacking::Rows } else { LeftPacking::None };
            let longer = Schedule { depth_block, pack_left, ..schedule.clone() };
            longer.with_tile((14, 1), elements, &machine).is_some()
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
