// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The chips for which kernels are assembled, and the functions that read their code.

use super::kernel::Code;
use super::{code_object, ptxas};
use anyhow::Result;
use std::path::{Path, PathBuf};

/// A chip, identified by its LLVM name.
#[derive(Debug)]
pub struct Chip {
    pub name: &'static str,
    /// The hloom platform that compiles for the chip.
    pub platform: &'static str,
    /// The kind of file that hlo-compile writes for the chip: a value of `hlo-compile --emit`.
    pub emit: &'static str,
    /// A function that assembles the file that hlo-compile wrote, if necessary, and reads the
    /// kernels in it.
    pub read: fn(&Tools, &Chip, &Path) -> Result<Code>,
}

/// The programs of other projects that assemble code.
#[derive(Debug)]
pub struct Tools {
    pub ptxas: PathBuf,
}

/// The chips, in the order of the tables.
pub static CHIPS: [Chip; 6] = [
    nvidia("sm_80"),
    nvidia("sm_90a"),
    nvidia("sm_120"),
    amd("gfx90a"),
    amd("gfx942"),
    amd("gfx1100"),
];

const fn nvidia(name: &'static str) -> Chip {
    let read =
        |tools: &Tools, chip: &Chip, file: &Path| ptxas::assemble(&tools.ptxas, chip.name, file);
    Chip { name, platform: "cuda", emit: "asm", read }
}

const fn amd(name: &'static str) -> Chip {
    Chip { name, platform: "rocm", emit: "image", read: |_, _, file| code_object::read(file) }
}

/// Returns the names of the chips, in their order.
pub fn names() -> Vec<&'static str> {
    CHIPS.iter().map(|chip| chip.name).collect()
}
