// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Literals to and from the device: their elements lie there as on the host.

use crate::NAME;
use hloom_compiler::interface::TransferManager;
use hloom_compiler::{Error, Literal, Shape};

/// Row-major, an integer of fewer than 8 bits in a byte with its sign; the provided ways.
pub struct NpuTransferManager;

impl TransferManager for NpuTransferManager {
    fn infeed(&self, _device: usize, _literal: &Literal) -> Result<(), Error> {
        Err(Error::unsupported(NAME, "infeed"))
    }

    fn outfeed(&self, _device: usize, _shape: &Shape) -> Result<Literal, Error> {
        Err(Error::unsupported(NAME, "outfeed"))
    }
}
