// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Topologies (`PJRT_TopologyDescription`): descriptions of the devices to compile for.
//!
//! A topology does not need the devices to exist on this machine. Ahead-of-time compilation uses
//! one instead of a client.

use crate::c_api::values::Handle;
use crate::device_description::DeviceDescription;
use crate::plugin;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

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
    /// Describes `count` devices of a platform.
    pub fn new(platform: &str, count: usize) -> Self {
        let describe = |id| Arc::new(DeviceDescription::new(id, platform));
        let devices: Vec<_> = (0..count).map(describe).collect();
        let handles = devices.iter().map(|device| Handle::to(&**device)).collect();
        let (platform, version) = (platform.to_owned(), plugin::version(platform));
        Self(Arc::new(Shared { platform, version, devices, handles }))
    }

    /// Returns the device descriptions, in order of their ids.
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

    /// Returns the version of hloom and the name of the platform, see [`plugin::version`].
    pub fn version(&self) -> &str {
        &self.0.version
    }

    /// Returns a hash of the devices and the version.
    pub fn fingerprint(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.to_bytes(), &self.0.version).hash(&mut hasher);
        hasher.finish()
    }

    /// Serializes the topology for [`TopologyDescription::from_bytes`].
    pub fn to_bytes(&self) -> Vec<u8> {
        format!("hloom topology\n{}\n{}", self.0.platform, self.0.devices.len()).into_bytes()
    }

    /// Reads a serialized topology. Returns `None` if the bytes are not a topology.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut lines = std::str::from_utf8(bytes).ok()?.split('\n');
        let (title, platform, count) = (lines.next()?, lines.next()?, lines.next()?);
        let count = count.parse().ok().filter(|count| (1..=1024).contains(count))?;
        (title == "hloom topology").then(|| Self::new(platform, count))
    }
}
