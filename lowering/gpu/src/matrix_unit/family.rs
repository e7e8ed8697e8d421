// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The families of matrix units.

use super::format::Format;

/// Matrix units with the same instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// `mma.sync` of NVIDIA's GPUs, from Ampere on.
    MmaSync,
    /// `v_mfma` of AMD's CDNA 2.
    Cdna2,
    /// `v_mfma` of AMD's CDNA 3, and of later ones.
    Cdna3,
    /// `v_wmma` of AMD's RDNA 3.
    Rdna3,
    /// `v_wmma` of AMD's RDNA 4.
    Rdna4,
}

/// The matrix units of a GPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatrixUnits {
    /// The units of a warp.
    pub family: Family,
    /// Whether there are units of four warps, too.
    pub has_warpgroups: bool,
}

/// The values of the option `matrix-unit`, with their units.
const NAMES: [(&str, Option<MatrixUnits>); 7] = [
    ("none", None),
    ("mma.sync", of_warps(Family::MmaSync)),
    ("wgmma", Some(MatrixUnits { family: Family::MmaSync, has_warpgroups: true })),
    ("cdna2", of_warps(Family::Cdna2)),
    ("cdna3", of_warps(Family::Cdna3)),
    ("rdna3", of_warps(Family::Rdna3)),
    ("rdna4", of_warps(Family::Rdna4)),
];

const fn of_warps(family: Family) -> Option<MatrixUnits> {
    Some(MatrixUnits { family, has_warpgroups: false })
}

impl MatrixUnits {
    /// Returns the units with a name, `Some(None)` for `none`. Returns `None` for unknown names.
    pub fn named(name: &str) -> Option<Option<Self>> {
        NAMES.iter().find(|(known, _)| *known == name).map(|(_, units)| *units)
    }

    /// Returns the known names, separated by commas.
    pub fn names() -> String {
        NAMES.map(|(name, _)| format!("`{name}`")).join(", ")
    }
}

impl Family {
    /// All families.
    pub const ALL: [Self; 5] = [Self::MmaSync, Self::Cdna2, Self::Cdna3, Self::Rdna3, Self::Rdna4];

    /// Returns true if the units multiply operands of these formats exactly, and add the products to f32 or
    /// i32.
    ///
    /// Products of f16 and bf16 on CDNA 2 are exceptions: they flush subnormal operands and sums to zero
    /// (documentation of MIOpen, "MI200 matrix fused multiply-add (MFMA) behavior specifics"). Subnormal numbers
    /// of f16 are below 6.1e-5, so f16 is excluded. Those of bf16 are below 1.2e-38, and become zeros. The units
    /// of NVIDIA round f32 to fewer bits.
    pub fn multiplies(self, formats: [Format; 2]) -> bool {
        use Format::{Bf16, F16, F32, S8, U8};
        let is_cdna = matches!(self, Self::Cdna2 | Self::Cdna3);
        match formats {
            [Bf16, Bf16] => true,
            [F16, F16] => self != Self::Cdna2,
            [F32, F32] => is_cdna,
            [S8, S8] => true,
            [S8 | U8, S8 | U8] => !is_cdna,
            _ => false,
        }
    }
}
