// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Byte buffers that are aligned to a cache line.

use bytemuck::{Pod, Zeroable};
use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt::{self, Debug};
use std::ops::{Deref, DerefMut};

/// Alignment of literals and of host buffers, in bytes.
///
/// The alignment is the size of a cache line, and of the widest vector of any supported host.
pub const ALIGNMENT: usize = 64;

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C, align(64))]
struct Line([u8; ALIGNMENT]);

/// A byte buffer whose address is a multiple of [`ALIGNMENT`], even when it is empty.
#[derive(Clone, Default)]
pub struct AlignedBytes {
    lines: Vec<Line>,
    len: usize,
}

impl AlignedBytes {
    /// Returns a buffer of `len` zeros, or `None` if the allocation fails.
    pub fn try_zeroed(len: usize) -> Option<Self> {
        let lines = bytemuck::allocation::try_zeroed_vec(len.div_ceil(ALIGNMENT)).ok()?;
        Some(Self { lines, len })
    }

    /// Returns a copy of `bytes`, or `None` if the allocation fails.
    pub fn try_copy_of(bytes: &[u8]) -> Option<Self> {
        let mut copy = Self::try_zeroed(bytes.len())?;
        copy.copy_from_slice(bytes);
        Some(copy)
    }
}

impl Deref for AlignedBytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &bytemuck::cast_slice(&self.lines)[..self.len]
    }
}

impl DerefMut for AlignedBytes {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut bytemuck::cast_slice_mut(&mut self.lines)[..self.len]
    }
}

impl PartialEq for AlignedBytes {
    fn eq(&self, other: &Self) -> bool {
        self[..] == other[..]
    }
}

impl Eq for AlignedBytes {}

impl Serialize for AlignedBytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(self)
    }
}

impl<'de> Deserialize<'de> for AlignedBytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Copy;

        impl Visitor<'_> for Copy {
            type Value = AlignedBytes;

            fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
                formatter.write_str("bytes")
            }

            fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<AlignedBytes, E> {
                AlignedBytes::try_copy_of(bytes)
                    .ok_or_else(|| E::custom(format!("cannot allocate {} bytes", bytes.len())))
            }
        }

        deserializer.deserialize_bytes(Copy)
    }
}

impl Debug for AlignedBytes {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "{} bytes", self.len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_length_is_aligned() {
        for len in [0, 1, 63, 64, 65, 1000] {
            let bytes = AlignedBytes::try_zeroed(len).expect("a few bytes");
            assert_eq!(bytes.len(), len);
            assert_eq!(bytes.as_ptr() as usize % ALIGNMENT, 0);
        }
        assert!(AlignedBytes::try_zeroed(usize::MAX - 4096).is_none());
        let copy = AlignedBytes::try_copy_of(b"hello").expect("a few bytes");
        assert_eq!(&copy[..], b"hello");
    }
}
