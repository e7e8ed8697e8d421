// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Simulated units that multiply matrices, whose elements the threads of a warp hold together.

mod ffi;

pub use ffi::{multiply, multiply_shared, reset, sum};

use hloom_lowering::gpu::matrix_unit::{Format, MatrixUnit};
use hloom_lowering::gpu::warpgroup_unit::WarpgroupUnit;

/// The registers that a thread passes to a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Registers {
    /// The code of the unit.
    pub code: i64,
    pub left: [u32; 4],
    pub right: [u32; 2],
    pub sums: [u32; 4],
}

/// Returns the new sums of a thread, `lane`, from the registers of all threads of its warp. Sums of floats
/// begin with the old sum and round to f32 at each product; a GPU may round differently.
///
/// Returns `None` if the threads do not use the same unit.
fn product(warp: &[Registers], lane: usize) -> Option<[u32; 4]> {
    let code = warp.first()?.code;
    let unit = MatrixUnit::from_code(code).filter(|_| warp.iter().all(|it| it.code == code))?;
    let neighbors = MatrixUnit::NEIGHBORS as usize;
    let [left, right] = unit.formats();
    let sum = |number: usize| {
        let (row, column) = MatrixUnit::SUMS[number];
        let row = row as usize + lane / neighbors;
        let column = column as usize + 2 * (lane % neighbors);
        let pairs = (0..MatrixUnit::WORDS as usize).map(|word| {
            // The thread and the register that hold the word of a line.
            let thread = |line: usize| &warp[line % 8 * neighbors + word % neighbors];
            let register = |line: usize, all: &[(i64, i64)]| {
                let place = ((line / 8 * 8) as i64, (word / neighbors * neighbors) as i64);
                all.iter().position(|it| *it == place)
            };
            let left = thread(row).left[register(row, &MatrixUnit::LEFT)?];
            Some((left, thread(column).right[register(column, &MatrixUnit::RIGHT)?]))
        });
        let pairs = pairs.collect::<Option<Vec<_>>>()?;
        let old = warp[lane].sums[number];
        let elements = unit.elements_of_word() as usize;
        let all = pairs.iter().flat_map(|pair| (0..elements).map(move |at| (pair, at)));
        Some(if left.is_integer() {
            let add = |sum: i32, ((l, r), at): (&(u32, u32), usize)| {
                sum.wrapping_add(integer(left, *l, at) * integer(right, *r, at))
            };
            all.fold(old as i32, add) as u32
        } else {
            let add = |sum: f32, ((l, r), at): (&(u32, u32), usize)| {
                sum + float(left, *l, at) * float(right, *r, at)
            };
            all.fold(f32::from_bits(old), add).to_bits()
        })
    };
    Some([sum(0)?, sum(1)?, sum(2)?, sum(3)?])
}

/// The elements of both operands of a unit in shared memory.
#[derive(Clone, Debug)]
pub struct Operands {
    /// The rows of the left operand, and the columns of the right one.
    lines: [Vec<f32>; 2],
}

impl Operands {
    /// Loads the operands. `read` returns the element of 16 bits at an address relative to the start of
    /// shared memory, and `base` is the low bits of the address of that start.
    pub fn load(
        unit: WarpgroupUnit,
        descriptors: [i64; 2],
        base: i64,
        read: impl Fn(i64) -> u16,
    ) -> Self {
        let element = |operand: usize, place: [i64; 2]| {
            let address = unit.address(descriptors[operand], operand, place, base);
            float(unit.format(), u32::from(read(address)), 0)
        };
        let lines = |operand: usize, count: i64| {
            let line = |line: i64| (0..WarpgroupUnit::DEPTH).map(move |depth| [line, depth]);
            (0..count).flat_map(line).map(|place| element(operand, place)).collect()
        };
        Self { lines: [lines(0, WarpgroupUnit::ROWS), lines(1, WarpgroupUnit::COLUMNS)] }
    }

    /// Adds the products to the sums of a thread of the warpgroup.
    pub fn add_products(&self, thread: usize, sums: &mut [f32]) {
        const DEPTH: usize = WarpgroupUnit::DEPTH as usize;
        let (lanes, neighbors) = (MatrixUnit::LANES as usize, MatrixUnit::NEIGHBORS as usize);
        let (warp, lane) = (thread / lanes, thread % lanes);
        let first_row = warp * MatrixUnit::ROWS as usize + lane / neighbors;
        let line = |operand: usize, line: usize| &self.lines[operand][line * DEPTH..][..DEPTH];
        for (part, sums) in sums.chunks_mut(MatrixUnit::SUMS.len()).enumerate() {
            let first_column = part * MatrixUnit::COLUMNS as usize + 2 * (lane % neighbors);
            for (sum, (row, column)) in sums.iter_mut().zip(MatrixUnit::SUMS) {
                let left = line(0, first_row + row as usize);
                let right = line(1, first_column + column as usize);
                *sum = left.iter().zip(right).fold(*sum, |sum, (left, right)| sum + left * right);
            }
        }
    }
}

/// Returns an element of a word that holds integers.
fn integer(format: Format, word: u32, position: usize) -> i32 {
    let byte = word.to_le_bytes()[position];
    if format == Format::S8 { i32::from(byte as i8) } else { i32::from(byte) }
}

/// Returns an element of a word that holds floats.
fn float(format: Format, word: u32, position: usize) -> f32 {
    let bits = (word >> (16 * position)) as u16;
    match format {
        Format::Bf16 => half::bf16::from_bits(bits).to_f32(),
        _ => half::f16::from_bits(bits).to_f32(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The registers of a warp whose matrices have elements of small numbers: the left one
    /// `row + depth`, and the right one `column - depth`.
    fn warp() -> Vec<Registers> {
        let word = |first: i64| {
            let pair = [0, 1].map(|at| half::bf16::from_f32((first + at) as f32).to_bits());
            u32::from(pair[0]) | u32::from(pair[1]) << 16
        };
        let negative = |first: i64| {
            let pair = [0, 1].map(|at| half::bf16::from_f32((first - at) as f32).to_bits());
            u32::from(pair[0]) | u32::from(pair[1]) << 16
        };
        let lane = |lane: i64| {
            let (line, own) = (lane / 4, lane % 4);
            Registers {
                code: 0,
                left: MatrixUnit::LEFT.map(|(row, at)| word(row + line + 2 * (at + own))),
                right: MatrixUnit::RIGHT
                    .map(|(column, at)| negative(column + line - 2 * (at + own))),
                sums: [0.5_f32.to_bits(); 4],
            }
        };
        (0..32).map(lane).collect()
    }

    #[test]
    fn a_thread_has_its_rows_and_columns() {
        let warp = warp();
        for lane in 0..32 {
            let sums = product(&warp, lane).expect("one unit");
            for (sum, (row, column)) in sums.into_iter().zip(MatrixUnit::SUMS) {
                let row = row + lane as i64 / 4;
                let column = column + 2 * (lane as i64 % 4);
                let expected: i64 = (0..16).map(|depth| (row + depth) * (column - depth)).sum();
                assert_eq!(f32::from_bits(sum), expected as f32 + 0.5, "{lane} {row} {column}");
            }
        }
    }

    #[test]
    fn threads_with_different_units_are_refused() {
        let mut warp = warp();
        warp[7].code = 5;
        assert_eq!(product(&warp, 0), None);
    }
}
