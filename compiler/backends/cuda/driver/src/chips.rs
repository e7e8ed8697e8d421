// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Table of the supported NVIDIA chips.

/// A chip, with the version of PTX that first supports it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chip {
    /// LLVM's name of the chip, such as `sm_90`.
    pub name: &'static str,
    /// The compute capability of the chip, major and minor.
    pub capability: (u32, u32),
    /// LLVM's feature for the version of PTX.
    pub ptx: &'static str,
}

/// The supported chips, by rising compute capability.
pub const CHIPS: [Chip; 8] = [
    Chip { name: "sm_75", capability: (7, 5), ptx: "+ptx63" },
    Chip { name: "sm_80", capability: (8, 0), ptx: "+ptx70" },
    Chip { name: "sm_86", capability: (8, 6), ptx: "+ptx71" },
    Chip { name: "sm_89", capability: (8, 9), ptx: "+ptx78" },
    Chip { name: "sm_90", capability: (9, 0), ptx: "+ptx78" },
    Chip { name: "sm_100", capability: (10, 0), ptx: "+ptx86" },
    Chip { name: "sm_103", capability: (10, 3), ptx: "+ptx88" },
    Chip { name: "sm_120", capability: (12, 0), ptx: "+ptx87" },
];

impl Chip {
    /// Returns the latest chip whose code a device of a compute capability runs, or `None` for
    /// devices before `sm_75`. PTX for a chip also runs on later chips.
    pub fn for_device(capability: (u32, u32)) -> Option<Self> {
        CHIPS.into_iter().rev().find(|chip| chip.capability <= capability)
    }
}

#[cfg(test)]
mod tests {
    use super::{CHIPS, Chip};

    #[test]
    fn devices_run_code_of_the_latest_chip_before_them() {
        let name = |major, minor| Chip::for_device((major, minor)).map(|chip| chip.name);
        assert_eq!(name(9, 0), Some("sm_90"));
        assert_eq!(name(8, 7), Some("sm_86"));
        assert_eq!(name(13, 0), Some("sm_120"));
        assert_eq!(name(7, 0), None);
        assert!(CHIPS.is_sorted_by_key(|chip| chip.capability));
    }
}
