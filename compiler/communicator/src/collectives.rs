// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The engines that move bytes between processes, and their names.

use hloom_evaluator::Error;
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display};
use std::str::FromStr;

/// The engines that move bytes between processes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Collectives {
    /// TCP connections, which need no library.
    #[default]
    Tcp,
    /// MPI, by the standard binary interface of MPI 5. A launcher starts the processes.
    Mpi,
    /// The library UCX, which uses fast networks such as InfiniBand.
    Ucx,
}

/// The name of the environment variable that selects an engine.
const VARIABLE: &str = "HLOOM_COLLECTIVES";

impl Collectives {
    /// Returns the engine that `HLOOM_COLLECTIVES` names, or TCP if it is not set. `variable` returns
    /// the value of an environment variable.
    ///
    /// # Errors
    /// Fails if there is no engine with this name.
    pub fn from_environment(variable: impl Fn(&str) -> Option<String>) -> Result<Self, Error> {
        match variable(VARIABLE) {
            Some(name) if !name.is_empty() => {
                name.parse().map_err(|error| Error::invalid(format!("{VARIABLE}: {error}")))
            }
            _ => Ok(Self::default()),
        }
    }
}

impl FromStr for Collectives {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        let all = [Self::Tcp, Self::Mpi, Self::Ucx];
        let named = all.into_iter().find(|engine| engine.to_string() == name);
        named.ok_or_else(|| Error::invalid(format!("expected tcp, mpi or ucx, found `{name}`")))
    }
}

impl Display for Collectives {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(match self {
            Self::Tcp => "tcp",
            Self::Mpi => "mpi",
            Self::Ucx => "ucx",
        })
    }
}
