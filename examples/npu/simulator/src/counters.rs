// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Counters of a run.

use std::fmt;
use std::ops::{Add, AddAssign};

use crate::operations::Unit;

/// Counters of a run, or the sum over several runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Cycles from the first instruction until all units are idle.
    pub cycles: u64,
    /// Busy cycles of each unit, in the order of [`Unit::ALL`]. The scalar unit is busy for one
    /// cycle per issued instruction of any unit.
    pub busy: [u64; 5],
    /// Number of instructions that each unit executed.
    pub instructions: [u64; 5],
    /// Bytes that transfers read from DRAM.
    pub dram_read: u64,
    /// Bytes that transfers wrote to DRAM.
    pub dram_written: u64,
    /// Multiply-accumulate operations of the matrix unit.
    pub multiply_accumulates: u64,
}

impl Counters {
    /// Returns the busy cycles of a unit.
    pub fn busy(&self, unit: Unit) -> u64 {
        self.busy[unit as usize]
    }

    /// Returns the number of instructions that a unit executed.
    pub fn instructions(&self, unit: Unit) -> u64 {
        self.instructions[unit as usize]
    }
}

impl AddAssign for Counters {
    fn add_assign(&mut self, other: Counters) {
        self.cycles += other.cycles;
        for unit in 0..self.busy.len() {
            self.busy[unit] += other.busy[unit];
            self.instructions[unit] += other.instructions[unit];
        }
        self.dram_read += other.dram_read;
        self.dram_written += other.dram_written;
        self.multiply_accumulates += other.multiply_accumulates;
    }
}

impl Add for Counters {
    type Output = Counters;

    fn add(mut self, other: Counters) -> Counters {
        self += other;
        self
    }
}

impl fmt::Display for Counters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<8}{:>14}{:>18}{:>8}", "unit", "instructions", "busy cycles", "busy")?;
        for &unit in Unit::ALL {
            let (count, busy) = (self.instructions(unit), self.busy(unit));
            let share = 100.0 * busy as f64 / self.cycles.max(1) as f64;
            writeln!(f, "{:<8}{count:>14}{busy:>18}{share:>7.1}%", unit.mnemonic())?;
        }
        writeln!(f, "{:<22}{:>18}", "cycles", self.cycles)?;
        writeln!(f, "{:<22}{:>18}", "DRAM bytes read", self.dram_read)?;
        writeln!(f, "{:<22}{:>18}", "DRAM bytes written", self.dram_written)?;
        write!(f, "{:<22}{:>18}", "multiply-accumulates", self.multiply_accumulates)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adds_and_prints() {
        let one = Counters {
            cycles: 200,
            busy: [10, 50, 0, 7, 0],
            instructions: [8, 1, 0, 1, 0],
            dram_read: 64,
            dram_written: 32,
            multiply_accumulates: 5,
        };
        let two = one + one;
        assert_eq!(two.busy, [20, 100, 0, 14, 0]);
        let text = two.to_string();
        assert_eq!(text.lines().nth(2), Some("dma0                 2               100   25.0%"));
        assert_eq!(text.lines().last(), Some("multiply-accumulates                  10"));
        assert!(text.lines().all(|line| line.len() <= 72));
    }
}
