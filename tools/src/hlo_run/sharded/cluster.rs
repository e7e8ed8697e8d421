// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The connections of a node of a distributed run with the other nodes.

use super::check_in::{Facts, check_in};
use super::devices::Devices;
use super::options::Connection;
use hloom_communicator::{Endpoint, StoreClient, StoreServer, Times, Topology};
use hloom_compiler::Error;
use hloom_evaluator::{Communicator, DeviceMesh, Processes, RunId, Tag};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

/// The maximum time for which a node that cannot run tries to report the reason to the other nodes.
const TELLING: Duration = Duration::from_secs(10);

/// The description of this node's run.
pub struct Own {
    /// A hash of the program.
    pub program: u64,
    /// The properties of the run that must be equal on all nodes.
    pub facts: Facts,
    /// The network endpoint at which the other nodes reach this node.
    pub endpoint: Endpoint,
}

/// A node of a distributed run, which is connected with all other nodes.
#[derive(Debug)]
pub struct Cluster {
    devices: Devices,
    communicator: Arc<dyn Communicator>,
    /// A hash of the program, which all nodes have in common.
    program: u64,
    /// The number of runs that this node has started.
    runs: u64,
}

/// The purposes of messages that are not part of the program's collectives.
#[derive(Clone, Copy)]
enum Purpose {
    Results = 1,
    Verdict = 2,
}

impl Cluster {
    /// Finds the other nodes, checks that all nodes run the same program, and connects with the
    /// other nodes. `own` describes the run of this node, or is the reason why this node cannot
    /// run, which is then reported to the other nodes. `build` identifies the version of hloom and
    /// the platform.
    ///
    /// # Errors
    /// Fails if a node is missing, cannot run, or runs something else. If this node cannot run,
    /// returns `None`, or an error that may be ignored.
    pub fn join(
        connection: &Connection,
        devices: Devices,
        build: &str,
        own: Result<Own, String>,
    ) -> Result<Option<Self>, Error> {
        let Connection { coordinator, connecting, silence, .. } = connection;
        // The server must live until all nodes are connected.
        let _server = match devices.is_first_node() {
            true => Some(StoreServer::start(&listening(coordinator)).map_err(|error| {
                Error::invalid(format!("{error}; expected an address of node 0 for --coordinator"))
            })?),
            false => None,
        };
        let connecting = *connecting;
        let reaching = if own.is_ok() { connecting } else { connecting.min(TELLING) };
        let store = StoreClient::connect(coordinator, reaching).map_err(|error| {
            Error::Unavailable(format!(
                "node 0 has not started within {} s: {error}; expected an address of node 0 for \
                 --coordinator",
                reaching.as_secs()
            ))
        })?;
        let Own { program, facts, endpoint } = match own {
            Ok(own) => own,
            Err(reason) => {
                check_in(&store, &devices, Err(reason), connecting)?;
                return Ok(None);
            }
        };
        check_in(&store, &devices, Ok(facts), connecting)?;
        let node = endpoint.node(build.to_owned(), devices.per_node())?;
        let topology = Topology::exchange(&store, devices.node, devices.nodes, node, connecting)?;
        let communicator = endpoint.connect(&topology, Times { silence: *silence, connecting })?;
        Ok(Some(Self { devices, communicator, program, runs: 0 }))
    }

    /// Returns the device mesh of the next run, with its participants distributed over the nodes.
    pub fn next_mesh(&mut self, mesh: DeviceMesh) -> DeviceMesh {
        let of_participants = (0..self.devices.count()).map(|it| self.devices.node_of(it));
        let run = self.run(self.runs);
        self.runs += 1;
        let communicator = Arc::clone(&self.communicator);
        mesh.with_processes(Processes {
            of_participants: of_participants.collect(),
            run,
            communicator,
        })
    }

    /// Sends the concatenation of `parts`, which are results of the last run, to the first node.
    ///
    /// # Errors
    /// Fails if the first node cannot be reached.
    pub fn send_results(&self, parts: &[&[u8]]) -> Result<(), Error> {
        Ok(self.communicator.send(0, &self.tag(Purpose::Results), parts)?)
    }

    /// Returns the bytes that a node has sent with [`Self::send_results`] after the last run. Only
    /// the first node may call this function.
    ///
    /// # Errors
    /// Fails if the connection with the node is lost, or if the run of the node failed.
    pub fn receive_results(&self, node: usize) -> Result<Vec<u8>, Error> {
        Ok(self.communicator.receive(node, &self.tag(Purpose::Results))?)
    }

    /// Ends the work of the node. The first node sends `holds`, that is, whether the results are
    /// right, to the other nodes. The other nodes wait for this value, so that their messages
    /// arrive before their processes end. Returns the value that the first node has sent.
    ///
    /// # Errors
    /// Fails if the first node fails or cannot be reached.
    pub fn end(&self, holds: bool) -> Result<bool, Error> {
        let tag = self.tag(Purpose::Verdict);
        if !self.devices.is_first_node() {
            let verdict = self.communicator.receive(0, &tag)?;
            return Ok(verdict == [1]);
        }
        for node in 1..self.devices.nodes {
            self.communicator.send(node, &tag, &[&[u8::from(holds)]])?;
        }
        Ok(holds)
    }

    /// Reports the failure of this node to the other nodes, so that they do not wait for this node.
    pub fn fail(&self, error: &Error) {
        let others: Vec<_> =
            (0..self.devices.nodes).filter(|it| *it != self.devices.node).collect();
        let last = self.runs.saturating_sub(1);
        // Others may have started a run before this node.
        for run in [last, last + 1, LAST] {
            self.communicator.fail(&others, &self.run(run), &error.to_string());
        }
    }

    fn run(&self, number: u64) -> RunId {
        let mut hasher = DefaultHasher::new();
        (self.devices.count(), self.devices.nodes).hash(&mut hasher);
        RunId { devices: hasher.finish(), number, program: self.program }
    }

    fn tag(&self, purpose: Purpose) -> Tag {
        let number = match purpose {
            Purpose::Results => self.runs.saturating_sub(1),
            Purpose::Verdict => LAST,
        };
        Tag { run: self.run(number), meeting: purpose as u64, round: 0 }
    }
}

/// The run number in the tag of the final verdict, which no run has.
const LAST: u64 = u64::MAX;

/// Returns the address at which the first node listens. If the coordinator is given by a host name,
/// the first node listens on all network interfaces. Many systems resolve their own name to an
/// address that other machines cannot reach, such as 127.0.1.1.
fn listening(coordinator: &str) -> String {
    match coordinator.rsplit_once(':') {
        Some((host, port)) if host != "localhost" && !is_address(host) => format!("0.0.0.0:{port}"),
        _ => coordinator.to_owned(),
    }
}

fn is_address(host: &str) -> bool {
    host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_for_all_interfaces() {
        for own in ["127.0.0.1:80", "localhost:80", "[::1]:80", "10.0.0.1:80"] {
            assert_eq!(listening(own), own);
        }
        assert_eq!(listening("node001:7000"), "0.0.0.0:7000");
    }
}
