// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The platform and its registration.

use super::CpuCompiler;
use super::compiler::pipeline;
use hloom_compiler::host::HostExecutor;
use hloom_compiler::interface::{Compiler, Platform, StreamExecutor, TransferManager};
use hloom_compiler::literal::ElementType;
use hloom_compiler::{Error, Literal, Shape};
use hloom_llvm::Target;
use hloom_plugin::Registrar;
use std::sync::Arc;

/// The platform's name.
pub const NAME: &str = "cpu";

/// The host's processor.
#[derive(Debug)]
pub struct CpuPlatform {
    device: Arc<HostExecutor>,
    compiler: Arc<CpuCompiler>,
}

impl CpuPlatform {
    /// The platform with its one device.
    pub fn new() -> Self {
        let device = HostExecutor::new(NAME, 0);
        Self { compiler: Arc::new(CpuCompiler::new(device.clone())), device: Arc::new(device) }
    }
}

impl Default for CpuPlatform {
    fn default() -> Self {
        Self::new()
    }
}

impl Platform for CpuPlatform {
    fn name(&self) -> &str {
        NAME
    }

    fn description(&self) -> &str {
        "the host's processor, through LLVM"
    }

    fn device_count(&self) -> usize {
        1
    }

    fn device(&self, ordinal: usize) -> Result<Arc<dyn StreamExecutor>, Error> {
        if ordinal == 0 {
            return Ok(self.device.clone());
        }
        Err(Error::invalid(format!(
            "platform `{NAME}` has one device, number 0, not number {ordinal}"
        )))
    }

    fn compiler(&self) -> Arc<dyn Compiler> {
        self.compiler.clone()
    }

    fn transfer_manager(&self) -> Arc<dyn TransferManager> {
        Arc::new(CpuTransferManager)
    }
}

/// Literals are laid out in the host's memory as they are, but for signed integers
/// of fewer than 8 bits: LLVM has zeros above them.
pub struct CpuTransferManager;

impl TransferManager for CpuTransferManager {
    fn encode(&self, element_type: ElementType, elements: &mut [u8]) {
        if let Some(bits) = narrow_signed(element_type) {
            elements.iter_mut().for_each(|element| *element &= (1 << bits) - 1);
        }
    }

    fn decode(&self, element_type: ElementType, elements: &mut [u8]) {
        if let Some(bits) = narrow_signed(element_type) {
            let sign = 1 << (bits - 1);
            elements.iter_mut().for_each(|element| *element = (*element ^ sign).wrapping_sub(sign));
        }
    }

    fn infeed(&self, _device: usize, _literal: &Literal) -> Result<(), Error> {
        Err(Error::unsupported(NAME, "infeed"))
    }

    fn outfeed(&self, _device: usize, _shape: &Shape) -> Result<Literal, Error> {
        Err(Error::unsupported(NAME, "outfeed"))
    }
}

/// The bits of a signed integer type that leaves some of its byte.
fn narrow_signed(element_type: ElementType) -> Option<u32> {
    match element_type {
        ElementType::S2 => Some(2),
        ElementType::S4 => Some(4),
        _ => None,
    }
}

/// Adds the platform and its pipeline.
///
/// # Errors
/// If LLVM does not know the host.
pub fn register(registrar: &mut Registrar) -> Result<(), Error> {
    let host = Target::host().map_err(hloom_codegen::error)?;
    registrar.add_pipeline(pipeline(&host, host_threads()));
    registrar.add_platform(CpuPlatform::new());
    Ok(())
}

/// How many threads the host runs at once.
pub fn host_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
