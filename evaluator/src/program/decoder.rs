// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The interface through which operations decode their regions.

use super::operation::Region;
use crate::{Error, Type};
use hloom_dialects::op_view::RegionView;

/// The decoder of a function. It decodes operations, and operations decode their regions by it.
pub trait Decoder {
    /// Decodes a region of an operation, which may use the values around it.
    ///
    /// # Errors
    /// Fails if the region has more than one block. Errors of single operations are collected
    /// instead.
    fn region(&mut self, region: &RegionView) -> Result<Region, Error>;

    /// Creates a region that calls a function with the region's arguments.
    fn calling(&mut self, function: &str, arguments: usize, results: &[Type]) -> Region;
}
