// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Membership of a participant in a device mesh.

use super::device_mesh::DeviceMesh;
use super::participant_id::ParticipantId;
use std::sync::{Arc, OnceLock};

/// The place of one participant in a device mesh. When the membership is dropped, the participant
/// ends. It counts as failed unless [`end`](Membership::end) has reported success.
#[derive(Debug)]
pub struct Membership {
    mesh: Arc<DeviceMesh>,
    id: ParticipantId,
    outcome: OnceLock<Result<(), String>>,
}

impl Membership {
    /// Creates the memberships of all participants of a mesh in this process, in row-major order.
    /// Each participant must have exactly one membership, so call this function once for each mesh.
    pub fn of_all(mesh: &Arc<DeviceMesh>) -> Vec<Self> {
        let member = |id| Self { mesh: Arc::clone(mesh), id, outcome: OnceLock::new() };
        mesh.participants().filter(|id| mesh.is_local(*id)).map(member).collect()
    }

    /// Returns the device mesh of the participant.
    pub fn mesh(&self) -> &DeviceMesh {
        &self.mesh
    }

    /// Returns the position of the participant in the device mesh.
    pub fn id(&self) -> ParticipantId {
        self.id
    }

    /// Reports a failure before the end, so that others do not wait for this participant. This
    /// participant no longer waits for others, either.
    pub fn fail(&self, reason: &str) {
        self.mesh.fail(self.id, reason);
    }

    /// Reports the outcome: success, or the reason for the failure. Later reports are ignored.
    pub fn end(&self, outcome: Result<(), String>) {
        self.outcome.get_or_init(|| outcome);
    }
}

impl Drop for Membership {
    fn drop(&mut self) {
        let outcome = self.outcome.take();
        let outcome = outcome.unwrap_or_else(|| Err("it ended without an outcome".to_owned()));
        self.mesh.leave(self.id, outcome);
    }
}
