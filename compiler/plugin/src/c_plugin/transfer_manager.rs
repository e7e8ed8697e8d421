// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Transfers to and from devices of a plugin in C, whose memory has the layout of literals.

use hloom_compiler::interface::TransferManager;
use hloom_compiler::{ElementType, Error, Literal, Shape};

/// The transfer manager of a platform.
pub struct CTransfers {
    /// The name of the platform, for error messages.
    pub platform: &'static str,
}

impl TransferManager for CTransfers {
    /// Clears the bits that the type does not have. Literals must not have them, and a plugin may
    /// break this rule of the header.
    fn decode(&self, element_type: ElementType, elements: &mut [u8]) {
        element_type.clear_unused_bits(elements);
    }

    fn infeed(&self, _device: usize, _literal: &Literal) -> Result<(), Error> {
        Err(Error::unsupported(self.platform, "infeed"))
    }

    fn outfeed(&self, _device: usize, _shape: &Shape) -> Result<Literal, Error> {
        Err(Error::unsupported(self.platform, "outfeed"))
    }
}
