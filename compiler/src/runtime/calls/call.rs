// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The interface of the functions for runtime calls.
//!
//! Each kind of function implements [`RuntimeCall`] in its own module. A call receives its buffers
//! as bytes, and the resources of the run in a [`CallContext`].

use crate::Error;
use crate::interface::Threads;
use hloom_evaluator::Membership;
use std::sync::Arc;

/// The function of a runtime call, which computes result buffers from operand buffers. The sizes
/// of all buffers are known in advance.
pub trait RuntimeCall: Send + Sync {
    /// Computes the results of the call from its operands.
    ///
    /// # Errors
    /// Returns the error with which the run fails.
    fn run(
        &self,
        operands: &[&[u8]],
        results: &mut [&mut [u8]],
        context: &CallContext,
    ) -> Result<(), Error>;

    /// Returns the maximum size in bytes of the memory that the function keeps between runs on the
    /// given number of threads, such as scratch buffers.
    fn memory_bytes(&self, _threads: usize) -> usize {
        0
    }
}

/// The resources and the identity of the run that makes a call.
#[derive(Clone, Copy)]
pub struct CallContext<'a> {
    /// The threads that share the work; `None` to use only the calling thread.
    pub threads: Option<&'a dyn Threads>,
    /// The participant of the device mesh that this run represents; `None` if the program runs
    /// alone.
    pub participant: Option<&'a Arc<Membership>>,
}
