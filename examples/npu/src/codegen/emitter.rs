// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Instructions for addresses, loops and transfers.

use super::Refused;
use super::nest::Access;
use npu_simulator::{
    Assembler, DIMENSIONS, Format, Instruction, Label, Queue, Register, SRAM_BYTES, UnitSet, s,
};
use std::collections::BTreeMap;

/// Words of the scratchpad for constants and scalars, from address 0 on.
const WORDS: u32 = 4096;
/// Words after these that a nest has for what is the same in all lanes.
const NEST_WORDS: u32 = 1024;
/// Where lanes begin.
pub const LANES_BASE: u32 = 4 * (WORDS + NEST_WORDS);
/// How many lanes there are.
pub const LANES: i64 = (SRAM_BYTES as i64 - LANES_BASE as i64) / 4;

/// The most arguments that come in registers.
const REGISTER_ARGUMENTS: usize = 6;
/// The registers of loops.
const LOOPS: std::ops::Range<u8> = 8..23;
/// Registers for the moment; those from 6 on belong to this file.
pub const T: [Register; 9] = [s(23), s(24), s(25), s(26), s(27), s(28), s(29), s(30), s(31)];

/// Where a tile begins in a dimension.
#[derive(Clone, Copy, Debug)]
pub enum Start {
    At(i64),
    In(Register),
}

/// A box of an iteration space.
#[derive(Clone, Debug)]
pub struct Tile {
    pub start: Vec<Start>,
    /// The points in each dimension.
    pub extent: Vec<i64>,
}

impl Tile {
    /// The first point alone.
    pub fn point(dims: usize) -> Tile {
        Tile { start: vec![Start::At(0); dims], extent: vec![1; dims] }
    }
}

/// A dimension that is walked in steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Walk {
    pub dim: usize,
    pub size: i64,
    pub step: i64,
}

/// Whether bytes go to or from the scratchpad.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Load,
    Store,
}

/// Emits a kernel.
pub struct Emitter {
    pub code: Assembler,
    /// Where constants are.
    constants: BTreeMap<u32, u32>,
    /// Words given out.
    words: u32,
    nest_words: u32,
    in_block: bool,
    loops: u8,
    constants_first: Label,
    main: Label,
}

impl Emitter {
    /// An empty kernel of so many arguments.
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

    /// Whether s1 is the address of the arguments.
    pub fn in_block(&self) -> bool {
        self.in_block
    }

    /// The whole kernel.
    pub fn finish(mut self) -> Result<Vec<Instruction>, Refused> {
        self.code.halt().bind(self.constants_first);
        for (lane, word) in self.constants {
            self.code.li(T[0], i64::from(lane)).sts(s(0), word as i32, T[0]);
        }
        self.code.jmp(self.main);
        self.code.finish().map_err(|error| Refused(error.to_string()))
    }

    /// Waits for all units.
    pub fn fence(&mut self) {
        self.code.fence(UnitSet::ALL);
    }

    /// Sets the number of lanes of what comes.
    pub fn set_lanes(&mut self, lanes: i64) {
        self.code.li(T[0], lanes).v_len(T[0]);
    }

    /// A word for good.
    pub fn word(&mut self) -> Result<u32, Refused> {
        if self.words == WORDS {
            return Err(Refused("there are more constants and scalars than fit".to_owned()));
        }
        self.words += 1;
        Ok(4 * (self.words - 1))
    }

    /// A word of the nest that is being emitted.
    pub fn nest_word(&mut self) -> Result<u32, Refused> {
        if self.nest_words == NEST_WORDS {
            return Err(Refused("there are more operands than fit".to_owned()));
        }
        self.nest_words += 1;
        Ok(4 * (WORDS + self.nest_words - 1))
    }

    /// Another nest begins.
    pub fn begin_nest(&mut self) {
        self.nest_words = 0;
    }

    /// The word that holds a constant.
    pub fn constant(&mut self, lane: u32) -> Result<u32, Refused> {
        if let Some(word) = self.constants.get(&lane) {
            return Ok(*word);
        }
        let word = self.word()?;
        self.constants.insert(lane, word);
        Ok(word)
    }

    /// Emits `body` for every tile of a walk; remainders get code of their own, so that all
    /// extents are known.
    pub fn walk(
        &mut self,
        walks: &[Walk],
        tile: &mut Tile,
        body: &mut dyn FnMut(&mut Emitter, &mut Tile) -> Result<(), Refused>,
    ) -> Result<(), Refused> {
        let Some((Walk { dim, size, step }, inner)) = walks.split_first() else {
            return body(self, tile);
        };
        let whole = size / step * step;
        if whole > *step {
            if self.loops == LOOPS.end {
                return Err(Refused("loops are nested too deeply".to_owned()));
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

    /// A register that runs over multiples of `step` below `end`, at least one of them.
    pub fn count(
        &mut self,
        end: i64,
        step: i64,
        body: &mut dyn FnMut(&mut Emitter, Register) -> Result<(), Refused>,
    ) -> Result<(), Refused> {
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

    /// Adds a constant to a register.
    fn add(&mut self, register: Register, value: i64) {
        match i32::try_from(value) {
            Ok(0) => {}
            Ok(value) => drop(self.code.addi(register, register, value)),
            Err(_) => drop(self.code.li(T[7], value).add(register, register, T[7])),
        }
    }

    /// Adds a register times a constant to another.
    fn add_scaled(&mut self, register: Register, scaled: Register, by: i64) {
        match i32::try_from(by) {
            Ok(by) => drop(self.code.muli(T[7], scaled, by)),
            Err(_) => drop(self.code.li(T[7], by).mul(T[7], scaled, T[7])),
        }
        self.code.add(register, register, T[7]);
    }

    /// The address of a tile's first element.
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

    /// Moves a tile; `strides` are bytes in the scratchpad from point to point.
    pub fn transfer(
        &mut self,
        direction: Direction,
        access: &Access,
        tile: &Tile,
        sram: u32,
        strides: &[i64],
    ) -> Result<(), Refused> {
        let mut dims: Vec<(i64, i64, i64)> = (0..tile.extent.len())
            .filter(|dim| tile.extent[*dim] > 1)
            .map(|dim| (tile.extent[dim], access.strides[dim], strides[dim]))
            .collect();
        // Contiguous elements first, repeated ones last.
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
            return Err(Refused("a tile has too many dimensions to be moved".to_owned()));
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

/// How to walk dimensions, outermost first: the inner ones in one step, as many points of them
/// as there may be in a tile.
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

/// The points of a tile.
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
