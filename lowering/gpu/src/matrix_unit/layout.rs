// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The distribution of matrices over the registers of a warp.

use hloom_ir::{Builder, Value};

/// The shapes of a matrix unit's matrices, and the elements that each thread holds.
///
/// A *line* is a row of the left operand or a column of the right operand. A register has 32 bits
/// and holds a *word*: one or several successive elements of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The number of threads that multiply together: the size of a warp.
    pub lanes: i64,
    /// The number of rows of the left operand, and the number of columns of the right operand.
    pub lines: [i64; 2],
    /// The number of words in a line.
    pub words: i64,
    /// The index of the line in a thread's first operand register, for both operands.
    pub line: LaneNumber,
    /// The index of the word in a thread's first operand register among the words of its line, for
    /// both operands.
    pub word: LaneNumber,
    /// For each operand, the line and the word in each register, relative to those in the first
    /// register.
    pub registers: [&'static [(i64, i64)]; 2],
    /// The row and the column of a thread's first sum.
    pub sum: [LaneNumber; 2],
    /// The row and the column of each sum of a thread, relative to its first sum.
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

    /// Returns the number for the thread with the index `lane` in its warp.
    pub fn of(self, lane: i64) -> i64 {
        lane / self.divisor % self.modulus * self.factor
    }

    /// Emits the computation of the number from `lane`, the index of a thread in its warp.
    pub fn emit<'a>(self, at: Builder<'a>, lane: Value<'a>) -> Value<'a> {
        let divided = at.binary("arith.divui", lane, at.index(self.divisor));
        let rest = at.binary("arith.remui", divided, at.index(self.modulus));
        at.binary("arith.muli", rest, at.index(self.factor))
    }
}

impl Layout {
    /// Returns the number of registers that a thread needs for both operands and the sums.
    pub fn register_count(&self) -> usize {
        self.registers[0].len() + self.registers[1].len() + self.sums.len()
    }

    /// Returns the row and the column of each sum of the thread with the index `lane` in its warp.
    pub fn places_of_sums(&self, lane: i64) -> impl Iterator<Item = [i64; 2]> + use<> {
        let [row, column] = self.sum.map(|number| number.of(lane));
        self.sums.iter().map(move |(r, c)| [row + r, column + c])
    }
}
