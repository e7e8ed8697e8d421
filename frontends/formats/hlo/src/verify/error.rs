// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The error of verifying an HLO module.

use crate::proto::HloComputationProto;
use std::fmt::{self, Display};

/// A verification error, with the computation and the instruction in which it occurs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifyError {
    /// Name of the computation, if the error occurs in a computation.
    pub computation: Option<String>,
    /// Name of the instruction, if the error occurs in an instruction.
    pub instruction: Option<String>,
    /// Description of the error, without its place.
    pub message: String,
}

impl Display for VerifyError {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        if let Some(computation) = &self.computation {
            write!(formatter, "in `{computation}`")?;
            if let Some(instruction) = &self.instruction {
                write!(formatter, ", `{instruction}`")?;
            }
            formatter.write_str(": ")?;
        }
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for VerifyError {}

impl From<String> for VerifyError {
    fn from(message: String) -> Self {
        Self { computation: None, instruction: None, message }
    }
}

impl VerifyError {
    /// Returns the error with the name of the computation in which it occurs.
    pub(super) fn within(self, computation: &HloComputationProto) -> Self {
        Self { computation: Some(computation.name.clone()), ..self }
    }
}
