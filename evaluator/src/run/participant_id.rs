// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Positions of participants in device meshes.

use std::fmt::{self, Display};

/// The position of a participant in a device mesh.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ParticipantId {
    /// The replica number, which is the row in the mesh.
    pub replica: u32,
    /// The partition number, which is the column in the mesh.
    pub partition: u32,
}

impl Display for ParticipantId {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "({}, {})", self.replica, self.partition)
    }
}
