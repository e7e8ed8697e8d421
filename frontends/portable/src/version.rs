// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Versions of VHLO, and what is known of each.
//!
//! Sources: the version log of `VhloDialect.td`, `Version.cpp`.

use crate::error::Error;
use std::fmt;
use std::str::FromStr;

/// A version of VHLO, which is that of the StableHLO release it came with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version {
    /// Changes with promises of compatibility.
    pub major: u32,
    /// Changes with the operations, attributes and types.
    pub minor: u32,
    /// Says nothing about operations, attributes or types.
    pub patch: u32,
}

/// Versions that tables speak of.
macro_rules! versions {
    ($($name:ident = $major:literal $minor:literal),* $(,)?) => {
        $(pub(crate) const $name: Version = Version::new($major, $minor, 0);)*
    };
}

versions! {
    V0_9 = 0 9, V0_10 = 0 10, V0_11 = 0 11, V0_12 = 0 12, V0_14 = 0 14, V0_15 = 0 15, V0_16 = 0 16,
    V0_17 = 0 17, V0_18 = 0 18, V0_19 = 0 19, V0_20 = 0 20, V1_0 = 1 0, V1_1 = 1 1, V1_2 = 1 2,
    V1_3 = 1 3, V1_4 = 1 4, V1_5 = 1 5, V1_6 = 1 6, V1_7 = 1 7, V1_8 = 1 8, V1_9 = 1 9,
    V1_10 = 1 10, V1_11 = 1 11, V1_12 = 1 12, V1_13 = 1 13, V1_14 = 1 14, V1_15 = 1 15,
    V1_16 = 1 16, V1_17 = 1 17, V1_18 = 1 18, V1_19 = 1 19, V1_20 = 1 20,
}

/// How old the readers of an artifact may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CompatibilityRequirement {
    /// As new as this library.
    None,
    /// Four weeks older.
    Week4,
    /// Twelve weeks older.
    Week12,
    /// As old as any that is supported.
    Max,
}

impl Version {
    /// The last version known here, to which everything read is upgraded.
    pub const CURRENT: Self = V1_20;
    /// The first version with promises of compatibility.
    pub const MINIMUM: Self = V0_9;

    /// A version of its three numbers.
    pub const fn new(major: u32, minor: u32, patch: u32) -> Self {
        Self { major, minor, patch }
    }

    /// The version whose readers satisfy a requirement.
    pub const fn for_compatibility(requirement: CompatibilityRequirement) -> Self {
        match requirement {
            CompatibilityRequirement::None => Self::CURRENT,
            CompatibilityRequirement::Week4 => V1_18,
            CompatibilityRequirement::Week12 => Self::new(1, 16, 2),
            CompatibilityRequirement::Max => Self::MINIMUM,
        }
    }

    /// All minor versions, in order.
    pub fn known() -> impl Iterator<Item = Self> {
        let before_1 = (9..=20).map(|minor| Self::new(0, minor, 0));
        before_1.chain((0..=Self::CURRENT.minor).map(|minor| Self::new(1, minor, 0)))
    }

    /// The version of its operations, attributes and types: patches change none.
    pub const fn without_patch(self) -> Self {
        Self::new(self.major, self.minor, 0)
    }

    /// Whether it is after the last one known. Its patch says nothing about that.
    pub fn is_newer_than_known(self) -> bool {
        self.without_patch() > Self::CURRENT
    }

    /// The version of MLIR's bytecode format that artifacts of this version have.
    ///
    /// # Errors
    /// If it is not between the first and the last version.
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

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)
    }
}

impl FromStr for Version {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let number = |part: Option<&str>| -> Option<u32> {
            let part = part?;
            part.bytes().all(|byte| byte.is_ascii_digit()).then(|| part.parse().ok())?
        };
        let mut parts = text.split('.');
        let mut next = || number(parts.next());
        let version = next().zip(next()).zip(next());
        match version {
            Some(((major, minor), patch)) if parts.next().is_none() => {
                Ok(Self::new(major, minor, patch))
            }
            _ => Err(Error::NoSuchVersion(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_parsed_and_ordered() {
        let parse = |text: &str| text.parse::<Version>();
        assert_eq!(parse("1.9.3"), Ok(Version::new(1, 9, 3)));
        assert!(parse("1.9.0").unwrap() < parse("1.10.0").unwrap());
        assert!(parse("0.20.0").unwrap() < parse("1.0.0").unwrap());
        for bad in ["", "1", "1.2", "1.2.3.4", "1.2.x", "1.+2.3", "1..2", "1.2.99999999999"] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }

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
