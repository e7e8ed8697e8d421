// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Strings of a program, which are arbitrary bytes. They are shared and cheap to compare.

use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// A string of a program. MLIR's strings are bytes that need not be UTF-8.
///
/// The hash is computed once, so that later references to a long string are cheap.
#[derive(Clone)]
pub struct Str(Arc<Shared>);

struct Shared {
    hash: u64,
    bytes: Box<[u8]>,
}

impl Str {
    /// Returns the bytes of the string.
    pub fn bytes(&self) -> &[u8] {
        &self.0.bytes
    }

    /// Returns the string if it is UTF-8.
    pub fn to_str(&self) -> Option<&str> {
        std::str::from_utf8(self.bytes()).ok()
    }
}

impl From<&[u8]> for Str {
    fn from(bytes: &[u8]) -> Self {
        let mut hasher = DefaultHasher::new();
        hasher.write(bytes);
        Self(Arc::new(Shared { hash: hasher.finish(), bytes: bytes.into() }))
    }
}

impl From<&str> for Str {
    fn from(text: &str) -> Self {
        Self::from(text.as_bytes())
    }
}

impl PartialEq for Str {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
            || (self.0.hash == other.0.hash && self.bytes() == other.bytes())
    }
}

impl Eq for Str {}

impl PartialEq<str> for Str {
    fn eq(&self, other: &str) -> bool {
        self.bytes() == other.as_bytes()
    }
}

impl Hash for Str {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.hash);
    }
}

impl PartialOrd for Str {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Str {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.bytes().cmp(other.bytes())
    }
}

impl fmt::Display for Str {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf8_lossy(self.bytes()))
    }
}

impl fmt::Debug for Str {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&String::from_utf8_lossy(self.bytes()), f)
    }
}
