// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Emission of device instructions for addresses, loops and DMA transfers.

use super::error::CodegenError;
use super::nest::Access;
use npu_simulator::{
    Assembler, DIMENSIONS, Format, Instruction, Label, Queue, Register, SRAM_BYTES, UnitSet, s,
};
use std::collections::BTreeMap;

/// Number of scratchpad words for the constants and scalars of the kernel, from address 0.
const WORDS: u32 = 4096;
/// Number of scratchpad words, after the first [`WORDS`] words, for values of one loop nest that
/// are equal in all lanes.
const NEST_WORDS: u32 = 1024;
/// Byte address in the scratchpad of the first lane.
pub const LANES_BASE: u32 = 4 * (WORDS + NEST_WORDS);
/// Number of lanes that fit into the scratchpad from [`LANES_BASE`] on.
pub const LANES: i64 = (SRAM_BYTES as i64 - LANES_BASE as i64) / 4;

/// Maximum number of kernel arguments that are passed in registers.
const REGISTER_ARGUMENTS: usize = 6;
/// Numbers of the registers that contain loop counters.
const LOOPS: std::ops::Range<u8> = 8..23;
/// Scratch registers. Only this file uses `T[5]` to `T[8]`.
pub const T: [Register; 9] = [s(23), s(24), s(25), s(26), s(27), s(28), s(29), s(30), s(31)];

/// The start of a tile in a dimension: a constant, or the value of a register.
#[derive(Clone, Copy, Debug)]
pub enum Start {
    At(i64),
    In(Register),
}

/// A box in the iteration space of a loop nest.
#[derive(Clone, Debug)]
pub struct Tile {
    /// Loop index of the tile's first point in each dimension of the iteration space.
    pub start: Vec<Start>,
    /// Number of points of the tile in each dimension of the iteration space.
    pub extent: Vec<i64>,
}

impl Tile {
    /// Returns the tile that consists of the first point of the iteration space.
    pub fn point(dims: usize) -> Tile {
        Tile { start: vec![Start::At(0); dims], extent: vec![1; dims] }
    }
}

/// A loop over the `size` points of the dimension `dim` of an iteration space, in steps of `step`
/// points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Walk {
    pub dim: usize,
    pub size: i64,
    pub step: i64,
}

/// The direction of a DMA transfer: to the scratchpad (load) or from the scratchpad (store).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Load,
    Store,
}

/// Emits the device instructions of a kernel.
pub struct Emitter {
    pub code: Assembler,
    /// Scratchpad addresses of the constants, indexed by the bits of the constants.
    constants: BTreeMap<u32, u32>,
    /// Number of scratchpad words that are allocated for the whole kernel.
    words: u32,
    nest_words: u32,
    in_block: bool,
    loops: u8,
    constants_first: Label,
    main: Label,
}

impl Emitter {
    /// Creates an emitter for a kernel with the given number of arguments.
    pub fn new(arguments: usize) -> Emitter {
        let mut code = Assembler::new();
        let (constants_first, main) = (code.label(), code.label());
        code.jmp(constants_first).bind(main);
        Emitter {
            code,
            constants: BTreeMap::new(),
            words: 0,
            nest_words: 0,
            in_block: arguments > REGISTER_ARGUMENTS,
            loops: LOOPS.start,
            constants_first,
            main,
        }
    }

    /// Returns true if the register s1 contains the address of a memory block with the kernel's
    /// arguments.
    pub fn in_block(&self) -> bool {
        self.in_block
    }

    /// Returns the code of the kernel.
    ///
    /// # Errors
    /// Fails if the program is too long for the assembler.
    pub fn finish(mut self) -> Result<Vec<Instruction>, CodegenError> {
        self.code.halt().bind(self.constants_first);
        for (lane, word) in self.constants {
            self.code.li(T[0], i64::from(lane)).sts(s(0), word as i32, T[0]);
        }
        self.code.jmp(self.main);
        self.code.finish().map_err(|error| CodegenError(error.to_string()))
    }

    /// Emits a fence that waits for all units.
    pub fn fence(&mut self) {
        self.code.fence(UnitSet::ALL);
    }

    /// Emits an instruction that sets the number of lanes of the next vector instructions.
    pub fn set_lanes(&mut self, lanes: i64) {
        self.code.li(T[0], lanes).v_len(T[0]);
    }

    /// Allocates a scratchpad word for the whole kernel and returns its address.
    ///
    /// # Errors
    /// Fails if all words are in use.
    pub fn word(&mut self) -> Result<u32, CodegenError> {
        if self.words == WORDS {
            return Err(CodegenError(
                "the constants and scalars of the kernel do not fit into the scratchpad".to_owned(),
            ));
        }
        self.words += 1;
        Ok(4 * (self.words - 1))
    }

    /// Allocates a scratchpad word for the current loop nest and returns its address.
    ///
    /// # Errors
    /// Fails if all words are in use.
    pub fn nest_word(&mut self) -> Result<u32, CodegenError> {
        if self.nest_words == NEST_WORDS {
            return Err(CodegenError(
                "the operands of a loop nest do not fit into the scratchpad".to_owned(),
            ));
        }
        self.nest_words += 1;
        Ok(4 * (WORDS + self.nest_words - 1))
    }

    /// Begins a new loop nest, which frees the scratchpad words of the previous one.
    pub fn begin_nest(&mut self) {
        self.nest_words = 0;
    }

    /// Returns the address of the word that contains a constant. Allocates the word if necessary.
    ///
    /// # Errors
    /// Fails if all words are in use.
    pub fn constant(&mut self, lane: u32) -> Result<u32, CodegenError> {
        if let Some(word) = self.constants.get(&lane) {
            return Ok(*word);
        }
        let word = self.word()?;
        self.constants.insert(lane, word);
        Ok(word)
    }

    /// Emits the nested loops `walks` over tiles. `body` emits the code for a tile.
    ///
    /// A smaller tile at the end of a dimension gets separate code, so that all tile extents are
    /// constants.
    ///
    /// # Errors
    /// Fails if `body` fails or if there are too few registers for the nested loops.
    pub fn walk(
        &mut self,
        walks: &[Walk],
        tile: &mut Tile,
        body: &mut dyn FnMut(&mut Emitter, &mut Tile) -> Result<(), CodegenError>,
    ) -> Result<(), CodegenError> {
        let Some((Walk { dim, size, step }, inner)) = walks.split_first() else {
            return body(self, tile);
        };
        let whole = size / step * step;
        if whole > *step {
            if self.loops == LOOPS.end {
                return Err(CodegenError(
                    "the loops of the kernel are nested too deeply for the registers".to_owned(),
                ));
            }
            let register = s(self.loops);
            self.loops += 1;
            self.code.li(register, 0);
            let top = self.code.here();
            (tile.start[*dim], tile.extent[*dim]) = (Start::In(register), *step);
            self.walk(inner, tile, body)?;
            self.add(register, *step);
            self.code.li(T[0], whole).blt(register, T[0], top);
            self.loops -= 1;
        } else if whole == *step {
            (tile.start[*dim], tile.extent[*dim]) = (Start::At(0), *step);
            self.walk(inner, tile, body)?;
        }
        if whole < *size {
            (tile.start[*dim], tile.extent[*dim]) = (Start::At(whole), size - whole);
            self.walk(inner, tile, body)?;
        }
        Ok(())
    }

    /// Emits a loop whose register runs over the multiples of `step` from 0 (inclusive) to `end`
    /// (exclusive), which must be a positive multiple of `step`.
    ///
    /// # Errors
    /// Fails if `body` fails or if loops nest too deeply.
    pub fn count(
        &mut self,
        end: i64,
        step: i64,
        body: &mut dyn FnMut(&mut Emitter, Register) -> Result<(), CodegenError>,
    ) -> Result<(), CodegenError> {
        let mut tile = Tile::point(1);
        let walk = Walk { dim: 0, size: end, step };
        self.walk(&[walk], &mut tile, &mut |emitter, tile| match tile.start[0] {
            Start::In(register) => body(emitter, register),
            Start::At(_) => {
                emitter.code.li(T[5], 0);
                body(emitter, T[5])
            }
        })
    }

    /// Emits the addition of a constant to a register.
    fn add(&mut self, register: Register, value: i64) {
        match i32::try_from(value) {
            Ok(0) => {}
            Ok(value) => drop(self.code.addi(register, register, value)),
            Err(_) => drop(self.code.li(T[7], value).add(register, register, T[7])),
        }
    }

    /// Emits the addition of the product of a register and a constant to another register.
    fn add_scaled(&mut self, register: Register, scaled: Register, by: i64) {
        match i32::try_from(by) {
            Ok(by) => drop(self.code.muli(T[7], scaled, by)),
            Err(_) => drop(self.code.li(T[7], by).mul(T[7], scaled, T[7])),
        }
        self.code.add(register, register, T[7]);
    }

    /// Emits the computation of the DRAM address of a tile's first element into a register.
    fn address(&mut self, register: Register, access: &Access, tile: &Tile) {
        let argument = access.argument;
        if self.in_block {
            self.code.ldd(register, s(1), 8 * argument as i32);
        } else {
            self.code.addi(register, s(1 + argument as u8), 0);
        }
        let mut offset = access.offset;
        for (stride, start) in access.strides.iter().zip(&tile.start) {
            match start {
                Start::At(at) => offset += stride * at,
                Start::In(_) if *stride == 0 => {}
                Start::In(index) => self.add_scaled(register, *index, *stride),
            }
        }
        for (word, by) in &access.dynamic {
            self.code.lds(T[8], s(0), *word as i32);
            self.add_scaled(register, T[8], *by);
        }
        self.add(register, offset);
    }

    /// Emits the DMA transfer of a tile. `sram` is the scratchpad address of its first element, and
    /// `strides` are the scratchpad strides of its dimensions, in bytes.
    ///
    /// # Errors
    /// Fails if the tile has more dimensions than a transfer.
    pub fn transfer(
        &mut self,
        direction: Direction,
        access: &Access,
        tile: &Tile,
        sram: u32,
        strides: &[i64],
    ) -> Result<(), CodegenError> {
        let mut dims: Vec<(i64, i64, i64)> = (0..tile.extent.len())
            .filter(|dim| tile.extent[*dim] > 1)
            .map(|dim| (tile.extent[dim], access.strides[dim], strides[dim]))
            .collect();
        // Contiguous dimensions are innermost and repeated ones outermost.
        dims.sort_by_key(|(_, dram, _)| (*dram == 0, dram.abs()));
        let mut merged: Vec<(i64, i64, i64)> = Vec::new();
        for (count, dram, sram) in dims {
            match merged.last_mut() {
                Some(last) if dram == last.1 * last.0 && sram == last.2 * last.0 => {
                    last.0 *= count;
                }
                _ => merged.push((count, dram, sram)),
            }
        }
        if merged.len() > DIMENSIONS {
            return Err(CodegenError("a tile has more dimensions than a DMA transfer".to_owned()));
        }
        self.code.dma_reset();
        for (number, (count, dram, sram)) in merged.into_iter().enumerate() {
            self.code.li(T[6], count).li(T[7], dram).li(T[8], sram);
            self.code.dma_dim(number as u8, T[6], T[7], T[8]);
        }
        self.address(T[6], access, tile);
        self.code.li(T[7], i64::from(sram));
        let format: Format = access.format;
        match direction {
            Direction::Load => self.code.dma_load(Queue::Q0, format, T[7], T[6]),
            Direction::Store => self.code.dma_store(Queue::Q1, format, T[7], T[6]),
        };
        Ok(())
    }
}

/// Returns loops over the dimensions `dims` in steps that form tiles, from the outermost to the
/// innermost.
///
/// A tile extends over innermost dimensions, with at most `most` points in at most `most_dims`
/// dimensions. The loops over the other dimensions advance in steps of one.
pub fn tiled(sizes: &[i64], dims: &[usize], most: i64, most_dims: usize) -> Vec<Walk> {
    let mut walks = Vec::new();
    let (mut left, mut used, mut open) = (most, 0, true);
    for dim in dims.iter().rev() {
        let size = sizes[*dim];
        let fits = open && (size == 1 || used < most_dims);
        let step = if fits { size.min(left).max(1) } else { 1 };
        open = fits && step == size;
        used += usize::from(step > 1);
        left /= step;
        walks.push(Walk { dim: *dim, size, step });
    }
    walks.reverse();
    walks
}

/// Returns the number of points in a full tile of the given loops.
pub fn points(walks: &[Walk]) -> i64 {
    walks.iter().map(|walk| walk.step).product()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inner_dimensions_are_in_one_tile() {
        let steps = |sizes: &[i64], most, most_dims| -> Vec<i64> {
            let dims: Vec<usize> = (0..sizes.len()).collect();
            tiled(sizes, &dims, most, most_dims).iter().map(|walk| walk.step).collect()
        };
        assert_eq!(steps(&[5, 4, 3], 100, 5), [5, 4, 3]);
        assert_eq!(steps(&[5, 4, 3], 24, 5), [2, 4, 3]);
        assert_eq!(steps(&[5, 4, 3], 10, 5), [1, 3, 3]);
        assert_eq!(steps(&[5, 4, 3], 2, 5), [1, 1, 2]);
        assert_eq!(steps(&[5, 4, 3], 100, 2), [1, 4, 3]);
    }
}
