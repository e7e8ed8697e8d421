// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Copies literals to and from the device, which uses the same layout as the host.

use crate::NAME;
use hloom_compiler::interface::TransferManager;
use hloom_compiler::{Error, Literal, Shape};

/// Transfers literals in the default layout, which is row-major and stores integers of fewer than 8
/// bits sign-extended to a byte.
pub struct NpuTransferManager;

impl TransferManager for NpuTransferManager {
    fn infeed(&self, _device: usize, _literal: &Literal) -> Result<(), Error> {
        Err(Error::unsupported(NAME, "infeed"))
    }

    fn outfeed(&self, _device: usize, _shape: &Shape) -> Result<Literal, Error> {
        Err(Error::unsupported(NAME, "outfeed"))
    }
}
