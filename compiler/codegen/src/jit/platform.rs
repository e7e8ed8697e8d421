// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Platforms whose device is the host's processor.

use super::compiler::JitCompiler;
use super::host_threads::host_threads;
use crate::{MakePipeline, PipelineOptions};
use hloom_compiler::Error;
use hloom_compiler::host::{FedHostTransfers, HostExecutor, HostFeeds};
use hloom_compiler::interface::{Compiler, Platform, StreamExecutor, TransferManager};
use hloom_llvm::Target;
use hloom_lowering::pipeline::LoweringPipeline;
use std::sync::Arc;

/// A platform that compiles just in time for the host, and ahead of time for any target of LLVM.
///
/// A backend provides only its name, description and pipeline.
#[derive(Debug)]
pub struct JitPlatform {
    name: &'static str,
    description: &'static str,
    pipeline: MakePipeline,
    device: Arc<HostExecutor>,
    feeds: HostFeeds,
    compiler: Arc<JitCompiler>,
}

impl JitPlatform {
    /// Creates the platform with its single device.
    pub fn new(name: &'static str, description: &'static str, pipeline: MakePipeline) -> Self {
        let device = HostExecutor::new(name, 0);
        let feeds = HostFeeds::new(name);
        let compiler = Arc::new(JitCompiler::new(name, pipeline, device.clone(), feeds.clone()));
        Self { name, description, pipeline, device: Arc::new(device), feeds, compiler }
    }

    /// Returns the pipeline for this machine, with all its threads.
    ///
    /// # Errors
    /// Fails if LLVM does not support the host.
    pub fn host_pipeline(&self) -> Result<Box<dyn LoweringPipeline>, Error> {
        let machine = Target::host().map_err(crate::error)?.machine().clone();
        Ok((self.pipeline)(PipelineOptions::new(machine, host_threads())))
    }
}

impl Platform for JitPlatform {
    fn name(&self) -> &str {
        self.name
    }

    fn description(&self) -> &str {
        self.description
    }

    fn device_count(&self) -> usize {
        1
    }

    fn device(&self, ordinal: usize) -> Result<Arc<dyn StreamExecutor>, Error> {
        if ordinal == 0 {
            return Ok(self.device.clone());
        }
        Err(Error::invalid(format!("platform `{}`: expected device 0, found {ordinal}", self.name)))
    }

    fn compiler(&self) -> Arc<dyn Compiler> {
        self.compiler.clone()
    }

    fn transfer_manager(&self) -> Arc<dyn TransferManager> {
        Arc::new(FedHostTransfers(self.feeds.clone()))
    }
}
