// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The options that a program is compiled with: what is read here of the messages of
//! `xla/pjrt/proto/compile_options.proto` and `xla/xla_data.proto`.

use crate::failure::Failure;
use prost::Message;
use std::collections::HashMap;

/// `CompileOptionsProto`.
#[derive(Clone, PartialEq, Message)]
pub struct CompileOptions {
    #[prost(message, optional, tag = "3")]
    pub build: Option<BuildOptions>,
    /// Whether the executable may run on any device.
    #[prost(bool, tag = "4")]
    pub is_portable: bool,
    /// Options by name, as `jax.jit(compiler_options=...)` gives them.
    #[prost(map = "string, message", tag = "7")]
    pub overrides: HashMap<String, OptionOverride>,
}

/// `OptionOverrideProto`.
#[derive(Clone, PartialEq, Message)]
pub struct OptionOverride {
    #[prost(oneof = "OptionValue", tags = "1, 2, 3, 4")]
    pub value: Option<OptionValue>,
}

/// The value of an option.
#[derive(Clone, PartialEq, prost::Oneof)]
pub enum OptionValue {
    #[prost(string, tag = "1")]
    Text(String),
    #[prost(bool, tag = "2")]
    Truth(bool),
    #[prost(int64, tag = "3")]
    Integer(i64),
    #[prost(double, tag = "4")]
    Float(f64),
}

/// `ExecutableBuildOptionsProto`.
#[derive(Clone, PartialEq, Message)]
pub struct BuildOptions {
    #[prost(int64, tag = "4")]
    pub replicas: i64,
    #[prost(int64, tag = "5")]
    pub partitions: i64,
    #[prost(message, optional, tag = "9")]
    pub device_assignment: Option<DeviceAssignment>,
}

/// `DeviceAssignmentProto`.
#[derive(Clone, PartialEq, Message)]
pub struct DeviceAssignment {
    #[prost(int32, tag = "1")]
    pub replicas: i32,
    #[prost(int32, tag = "2")]
    pub computations: i32,
    #[prost(message, repeated, tag = "3")]
    pub devices: Vec<ComputationDevice>,
}

/// Where the replicas of a partition are.
#[derive(Clone, PartialEq, Message)]
pub struct ComputationDevice {
    #[prost(int64, repeated, tag = "1")]
    pub replicas: Vec<i64>,
}

/// On which devices a program runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    pub replicas: usize,
    pub partitions: usize,
    /// The devices of each replica, partition by partition; nothing if any will do.
    pub devices: Option<Vec<usize>>,
}

impl Assignment {
    /// Reads serialized options.
    ///
    /// # Errors
    /// If they are none, or say different things.
    pub fn read(bytes: &[u8]) -> Result<Self, Failure> {
        let options = CompileOptions::decode(bytes);
        let options = options.map_err(|error| {
            Failure::invalid(format!("the compile options cannot be read: {error}"))
        })?;
        for (name, given) in &options.overrides {
            check_option(name, given.value.as_ref())?;
        }
        let build = options.build.unwrap_or_default();
        // Zero is what is not said.
        let count = |count: i64| usize::try_from(count.max(1)).unwrap_or(usize::MAX);
        let (replicas, partitions) = (count(build.replicas), count(build.partitions));
        let wanted = replicas.saturating_mul(partitions);
        let given = build.device_assignment.filter(|_| !options.is_portable);
        let devices = given.map(|given| -> Result<Vec<usize>, Failure> {
            let wrong = || {
                Failure::invalid(format!(
                    "the device assignment is not for {replicas} replicas of {partitions} \
                     partitions"
                ))
            };
            if given.devices.len() != partitions {
                return Err(wrong());
            }
            let mut devices = Vec::new();
            for replica in 0..replicas {
                for partition in &given.devices {
                    let device = partition.replicas.get(replica).ok_or_else(wrong)?;
                    devices.push(usize::try_from(*device).map_err(|_| wrong())?);
                }
            }
            if devices.len() == wanted { Ok(devices) } else { Err(wrong()) }
        });
        Ok(Self { replicas, partitions, devices: devices.transpose()? })
    }

    /// As a message; empty if any device will do.
    pub fn to_bytes(&self) -> Vec<u8> {
        let Some(devices) = &self.devices else { return Vec::new() };
        let of_partition = |partition: usize| ComputationDevice {
            replicas: (0..self.replicas)
                .map(|replica| devices[replica * self.partitions + partition] as i64)
                .collect(),
        };
        let message = DeviceAssignment {
            replicas: self.replicas as i32,
            computations: self.partitions as i32,
            devices: (0..self.partitions).map(of_partition).collect(),
        };
        message.encode_to_vec()
    }
}

/// The options of XLA's that programs may ask for, with a value of their type. They change how
/// XLA compiles, not what a program computes: here nothing follows from them.
const OPTIONS: [(&str, OptionValue); 10] = [
    ("exec_time_optimization_effort", OptionValue::Float(0.0)),
    ("memory_fitting_effort", OptionValue::Float(0.0)),
    ("optimization_level", OptionValue::Integer(0)),
    ("memory_fitting_level", OptionValue::Integer(0)),
    ("xla_backend_optimization_level", OptionValue::Integer(0)),
    ("xla_cpu_enable_fast_math", OptionValue::Truth(false)),
    ("xla_dump_max_hlo_modules", OptionValue::Integer(0)),
    ("xla_embed_ir_in_executable", OptionValue::Truth(false)),
    ("xla_gpu_auto_spmd_partitioning_memory_budget_ratio", OptionValue::Float(0.0)),
    ("xla_llvm_disable_expensive_passes", OptionValue::Truth(false)),
];

/// Refuses options that there are not, and values of another type.
fn check_option(name: &str, given: Option<&OptionValue>) -> Result<(), Failure> {
    let known = OPTIONS.iter().find(|(known, _)| *known == name);
    let Some((_, known)) = known else {
        return Err(Failure::invalid(format!("No such compile option: '{name}'")));
    };
    use OptionValue::{Float, Integer, Text, Truth};
    let (kind, is_valid) = match (known, given) {
        (Truth(_), Some(Truth(_))) => ("bool", true),
        (Truth(_), Some(Text(text))) => ("bool", matches!(&**text, "true" | "false")),
        (Truth(_), _) => ("bool", false),
        (Integer(_), Some(Integer(_))) => ("int", true),
        (Integer(_), Some(Text(text))) => ("int", text.parse::<i64>().is_ok()),
        (Integer(_), _) => ("int", false),
        (_, Some(Float(_) | Integer(_))) => ("float", true),
        (_, Some(Text(text))) => ("float", text.parse::<f64>().is_ok()),
        _ => ("float", false),
    };
    if is_valid {
        return Ok(());
    }
    let value = match given {
        Some(Text(text)) => text.clone(),
        other => format!("{other:?}"),
    };
    let message = format!("While setting option {name}, '{value}' is not a valid {kind} value.");
    Err(Failure::invalid(message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assignments_are_read_and_written() {
        let assignment = Assignment { replicas: 2, partitions: 3, devices: Some((0..6).collect()) };
        let given = DeviceAssignment::decode(&*assignment.to_bytes()).expect("it is a message");
        assert_eq!(given.devices[1].replicas, [1, 4]);
        let build = BuildOptions { replicas: 2, partitions: 3, device_assignment: Some(given) };
        let options = CompileOptions { build: Some(build), ..CompileOptions::default() };
        assert_eq!(Assignment::read(&options.encode_to_vec()), Ok(assignment));
        let one = Assignment { replicas: 1, partitions: 1, devices: None };
        assert_eq!(Assignment::read(&[]), Ok(one));
    }

    #[test]
    fn options_have_names_and_types() {
        let read = |name: &str, value: OptionValue| {
            let given = OptionOverride { value: Some(value) };
            let overrides = HashMap::from([(name.to_owned(), given)]);
            let options = CompileOptions { overrides, ..CompileOptions::default() };
            Assignment::read(&options.encode_to_vec()).map(drop).map_err(|failure| failure.message)
        };
        let name = "xla_embed_ir_in_executable";
        assert_eq!(read(name, OptionValue::Truth(true)), Ok(()));
        assert_eq!(read(name, OptionValue::Text("true".to_owned())), Ok(()));
        let said = read(name, OptionValue::Text("7".to_owned())).expect_err("no truth value");
        assert!(said.ends_with("'7' is not a valid bool value."), "{said}");
        let said = read("nonsense", OptionValue::Integer(7)).expect_err("no option");
        assert_eq!(said, "No such compile option: 'nonsense'");
    }

    #[test]
    fn wrong_ones_are_refused() {
        assert!(Assignment::read(&[0xff]).is_err());
        let given = DeviceAssignment { replicas: 1, computations: 1, devices: Vec::new() };
        let build = BuildOptions { replicas: 1, partitions: 1, device_assignment: Some(given) };
        let options = CompileOptions { build: Some(build), ..CompileOptions::default() };
        assert!(Assignment::read(&options.encode_to_vec()).is_err());
    }
}
