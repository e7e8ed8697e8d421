// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Numbers of arbitrary width.

/// A number of arbitrary width: an integer in two's complement, or the bits of a float.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Bits {
    /// Width of the number in bits.
    pub width: u32,
    /// The bits in 64-bit words, lowest word first, without trailing zero words. Bits beyond the
    /// width are 0.
    pub words: Vec<u64>,
}

impl Bits {
    /// Creates a number of at most 64 bits; bits beyond the width are discarded.
    pub fn new(width: u32, value: u64) -> Self {
        Self::from_words(width, vec![value])
    }

    /// Creates a number of any width from 64-bit words, lowest first; bits beyond the width are
    /// discarded.
    pub fn from_words(width: u32, mut words: Vec<u64>) -> Self {
        let whole = (width / 64) as usize;
        words.truncate(whole + usize::from(!width.is_multiple_of(64)));
        if let Some(last) = words.get_mut(whole) {
            *last &= (1 << (width % 64)) - 1;
        }
        while words.last() == Some(&0) {
            words.pop();
        }
        Self { width, words }
    }

    /// Returns the lowest 64 bits of the number.
    pub fn low(&self) -> u64 {
        self.words.first().copied().unwrap_or(0)
    }

    /// Returns an integer of at most 64 bits with its sign extended.
    pub fn signed(&self) -> i64 {
        let unused = 64 - self.width.clamp(1, 64);
        (self.low() << unused).cast_signed() >> unused
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_have_one_form() {
        assert_eq!(Bits::new(4, 0xf7), Bits::new(4, 7));
        assert_eq!(Bits::new(4, 0xf).signed(), -1);
        assert_eq!(Bits::new(64, u64::MAX).signed(), -1);
        assert_eq!(Bits::new(1, 1).low(), 1);
        assert_eq!(Bits::from_words(80, vec![1, u64::MAX]).words, [1, 0xffff]);
        assert_eq!(Bits::from_words(64, vec![1, 2, 3]).words, [1]);
        assert!(Bits::new(0, 5).words.is_empty());
    }
}
