// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The generator Philox4x32 with ten rounds (Salmon, Moraes, Dror and Shaw, "Parallel random
//! numbers: as easy as 1, 2, 3", 2011).

use super::bits::{words_each, write_bits};
use crate::Error;
use hloom_values::{Literal, Shape};

/// Returns the four random numbers for a key and a counter.
pub fn block(key: u64, counter: u128) -> [u32; 4] {
    let mut key = [key as u32, (key >> 32) as u32];
    let mut state = [0, 32, 64, 96].map(|shift| (counter >> shift) as u32);
    for _ in 0..10 {
        let [one, other] = [u64::from(state[0]) * 0xd251_1f53, u64::from(state[2]) * 0xcd9e_8d57];
        state = [
            (other >> 32) as u32 ^ state[1] ^ key[0],
            other as u32,
            (one >> 32) as u32 ^ state[3] ^ key[1],
            one as u32,
        ];
        key = [key[0].wrapping_add(0x9e37_79b9), key[1].wrapping_add(0xbb67_ae85)];
    }
    state
}

/// Returns the next counter, and a tensor of the random numbers for `counter` and the counters
/// after it, in order. An element of 64 bits consists of two numbers, of which the first is the low
/// half. A smaller element consists of one number.
///
/// # Errors
/// Fails if there is no memory for the tensor.
pub fn fill(key: u64, counter: u128, shape: &Shape) -> Result<(u128, Literal), Error> {
    let mut literal = Literal::zeros(shape.clone())?;
    let each = words_each(shape);
    let count = literal.element_count();
    let mut words = [0; 4];
    for linear in 0..count {
        let first = linear * each;
        if first.is_multiple_of(4) {
            words = block(key, counter.wrapping_add((first / 4) as u128));
        }
        let low = u64::from(words[first % 4]);
        let high = if each == 2 { u64::from(words[first % 4 + 1]) } else { 0 };
        write_bits(&mut literal, linear, low | high << 32);
    }
    Ok((counter.wrapping_add((count * each).div_ceil(4) as u128), literal))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_answers() {
        // Expected values from the authors' Random123 library (kat_vectors, philox4x32 10).
        assert_eq!(block(0, 0), [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]);
        let ones = block(u64::MAX, u128::MAX);
        assert_eq!(ones, [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd]);
    }
}
