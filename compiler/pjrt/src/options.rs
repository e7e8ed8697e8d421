// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The options that a client is made with.

use crate::c_api::values::{NamedValue, Value};
use crate::failure::Failure;
use std::path::PathBuf;

/// What a client is to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClientOptions {
    /// The platform of hloom that programs are compiled for.
    pub platform: String,
    /// How many devices there are: more than the platform has share them.
    pub devices: Option<usize>,
    /// How many threads a run may use.
    pub threads: Option<usize>,
    /// The folder of the compilation cache.
    pub cache: Option<PathBuf>,
}

impl Default for ClientOptions {
    fn default() -> Self {
        Self { platform: "cpu".to_owned(), devices: None, threads: None, cache: None }
    }
}

impl ClientOptions {
    /// Reads options. Those of frontends that mean nothing here are let be.
    ///
    /// # Errors
    /// If one of ours is unknown or has a value of another type.
    pub fn read(values: &[NamedValue]) -> Result<Self, Failure> {
        let mut options = Self::default();
        for value in values {
            let (name, value) = (value.name(), value.value());
            let Some(own) = name.strip_prefix("hloom_") else { continue };
            match (own, value) {
                ("platform", Some(Value::Text(platform))) => options.platform = platform,
                ("num_devices", Some(value)) => options.devices = Some(count(&name, &value)?),
                ("num_threads", Some(value)) => options.threads = Some(count(&name, &value)?),
                ("cache", Some(Value::Text(folder))) => {
                    options.cache = (!folder.is_empty()).then(|| folder.into());
                }
                ("platform", _) => return Err(Failure::invalid(format!("{name} is to be a name"))),
                ("cache", _) => return Err(Failure::invalid(format!("{name} is to be a folder"))),
                _ => {
                    return Err(Failure::invalid(format!(
                        "{name} is no option of hloom; there are hloom_platform (a name), \
                         hloom_num_devices, hloom_num_threads (numbers) and hloom_cache (a folder)"
                    )));
                }
            }
        }
        Ok(options)
    }
}

/// A number of something, which may be written as text.
fn count(name: &str, value: &Value) -> Result<usize, Failure> {
    let number = match value {
        Value::Integer(number) => usize::try_from(*number).ok(),
        Value::Text(text) => text.parse().ok(),
        _ => None,
    };
    let number = number.filter(|number| (1..=1024).contains(number));
    number.ok_or_else(|| Failure::invalid(format!("{name} is to be a number from 1 to 1024")))
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
        assert_eq!(read("node_id", Value::Integer(0)), Ok(ClientOptions::default()));
    }

    #[test]
    fn wrong_ones_are_refused() {
        let said = |name, value| read(name, value).expect_err("wrong").message;
        let devices = said("hloom_devices", Value::Integer(4));
        assert!(devices.starts_with("hloom_devices is no option of hloom; there are"), "{devices}");
        assert_eq!(said("hloom_platform", Value::Integer(3)), "hloom_platform is to be a name");
        assert_eq!(said("hloom_cache", Value::Integer(3)), "hloom_cache is to be a folder");
        let said = said("hloom_num_devices", Value::Integer(0));
        assert_eq!(said, "hloom_num_devices is to be a number from 1 to 1024");
    }
}
