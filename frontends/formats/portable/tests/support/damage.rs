// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Random damage to files.

/// A pseudorandom generator with a fixed seed, so that runs are reproducible.
pub struct Random(u64);

impl Random {
    pub fn new() -> Self {
        Self(0x9e37_79b9_7f4a_7c15)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }
}

/// Returns an artifact with parts lost, changed, moved, or taken from another artifact.
pub fn damage(artifact: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = artifact.to_vec();
    // More than half of the artifacts are damaged in one place only.
    for _ in 0..=random.below(4) * random.below(2) {
        let at = random.below(bytes.len());
        let length = 1 + random.below(32.min(bytes.len() - at));
        match random.below(8) {
            0 => bytes.truncate(at.max(8)),
            1 | 2 => bytes[at] ^= 1 << random.below(8),
            3 => bytes[at] = [0, 1, 2, 0x7f, 0x80, 0xfe, 0xff][random.below(7)],
            4 => drop(bytes.drain(at..at + length)),
            5 => {
                let from = random.below(other.len());
                let end = (from + length).min(other.len());
                bytes.splice(at..at, other[from..end].iter().copied());
            }
            6 => {
                let to = random.below(bytes.len() - length + 1);
                bytes.copy_within(at..at + length, to);
            }
            _ => bytes[at] = bytes[at].wrapping_add(2),
        }
        if bytes.is_empty() {
            break;
        }
    }
    bytes
}
