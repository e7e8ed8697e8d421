// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The options of runs on several devices.

use super::devices::Devices;
use super::launcher::{self, Place};
use clap::Args;
use hloom_communicator::{Collectives, Times};
use hloom_compiler::Error;
use std::net::IpAddr;
use std::time::Duration;

/// The default address of the coordinator if all nodes are on one machine. The port is outside of
/// the range from which operating systems choose ports.
const LOCAL_COORDINATOR: &str = "127.0.0.1:61911";
/// The maximum number of devices of a run.
const MOST_DEVICES: usize = 1 << 16;
/// The maximum value of HLOOM_HEARTBEAT: the time in seconds after which a node that sends nothing
/// counts as lost.
const LONGEST_HEARTBEAT: u64 = 1024;

/// Options of runs on several devices.
#[derive(Clone, Debug, Default, Args)]
pub struct DeviceOptions {
    /// Partition the program by its shardings, and run it on this many devices, which share the
    /// devices of the platform. An input is whole, or has a file for each device: x-{device}.npy
    #[arg(long, value_name = "N", alias = "num_partitions", conflicts_with_all = ["serve", "check", "profile", "tune", "isolate", "check_each", "host_report"], value_parser = clap::value_parser!(u32).range(1..))]
    pub partitions: Option<u32>,

    /// Run this many replicas of the program, each on the same whole inputs and on other random
    /// inputs
    #[arg(long, value_name = "N", alias = "num_replicas", conflicts_with_all = ["serve", "check", "profile", "tune", "isolate", "check_each", "host_report"], value_parser = clap::value_parser!(u32).range(1..))]
    pub replicas: Option<u32>,

    /// Print or write the results of each device: out0-0.npy, out0-1.npy, ...; with --nodes, each
    /// node does so for its devices. Otherwise, the first node gathers whole results
    #[arg(long)]
    pub output_shards: bool,

    /// Distribute the devices over this many processes, each of which runs this command; under
    /// mpirun or srun, not needed
    #[arg(long, value_name = "N", alias = "num_nodes", value_parser = clap::value_parser!(u32).range(1..))]
    pub nodes: Option<u32>,

    /// Number of this process among the nodes, from 0
    #[arg(long, value_name = "NODE", alias = "task_id", requires = "nodes")]
    pub node: Option<u32>,

    /// Address of node 0 at which the nodes find each other [default for mpirun and srun on one
    /// machine: 127.0.0.1:61911]
    #[arg(long, value_name = "HOST:PORT", alias = "address", value_parser = address)]
    pub coordinator: Option<String>,

    /// Seconds within which all nodes must have started
    #[arg(long, value_name = "SECONDS", default_value = "120", value_parser = clap::value_parser!(u32).range(1..))]
    pub connect_timeout: u32,
}

/// Checks that an address on the command line has the form `HOST:PORT`.
fn address(text: &str) -> Result<String, String> {
    let port = text.rsplit_once(':').filter(|(host, _)| !host.is_empty());
    let port = port.and_then(|(_, port)| port.parse::<u16>().ok());
    match port {
        Some(port) if port > 0 => Ok(text.to_owned()),
        _ => Err(format!("expected HOST:PORT, found `{text}`")),
    }
}

/// A run on several devices, as the command line requests it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    pub devices: Devices,
    /// The connection with other nodes; `None` for a single node.
    pub connection: Option<Connection>,
}

/// The way in which the nodes find each other and communicate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Connection {
    /// The address of node 0 in the form `HOST:PORT`.
    pub coordinator: String,
    /// The time within which all nodes must have started.
    pub connecting: Duration,
    /// The address at which other nodes reach this node; `None` for all network interfaces.
    pub host: Option<IpAddr>,
    /// The time after which a node that sends nothing counts as lost.
    pub silence: Duration,
    /// The engine that moves bytes between nodes.
    pub collectives: Collectives,
}

impl DeviceOptions {
    /// Returns the requested run, or `None` for a run on one device. `variable` returns the value of
    /// an environment variable.
    ///
    /// # Errors
    /// Fails if an option or a variable is missing or out of range.
    pub fn request(
        &self,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Option<Request>, Error> {
        let invalid = |message: String| Err(Error::invalid(message));
        if self.partitions.is_none() && self.replicas.is_none() {
            let others = [
                (self.output_shards, "--output-shards"),
                (self.nodes.is_some(), "--nodes"),
                (self.coordinator.is_some(), "--coordinator"),
            ];
            return match others.iter().find(|(given, _)| *given) {
                Some((_, name)) => invalid(format!("{name}: expected --partitions or --replicas")),
                None => Ok(None),
            };
        }
        let size = |count: Option<u32>| count.map_or(1, |count| count as usize);
        let (partitions, replicas) = (size(self.partitions), size(self.replicas));
        let count = partitions.checked_mul(replicas).filter(|count| *count <= MOST_DEVICES);
        let Some(count) = count else {
            return invalid(format!(
                "--partitions: expected at most {MOST_DEVICES} devices, found {partitions} partitions and \
                 {replicas} replicas"
            ));
        };
        let Place { node, nodes, is_one_host } = self.place(&variable)?;
        if !count.is_multiple_of(nodes) {
            return invalid(format!(
                "--nodes: expected a number that divides the {count} devices, found {nodes}"
            ));
        }
        let devices = Devices { partitions, replicas, node, nodes };
        if nodes == 1 {
            return Ok(Some(Request { devices, connection: None }));
        }
        let coordinator = match (&self.coordinator, is_one_host) {
            (Some(address), _) => address.clone(),
            (None, true) => LOCAL_COORDINATOR.to_owned(),
            (None, false) => {
                return invalid("--coordinator: expected HOST:PORT for nodes on several machines, found no address".to_owned());
            }
        };
        let connection = Some(Connection {
            coordinator,
            connecting: Duration::from_secs(self.connect_timeout.into()),
            host: host(&variable)?,
            silence: silence(&variable)?,
            collectives: Collectives::from_environment(&variable)?,
        });
        Ok(Some(Request { devices, connection }))
    }

    /// Returns the place of this process among the nodes, which the options or a launcher specify.
    fn place(&self, variable: impl Fn(&str) -> Option<String>) -> Result<Place, Error> {
        let launched = launcher::place(variable)?;
        let Some(nodes) = self.nodes else {
            let alone = Place { node: 0, nodes: 1, is_one_host: true };
            return Ok(launched.unwrap_or(alone));
        };
        let nodes = nodes as usize;
        let launched = launched.filter(|place| place.nodes == nodes);
        // Nodes that are started by hand may be on several machines.
        let is_one_host = launched.is_some_and(|place| place.is_one_host);
        let given = self.node.map(|node| node as usize);
        match given.or(launched.map(|place| place.node)) {
            Some(node) if node < nodes => Ok(Place { node, nodes, is_one_host }),
            None if nodes == 1 => Ok(Place { node: 0, nodes, is_one_host }),
            found => {
                let found = found.map_or("none".to_owned(), |node| node.to_string());
                Err(Error::invalid(format!(
                    "--node: expected a number below {nodes}, found {found}"
                )))
            }
        }
    }
}

/// Reads the address at which other nodes reach this node from the environment variable HLOOM_HOST.
fn host(variable: impl Fn(&str) -> Option<String>) -> Result<Option<IpAddr>, Error> {
    let text = variable("HLOOM_HOST").filter(|text| !text.is_empty());
    let parsed = text.map(|text| {
        text.parse().map_err(|_| {
            Error::invalid(format!(
                "HLOOM_HOST: expected the IP address of a network interface, found `{text}`"
            ))
        })
    });
    parsed.transpose()
}

/// Reads the time after which a node that sends nothing counts as lost from the environment
/// variable HLOOM_HEARTBEAT.
fn silence(variable: impl Fn(&str) -> Option<String>) -> Result<Duration, Error> {
    let Some(text) = variable("HLOOM_HEARTBEAT").filter(|text| !text.is_empty()) else {
        return Ok(Times::default().silence);
    };
    let seconds = text.parse().ok().filter(|seconds| (1..=LONGEST_HEARTBEAT).contains(seconds));
    seconds.map(Duration::from_secs).ok_or_else(|| {
        Error::invalid(format!(
            "HLOOM_HEARTBEAT: expected a number of seconds from 1 to {LONGEST_HEARTBEAT}, found `{text}`"
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(partitions: u32, nodes: Option<u32>, node: Option<u32>) -> DeviceOptions {
        DeviceOptions {
            partitions: Some(partitions),
            nodes,
            node,
            connect_timeout: 5,
            ..DeviceOptions::default()
        }
    }

    fn request(options: &DeviceOptions, variables: &[(&str, &str)]) -> Result<Request, String> {
        let requested = options.request(|name| {
            let named = variables.iter().find(|(known, _)| *known == name);
            named.map(|(_, value)| (*value).to_owned())
        });
        requested.map(|it| it.expect("devices")).map_err(|error| error.to_string())
    }

    const MPI: [(&str, &str); 2] = [("PMI_RANK", "1"), ("PMI_SIZE", "2")];

    #[test]
    fn nodes_come_from_options_or_the_launcher() {
        let alone = request(&options(4, None, None), &[]).expect("one node");
        let devices = Devices { partitions: 4, replicas: 1, node: 0, nodes: 1 };
        assert_eq!(alone, Request { devices, connection: None });
        let launched = request(&options(4, None, None), &MPI).expect("two nodes");
        assert_eq!(launched.devices, Devices { node: 1, nodes: 2, ..devices });
        let connection = launched.connection.expect("two nodes");
        assert_eq!(connection.coordinator, LOCAL_COORDINATOR);
        assert_eq!(connection.silence, Duration::from_secs(10));
        // The options override the launcher.
        assert_eq!(request(&options(4, Some(1), None), &MPI).expect("one node").devices, devices);
        let given = DeviceOptions {
            coordinator: Some("host:5".to_owned()),
            ..options(4, Some(4), Some(3))
        };
        let given = request(&given, &[("HLOOM_HEARTBEAT", "2")]).expect("four nodes");
        assert_eq!(given.devices, Devices { node: 3, nodes: 4, ..devices });
        let connection = given.connection.expect("four nodes");
        assert_eq!(connection.coordinator, "host:5");
        assert_eq!(connection.silence, Duration::from_secs(2));
    }

    #[test]
    fn wrong_options_are_refused() {
        let refusal = |options: &DeviceOptions| request(options, &[]).expect_err("wrong");
        assert_eq!(
            refusal(&options(4, Some(3), Some(0))),
            "--nodes: expected a number that divides the 4 devices, found 3"
        );
        assert_eq!(
            refusal(&options(4, Some(2), Some(2))),
            "--node: expected a number below 2, found 2"
        );
        assert_eq!(
            refusal(&options(4, Some(2), None)),
            "--node: expected a number below 2, found none"
        );
        let message = refusal(&options(4, Some(2), Some(0)));
        assert!(message.starts_with("--coordinator: expected HOST:PORT"), "{message}");
        let message = refusal(&options(1 << 17, None, None));
        assert!(message.starts_with("--partitions: expected at most 65536 devices"), "{message}");
        let without = DeviceOptions { nodes: Some(2), ..DeviceOptions::default() };
        let message = without.request(|_| None).expect_err("no devices").to_string();
        assert_eq!(message, "--nodes: expected --partitions or --replicas");
        let heartbeat =
            request(&options(4, None, None), &[MPI[0], MPI[1], ("HLOOM_HEARTBEAT", "0")]);
        let heartbeat = heartbeat.expect_err("zero");
        assert!(heartbeat.starts_with("HLOOM_HEARTBEAT: expected a number"), "{heartbeat}");
        let host = request(&options(4, None, None), &[MPI[0], MPI[1], ("HLOOM_HOST", "here")]);
        let host = host.expect_err("no address");
        assert!(host.starts_with("HLOOM_HOST: expected the IP address"), "{host}");
    }

    #[test]
    fn addresses_have_ports() {
        for right in ["host:1", "10.0.0.1:65535", "[::1]:80"] {
            assert_eq!(address(right), Ok(right.to_owned()));
        }
        for wrong in ["host", "host:", ":80", "host:0", "host:65536", ""] {
            assert!(address(wrong).is_err(), "{wrong}");
        }
    }
}
