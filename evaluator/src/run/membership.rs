// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Being one of the processes of a grid.

use super::{Grid, ProcessId};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A place in a grid. The process has come to its end when this is dropped; it has failed
/// unless it said that it [succeeded](Membership::succeed).
#[derive(Debug)]
pub struct Membership {
    grid: Arc<Grid>,
    id: ProcessId,
    succeeded: AtomicBool,
}

impl Membership {
    /// The places of all processes of a grid, row by row. There is to be one of each.
    pub fn of_all(grid: &Arc<Grid>) -> Vec<Self> {
        let member = |id| Self { grid: Arc::clone(grid), id, succeeded: AtomicBool::new(false) };
        grid.processes().map(member).collect()
    }

    /// The grid.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The place.
    pub fn id(&self) -> ProcessId {
        self.id
    }

    /// The process has done all it was to do.
    pub fn succeed(&self) {
        self.succeeded.store(true, Ordering::Release);
    }
}

impl Drop for Membership {
    fn drop(&mut self) {
        self.grid.leave(self.id, !self.succeeded.load(Ordering::Acquire));
    }
}
