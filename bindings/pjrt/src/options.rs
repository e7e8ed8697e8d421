// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Options of clients and topologies (`create_options`).

use crate::c_api::values::{NamedValue, Value};
use crate::failure::Failure;
use std::path::PathBuf;

/// The options of a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClientOptions {
    /// The hloom platform to compile for; `cpu` by default.
    pub platform: String,
    /// The number of devices; `None` for as many as the platform has. Additional devices share
    /// the devices of the platform.
    pub devices: Option<usize>,
    /// The number of threads that a run may use; `None` for the default.
    pub threads: Option<usize>,
    /// The folder of the compilation cache; `None` for no cache.
    pub cache: Option<PathBuf>,
    /// The tuning file; `None` for no tuned schedules.
    pub tuning: Option<PathBuf>,
}

impl Default for ClientOptions {
    fn default() -> Self {
        Self { platform: "cpu".to_owned(), devices: None, threads: None, cache: None, tuning: None }
    }
}

impl ClientOptions {
    /// Reads options. Ignores names without the prefix `hloom_`, which are options of frontends.
    ///
    /// # Errors
    /// If an option with the prefix is unknown or has a value of the wrong type, or if the frontend
    /// runs in several processes.
    pub fn read(values: &[NamedValue]) -> Result<Self, Failure> {
        let mut options = Self::default();
        for value in values {
            let (name, value) = (value.name(), value.value());
            if name == "num_nodes" {
                check_nodes(value.as_ref())?;
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
                         hloom_num_devices, hloom_num_threads (numbers), hloom_cache (a folder) or \
                         hloom_tuning (a file)"
                    )));
                }
            }
        }
        Ok(options)
    }
}

/// Refuses several processes (`jax.distributed.initialize`). Each would behave as the only one, and
/// barriers would return without waiting.
fn check_nodes(count: Option<&Value>) -> Result<(), Failure> {
    match count {
        Some(Value::Integer(count)) if *count > 1 => Err(Failure::invalid(format!(
            "num_nodes: expected 1 process, found {count}; hloom does not support several processes yet"
        ))),
        _ => Ok(()),
    }
}

/// Reads a count, which may be a number or its text.
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
    fn several_processes_are_refused() {
        assert!(read("num_nodes", Value::Integer(1)).is_ok());
        let message = read("num_nodes", Value::Integer(2)).expect_err("two processes").message;
        let expected = "num_nodes: expected 1 process, found 2; hloom does not support several \
                        processes yet";
        assert_eq!(message, expected);
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
