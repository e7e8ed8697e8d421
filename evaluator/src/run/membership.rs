// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Being one of the processes of a grid.

use super::{Grid, ProcessId};
use std::sync::{Arc, OnceLock};

/// A place in a grid. The process has come to its end when this is dropped; it has failed
/// unless it said that it [ended](Membership::end) well.
#[derive(Debug)]
pub struct Membership {
    grid: Arc<Grid>,
    id: ProcessId,
    outcome: OnceLock<Result<(), String>>,
}

impl Membership {
    /// The places of all processes of a grid, row by row. There is to be one of each.
    pub fn of_all(grid: &Arc<Grid>) -> Vec<Self> {
        let member = |id| Self { grid: Arc::clone(grid), id, outcome: OnceLock::new() };
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

    /// The process has done all it was to do, or says why not. What it said first counts.
    pub fn end(&self, outcome: Result<(), String>) {
        self.outcome.get_or_init(|| outcome);
    }
}

impl Drop for Membership {
    fn drop(&mut self) {
        let outcome = self.outcome.take();
        self.grid.leave(self.id, outcome.unwrap_or_else(|| Err("it was given up".to_owned())));
    }
}
