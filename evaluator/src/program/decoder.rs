// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The interface through which operations decode their regions.

use super::operation::Region;
use crate::{Error, Type};
use hloom_dialects::op_view::RegionView;

/// The decoder of a function. Operations decode their regions through this interface.
pub trait Decoder {
    /// Decodes a region of an operation. The region may use values that are defined outside it.
    ///
    /// # Errors
    /// Fails if the region has more than one block. Errors of single operations are collected
    /// instead.
    fn region(&mut self, region: &RegionView) -> Result<Region, Error>;

    /// Creates a region with a number of arguments that calls a function with them. `results` are
    /// the types of the function's results.
    fn calling(&mut self, function: &str, arguments: usize, results: &[Type]) -> Region;
}
