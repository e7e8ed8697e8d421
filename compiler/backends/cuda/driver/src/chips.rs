// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Table of the supported NVIDIA chips.

/// An NVIDIA chip, with the version of PTX that first supports it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chip {
    /// LLVM's name of the chip, such as `sm_90`.
    pub name: &'static str,
    /// The compute capability of the chip: its major and its minor number.
    pub capability: (u32, u32),
    /// LLVM's target feature for the version of PTX that first supports the chip, such as `+ptx78`.
    pub ptx: &'static str,
    /// The kind of the chip's matrix units: a value of the option `matrix-unit` of
    /// `hloom-map-to-threads`.
    pub matrix_unit: &'static str,
}

/// The supported chips, by rising compute capability. Among chips with the same capability, the
/// last one is preferred.
pub const CHIPS: [Chip; 9] = [
    chip("sm_75", (7, 5), "+ptx63", "none"),
    chip("sm_80", (8, 0), "+ptx70", "mma.sync"),
    chip("sm_86", (8, 6), "+ptx71", "mma.sync"),
    chip("sm_89", (8, 9), "+ptx78", "mma.sync"),
    chip("sm_90", (9, 0), "+ptx78", "mma.sync"),
    chip("sm_90a", (9, 0), "+ptx80", "wgmma"),
    chip("sm_100", (10, 0), "+ptx86", "mma.sync"),
    chip("sm_103", (10, 3), "+ptx88", "mma.sync"),
    chip("sm_120", (12, 0), "+ptx87", "mma.sync"),
];

const fn chip(
    name: &'static str,
    capability: (u32, u32),
    ptx: &'static str,
    matrix_unit: &'static str,
) -> Chip {
    Chip { name, capability, ptx, matrix_unit }
}

impl Chip {
    /// Returns the chip for a device: the last one in [`CHIPS`] whose code a device of the compute
    /// capability runs. Returns `None` for devices before `sm_75`.
    pub fn for_device(capability: (u32, u32)) -> Option<Self> {
        CHIPS.into_iter().rev().find(|chip| chip.runs_on(capability))
    }

    /// Returns true if a device of the compute capability runs PTX that was generated for this
    /// chip. Devices of the same or a higher capability do. If the name of this chip ends with `a`,
    /// only devices of the same capability do.
    pub fn runs_on(self, capability: (u32, u32)) -> bool {
        if self.is_alone() { self.capability == capability } else { self.capability <= capability }
    }

    /// Returns true if only this chip runs PTX that was generated for it.
    pub fn is_alone(self) -> bool {
        self.name.ends_with('a')
    }
}

#[cfg(test)]
mod tests {
    use super::{CHIPS, Chip};

    #[test]
    fn devices_run_code_of_the_latest_chip_before_them() {
        let name = |major, minor| Chip::for_device((major, minor)).map(|chip| chip.name);
        assert_eq!(name(9, 0), Some("sm_90a"));
        assert_eq!(name(9, 1), Some("sm_90"));
        assert_eq!(name(8, 7), Some("sm_86"));
        assert_eq!(name(13, 0), Some("sm_120"));
        assert_eq!(name(7, 0), None);
        assert!(CHIPS.is_sorted_by_key(|chip| chip.capability));
    }
}
