// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The families of matrix units.

use super::format::Format;

/// A family of matrix units with the same instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// `mma.sync` of NVIDIA's GPUs, from Ampere on.
    MmaSync,
    /// `v_mfma` of AMD's CDNA 2.
    Cdna2,
    /// `v_mfma` of AMD's CDNA 3 and later.
    Cdna3,
    /// `v_wmma` of AMD's RDNA 3.
    Rdna3,
    /// `v_wmma` of AMD's RDNA 4.
    Rdna4,
}

/// The matrix units of a GPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatrixUnits {
    /// The family of the matrix units of a warp.
    pub family: Family,
    /// Whether the GPU also has matrix units of four warps (`wgmma`).
    pub has_warpgroups: bool,
}

/// The values of the option `matrix-unit`, each with the matrix units that it selects.
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
    /// Returns the matrix units that a value of the option `matrix-unit` selects: `Some(None)` for
    /// the value `none`, and `None` for an unknown value.
    pub fn named(name: &str) -> Option<Option<Self>> {
        NAMES.iter().find(|(known, _)| *known == name).map(|(_, units)| *units)
    }

    /// Returns the values of the option `matrix-unit`, each in backquotes, separated by commas.
    pub fn names() -> String {
        NAMES.map(|(name, _)| format!("`{name}`")).join(", ")
    }
}

impl Family {
    /// All families of matrix units.
    pub const ALL: [Self; 5] = [Self::MmaSync, Self::Cdna2, Self::Cdna3, Self::Rdna3, Self::Rdna4];

    /// Returns true if the family has matrix units for operands of these formats. The products are
    /// exact, and the sums are f32 or i32.
    ///
    /// CDNA 2 is an exception for bf16 and f16: its units flush subnormal operands and sums to zero
    /// (documentation of MIOpen, "MI200 matrix fused multiply-add (MFMA) behavior specifics"). This
    /// is accepted for bf16, whose subnormal numbers are below 1.2e-38. It is not accepted for f16,
    /// whose subnormal numbers are below 6.1e-5. The units of NVIDIA round f32 operands to fewer
    /// bits, so they are not used for f32.
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
