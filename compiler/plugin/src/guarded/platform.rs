// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Wrappers around platforms that turn panics into errors.

use super::compiler::GuardedCompiler;
use super::guard::{Guard, Guarded};
use super::stream_executor::GuardedExecutor;
use super::transfer_manager::GuardedTransfers;
use hloom_compiler::Error;
use hloom_compiler::interface::{Compiler, Platform, StreamExecutor, TransferManager};
use std::sync::Arc;

struct GuardedPlatform {
    guard: Guard,
    inner: Guarded<Arc<dyn Platform>>,
    name: String,
    description: String,
    device_count: usize,
    compiler: Arc<dyn Compiler>,
    transfers: Arc<dyn TransferManager>,
}

/// Guards platforms, so that their panics become errors.
///
/// # Errors
/// Fails if a platform panics when its properties are queried.
pub fn all_platforms(
    guard: &Guard,
    inner: Vec<Arc<dyn Platform>>,
) -> Result<Vec<Arc<dyn Platform>>, Error> {
    inner.into_iter().map(|inner| platform(guard, inner)).collect()
}

fn platform(guard: &Guard, inner: Arc<dyn Platform>) -> Result<Arc<dyn Platform>, Error> {
    let compiler = guard.ask("Platform::compiler", || inner.compiler())?;
    let transfers = guard.ask("Platform::transfer_manager", || inner.transfer_manager())?;
    Ok(Arc::new(GuardedPlatform {
        guard: *guard,
        name: guard.ask("Platform::name", || inner.name().to_owned())?,
        description: guard.ask("Platform::description", || inner.description().to_owned())?,
        device_count: guard.ask("Platform::device_count", || inner.device_count())?,
        compiler: Arc::new(GuardedCompiler::new(*guard, compiler)),
        transfers: Arc::new(GuardedTransfers::new(*guard, transfers)),
        inner: Guarded::new(*guard, inner),
    }))
}

impl Platform for GuardedPlatform {
    fn name(&self) -> &str {
        &self.name
    }

    fn description(&self) -> &str {
        &self.description
    }

    fn device_count(&self) -> usize {
        self.device_count
    }

    fn device(&self, ordinal: usize) -> Result<Arc<dyn StreamExecutor>, Error> {
        let device = self.guard.call("Platform::device", || self.inner.device(ordinal))?;
        Ok(Arc::new(GuardedExecutor::new(self.guard, device)?))
    }

    fn compiler(&self) -> Arc<dyn Compiler> {
        self.compiler.clone()
    }

    fn transfer_manager(&self) -> Arc<dyn TransferManager> {
        self.transfers.clone()
    }
}
