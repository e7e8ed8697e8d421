// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The choice of an engine (TCP, MPI or UCX), and the connection of the processes through this
//! engine.

use crate::collectives::Collectives;
use crate::engine::EngineCommunicator;
use crate::tcp::{Listener, TcpCommunicator};
use crate::times::Times;
use crate::topology::{Address, Node, Topology};
use crate::{mpi, ucx};
use hloom_evaluator::{Communicator, Error};
use std::net::IpAddr;
use std::sync::Arc;

/// The endpoint of this process in an engine, before this process is connected with the other
/// processes.
pub struct Endpoint(Kind);

enum Kind {
    Tcp(Listener),
    Mpi,
    Ucx(ucx::Worker),
}

impl Endpoint {
    /// Loads or opens an engine. With TCP, other processes receive the address `host` of this
    /// process or, if `host` is `None`, the addresses of all network interfaces.
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

    /// Returns the description of this process that other processes need to reach it.
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
    /// Fails if a process cannot be reached in time, if MPI assigns other numbers to the processes
    /// than the topology, or if a thread cannot be started.
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
