// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The resources that a kernel needs on a GPU.

/// A kernel in the code of a chip.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kernel {
    pub name: String,
    /// Number of registers of a thread. On AMD's GPUs, these are vector registers.
    pub registers: u64,
    /// Shared memory of a block in bytes.
    pub shared: u64,
    /// Size in bytes of a thread's stack, including spilled registers.
    pub stack: u64,
    /// Size in bytes of the spilled registers of a thread. On NVIDIA's GPUs, a register that is spilled
    /// at several places counts several times.
    pub spilled: u64,
}

impl Kernel {
    /// Returns true if a thread stores values in memory, because it has too few registers or
    /// because the values are arrays.
    pub fn uses_stack(&self) -> bool {
        self.stack > 0 || self.spilled > 0
    }
}

/// The kernels of a program in the code of a chip.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Code {
    pub kernels: Vec<Kernel>,
    /// The warnings of the assembler, and its remarks on performance.
    pub warnings: Vec<String>,
}
