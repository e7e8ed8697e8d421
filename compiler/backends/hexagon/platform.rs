// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The Hexagon platform, which has no devices: it only provides a compiler.

use super::NAME;
use super::compiler::HexagonCompiler;
use hloom_compiler::interface::{Compiler, Platform, StreamExecutor, TransferManager};
use hloom_compiler::{Error, Literal, Shape};
use std::sync::Arc;

/// The Hexagon platform.
pub struct HexagonPlatform;

impl Platform for HexagonPlatform {
    fn name(&self) -> &str {
        NAME
    }

    fn description(&self) -> &str {
        "Qualcomm's signal processors, ahead-of-time compilation only"
    }

    fn device_count(&self) -> usize {
        0
    }

    fn device(&self, _: usize) -> Result<Arc<dyn StreamExecutor>, Error> {
        Err(Error::invalid(format!("platform `{NAME}` has no device here; use `hlo-compile`")))
    }

    fn compiler(&self) -> Arc<dyn Compiler> {
        Arc::new(HexagonCompiler)
    }

    fn transfer_manager(&self) -> Arc<dyn TransferManager> {
        Arc::new(NoTransfers)
    }
}

/// A transfer manager without infeed and outfeed, since there is no device.
struct NoTransfers;

impl TransferManager for NoTransfers {
    fn infeed(&self, _: usize, _: &Literal) -> Result<(), Error> {
        Err(Error::unsupported(NAME, "infeed"))
    }

    fn outfeed(&self, _: usize, _: &Shape) -> Result<Literal, Error> {
        Err(Error::unsupported(NAME, "outfeed"))
    }
}
