// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The vector unit: reads operands from the scratchpad and writes the computed lanes.

use std::ops::Range;

use crate::vector_operations::{VectorBinary, VectorReduce, VectorTernary, VectorUnary};
use crate::{vector_binary, vector_reduce, vector_unary};

/// The scratchpad word range of a vector operand, and whether a single word is used for all lanes.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    pub(crate) words: Range<usize>,
    pub(crate) broadcast: bool,
}

impl Source {
    /// The placeholder for an absent operand of an operation with fewer than three operands.
    pub(crate) const NONE: Source = Source { words: 0..0, broadcast: false };
}

/// The vector unit. Copies the operands before a computation, so that the result may overlap the
/// operands.
#[derive(Debug, Default)]
pub(crate) struct VectorUnit {
    operands: [Vec<u32>; 3],
}

impl VectorUnit {
    fn load(&mut self, sram: &[u32], lanes: usize, sources: &[Source]) -> &[Vec<u32>; 3] {
        for (operand, source) in self.operands.iter_mut().zip(sources) {
            operand.clear();
            if source.broadcast {
                operand.resize(lanes, sram[source.words.start]);
            } else {
                operand.extend_from_slice(&sram[source.words.clone()]);
            }
        }
        &self.operands
    }

    pub(crate) fn unary(
        &mut self,
        op: VectorUnary,
        sram: &mut [u32],
        dst: Range<usize>,
        sources: &[Source],
    ) {
        let [a, ..] = self.load(sram, dst.len(), sources);
        vector_unary::compute(op, &mut sram[dst], a);
    }

    pub(crate) fn binary(
        &mut self,
        op: VectorBinary,
        sram: &mut [u32],
        dst: Range<usize>,
        sources: &[Source],
    ) {
        let [a, b, _] = self.load(sram, dst.len(), sources);
        vector_binary::compute(op, &mut sram[dst], a, b);
    }

    pub(crate) fn ternary(
        &mut self,
        op: VectorTernary,
        sram: &mut [u32],
        dst: Range<usize>,
        sources: &[Source],
    ) {
        let [a, b, c] = self.load(sram, dst.len(), sources);
        let lanes = sram[dst].iter_mut().zip(a).zip(b).zip(c);
        match op {
            VectorTernary::Select => {
                lanes.for_each(|(((d, a), b), c)| *d = if *a != 0 { *b } else { *c });
            }
            VectorTernary::Ffma => lanes.for_each(|(((d, a), b), c)| {
                let (a, b, c) = (f32::from_bits(*a), f32::from_bits(*b), f32::from_bits(*c));
                *d = a.mul_add(b, c).to_bits();
            }),
        }
    }

    /// Folds the words of `a` into the word at `dst`, from left to right; the word is the initial
    /// value.
    pub(crate) fn reduce(op: VectorReduce, sram: &mut [u32], dst: usize, a: Range<usize>) {
        sram[dst] = vector_reduce::fold(op, sram[dst], &sram[a]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(words: Range<usize>, broadcast: bool) -> Source {
        Source { words, broadcast }
    }

    #[test]
    fn a_result_may_overlap_its_operands() {
        let mut sram = vec![1, 2, 3, 4, 5];
        let sources = [source(0..3, false), source(1..2, true)];
        VectorUnit::default().binary(VectorBinary::Iadd, &mut sram, 1..4, &sources);
        assert_eq!(sram, [1, 3, 4, 5, 5]);
    }

    #[test]
    fn select_takes_any_bits_as_true() {
        let mut sram = vec![0, 1, 0x8000_0000, 10, 11, 12, 20];
        let sources = [source(0..3, false), source(3..6, false), source(6..7, true)];
        VectorUnit::default().ternary(VectorTernary::Select, &mut sram, 0..3, &sources);
        assert_eq!(sram[..3], [20, 11, 12]);
    }

    #[test]
    fn fma_rounds_once() {
        let x = 1.0 + f32::EPSILON;
        let mut sram = vec![x.to_bits(), (-x * x).to_bits(), 0];
        let sources = [source(0..1, false), source(0..1, false), source(1..2, false)];
        VectorUnit::default().ternary(VectorTernary::Ffma, &mut sram, 2..3, &sources);
        assert_eq!(f32::from_bits(sram[2]), f32::EPSILON * f32::EPSILON);
    }

    #[test]
    fn a_reduction_may_fold_into_one_of_its_lanes() {
        let mut sram = vec![1, 2, 3];
        VectorUnit::reduce(VectorReduce::Iadd, &mut sram, 1, 0..3);
        assert_eq!(sram, [1, 8, 3]);
    }
}
