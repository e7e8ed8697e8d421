// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Pseudorandom choices that depend only on a seed, and not on the machine.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};

/// A stream of pseudorandom choices.
pub struct Random(ChaCha8Rng);

impl Random {
    /// Creates the stream of choices for a seed.
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// Returns 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Returns a random number from 0 to `count - 1`, or 0 if `count` is 0.
    pub fn below(&mut self, count: usize) -> usize {
        match count {
            0 => 0,
            // The modulo bias is negligible.
            count => (self.bits() % count as u64) as usize,
        }
    }

    /// Returns a random integer in the closed interval [low, high].
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1).max(1) as usize) as i64
    }

    /// Returns a random number in the half-open interval [0, 1).
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Returns true with the given probability.
    pub fn chance(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }

    /// Returns a random one of several options.
    ///
    /// # Panics
    /// Panics if `options` is empty.
    pub fn pick<'a, T>(&mut self, options: &'a [T]) -> &'a T {
        &options[self.below(options.len())]
    }

    /// Returns a random one of several options, each with a probability in proportion to its
    /// weight. Returns `None` if all weights are 0.
    pub fn weighted<T: Copy>(&mut self, options: &[(T, u32)]) -> Option<T> {
        let total: u32 = options.iter().map(|(_, weight)| weight).sum();
        let mut left = self.below(total as usize) as u32;
        for (option, weight) in options {
            if left < *weight {
                return Some(*option);
            }
            left -= weight;
        }
        None
    }

    /// Returns a random permutation of the numbers below `count`.
    pub fn permutation(&mut self, count: usize) -> Vec<usize> {
        let mut order: Vec<_> = (0..count).collect();
        for index in (1..count).rev() {
            order.swap(index, self.below(index + 1));
        }
        order
    }

    /// Returns a random subset of the numbers below `count` in ascending order.
    ///
    /// Each number is included with the given probability.
    pub fn subset(&mut self, count: usize, probability: f64) -> Vec<usize> {
        (0..count).filter(|_| self.chance(probability)).collect()
    }

    /// Returns `size` distinct random numbers below `count` in ascending order.
    pub fn choose(&mut self, count: usize, size: usize) -> Vec<usize> {
        let mut chosen = self.permutation(count);
        chosen.truncate(size);
        chosen.sort_unstable();
        chosen
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_never_change() {
        let mut random = Random::new(7);
        let numbers: Vec<_> = (0..6).map(|_| random.below(100)).collect();
        assert_eq!(numbers, [35, 94, 45, 43, 40, 38]);
        assert_eq!(random.permutation(5).len(), 5);
        assert_eq!(random.choose(5, 2).len(), 2);
        assert_eq!(random.weighted(&[("never", 0), ("always", 3)]), Some("always"));
    }
}
