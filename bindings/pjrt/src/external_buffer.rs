// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! External buffers: memory of the caller that device buffers use without a copy.

use crate::c_api::values::HostMemory;
use hloom_compiler::interface::ExternalBytes;
use std::fmt::{Debug, Formatter, Result};

/// A function that is called when the caller's memory is no longer in use.
type Release = Box<dyn FnOnce() + Send + Sync>;

/// Contiguous memory of the caller. The caller does not change it until this type is dropped and
/// thus releases it.
pub struct ExternalBuffer {
    memory: HostMemory,
    size: usize,
    release: Option<Release>,
}

impl ExternalBuffer {
    /// Wraps `size` bytes of the caller's memory. Calls `release` when the wrapper is dropped.
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
