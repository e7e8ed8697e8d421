// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The platform: its device, its compiler, and its transfer manager.

use super::NAME;
use super::compiler::SkeletonCompiler;
use hloom_compiler::Error;
use hloom_compiler::host::{FedHostTransfers, HostExecutor, HostFeeds};
use hloom_compiler::interface::{Compiler, Platform, StreamExecutor, TransferManager};
use std::sync::Arc;

/// The platform with one device, the host. For a device with its own memory, implement
/// [`StreamExecutor`] (memory, streams, events) and [`TransferManager`] (copies of values).
pub struct SkeletonPlatform {
    device: Arc<HostExecutor>,
    feeds: HostFeeds,
    compiler: Arc<SkeletonCompiler>,
}

impl SkeletonPlatform {
    /// Creates the platform for this machine.
    pub fn new() -> Self {
        let device = HostExecutor::new(NAME, 0);
        let feeds = HostFeeds::new(NAME);
        let compiler = Arc::new(SkeletonCompiler::new(device.clone(), feeds.clone()));
        Self { device: Arc::new(device), feeds, compiler }
    }
}

impl Platform for SkeletonPlatform {
    fn name(&self) -> &str {
        NAME
    }

    fn description(&self) -> &str {
        "a new backend, which runs on the host"
    }

    fn device_count(&self) -> usize {
        1
    }

    fn device(&self, ordinal: usize) -> Result<Arc<dyn StreamExecutor>, Error> {
        match ordinal {
            0 => Ok(self.device.clone()),
            n => Err(Error::invalid(format!("platform `{NAME}`: expected device 0, found {n}"))),
        }
    }

    fn compiler(&self) -> Arc<dyn Compiler> {
        self.compiler.clone()
    }

    fn transfer_manager(&self) -> Arc<dyn TransferManager> {
        Arc::new(FedHostTransfers(self.feeds.clone()))
    }
}
