// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The processes that run programs together, and their devices.

use crate::collectives::Collectives;
use crate::key_value_store::KeyValueStore;
use hloom_evaluator::Error;
use serde::{Deserialize, Serialize};
use std::net::SocketAddr;
use std::time::Duration;

/// The description that a process sends of itself to the other processes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Node {
    /// The version and the sources from which the process was built, and its platform.
    pub build: String,
    /// The number of devices of the process.
    pub devices: usize,
    pub address: Address,
}

/// The way in which other processes reach a process.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Address {
    Tcp {
        /// The addresses at which other processes may reach this process.
        addresses: Vec<SocketAddr>,
        /// A random number with which other processes check that they have reached this process.
        token: u64,
    },
    /// A process that uses MPI, which is reached by its number (its MPI rank).
    Mpi,
    /// The address of a UCX worker.
    Ucx(Vec<u8>),
}

impl Address {
    /// Returns the engine that uses addresses of this kind.
    pub fn engine(&self) -> Collectives {
        match self {
            Self::Tcp { .. } => Collectives::Tcp,
            Self::Mpi => Collectives::Mpi,
            Self::Ucx(_) => Collectives::Ucx,
        }
    }
}

/// The processes that run programs together, in the order of their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Topology {
    /// The number of this process.
    pub own: usize,
    pub nodes: Vec<Node>,
}

impl Topology {
    /// Returns the topology of a single process.
    pub fn alone(node: Node) -> Self {
        Self { own: 0, nodes: vec![node] }
    }

    /// Sends the description of this process, number `own` of `count`, to the other processes, and
    /// waits for their descriptions.
    ///
    /// # Errors
    /// Fails if the store fails, if a process does not send its description in time, or if a
    /// process was built from other sources, has another platform, or uses another engine.
    pub fn exchange(
        store: &dyn KeyValueStore,
        own: usize,
        count: usize,
        node: Node,
        timeout: Duration,
    ) -> Result<Self, Error> {
        let encoded = postcard::to_allocvec(&node)
            .map_err(|error| Error::Internal(format!("cannot encode a topology: {error}")))?;
        store.put(&key(own), &encoded)?;
        let mut nodes = Vec::with_capacity(count);
        for process in 0..count {
            if process == own {
                nodes.push(node.clone());
                continue;
            }
            let bytes = store.get(&key(process), timeout).map_err(|error| {
                Error::Unavailable(format!(
                    "process {process} has not described its devices: {error}"
                ))
            })?;
            let other: Node =
                postcard::from_bytes(&bytes).map_err(|_| unlike(process, &node, ""))?;
            if other.build != node.build {
                return Err(unlike(process, &node, &other.build));
            }
            let (own_engine, engine) = (node.address.engine(), other.address.engine());
            if own_engine != engine {
                return Err(Error::invalid(format!(
                    "expected the same HLOOM_COLLECTIVES in all processes: this one has {own_engine}, \
                     and process {process} has {engine}"
                )));
            }
            nodes.push(other);
        }
        Ok(Self { own, nodes })
    }

    /// Returns, for each device, the number of its process. Devices are numbered process by
    /// process, beginning with the devices of process 0.
    pub fn processes_of_devices(&self) -> Vec<usize> {
        let of_node = |(process, node): (usize, &Node)| vec![process; node.devices];
        self.nodes.iter().enumerate().flat_map(of_node).collect()
    }

    /// Returns the number of this process's first device among the devices of all processes.
    pub fn first_device(&self) -> usize {
        self.nodes[..self.own].iter().map(|node| node.devices).sum()
    }
}

fn key(process: usize) -> String {
    format!("hloom/topology/{process}")
}

fn unlike(process: usize, own: &Node, found: &str) -> Error {
    let found = if found.is_empty() { "another version" } else { found };
    let own = &own.build;
    Error::invalid(format!(
        "expected the same build of hloom in all processes: this one has {own}, and process {process} has \
         {found}"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;
    use std::sync::{Condvar, Mutex};

    #[derive(Default)]
    struct Store(Mutex<HashMap<String, Vec<u8>>>, Condvar);

    impl KeyValueStore for Store {
        fn put(&self, key: &str, value: &[u8]) -> Result<(), Error> {
            self.0.lock().expect("a lock").insert(key.to_owned(), value.to_vec());
            self.1.notify_all();
            Ok(())
        }

        fn get(&self, key: &str, timeout: Duration) -> Result<Vec<u8>, Error> {
            let all = self.0.lock().expect("a lock");
            let missing = |all: &mut HashMap<String, Vec<u8>>| !all.contains_key(key);
            let (all, _) = self.1.wait_timeout_while(all, timeout, missing).expect("a lock");
            all.get(key).cloned().ok_or_else(|| Error::invalid("no such key"))
        }
    }

    fn node(build: &str, devices: usize) -> Node {
        Node { build: build.to_owned(), devices, address: Address::Mpi }
    }

    #[test]
    fn processes_learn_the_devices_of_all() {
        let store = Store::default();
        let exchange = |own, devices| {
            Topology::exchange(&store, own, 2, node("a", devices), Duration::from_secs(60))
        };
        let (first, second) = std::thread::scope(|scope| {
            let first = scope.spawn(|| exchange(0, 2));
            let second = exchange(1, 3).expect("a topology");
            (first.join().expect("no panic").expect("a topology"), second)
        });
        assert_eq!(first.nodes, second.nodes);
        assert_eq!(second.processes_of_devices(), [0, 0, 1, 1, 1]);
        assert_eq!([first.first_device(), second.first_device()], [0, 2]);
    }

    #[test]
    fn a_process_that_does_not_come_is_named() {
        let store = Store::default();
        let late = Topology::exchange(&store, 0, 2, node("a", 1), Duration::from_millis(10));
        let late = late.expect_err("nobody else").to_string();
        assert!(late.starts_with("process 1 has not described its devices"), "{late}");
    }

    #[test]
    fn another_engine_is_refused() {
        let store = Store::default();
        let other = Node { address: Address::Ucx(vec![1]), ..node("a", 1) };
        store.put(&key(0), &postcard::to_allocvec(&other).expect("bytes")).expect("stored");
        let refused = Topology::exchange(&store, 1, 2, node("a", 1), Duration::from_millis(1));
        let refused = refused.expect_err("another engine").to_string();
        let expected = "expected the same HLOOM_COLLECTIVES in all processes: this one has mpi, and process 0 \
                        has ucx";
        assert_eq!(refused, expected);
    }

    #[test]
    fn another_build_is_refused() {
        let store = Store::default();
        store.put(&key(0), &postcard::to_allocvec(&node("a", 1)).expect("bytes")).expect("stored");
        let refused = Topology::exchange(&store, 1, 2, node("b", 1), Duration::from_millis(1));
        let refused = refused.expect_err("another build").to_string();
        let expected = "expected the same build of hloom in all processes: this one has b, and process 0 has a";
        assert_eq!(refused, expected);
    }
}
