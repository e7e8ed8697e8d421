// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Simulated matrix units. The elements of the matrices are distributed over the threads of a warp.

mod ffi;

pub use ffi::{multiply, multiply_shared, reset};

use hloom_lowering::gpu::matrix_unit::{Format, MMA_SYNC, MatrixUnit};
use hloom_lowering::gpu::warpgroup_unit::WarpgroupUnit;

/// The elements of both operands of a matrix product that the threads of a warp compute together.
#[derive(Clone, Debug)]
pub struct WarpOperands {
    unit: MatrixUnit,
    /// The rows of the left operand and the columns of the right operand, one after the other. An
    /// element is the bits of an f32 or of an i32.
    lines: [Vec<u32>; 2],
}

impl WarpOperands {
    /// Reads the elements of both operands from the registers of the threads of a warp.
    pub fn of(unit: MatrixUnit, warp: &[&[u32]]) -> Self {
        let (layout, in_word) = (unit.layout(), unit.elements_of_word());
        let depth = layout.words * in_word;
        let mut lines = layout.lines.map(|lines| vec![0; (lines * depth) as usize]);
        for (lane, own) in (0..).zip(warp) {
            let (left, right) = own.split_at(layout.registers[0].len());
            for (operand, own) in [left, right].into_iter().enumerate() {
                for (word, (line, first)) in own.iter().zip(layout.registers[operand]) {
                    let line = layout.line.of(lane) + line;
                    let first = (layout.word.of(lane) + first) * in_word;
                    for position in 0..in_word {
                        lines[operand][(line * depth + first + position) as usize] =
                            element(unit.formats()[operand], *word, position as usize);
                    }
                }
            }
        }
        Self { unit, lines }
    }

    /// Adds the thread's part of the matrix product to its accumulators. Products of floats are
    /// added one by one, and the sum is rounded to f32 after each addition. A GPU may round
    /// differently.
    pub fn add_products(&self, lane: i64, sums: &mut [u32]) {
        let layout = self.unit.layout();
        let depth = (layout.words * self.unit.elements_of_word()) as usize;
        let line =
            |operand: usize, line: i64| &self.lines[operand][line as usize * depth..][..depth];
        for (sum, [row, column]) in sums.iter_mut().zip(layout.places_of_sums(lane)) {
            let pairs = line(0, row).iter().zip(line(1, column));
            *sum = if self.unit.formats()[0].is_integer() {
                let add = |sum: u32, (l, r): (&u32, &u32)| sum.wrapping_add(l.wrapping_mul(*r));
                pairs.fold(*sum, add)
            } else {
                let float = |bits: &u32| f32::from_bits(*bits);
                let sum = pairs.fold(float(sum), |sum, (l, r)| sum + float(l) * float(r));
                sum.to_bits()
            };
        }
    }
}

/// The elements of both operands of a matrix product that a warpgroup reads from shared memory.
#[derive(Clone, Debug)]
pub struct SharedOperands {
    /// The rows of the left operand and the columns of the right operand, one after the other.
    lines: [Vec<f32>; 2],
}

impl SharedOperands {
    /// Loads both operands, whose layout in shared memory the descriptors give. `read` returns the
    /// 16-bit element at an address relative to the start of shared memory. `base` contains the low
    /// bits of the start address of shared memory.
    pub fn load(
        unit: WarpgroupUnit,
        descriptors: [i64; 2],
        base: i64,
        read: impl Fn(i64) -> u16,
    ) -> Self {
        let load = |operand: usize, place: [i64; 2]| {
            let address = unit.address(descriptors[operand], operand, place, base);
            f32::from_bits(element(unit.format(), u32::from(read(address)), 0))
        };
        let lines = |operand: usize, count: i64| {
            let line = |line: i64| (0..WarpgroupUnit::DEPTH).map(move |depth| [line, depth]);
            (0..count).flat_map(line).map(|place| load(operand, place)).collect()
        };
        Self { lines: [lines(0, WarpgroupUnit::ROWS), lines(1, WarpgroupUnit::COLUMNS)] }
    }

    /// Adds the part of the matrix product that belongs to a thread of the warpgroup to the
    /// accumulators of this thread.
    pub fn add_products(&self, thread: i64, sums: &mut [f32]) {
        const DEPTH: usize = WarpgroupUnit::DEPTH as usize;
        let layout = &MMA_SYNC;
        let [rows, columns] = layout.lines;
        let (warp, lane) = (thread / layout.lanes, thread % layout.lanes);
        let line =
            |operand: usize, line: i64| &self.lines[operand][line as usize * DEPTH..][..DEPTH];
        for (part, sums) in (0..).zip(sums.chunks_mut(layout.sums.len())) {
            for (sum, [row, column]) in sums.iter_mut().zip(layout.places_of_sums(lane)) {
                let left = line(0, warp * rows + row);
                let right = line(1, part * columns + column);
                *sum = left.iter().zip(right).fold(*sum, |sum, (left, right)| sum + left * right);
            }
        }
    }
}

/// Converts an element of a register word to the bits of an f32 or of an i32.
fn element(format: Format, word: u32, position: usize) -> u32 {
    let half = (word >> (16 * (position % 2))) as u16;
    let byte = word.to_le_bytes()[position];
    match format {
        Format::Bf16 => half::bf16::from_bits(half).to_f32().to_bits(),
        Format::F16 => half::f16::from_bits(half).to_f32().to_bits(),
        Format::S8 => i32::from(byte as i8) as u32,
        Format::U8 => u32::from(byte),
        Format::F32 => word,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_has_the_sums_of_its_rows_and_columns() {
        // The left matrix has elements `row + depth`, the right one `column - depth`.
        for code in (0..200).filter(|code| MatrixUnit::from_code(*code).is_some()) {
            let unit = MatrixUnit::from_code(code).expect("a unit");
            let (layout, in_word) = (unit.layout(), unit.elements_of_word());
            let word = |operand: usize, line: i64, word: i64| {
                let value = |depth: i64| if operand == 0 { line + depth } else { line - depth };
                let bits = |at: i64| bits(unit.formats()[operand], value(word * in_word + at));
                let width = 32 / in_word;
                (0..in_word).map(|at| bits(at) << (at * width)).fold(0, |word, bits| word | bits)
            };
            let registers = |lane: i64| {
                let of_operand = |operand: usize| {
                    layout.registers[operand].iter().map(move |(line, at)| {
                        word(operand, layout.line.of(lane) + line, layout.word.of(lane) + at)
                    })
                };
                of_operand(0).chain(of_operand(1)).collect::<Vec<_>>()
            };
            let warp: Vec<_> = (0..layout.lanes).map(registers).collect();
            let operands =
                WarpOperands::of(unit, &warp.iter().map(Vec::as_slice).collect::<Vec<_>>());
            let depth = layout.words * in_word;
            for lane in 0..layout.lanes {
                let mut sums = vec![bits(sum_format(unit), 3); layout.sums.len()];
                operands.add_products(lane, &mut sums);
                for (sum, [row, column]) in sums.into_iter().zip(layout.places_of_sums(lane)) {
                    // Unsigned integers wrap at eight bits.
                    let of = |operand: usize, value: i64| match unit.formats()[operand] {
                        Format::U8 => value & 0xff,
                        _ => value,
                    };
                    let product = |at: i64| of(0, row + at) * of(1, column - at);
                    let expected = 3 + (0..depth).map(product).sum::<i64>();
                    assert_eq!(sum, bits(sum_format(unit), expected), "{unit:?} {lane}");
                }
            }
        }
    }

    /// The format of sums: f32, or for integers any one whose words are their elements' bits.
    fn sum_format(unit: MatrixUnit) -> Option<Format> {
        (!unit.formats()[0].is_integer()).then_some(Format::F32)
    }

    /// The bits of a number in a format, or in i32.
    fn bits(format: impl Into<Option<Format>>, value: i64) -> u32 {
        match format.into() {
            Some(Format::Bf16) => u32::from(half::bf16::from_f32(value as f32).to_bits()),
            Some(Format::F16) => u32::from(half::f16::from_f32(value as f32).to_bits()),
            Some(Format::F32) => (value as f32).to_bits(),
            Some(Format::S8 | Format::U8) => u32::from(value as u8),
            None => value as u32,
        }
    }
}
