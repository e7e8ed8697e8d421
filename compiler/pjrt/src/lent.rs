// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Memory of the caller's that buffers use as it is.

use crate::c_api::values::HostMemory;
use hloom_compiler::interface::LentBytes;
use std::fmt::{Debug, Formatter, Result};

/// What is done when the memory is used no more.
type Release = Box<dyn FnOnce() + Send + Sync>;

/// Dense memory of the caller's, which stays as it is until it is released.
pub struct Lent {
    memory: HostMemory,
    size: usize,
    release: Option<Release>,
}

impl Lent {
    /// So many bytes, and what is done when they are used no more.
    pub fn new(
        memory: HostMemory,
        size: usize,
        release: impl FnOnce() + Send + Sync + 'static,
    ) -> Self {
        Self { memory, size, release: Some(Box::new(release)) }
    }
}

impl LentBytes for Lent {
    fn bytes(&self) -> &[u8] {
        self.memory.bytes(0, self.size)
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        if let Some(release) = self.release.take() {
            release();
        }
    }
}

impl Debug for Lent {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> Result {
        write!(formatter, "{} bytes of the caller's", self.size)
    }
}
