// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The platform and its registration.

use crate::InterpreterCompiler;
use hloom_compiler::host::HostExecutor;
use hloom_compiler::interface::{
    Compiler, Platform, StreamExecutor, TransferManager, register_platform,
};
use hloom_compiler::{Error, Literal, Shape};
use std::sync::{Arc, OnceLock};

/// The platform's name.
pub const NAME: &str = "interpreter";

/// The host, as far as the evaluator uses it.
#[derive(Debug)]
pub struct InterpreterPlatform {
    device: Arc<HostExecutor>,
}

impl InterpreterPlatform {
    /// The platform with its one device.
    pub fn new() -> Self {
        Self { device: Arc::new(HostExecutor::new(NAME, 0)) }
    }
}

impl Default for InterpreterPlatform {
    fn default() -> Self {
        Self::new()
    }
}

impl Platform for InterpreterPlatform {
    fn name(&self) -> &str {
        NAME
    }

    fn description(&self) -> &str {
        "the reference evaluator: every operation, slowly"
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
        Arc::new(InterpreterCompiler)
    }

    fn transfer_manager(&self) -> Arc<dyn TransferManager> {
        Arc::new(InterpreterTransferManager)
    }
}

/// Literals are in the host's memory as they are.
struct InterpreterTransferManager;

impl TransferManager for InterpreterTransferManager {
    fn infeed(&self, _device: usize, _literal: &Literal) -> Result<(), Error> {
        Err(Error::unsupported(NAME, "infeed"))
    }

    fn outfeed(&self, _device: usize, _shape: &Shape) -> Result<Literal, Error> {
        Err(Error::unsupported(NAME, "outfeed"))
    }
}

/// Registers the platform with this process, once.
///
/// # Errors
/// If another platform has the name.
pub fn register() -> Result<(), Error> {
    static ONCE: OnceLock<Result<(), Error>> = OnceLock::new();
    ONCE.get_or_init(|| register_platform(Arc::new(InterpreterPlatform::new()))).clone()
}
