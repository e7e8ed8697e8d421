// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Versions of VHLO.
//!
//! Source: the version log of `VhloDialect.td`.

use std::fmt;

/// A version of VHLO. Its number is the number of the first StableHLO release with this VHLO
/// version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version {
    /// Major version number, which changes with the compatibility guarantees.
    pub major: u32,
    /// Minor version number, which changes with the operations, attributes and types.
    pub minor: u32,
    /// Patch version number, which is independent of operations, attributes and types.
    pub patch: u32,
}

/// Defines the version constants that the tables use.
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

/// The age of the oldest readers that must be able to read an artifact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CompatibilityRequirement {
    /// Artifacts must be readable by readers of the current version only.
    None,
    /// Artifacts must be readable by readers up to four weeks older than the current version.
    Week4,
    /// Artifacts must be readable by readers up to twelve weeks older than the current version.
    Week12,
    /// Artifacts must be readable by readers of the oldest supported version.
    Max,
}

impl Version {
    /// The last supported version; the reader upgrades every program to it.
    pub const CURRENT: Self = V1_20;
    /// The first version of VHLO with compatibility guarantees.
    pub const MINIMUM: Self = V0_9;

    /// Creates a version from its three numbers.
    pub const fn new(major: u32, minor: u32, patch: u32) -> Self {
        Self { major, minor, patch }
    }

    /// Returns the version to write so that readers of the required age accept the artifact.
    pub const fn for_compatibility(requirement: CompatibilityRequirement) -> Self {
        match requirement {
            CompatibilityRequirement::None => Self::CURRENT,
            CompatibilityRequirement::Week4 => V1_18,
            CompatibilityRequirement::Week12 => Self::new(1, 16, 2),
            CompatibilityRequirement::Max => Self::MINIMUM,
        }
    }

    /// Returns all supported minor versions in ascending order, with patch 0.
    pub fn known() -> impl Iterator<Item = Self> {
        let before_1 = (9..=20).map(|minor| Self::new(0, minor, 0));
        before_1.chain((0..=Self::CURRENT.minor).map(|minor| Self::new(1, minor, 0)))
    }

    /// Returns the version with patch 0. Patches change no operation, attribute or type.
    pub const fn without_patch(self) -> Self {
        Self::new(self.major, self.minor, 0)
    }

    /// Returns true if the version is after [`Self::CURRENT`], ignoring the patch.
    pub fn is_newer_than_known(self) -> bool {
        self.without_patch() > Self::CURRENT
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)
    }
}
