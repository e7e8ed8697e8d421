// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Membership of a participant in a device mesh.

use super::grid::Grid;
use super::process_id::ProcessId;
use std::sync::{Arc, OnceLock};

/// The place of one participant in a device mesh. The participant ends when this is dropped. It
/// has failed unless [`end`](Membership::end) reported success before.
#[derive(Debug)]
pub struct Membership {
    grid: Arc<Grid>,
    id: ProcessId,
    outcome: OnceLock<Result<(), String>>,
}

impl Membership {
    /// Creates the memberships of all participants of a mesh, in row-major order. Each participant
    /// must have exactly one, so call this once for each mesh.
    pub fn of_all(grid: &Arc<Grid>) -> Vec<Self> {
        let member = |id| Self { grid: Arc::clone(grid), id, outcome: OnceLock::new() };
        grid.processes().map(member).collect()
    }

    /// Returns the device mesh.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Returns the position in the device mesh.
    pub fn id(&self) -> ProcessId {
        self.id
    }

    /// Reports the outcome: success, or the reason of the failure. Later reports are ignored.
    pub fn end(&self, outcome: Result<(), String>) {
        self.outcome.get_or_init(|| outcome);
    }
}

impl Drop for Membership {
    fn drop(&mut self) {
        let outcome = self.outcome.take();
        let outcome = outcome.unwrap_or_else(|| Err("it ended without an outcome".to_owned()));
        self.grid.leave(self.id, outcome);
    }
}
