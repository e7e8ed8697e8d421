// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Topologies: devices to compile for, whether they are there or not.

use crate::c_api::structs::{
    TopologyDescriptionAttributes, TopologyDescriptionCreate, TopologyDescriptionDeserialize,
    TopologyDescriptionDestroy, TopologyDescriptionFingerprint,
    TopologyDescriptionGetDeviceDescriptions, TopologyDescriptionGetMemorySpaceKindIds,
    TopologyDescriptionPlatformName, TopologyDescriptionPlatformVersion,
    TopologyDescriptionSerialize,
};
use crate::c_api::values::{Handle, KeptBytes, List, NamedValue, Text, Value};
use crate::client::{self, Client};
use crate::device::DeviceDescription;
use crate::failure::Failure;
use crate::memory::KINDS;
use crate::options::ClientOptions;
use std::ffi::c_int;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// The kinds of memory by number.
const KIND_IDS: [c_int; KINDS.len()] = [0, 1, 2];

/// Devices of one platform. Copies have the same devices.
#[derive(Clone)]
pub struct TopologyDescription(Arc<Shared>);

struct Shared {
    platform: String,
    version: String,
    devices: Vec<Arc<DeviceDescription>>,
    handles: Vec<Handle<DeviceDescription>>,
}

impl TopologyDescription {
    /// So many devices of a platform.
    pub fn new(platform: &str, count: usize) -> Self {
        let describe = |id| Arc::new(DeviceDescription::new(id, platform));
        let devices: Vec<_> = (0..count).map(describe).collect();
        let handles = devices.iter().map(|device| Handle::to(&**device)).collect();
        let (platform, version) = (platform.to_owned(), client::version(platform));
        Self(Arc::new(Shared { platform, version, devices, handles }))
    }

    /// The devices.
    pub fn devices(&self) -> &[Arc<DeviceDescription>] {
        &self.0.devices
    }

    /// A client of such devices.
    ///
    /// # Errors
    /// If there are none here.
    pub fn client(&self) -> Result<Client, Failure> {
        let devices = Some(self.0.devices.len());
        let platform = self.0.platform.clone();
        Client::new(&ClientOptions { platform, devices, ..ClientOptions::default() })
    }

    fn to_bytes(&self) -> Vec<u8> {
        format!("hloom topology\n{}\n{}", self.0.platform, self.0.devices.len()).into_bytes()
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut lines = std::str::from_utf8(bytes).ok()?.split('\n');
        let (title, platform, count) = (lines.next()?, lines.next()?, lines.next()?);
        let count = count.parse().ok().filter(|count| (1..=1024).contains(count))?;
        (title == "hloom topology").then(|| Self::new(platform, count))
    }
}

pub fn create(arguments: &mut TopologyDescriptionCreate) -> Result<(), Failure> {
    let options = ClientOptions::read(arguments.create_options.get())?;
    let platform = client::platform(&options)?;
    let count = options.devices.unwrap_or_else(|| platform.device_count());
    arguments.topology = Handle::give(TopologyDescription::new(platform.name(), count));
    Ok(())
}

pub fn destroy(arguments: &mut TopologyDescriptionDestroy) -> Result<(), Failure> {
    arguments.topology.take();
    Ok(())
}

pub fn platform_name(arguments: &mut TopologyDescriptionPlatformName) -> Result<(), Failure> {
    arguments.topology.get()?;
    arguments.platform_name = Text::of(client::NAME);
    Ok(())
}

pub fn platform_version(arguments: &mut TopologyDescriptionPlatformVersion) -> Result<(), Failure> {
    arguments.platform_version = Text::of(&arguments.topology.get()?.0.version);
    Ok(())
}

pub fn get_device_descriptions(
    arguments: &mut TopologyDescriptionGetDeviceDescriptions,
) -> Result<(), Failure> {
    arguments.descriptions = List::of(&arguments.topology.get()?.0.handles);
    Ok(())
}

pub fn attributes(arguments: &mut TopologyDescriptionAttributes) -> Result<(), Failure> {
    arguments.topology.get()?;
    arguments.attributes = List::<NamedValue>::of(&[]);
    Ok(())
}

pub fn serialize(arguments: &mut TopologyDescriptionSerialize) -> Result<(), Failure> {
    arguments.serialized = KeptBytes::of(arguments.topology.get()?.to_bytes());
    Ok(())
}

pub fn deserialize(arguments: &mut TopologyDescriptionDeserialize) -> Result<(), Failure> {
    let topology = TopologyDescription::from_bytes(arguments.serialized_topology.bytes());
    let topology = topology.ok_or_else(|| Failure::invalid("this is no topology of hloom"))?;
    arguments.topology = Handle::give(topology);
    Ok(())
}

pub fn fingerprint(arguments: &mut TopologyDescriptionFingerprint) -> Result<(), Failure> {
    let topology = arguments.topology.get()?;
    let mut hasher = DefaultHasher::new();
    (topology.to_bytes(), &topology.0.version).hash(&mut hasher);
    arguments.fingerprint = hasher.finish();
    Ok(())
}

pub fn get_memory_space_kind_ids(
    arguments: &mut TopologyDescriptionGetMemorySpaceKindIds,
) -> Result<(), Failure> {
    arguments.topology.get()?;
    arguments.memory_space_kind_ids = List::of(&KIND_IDS);
    Ok(())
}

/// What the plugin says of itself, before there is a client.
pub fn plugin_attributes() -> &'static [NamedValue] {
    use std::sync::OnceLock;
    static ATTRIBUTES: OnceLock<Vec<NamedValue>> = OnceLock::new();
    ATTRIBUTES.get_or_init(|| {
        let values: &'static [(&str, Value); 3] = Box::leak(Box::new([
            ("stablehlo_current_version", Value::Integers(client::STABLEHLO.to_vec())),
            ("stablehlo_minimum_version", Value::Integers(vec![0, 9, 0])),
            ("xla_version", Value::Integer(2)),
        ]));
        values.iter().map(|(name, value)| NamedValue::of(name, value)).collect()
    })
}
