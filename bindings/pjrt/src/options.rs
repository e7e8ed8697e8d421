// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Options of clients and topologies (`create_options`).

use crate::c_api::values::{NamedValue, Value};
use crate::failure::Failure;
use hloom_communicator::{Collectives, Times};
use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

/// The options of a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClientOptions {
    /// The hloom platform to compile for; `cpu` by default.
    pub platform: String,
    /// The number of devices; `None` for the number of the platform's devices. Additional devices
    /// share the devices of the platform.
    pub devices: Option<usize>,
    /// The number of threads that a run may use; `None` for the backend's default.
    pub threads: Option<usize>,
    /// The path of the folder of the compilation cache; `None` for no cache.
    pub cache: Option<PathBuf>,
    /// The path of the tuning file; `None` for no tuned schedules.
    pub tuning: Option<PathBuf>,
    /// The number of this process, which is less than the number of processes.
    pub node: usize,
    /// The number of processes that the client spans.
    pub nodes: usize,
    /// The address at which other processes can reach this process; `None` for the addresses of all
    /// network interfaces.
    pub host: Option<IpAddr>,
    /// The time after which a process that sends nothing is considered lost.
    pub silence: Duration,
    /// The engine that moves bytes between processes (TCP, MPI or UCX); `None` for the engine that
    /// the environment names.
    pub collectives: Option<Collectives>,
}

impl Default for ClientOptions {
    fn default() -> Self {
        Self {
            platform: "cpu".to_owned(),
            devices: None,
            threads: None,
            cache: None,
            tuning: None,
            node: 0,
            nodes: 1,
            host: None,
            silence: Times::default().silence,
            collectives: None,
        }
    }
}

impl ClientOptions {
    /// Reads the options `node_id` and `num_nodes` and the options with the prefix `hloom_`.
    /// Ignores other options, which belong to frontends.
    ///
    /// # Errors
    /// Fails if an option with the prefix is unknown or has a value of the wrong type, or if
    /// `node_id` is not less than `num_nodes`.
    pub fn read(values: &[NamedValue]) -> Result<Self, Failure> {
        let mut options = Self::default();
        for value in values {
            let (name, value) = (value.name(), value.value());
            match (&*name, &value) {
                ("node_id", Some(Value::Integer(node))) => {
                    options.node = usize::try_from(*node).unwrap_or(usize::MAX);
                }
                ("num_nodes", Some(value)) => options.nodes = count(&name, value)?,
                _ => {}
            }
            let Some(own) = name.strip_prefix("hloom_") else { continue };
            match (own, value) {
                ("platform", Some(Value::Text(platform))) => options.platform = platform,
                ("num_devices", Some(value)) => options.devices = Some(count(&name, &value)?),
                ("num_threads", Some(value)) => options.threads = Some(count(&name, &value)?),
                ("cache", Some(Value::Text(folder))) => {
                    options.cache = (!folder.is_empty()).then(|| folder.into());
                }
                ("tuning", Some(Value::Text(file))) => {
                    options.tuning = (!file.is_empty()).then(|| file.into());
                }
                ("host", Some(Value::Text(host))) if host.is_empty() => {}
                ("host", Some(Value::Text(host))) => {
                    let host = host.parse().map_err(|_| {
                        let message = "expected the IP address of a network interface";
                        Failure::invalid(format!("{name}: {message}, found `{host}`"))
                    });
                    options.host = Some(host?);
                }
                ("collectives", Some(Value::Text(engine))) if engine.is_empty() => {}
                ("collectives", Some(Value::Text(engine))) => {
                    let refused = |error| Failure::invalid(format!("{name}: {error}"));
                    options.collectives = Some(engine.parse().map_err(refused)?);
                }
                ("heartbeat", Some(value)) => {
                    options.silence = Duration::from_secs(count(&name, &value)? as u64);
                }
                ("platform", _) => {
                    let message = "expected the name of a platform as a string";
                    return Err(Failure::invalid(format!("{name}: {message}")));
                }
                ("cache", _) => {
                    let message = "expected the path of the cache folder as a string";
                    return Err(Failure::invalid(format!("{name}: {message}")));
                }
                ("tuning", _) => {
                    let message = "expected the path of the tuning file as a string";
                    return Err(Failure::invalid(format!("{name}: {message}")));
                }
                _ => {
                    return Err(Failure::invalid(format!(
                        "{name}: unknown option; expected hloom_platform (a name), \
                         hloom_num_devices, hloom_num_threads (numbers), hloom_cache (a folder), \
                         hloom_tuning (a file), hloom_host (an IP address), hloom_heartbeat \
                         (a number of seconds) or hloom_collectives (tcp, mpi or ucx)"
                    )));
                }
            }
        }
        if options.node >= options.nodes {
            let (node, nodes) = (options.node, options.nodes);
            return Err(Failure::invalid(format!(
                "node_id: expected a number below num_nodes, {nodes}, found {node}"
            )));
        }
        Ok(options)
    }
}

/// Reads an option that is a count from 1 to 1024. The value may be an integer or a text.
fn count(name: &str, value: &Value) -> Result<usize, Failure> {
    let number = match value {
        Value::Integer(number) => usize::try_from(*number).ok(),
        Value::Text(text) => text.parse().ok(),
        _ => None,
    };
    let number = number.filter(|number| (1..=1024).contains(number));
    number.ok_or_else(|| Failure::invalid(format!("{name}: expected a number from 1 to 1024")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(name: &str, value: Value) -> Result<ClientOptions, Failure> {
        ClientOptions::read(&[NamedValue::of(name, &value)])
    }

    #[test]
    fn options_are_read() {
        let read_one = read("hloom_num_devices", Value::Integer(4)).expect("an option");
        assert_eq!(read_one.devices, Some(4));
        let read_one = read("hloom_platform", Value::Text("interpreter".to_owned()));
        assert_eq!(read_one.expect("an option").platform, "interpreter");
        let read_one = read("hloom_tuning", Value::Text("a.toml".to_owned()));
        assert_eq!(read_one.expect("an option").tuning, Some(PathBuf::from("a.toml")));
        assert_eq!(read("node_id", Value::Integer(0)), Ok(ClientOptions::default()));
    }

    #[test]
    fn processes_have_numbers() {
        let numbers = [("node_id", Value::Integer(2)), ("num_nodes", Value::Integer(3))];
        let values = numbers.map(|(name, value)| NamedValue::of(name, &value));
        let read = ClientOptions::read(&values).expect("options");
        assert_eq!([read.node, read.nodes], [2, 3]);
        let message =
            super::tests::read("node_id", Value::Integer(1)).expect_err("one process").message;
        assert_eq!(message, "node_id: expected a number below num_nodes, 1, found 1");
    }

    #[test]
    fn wrong_ones_are_refused() {
        let said = |name, value| read(name, value).expect_err("wrong").message;
        let devices = said("hloom_devices", Value::Integer(4));
        assert!(devices.starts_with("hloom_devices: unknown option; expected"), "{devices}");
        assert_eq!(
            said("hloom_platform", Value::Integer(3)),
            "hloom_platform: expected the name of a platform as a string"
        );
        assert_eq!(
            said("hloom_cache", Value::Integer(3)),
            "hloom_cache: expected the path of the cache folder as a string"
        );
        assert_eq!(
            said("hloom_tuning", Value::Integer(3)),
            "hloom_tuning: expected the path of the tuning file as a string"
        );
        let said = said("hloom_num_devices", Value::Integer(0));
        assert_eq!(said, "hloom_num_devices: expected a number from 1 to 1024");
    }
}
