// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The choice of an engine, and the connection of the processes through it.

use crate::engine::EngineCommunicator;
use crate::tcp::{Listener, TcpCommunicator};
use crate::topology::{Address, Node, Topology};
use crate::{mpi, ucx};
use hloom_evaluator::{Communicator, Error};
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display};
use std::net::IpAddr;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

/// The engines that move bytes between processes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Collectives {
    /// TCP connections, which need no library.
    #[default]
    Tcp,
    /// MPI, by the standard binary interface of MPI 5. A launcher starts the processes.
    Mpi,
    /// UCX.
    Ucx,
}

/// The environment variable that names an engine.
const VARIABLE: &str = "HLOOM_COLLECTIVES";

impl Collectives {
    /// Returns the engine that `HLOOM_COLLECTIVES` names, or TCP if it is not set.
    ///
    /// # Errors
    /// Fails if there is no engine with this name.
    pub fn from_environment() -> Result<Self, Error> {
        match std::env::var_os(VARIABLE) {
            Some(name) if !name.is_empty() => name.to_string_lossy().parse(),
            _ => Ok(Self::default()),
        }
    }
}

impl FromStr for Collectives {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        let all = [Self::Tcp, Self::Mpi, Self::Ucx];
        let named = all.into_iter().find(|engine| engine.to_string() == name);
        named.ok_or_else(|| {
            Error::invalid(format!("{VARIABLE}: expected tcp, mpi or ucx, found `{name}`"))
        })
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

/// The time limits of a communicator.
#[derive(Clone, Copy, Debug)]
pub struct Times {
    /// The time after which a process that sends nothing is considered lost.
    pub silence: Duration,
    /// The time within which all processes must have connected.
    pub connecting: Duration,
}

impl Default for Times {
    fn default() -> Self {
        Self { silence: Duration::from_secs(10), connecting: Duration::from_secs(120) }
    }
}

/// This process, before it is connected with others.
pub struct Endpoint(Kind);

enum Kind {
    Tcp(Listener),
    Mpi,
    Ucx(ucx::Worker),
}

impl Endpoint {
    /// Prepares an engine. With TCP, other processes receive the address `host` or, if it is `None`, the
    /// addresses of all network interfaces.
    ///
    /// # Errors
    /// Fails if the library of the engine cannot be loaded or initialized, or if no port can be opened.
    pub fn open(engine: Collectives, host: Option<IpAddr>) -> Result<Self, Error> {
        Ok(Self(match engine {
            Collectives::Tcp => Kind::Tcp(Listener::open(host)?),
            Collectives::Mpi => {
                mpi::load()?;
                Kind::Mpi
            }
            Collectives::Ucx => Kind::Ucx(ucx::Worker::new()?),
        }))
    }

    /// Returns the description of this process for other processes.
    ///
    /// # Errors
    /// Fails with the error of the engine.
    pub fn node(&self, build: String, devices: usize) -> Result<Node, Error> {
        let address = match &self.0 {
            Kind::Tcp(listener) => return Ok(listener.node(build, devices)),
            Kind::Mpi => Address::Mpi,
            Kind::Ucx(worker) => Address::Ucx(worker.address()?),
        };
        Ok(Node { build, devices, address })
    }

    /// Connects this process with all other processes of a topology.
    ///
    /// # Errors
    /// Fails if a process cannot be reached in time, if MPI numbers the processes differently, or if a
    /// thread cannot be started.
    pub fn connect(
        self,
        topology: &Topology,
        times: Times,
    ) -> Result<Arc<dyn Communicator>, Error> {
        let (own, count) = (topology.own, topology.nodes.len());
        Ok(match self.0 {
            Kind::Tcp(listener) => Arc::new(TcpCommunicator::connect(listener, topology, times)?),
            Kind::Mpi => {
                let world = mpi::connect(topology)?;
                Arc::new(EngineCommunicator::connect(world, own, count, times)?)
            }
            Kind::Ucx(mut worker) => {
                let address = |(process, node): (usize, &Node)| match &node.address {
                    Address::Ucx(address) if process != own => Some(address.clone()),
                    _ => None,
                };
                let addresses: Vec<_> = topology.nodes.iter().enumerate().map(address).collect();
                worker.connect(own, &addresses)?;
                Arc::new(EngineCommunicator::connect(worker, own, count, times)?)
            }
        })
    }
}
