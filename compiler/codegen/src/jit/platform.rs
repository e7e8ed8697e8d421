// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Platforms whose device is the host's processor.

use super::compiler::JitCompiler;
use super::transfer_manager::HostTransfers;
use crate::{MakePipeline, PipelineOptions};
use hloom_compiler::Error;
use hloom_compiler::host::HostExecutor;
use hloom_compiler::interface::{Compiler, Platform, StreamExecutor, TransferManager};
use hloom_llvm::Target;
use hloom_lowering::pipeline::LoweringPipeline;
use std::sync::Arc;

/// A platform that compiles for the host, just in time, and ahead of time for whatever LLVM
/// knows; what it is beside its pipeline is here.
#[derive(Debug)]
pub struct JitPlatform {
    name: &'static str,
    description: &'static str,
    pipeline: MakePipeline,
    device: Arc<HostExecutor>,
    compiler: Arc<JitCompiler>,
}

impl JitPlatform {
    /// The platform with its one device.
    pub fn new(name: &'static str, description: &'static str, pipeline: MakePipeline) -> Self {
        let device = HostExecutor::new(name, 0);
        let compiler = Arc::new(JitCompiler::new(name, pipeline, device.clone()));
        Self { name, description, pipeline, device: Arc::new(device), compiler }
    }

    /// The pipeline for this machine, on all its threads.
    ///
    /// # Errors
    /// If LLVM does not know the host.
    pub fn host_pipeline(&self) -> Result<Box<dyn LoweringPipeline>, Error> {
        let machine = Target::host().map_err(crate::error)?.machine().clone();
        let options = PipelineOptions { machine, threads: host_threads(), c_function: false };
        Ok((self.pipeline)(options))
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
        Err(Error::invalid(format!(
            "platform `{}` has one device, number 0, not number {ordinal}",
            self.name
        )))
    }

    fn compiler(&self) -> Arc<dyn Compiler> {
        self.compiler.clone()
    }

    fn transfer_manager(&self) -> Arc<dyn TransferManager> {
        Arc::new(HostTransfers { platform: self.name })
    }
}

/// How many threads the host runs at once.
pub fn host_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
