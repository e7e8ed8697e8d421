// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Topologies (`PJRT_TopologyDescription`): descriptions of the devices to compile for.
//!
//! The devices of a topology need not exist on this machine. Ahead-of-time compilation uses a
//! topology instead of a client.

use crate::c_api::values::Handle;
use crate::device_description::DeviceDescription;
use crate::plugin;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// The maximum number of devices of a topology.
const MOST_DEVICES: usize = 1 << 16;

/// The descriptions of the devices of one platform. Clones share the descriptions.
#[derive(Clone)]
pub struct TopologyDescription(Arc<Shared>);

struct Shared {
    platform: String,
    version: String,
    devices: Vec<Arc<DeviceDescription>>,
    handles: Vec<Handle<DeviceDescription>>,
}

impl TopologyDescription {
    /// Describes `count` devices of a platform, all of which belong to one process.
    pub fn new(platform: &str, count: usize) -> Self {
        Self::of_processes(platform, &vec![0; count])
    }

    /// Describes the devices of a platform. `processes` contains the number of each device's
    /// process, in ascending order.
    pub fn of_processes(platform: &str, processes: &[usize]) -> Self {
        let describe = |(id, process): (usize, &usize)| {
            let first = processes.iter().position(|other| other == process).unwrap_or(id);
            Arc::new(DeviceDescription::new(id, platform, *process, id - first))
        };
        let devices: Vec<_> = processes.iter().enumerate().map(describe).collect();
        let handles = devices.iter().map(|device| Handle::to(&**device)).collect();
        let (platform, version) = (platform.to_owned(), plugin::version(platform));
        Self(Arc::new(Shared { platform, version, devices, handles }))
    }

    /// Returns the device descriptions, in order of their IDs.
    pub fn devices(&self) -> &[Arc<DeviceDescription>] {
        &self.0.devices
    }

    /// Returns handles to the device descriptions.
    pub fn handles(&self) -> &[Handle<DeviceDescription>] {
        &self.0.handles
    }

    /// Returns the name of the platform.
    pub fn platform(&self) -> &str {
        &self.0.platform
    }

    /// Returns the version of hloom and the name of the platform, as [`plugin::version`] returns
    /// them.
    pub fn version(&self) -> &str {
        &self.0.version
    }

    /// Returns a hash of the device descriptions and of the version.
    pub fn fingerprint(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.to_bytes(), &self.0.version).hash(&mut hasher);
        hasher.finish()
    }

    /// Serializes the topology in the form that [`TopologyDescription::from_bytes`] reads.
    pub fn to_bytes(&self) -> Vec<u8> {
        let processes = self.0.devices.iter().map(|device| device.process.to_string());
        let processes = processes.collect::<Vec<_>>().join(",");
        format!("hloom topology\n{}\n{processes}", self.0.platform).into_bytes()
    }

    /// Reads a serialized topology. Returns `None` if the bytes are not a topology.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut lines = std::str::from_utf8(bytes).ok()?.split('\n');
        let (title, platform, processes) = (lines.next()?, lines.next()?, lines.next()?);
        let processes: Vec<usize> =
            processes.split(',').map(|process| process.parse().ok()).collect::<Option<_>>()?;
        let is_valid = (1..=MOST_DEVICES).contains(&processes.len()) && processes.is_sorted();
        (title == "hloom topology" && is_valid).then(|| Self::of_processes(platform, &processes))
    }
}
