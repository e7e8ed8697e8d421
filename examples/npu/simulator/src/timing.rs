// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The cost of each instruction in cycles, and the times at which units become idle.

use crate::counters::Counters;
use crate::isa::UnitSet;
use crate::matrix::ARRAY;
use crate::operations::Unit;
use crate::vector_operations::{VectorBinary, VectorUnary};

/// Number of lanes that the vector unit computes per cycle.
pub const VECTOR_LANES: u64 = 64;
/// Latency of a DMA transfer: cycles before its first byte arrives.
pub const DMA_LATENCY: u64 = 64;
/// Number of bytes of a contiguous run that a DMA transfer moves per cycle.
pub const DMA_BYTES: u64 = 32;

const VECTOR_LATENCY: u64 = 4;
const DIVISION: u64 = 4;
const TRANSCENDENTAL: u64 = 8;

/// Returns the number of cycles of a vector operation that takes `weight` cycles per 64 lanes.
pub(crate) fn vector(lanes: u64, weight: u64) -> u64 {
    VECTOR_LATENCY + lanes.div_ceil(VECTOR_LANES) * weight
}

pub(crate) fn unary_weight(op: VectorUnary) -> u64 {
    use VectorUnary as Op;
    match op {
        Op::Fsqrt | Op::Frsqrt => DIVISION,
        Op::Fcbrt
        | Op::Fexp
        | Op::Fexpm1
        | Op::Flog
        | Op::Flog1p
        | Op::Ftanh
        | Op::Fsin
        | Op::Fcos
        | Op::Ftan => TRANSCENDENTAL,
        _ => 1,
    }
}

pub(crate) fn binary_weight(op: VectorBinary) -> u64 {
    use VectorBinary as Op;
    match op {
        Op::Fdiv | Op::Frem | Op::Divs | Op::Divu | Op::Rems | Op::Remu => DIVISION,
        Op::Fpow | Op::Fatan2 => TRANSCENDENTAL,
        _ => 1,
    }
}

/// Returns the number of cycles of a DMA transfer of `runs` contiguous runs of `run` bytes each.
pub(crate) fn dma(run: u64, runs: u64) -> u64 {
    DMA_LATENCY.saturating_add(runs.saturating_mul(run.div_ceil(DMA_BYTES)))
}

pub(crate) fn matrix_weights(k: usize) -> u64 {
    debug_assert!(k <= ARRAY);
    k as u64
}

/// Returns the number of cycles of a matrix product of `m` rows with k x n weights.
pub(crate) fn matrix_multiply(m: u64, k: usize, n: usize) -> u64 {
    m.saturating_add((k + n) as u64)
}

/// The clock of the scalar unit, and the times at which the other units become idle.
#[derive(Debug, Default)]
pub(crate) struct Timeline {
    now: u64,
    free: [u64; 5],
    pub(crate) counters: Counters,
}

impl Timeline {
    /// Issues an instruction that keeps `unit` busy for `cycles` cycles after the earlier
    /// instructions of the unit.
    pub(crate) fn issue(&mut self, unit: Unit, cycles: u64) {
        self.now += 1;
        self.counters.instructions[unit as usize] += 1;
        self.counters.busy[Unit::Scalar as usize] += 1;
        if unit != Unit::Scalar {
            let free = &mut self.free[unit as usize];
            *free = self.now.max(*free).saturating_add(cycles);
            let busy = &mut self.counters.busy[unit as usize];
            *busy = busy.saturating_add(cycles);
        }
    }

    /// Advances the clock to the time at which all given units are idle.
    pub(crate) fn wait(&mut self, units: UnitSet) {
        self.now = units.units().fold(self.now, |now, unit| now.max(self.free[unit as usize]));
    }

    /// Waits until all units are idle, and returns the counters.
    pub(crate) fn finish(mut self) -> Counters {
        self.wait(UnitSet::ALL);
        Counters { cycles: self.now, ..self.counters }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs() {
        assert_eq!(vector(0, 1), 4);
        assert_eq!(vector(65, unary_weight(VectorUnary::Fneg)), 6);
        assert_eq!(vector(65, unary_weight(VectorUnary::Fsqrt)), 12);
        assert_eq!(vector(64, binary_weight(VectorBinary::Fdiv)), 8);
        assert_eq!(vector(64, binary_weight(VectorBinary::Fpow)), 12);
        assert_eq!((dma(33, 3), dma(1, 100), dma(64, 0)), (70, 164, 64));
        assert_eq!((matrix_weights(32), matrix_multiply(100, 32, 8)), (32, 140));
    }

    #[test]
    fn units_overlap_until_a_wait() {
        let mut time = Timeline::default();
        time.issue(Unit::Dma0, 100);
        time.issue(Unit::Vector, 10);
        time.issue(Unit::Dma0, 5);
        assert_eq!(time.free[Unit::Vector as usize], 12);
        assert_eq!(time.free[Unit::Dma0 as usize], 106);
        time.issue(Unit::Scalar, 1);
        time.wait(UnitSet::of(Unit::Vector));
        assert_eq!(time.now, 12);
        time.issue(Unit::Vector, 10);
        let counters = time.finish();
        assert_eq!(counters.cycles, 106);
        assert_eq!(counters.busy, [5, 105, 0, 20, 0]);
        assert_eq!(counters.instructions, [1, 2, 0, 2, 0]);
    }
}
