// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The scratchpad, and the byte ranges of strided accesses.

use std::ops::Range;

use crate::fault::{At, Fault};

/// Size of the scratchpad in bytes.
pub const SRAM_BYTES: u64 = 512 * 1024;
/// Value of each word before a run: a NaN that is recognizable in dumps.
pub const SRAM_POISON: u32 = 0xFFC0_DEAD;

/// The scratchpad memory, as 32-bit words.
#[derive(Debug)]
pub(crate) struct Scratchpad {
    pub(crate) words: Vec<u32>,
}

impl Scratchpad {
    pub(crate) fn new() -> Scratchpad {
        Scratchpad { words: vec![SRAM_POISON; (SRAM_BYTES / 4) as usize] }
    }

    pub(crate) fn clear(&mut self) {
        self.words.fill(SRAM_POISON);
    }
}

/// A loop over memory: the number of iterations, and the stride in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stride {
    pub(crate) count: u64,
    pub(crate) bytes: i64,
}

/// Returns the byte range of a strided access from its lowest to its highest element of `element`
/// bytes, or `None` if there are no elements.
pub(crate) fn span(base: i64, strides: &[Stride], element: u64) -> Option<Range<i128>> {
    let (mut low, mut high) = (i128::from(base), i128::from(base));
    for stride in strides {
        let last = i128::from(stride.count.checked_sub(1)?);
        // Counts and strides are below 2^63, so each product fits into 128 bits, but the sum may
        // not.
        let reach = last * i128::from(stride.bytes);
        low = low.saturating_add(reach.min(0));
        high = high.saturating_add(reach.max(0));
    }
    Some(low..high.saturating_add(i128::from(element)))
}

/// Returns the byte range of a strided access to scratchpad words. Unless the access has no words,
/// checks that its address and strides are aligned and that the range is inside the scratchpad.
pub(crate) fn sram_span(base: i64, strides: &[Stride], at: At<'_>) -> Result<Range<u64>, Fault> {
    let Some(bytes) = span(base, strides, 4) else {
        return Ok(0..0);
    };
    let moving = strides.iter().filter(|stride| stride.count > 1).map(|stride| stride.bytes);
    for value in std::iter::once(base).chain(moving) {
        if value % 4 != 0 {
            return Err(Fault::Misaligned { at: at.site(), value });
        }
    }
    if bytes.start < 0 || bytes.end > i128::from(SRAM_BYTES) {
        let length = extent(&bytes);
        return Err(Fault::BadSramAddress { at: at.site(), address: bytes.start, bytes: length });
    }
    Ok(bytes.start as u64..bytes.end as u64)
}

/// Returns the length of a byte range, or `u64::MAX` if the length is larger.
pub(crate) fn extent(bytes: &Range<i128>) -> u64 {
    u64::try_from(bytes.end.saturating_sub(bytes.start)).unwrap_or(u64::MAX)
}

/// Returns the byte range of consecutive scratchpad words from address `base` on, with the checks
/// of [`sram_span`].
pub(crate) fn sram_words(base: i64, words: u64, at: At<'_>) -> Result<Range<u64>, Fault> {
    sram_span(base, &[Stride { count: words, bytes: 4 }], at)
}

/// Converts a byte range to a range of word indices.
pub(crate) fn word_range(bytes: &Range<u64>) -> Range<usize> {
    (bytes.start / 4) as usize..(bytes.end / 4) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    const AT: At<'static> = At { pc: 0, program: &[] };

    #[test]
    fn spans_reach_both_ways() {
        let stride = |count, bytes| Stride { count, bytes };
        assert_eq!(span(100, &[stride(3, -8), stride(2, 16)], 4), Some(84..120));
        assert_eq!(span(100, &[], 2), Some(100..102));
        assert_eq!(span(100, &[stride(3, 4), stride(0, 4)], 4), None);
        let far = span(i64::MIN, &[stride(i64::MAX as u64, i64::MIN); 5], 4).unwrap();
        assert!(far.start < 0);
    }

    #[test]
    fn the_scratchpad_has_an_end() {
        assert_eq!(sram_words(SRAM_BYTES as i64 - 8, 2, AT), Ok(SRAM_BYTES - 8..SRAM_BYTES));
        let past = sram_words(SRAM_BYTES as i64 - 8, 3, AT);
        assert!(matches!(past, Err(Fault::BadSramAddress { bytes: 12, .. })));
        assert!(matches!(sram_words(-4, 1, AT), Err(Fault::BadSramAddress { address: -4, .. })));
        assert!(matches!(sram_words(2, 1, AT), Err(Fault::Misaligned { value: 2, .. })));
        assert_eq!(sram_words(-3, 0, AT), Ok(0..0));
    }

    #[test]
    fn a_stride_counts_only_when_it_is_walked() {
        assert_eq!(sram_span(0, &[Stride { count: 1, bytes: 3 }], AT), Ok(0..4));
        let odd = sram_span(0, &[Stride { count: 2, bytes: 6 }], AT);
        assert!(matches!(odd, Err(Fault::Misaligned { value: 6, .. })));
    }
}
