// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Table of the supported AMD chips.

/// An AMD chip, with the properties on which its code depends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chip {
    /// LLVM's name of the chip, such as `gfx942`.
    pub name: &'static str,
    /// The kind of the chip's matrix units: a value of the option `matrix-unit` of
    /// `hloom-map-to-threads`.
    pub matrix_unit: &'static str,
    /// The number of threads in a wavefront.
    pub wave: i64,
}

/// The supported chips, by generation. A device runs only code for its own chip. Source: LLVM's
/// "User Guide for AMDGPU Backend", the table of processors.
pub const CHIPS: [Chip; 6] = [
    chip("gfx90a", "cdna2", 64),
    chip("gfx942", "cdna3", 64),
    chip("gfx950", "cdna3", 64),
    chip("gfx1100", "rdna3", 32),
    chip("gfx1200", "rdna4", 32),
    chip("gfx1201", "rdna4", 32),
];

const fn chip(name: &'static str, matrix_unit: &'static str, wave: i64) -> Chip {
    Chip { name, matrix_unit, wave }
}

impl Chip {
    /// Returns the supported chip with LLVM's name `name`, or `None` if there is none.
    pub fn named(name: &str) -> Option<Self> {
        CHIPS.into_iter().find(|chip| chip.name == name)
    }
}

/// Returns LLVM's name of the chip in the name of a target: the part before the first colon. For
/// `gfx90a:sramecc+:xnack-`, the result is `gfx90a`; the rest consists of the device's settings.
pub fn chip_of_target(target: &str) -> &str {
    target.split(':').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{CHIPS, Chip, chip_of_target};

    #[test]
    fn chips_are_found_by_the_name_of_a_target() {
        let found = |target| Chip::named(chip_of_target(target)).map(|chip| chip.name);
        assert_eq!(found("gfx90a:sramecc+:xnack-"), Some("gfx90a"));
        assert_eq!(found("gfx1100"), Some("gfx1100"));
        assert_eq!(found("gfx906:sramecc-:xnack-"), None);
        assert_eq!(found(""), None);
    }

    #[test]
    fn only_chips_before_gfx10_have_wavefronts_of_64_threads() {
        for chip in CHIPS {
            let is_cdna = chip.matrix_unit.starts_with("cdna");
            assert_eq!(chip.name.starts_with("gfx9"), is_cdna, "{chip:?}");
            assert_eq!(chip.wave, if is_cdna { 64 } else { 32 }, "{chip:?}");
        }
    }
}
