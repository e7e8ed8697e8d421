// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! A kind of hardware, and what it takes to use it.

use super::{Compiler, StreamExecutor, TransferManager};
use crate::Error;
use std::sync::Arc;

/// A kind of hardware with a compiler for it. Its parts live as long as the
/// platform and may be used from any thread.
pub trait Platform: Send + Sync {
    /// The name it is chosen by, which is its backend's folder and its
    /// pipeline: `cpu`.
    fn name(&self) -> &str;

    /// One sentence for people.
    fn description(&self) -> &str;

    /// The number of devices present.
    fn device_count(&self) -> usize;

    /// The device with an ordinal below [`Platform::device_count`].
    ///
    /// # Errors
    /// If there is no such device, or it cannot be used.
    fn device(&self, ordinal: usize) -> Result<Arc<dyn StreamExecutor>, Error>;

    /// The compiler for its devices.
    fn compiler(&self) -> Arc<dyn Compiler>;

    /// The way literals take to and from its devices.
    fn transfer_manager(&self) -> Arc<dyn TransferManager>;
}
