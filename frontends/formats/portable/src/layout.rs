// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Byte layout of the elements of constant tensors.

use std::sync::Arc;

/// Byte layout of a constant tensor: the elements in row-major order, or a single element if all
/// are equal (a splat).
///
/// An element is little-endian and occupies whole bytes. A complex element consists of two such
/// numbers. Each boolean occupies one bit, starting with the lowest bit of the first byte. A splat
/// of booleans is one byte with the value 0 or 255. VHLO's form of booleans is unique: equal
/// booleans are always a splat, and unused bits are 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    /// Number of elements of the tensor.
    pub count: usize,
    /// Size of an element in bytes, or 0 for booleans, which are stored as bits.
    pub size: usize,
}

impl Layout {
    /// Returns true if the data has the length of all elements, or the length of a single element.
    pub fn accepts(self, data: &[u8]) -> bool {
        let all = match self.size {
            0 => self.count.div_ceil(8),
            size => match self.count.checked_mul(size) {
                Some(all) => all,
                None => return data.len() == size,
            },
        };
        data.len() == all || data.len() == self.size.max(1)
    }

    /// Packs booleans into VHLO's form: eight booleans in each byte, or one byte if all are equal.
    pub fn pack(values: &[bool]) -> Arc<[u8]> {
        if let Some(first) = values.first()
            && values.iter().all(|value| value == first)
        {
            return [if *first { 255 } else { 0 }].into();
        }
        let bits =
            |chunk: &[bool]| chunk.iter().rev().fold(0, |bits, value| bits << 1 | u8::from(*value));
        values.chunks(8).map(bits).collect()
    }

    /// Unpacks all booleans, or a single boolean if the data is a splat. Returns `None` if the data
    /// is too short.
    pub fn unpack(self, data: &[u8]) -> Option<Vec<bool>> {
        let bit = |index: usize| data.get(index / 8).map(|byte| byte >> (index % 8) & 1 == 1);
        match data {
            [all @ (0 | 255)] if self.count > 0 => Some(vec![*all == 255]),
            _ => (0..self.count).map(bit).collect(),
        }
    }
}

/// Maximum rank of a constant. It bounds the cost of computing the element count, which is computed
/// for each constant even if many constants share a type.
const MAX_RANK: usize = 1024;

/// Returns the number of elements of a shape, or `None` if the shape is dynamic or too large.
pub(crate) fn number_of_elements(shape: &[i64]) -> Option<usize> {
    let shape = (shape.len() <= MAX_RANK).then_some(shape)?;
    shape.iter().try_fold(1_usize, |count, size| count.checked_mul(usize::try_from(*size).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn booleans_are_bits() {
        let unpack = |count, data: &[u8]| Layout { count, size: 0 }.unpack(data);
        assert_eq!(unpack(3, &[0b101]), Some(vec![true, false, true]));
        assert_eq!(unpack(9, &[0, 1]).map(|bits| bits[8]), Some(true));
        assert_eq!(unpack(9, &[255]), Some(vec![true]));
        assert_eq!(unpack(0, &[0]), Some(vec![]));
        assert_eq!(unpack(9, &[7]), None);
        for values in [&[][..], &[true], &[false; 9], &[true, false, true]] {
            let unpacked = unpack(values.len(), &Layout::pack(values)).expect("its own bytes");
            let all = if let [all] = unpacked[..] { vec![all; values.len()] } else { unpacked };
            assert_eq!(all, values);
        }
    }

    #[test]
    fn all_elements_or_one() {
        let layout = Layout { count: 3, size: 4 };
        assert!(layout.accepts(&[0; 12]) && layout.accepts(&[0; 4]));
        assert!(!layout.accepts(&[0; 8]) && !layout.accepts(&[]));
        let none = Layout { count: 0, size: 4 };
        assert!(none.accepts(&[]) && none.accepts(&[0; 4]));
        let many = Layout { count: usize::MAX, size: 8 };
        assert!(many.accepts(&[0; 8]) && !many.accepts(&[]));
    }
}
