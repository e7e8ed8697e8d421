// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Literals in the host's memory.

use hloom_compiler::interface::TransferManager;
use hloom_compiler::literal::ElementType;
use hloom_compiler::{Error, Literal, Shape};

/// Literals are laid out in the host's memory as they are, but for signed integers
/// of fewer than 8 bits: LLVM has zeros above them.
pub struct HostTransfers {
    /// The name of the platform, for errors.
    pub platform: &'static str,
}

impl TransferManager for HostTransfers {
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
        Err(Error::unsupported(self.platform, "infeed"))
    }

    fn outfeed(&self, _device: usize, _shape: &Shape) -> Result<Literal, Error> {
        Err(Error::unsupported(self.platform, "outfeed"))
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
