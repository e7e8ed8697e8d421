// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The options that a program is compiled with: what is read here of the messages of
//! `xla/pjrt/proto/compile_options.proto` and `xla/xla_data.proto`.

use crate::failure::Failure;
use prost::Message;

/// `CompileOptionsProto`.
#[derive(Clone, PartialEq, Message)]
pub struct CompileOptions {
    #[prost(message, optional, tag = "3")]
    pub build: Option<BuildOptions>,
    /// Whether the executable may run on any device.
    #[prost(bool, tag = "4")]
    pub is_portable: bool,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assignments_are_read_and_written() {
        let assignment = Assignment { replicas: 2, partitions: 3, devices: Some((0..6).collect()) };
        let given = DeviceAssignment::decode(&*assignment.to_bytes()).expect("it is a message");
        assert_eq!(given.devices[1].replicas, [1, 4]);
        let build = BuildOptions { replicas: 2, partitions: 3, device_assignment: Some(given) };
        let options = CompileOptions { build: Some(build), is_portable: false };
        assert_eq!(Assignment::read(&options.encode_to_vec()), Ok(assignment));
        let one = Assignment { replicas: 1, partitions: 1, devices: None };
        assert_eq!(Assignment::read(&[]), Ok(one));
    }

    #[test]
    fn wrong_ones_are_refused() {
        assert!(Assignment::read(&[0xff]).is_err());
        let given = DeviceAssignment { replicas: 1, computations: 1, devices: Vec::new() };
        let build = BuildOptions { replicas: 1, partitions: 1, device_assignment: Some(given) };
        let options = CompileOptions { build: Some(build), is_portable: false };
        assert!(Assignment::read(&options.encode_to_vec()).is_err());
    }
}
