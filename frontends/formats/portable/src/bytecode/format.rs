// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Versions of the bytecode format: the features that each version introduced, and the versions of
//! VHLO whose artifacts use it.
//!
//! Source: `Version.cpp` of StableHLO.

use crate::error::Error;
use crate::version::{V0_10, V0_12, V0_14, V0_15, Version};

/// First version of MLIR's bytecode format that stores versions of dialects.
pub(super) const DIALECT_VERSIONS: u64 = 1;
/// First version of MLIR's bytecode format in which the regions of an operation that is isolated
/// from above form a section.
pub(super) const LAZY_LOADING: u64 = 2;
/// First version of MLIR's bytecode format that stores use-list orders.
pub(super) const USE_LIST_ORDER: u64 = 3;
/// First version of MLIR's bytecode format that omits unknown locations of block arguments.
pub(super) const ELIDED_LOCATIONS: u64 = 4;
/// First version of MLIR's bytecode format that encodes properties separately from attributes.
pub(super) const PROPERTIES: u64 = 5;
/// The last supported version of MLIR's bytecode format.
pub(super) const LAST: u64 = 6;

impl Version {
    /// Returns the version of MLIR's bytecode format that artifacts of this version use.
    ///
    /// # Errors
    /// Returns [`Error::NoSuchVersion`] if the version is before [`Self::MINIMUM`] or after
    /// [`Self::CURRENT`].
    pub fn bytecode_format(self) -> Result<u64, Error> {
        if self < Self::MINIMUM || self.is_newer_than_known() {
            return Err(Error::NoSuchVersion(self.to_string()));
        }
        Ok(match self {
            version if version < V0_10 => 0,
            version if version < V0_12 => 1,
            version if version < V0_14 => 3,
            version if version < V0_15 => 4,
            _ => 6,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_known_version_has_a_format() {
        let formats: Vec<_> =
            Version::known().map(|version| version.bytecode_format().unwrap()).collect();
        assert_eq!(formats.len(), 33);
        assert_eq!(formats[..7], [0, 1, 1, 3, 3, 4, 6]);
        assert!(formats.is_sorted());
        assert!(Version::new(1, 20, 7).bytecode_format().is_ok());
        assert!(Version::new(1, 21, 0).bytecode_format().is_err());
        assert!(Version::new(0, 8, 9).bytecode_format().is_err());
    }
}
