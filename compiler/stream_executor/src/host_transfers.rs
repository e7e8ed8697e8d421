// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The transfer manager of platforms whose device is the host.

use crate::{Error, TransferManager};
use hloom_values::{ElementType, Literal, Shape};

/// A transfer manager whose buffers have the layout of literals, except for signed integers of
/// fewer than 8 bits: LLVM zero-extends them to a byte, whereas literals sign-extend them.
pub struct HostTransfers {
    /// The name of the platform, for error messages.
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

/// Returns the bit width of a signed integer type narrower than a byte, or `None` for other types.
fn narrow_signed(element_type: ElementType) -> Option<u32> {
    match element_type {
        ElementType::S2 => Some(2),
        ElementType::S4 => Some(4),
        _ => None,
    }
}
