// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The matrix unit: a systolic array that stores a tile of weights.

use std::ops::Range;

use crate::operations::Kind;

/// Number of rows and of columns of the systolic array.
pub const ARRAY: usize = 32;

/// The state of the matrix unit: the weights in its systolic array.
#[derive(Debug)]
pub(crate) struct MatrixUnit {
    kind: Option<Kind>,
    pub(crate) k: usize,
    pub(crate) n: usize,
    weights: [[u32; ARRAY]; ARRAY],
}

/// Equally spaced rows of words in the scratchpad.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rows {
    /// Scratchpad word index of the first word of the first row.
    pub(crate) start: i64,
    /// Number of words from one row to the next.
    pub(crate) stride: i64,
}

impl Rows {
    /// Returns the scratchpad word indices of the first `length` words of a row. The caller has
    /// checked that these words are inside the scratchpad.
    fn words(self, row: usize, length: usize) -> Range<usize> {
        let start = (self.start + row as i64 * self.stride) as usize;
        start..start + length
    }
}

impl MatrixUnit {
    pub(crate) fn new() -> MatrixUnit {
        MatrixUnit { kind: None, k: 0, n: 0, weights: [[0; ARRAY]; ARRAY] }
    }

    /// Returns true if weights of this element type are loaded.
    pub(crate) fn has(&self, kind: Kind) -> bool {
        self.kind == Some(kind)
    }

    /// Loads a tile of k x n weights, at most 32 x 32, from `rows` of the scratchpad.
    pub(crate) fn load(&mut self, kind: Kind, sram: &[u32], rows: Rows, k: usize, n: usize) {
        (self.kind, self.k, self.n) = (Some(kind), k, n);
        for (row, weights) in self.weights.iter_mut().enumerate().take(k) {
            weights[..n].copy_from_slice(&sram[rows.words(row, n)]);
        }
    }

    /// Adds the product of `m` rows of `a` and the weights to `dst`, row by row. Each row of `a` is
    /// read before the corresponding row of `dst` is written.
    pub(crate) fn multiply(&self, kind: Kind, sram: &mut [u32], dst: Rows, a: Rows, m: usize) {
        match kind {
            Kind::F32 => self.rows(sram, dst, a, m, |sum, x, w| {
                (f32::from_bits(sum) + f32::from_bits(x) * f32::from_bits(w)).to_bits()
            }),
            Kind::I32 => {
                self.rows(sram, dst, a, m, |sum, x, w| sum.wrapping_add(x.wrapping_mul(w)));
            }
        }
    }

    fn rows(
        &self,
        sram: &mut [u32],
        dst: Rows,
        a: Rows,
        m: usize,
        add_product: impl Fn(u32, u32, u32) -> u32,
    ) {
        let mut inputs = [0; ARRAY];
        for row in 0..m {
            let inputs = &mut inputs[..self.k];
            inputs.copy_from_slice(&sram[a.words(row, self.k)]);
            let sums = &mut sram[dst.words(row, self.n)];
            for (x, weights) in inputs.iter().zip(&self.weights) {
                for (sum, w) in sums.iter_mut().zip(weights) {
                    *sum = add_product(*sum, *x, *w);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bits(values: &[f32]) -> Vec<u32> {
        values.iter().map(|x| x.to_bits()).collect()
    }

    #[test]
    fn adds_the_product() {
        // The rows of a = [1 2; 3 4] are three words apart; the weights are [10 20 30; 40 50 60].
        let mut sram = vec![10, 20, 30, 40, 50, 60, 1, 2, 99, 3, 4, 99, 1, 1, 1, 0, 0, 0];
        let mut unit = MatrixUnit::new();
        assert!(!unit.has(Kind::I32));
        unit.load(Kind::I32, &sram, Rows { start: 0, stride: 3 }, 2, 3);
        assert!(unit.has(Kind::I32) && !unit.has(Kind::F32));
        let (dst, a) = (Rows { start: 12, stride: 3 }, Rows { start: 6, stride: 3 });
        unit.multiply(Kind::I32, &mut sram, dst, a, 2);
        assert_eq!(sram[12..], [91, 121, 151, 190, 260, 330]);
    }

    #[test]
    fn floats_add_in_the_order_of_k() {
        let mut sram = bits(&[1.0, 1.0, -1.0, 1e8, 1.0, 1e8, 0.0]);
        let mut unit = MatrixUnit::new();
        unit.load(Kind::F32, &sram, Rows { start: 0, stride: 1 }, 3, 1);
        let (dst, a) = (Rows { start: 6, stride: 1 }, Rows { start: 3, stride: 3 });
        unit.multiply(Kind::F32, &mut sram, dst, a, 1);
        assert_eq!(f32::from_bits(sram[6]), 0.0);
    }

    #[test]
    fn products_are_rounded_before_the_sum() {
        let x = 1.0 + f32::EPSILON;
        let mut sram = bits(&[x, x, -(x * x)]);
        let mut unit = MatrixUnit::new();
        unit.load(Kind::F32, &sram, Rows { start: 0, stride: 0 }, 1, 1);
        let (dst, a) = (Rows { start: 2, stride: 0 }, Rows { start: 1, stride: 0 });
        unit.multiply(Kind::F32, &mut sram, dst, a, 1);
        assert_eq!(f32::from_bits(sram[2]), 0.0);
    }

    #[test]
    fn integers_wrap() {
        let mut sram = vec![u32::MAX, 2, 1, 0];
        let mut unit = MatrixUnit::new();
        unit.load(Kind::I32, &sram, Rows { start: 0, stride: 0 }, 1, 1);
        let (dst, a) = (Rows { start: 2, stride: 0 }, Rows { start: 1, stride: 0 });
        unit.multiply(Kind::I32, &mut sram, dst, a, 1);
        assert_eq!(sram[2], u32::MAX);
    }
}
