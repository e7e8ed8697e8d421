// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! External buffers: the caller's memory, which buffers use without a copy.

use crate::c_api::values::HostMemory;
use hloom_compiler::interface::ExternalBytes;
use std::fmt::{Debug, Formatter, Result};

/// The function to call when the memory is no longer in use.
type Release = Box<dyn FnOnce() + Send + Sync>;

/// Contiguous memory of the caller, which the caller does not change until this type releases it.
pub struct ExternalBuffer {
    memory: HostMemory,
    size: usize,
    release: Option<Release>,
}

impl ExternalBuffer {
    /// Wraps `size` bytes; calls `release` when the wrapper is dropped.
    pub fn new(
        memory: HostMemory,
        size: usize,
        release: impl FnOnce() + Send + Sync + 'static,
    ) -> Self {
        Self { memory, size, release: Some(Box::new(release)) }
    }
}

impl ExternalBytes for ExternalBuffer {
    fn bytes(&self) -> &[u8] {
        self.memory.bytes(0, self.size)
    }
}

impl Drop for ExternalBuffer {
    fn drop(&mut self) {
        if let Some(release) = self.release.take() {
            release();
        }
    }
}

impl Debug for ExternalBuffer {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> Result {
        write!(formatter, "{} bytes of an external buffer", self.size)
    }
}
