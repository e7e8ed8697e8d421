// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The distribution of matrices over the registers of a warp.

use hloom_ir::{Builder, Value};

/// The shapes of a unit's matrices, and the elements that each thread holds.
///
/// An operand has *lines*: the rows of the left operand, the columns of the right one. A register has 32 bits
/// and holds a *word*: one or several elements of a line that follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Number of threads that multiply together.
    pub lanes: i64,
    /// Rows of the left operand, and columns of the right one.
    pub lines: [i64; 2],
    /// Words of a line.
    pub words: i64,
    /// The line of a thread's first register, for both operands.
    pub line: LaneNumber,
    /// The word of a thread's first register, for both operands.
    pub word: LaneNumber,
    /// For each operand, the line and word of each register, relative to those of the first one.
    pub registers: [&'static [(i64, i64)]; 2],
    /// The row and column of a thread's first sum.
    pub sum: [LaneNumber; 2],
    /// The row and column of each sum of a thread, relative to those of the first one.
    pub sums: &'static [(i64, i64)],
}

/// A number that depends on the index of a thread in its warp: `index / divisor % modulus * factor`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaneNumber {
    pub divisor: i64,
    pub modulus: i64,
    pub factor: i64,
}

impl LaneNumber {
    /// Creates the number `index / divisor % modulus * factor`.
    pub const fn new(divisor: i64, modulus: i64, factor: i64) -> Self {
        Self { divisor, modulus, factor }
    }

    /// Returns the number of a thread.
    pub fn of(self, lane: i64) -> i64 {
        lane / self.divisor % self.modulus * self.factor
    }

    /// Emits the number of a thread from its index in the warp.
    pub fn emit<'a>(self, at: Builder<'a>, lane: Value<'a>) -> Value<'a> {
        let divided = at.binary("arith.divui", lane, at.index(self.divisor));
        let rest = at.binary("arith.remui", divided, at.index(self.modulus));
        at.binary("arith.muli", rest, at.index(self.factor))
    }
}

impl Layout {
    /// Returns the number of registers of a thread: those of both operands and the sums.
    pub fn register_count(&self) -> usize {
        self.registers[0].len() + self.registers[1].len() + self.sums.len()
    }

    /// Returns the row and column of each sum of a thread.
    pub fn places_of_sums(&self, lane: i64) -> impl Iterator<Item = [i64; 2]> + use<> {
        let [row, column] = self.sum.map(|number| number.of(lane));
        self.sums.iter().map(move |(r, c)| [row + r, column + c])
    }
}
