// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The platform: a kind of hardware, with its compiler and transfer manager.

use super::{Compiler, StreamExecutor, TransferManager};
use crate::Error;
use std::sync::Arc;

/// A kind of hardware with a compiler for it.
///
/// Its devices, compiler and transfer manager live as long as the platform and may be used from
/// any thread.
pub trait Platform: Send + Sync {
    /// Returns the platform's name, such as `cpu`. The backend's folder and pipeline have the same
    /// name.
    fn name(&self) -> &str;

    /// Returns a description of the platform for users, in one sentence.
    fn description(&self) -> &str;

    /// Returns the number of devices present.
    fn device_count(&self) -> usize;

    /// Returns the device with an ordinal below [`Platform::device_count`].
    ///
    /// # Errors
    /// Fails if there is no such device, or if it cannot be used.
    fn device(&self, ordinal: usize) -> Result<Arc<dyn StreamExecutor>, Error>;

    /// Returns the compiler for the platform's devices.
    fn compiler(&self) -> Arc<dyn Compiler>;

    /// Returns the object that transfers literals to and from the platform's devices.
    fn transfer_manager(&self) -> Arc<dyn TransferManager>;
}
