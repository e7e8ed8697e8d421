// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Processes beside each other (StableHLO specification, "Parallel execution").

/// The place of a process.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProcessId {
    /// The row of the grid.
    pub replica: u32,
    /// The column of the grid.
    pub partition: u32,
}

/// A grid of processes.
#[derive(Debug, Default)]
pub struct Grid {}
