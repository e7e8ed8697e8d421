// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The generator Threefry2x32 with twenty rounds (Salmon, Moraes, Dror and Shaw, "Parallel random
//! numbers: as easy as 1, 2, 3", 2011).

use super::bits::{words_each, write_bits};
use crate::Error;
use hloom_values::{Literal, Shape};

/// The rotation of each round, for two alternating groups of four rounds.
const ROTATIONS: [[u32; 4]; 2] = [[13, 15, 26, 6], [17, 29, 16, 24]];

/// Returns the two random numbers for a key and a counter.
pub fn block(key: u64, counter: u64) -> [u32; 2] {
    let [first, second] = [key as u32, (key >> 32) as u32];
    let keys = [first, second, first ^ second ^ 0x1bd1_1bda];
    let mut one = (counter as u32).wrapping_add(keys[0]);
    let mut other = ((counter >> 32) as u32).wrapping_add(keys[1]);
    for group in 0..5 {
        for rotation in ROTATIONS[group % 2] {
            one = one.wrapping_add(other);
            other = other.rotate_left(rotation) ^ one;
        }
        one = one.wrapping_add(keys[(group + 1) % 3]);
        other = other.wrapping_add(keys[(group + 2) % 3]).wrapping_add(group as u32 + 1);
    }
    [one, other]
}

/// Returns the next counter, and a tensor of the random numbers for `counter` and the counters
/// after it.
///
/// An element of 64 bits consists of both numbers of a counter, of which the first is the low half.
/// For smaller elements, two adjacent elements along one dimension share a counter. This is the
/// first dimension of even size or, if there is none, the largest dimension.
///
/// # Errors
/// Fails if there is no memory for the tensor.
pub fn fill(key: u64, counter: u64, shape: &Shape) -> Result<(u64, Literal), Error> {
    let mut literal = Literal::zeros(shape.clone())?;
    let count = literal.element_count();
    if words_each(shape) == 2 {
        for linear in 0..count {
            let [low, high] = block(key, counter.wrapping_add(linear as u64));
            write_bits(&mut literal, linear, u64::from(low) | u64::from(high) << 32);
        }
        return Ok((counter.wrapping_add(count as u64), literal));
    }
    let even = shape.dims.iter().position(|dim| dim % 2 == 0);
    let largest = || {
        let sizes = shape.dims.iter().enumerate().rev();
        sizes.max_by_key(|(_, dim)| **dim).map(|(index, _)| index)
    };
    let split = even.or_else(largest);
    let mut halves = shape.clone();
    if let Some(split) = split {
        halves.dims[split] = halves.dims[split].div_ceil(2);
    }
    let mut linear = 0;
    let mut place = Vec::new();
    shape.try_for_each_index(|index| {
        place.clear();
        place.extend_from_slice(index);
        let mut half = 0;
        if let Some(split) = split {
            half = place[split] % 2;
            place[split] /= 2;
        }
        let offset = halves.linear(&place).unwrap_or(0) as u64;
        let word = block(key, counter.wrapping_add(offset))[half];
        write_bits(&mut literal, linear, word.into());
        linear += 1;
        Ok::<(), Error>(())
    })?;
    let used = halves.element_count().unwrap_or(0) as u64;
    Ok((counter.wrapping_add(used), literal))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_answers() {
        // Expected values from the authors' Random123 library (kat_vectors, threefry2x32 20).
        assert_eq!(block(0, 0), [0x6b20_0159, 0x99ba_4efe]);
        assert_eq!(block(u64::MAX, u64::MAX), [0x1cb9_96fc, 0xbb00_2be7]);
    }
}
