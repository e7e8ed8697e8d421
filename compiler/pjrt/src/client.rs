// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Clients: a platform's devices, and what is asked of all of them.

use crate::c_api::structs::{
    ClientAddressableDevices, ClientAddressableMemories, ClientCreate,
    ClientDefaultDeviceAssignment, ClientDestroy, ClientDevices, ClientDmaMap, ClientDmaUnmap,
    ClientLookupAddressableDevice, ClientLookupDevice, ClientPlatformName, ClientPlatformVersion,
    ClientProcessIndex, ClientTopologyDescription, ClientUpdateGlobalProcessInfo, PluginAttributes,
    PluginInitialize,
};
use crate::c_api::values::{Handle, List, Text};
use crate::device::{Device, Usage};
use crate::failure::{Code, Failure};
use crate::memory::{KINDS, Memory};
use crate::options::ClientOptions;
use crate::queue::Queue;
use crate::topology::{self, TopologyDescription};
use hloom_compiler::interface::{Platform, Threads, platform as find_platform};
use hloom_compiler::{CompilationCache, ThreadPool, interface::Compiler};
use std::ops::Deref;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// The name of the platform for frontends.
pub const NAME: &str = "hloom";

/// The version of StableHLO that programs may be written in.
pub const STABLEHLO: [i64; 3] = [1, 13, 7];

/// A client. Copies are the same one.
#[derive(Clone)]
pub struct Client(Arc<Shared>);

/// What a client has.
pub struct Shared {
    pub platform: Arc<dyn Platform>,
    pub compiler: Arc<dyn Compiler>,
    pub devices: Vec<Device>,
    pub memories: Vec<Memory>,
    /// The threads that runs share.
    pub threads: Option<Arc<dyn Threads>>,
    /// How many of them programs are compiled for.
    pub thread_count: Option<usize>,
    order: Mutex<()>,
    /// What compiles, and which version of it.
    pub version: String,
    /// Where executables are kept.
    pub cache: Option<CompilationCache>,
    topology: TopologyDescription,
    device_handles: OnceLock<Vec<Handle<Device>>>,
    memory_handles: OnceLock<Vec<Handle<Memory>>>,
}

impl Deref for Client {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

impl Client {
    /// A client of a platform.
    ///
    /// # Errors
    /// If there is no such platform, or it lacks a device.
    pub fn new(options: &ClientOptions) -> Result<Self, Failure> {
        let platform = platform(options)?;
        let physical = platform.device_count();
        if physical == 0 {
            let message = format!("platform `{}` has no device here", platform.name());
            return Err(Failure::new(Code::FailedPrecondition, message));
        }
        let topology =
            TopologyDescription::new(platform.name(), options.devices.unwrap_or(physical));
        let device = |(id, description): (usize, &Arc<_>)| -> Result<Device, Failure> {
            let ordinal = id % physical;
            let queue = Queue::new(format!("hloom-device-{id}")).map_err(|error| {
                let message = format!("device {id} cannot have a thread: {error}");
                Failure::new(Code::ResourceExhausted, message)
            })?;
            let executor = platform.device(ordinal)?;
            Ok(Device {
                description: Arc::clone(description),
                // It asks the system, which takes as long as a small run.
                is_host: executor.description().has_host_memory,
                executor,
                ordinal,
                queue,
                usage: Arc::new(Usage::default()),
                memories: OnceLock::new(),
            })
        };
        let devices = topology.devices().iter().enumerate().map(device);
        let devices: Vec<Device> = devices.collect::<Result<_, _>>()?;
        let kinds = |device| (0..KINDS.len()).map(move |kind| Memory::new(device, kind));
        let threads = ThreadPool::new(options.threads)?;
        let client = Self(Arc::new(Shared {
            compiler: platform.compiler(),
            version: version(platform.name()),
            memories: (0..devices.len()).flat_map(kinds).collect(),
            devices,
            threads: Some(Arc::new(threads)),
            thread_count: options.threads,
            order: Mutex::default(),
            cache: options.cache.as_ref().map(CompilationCache::new).transpose()?,
            topology,
            platform,
            device_handles: OnceLock::new(),
            memory_handles: OnceLock::new(),
        }));
        client.find_places();
        Ok(client)
    }

    /// Says where everything is, now that it stays there.
    fn find_places(&self) {
        self.device_handles.get_or_init(|| self.devices.iter().map(Handle::to).collect());
        self.memory_handles.get_or_init(|| self.memories.iter().map(Handle::to).collect());
        for (device, memories) in self.devices.iter().zip(self.memories.chunks(KINDS.len())) {
            device.memories.get_or_init(|| memories.iter().map(Handle::to).collect());
            for memory in memories {
                memory.facts.devices.get_or_init(|| [Handle::to(device)]);
            }
        }
    }

    /// Held while what waits for work of other devices is enqueued, so that it comes in the same
    /// order on all of them.
    pub fn order(&self) -> MutexGuard<'_, ()> {
        self.order.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The device of a number.
    ///
    /// # Errors
    /// If there is none.
    pub fn device(&self, id: usize) -> Result<&Device, Failure> {
        self.devices.get(id).ok_or_else(|| {
            let message = format!("there is no device {id}, of {}", self.devices.len());
            Failure::new(Code::NotFound, message)
        })
    }

    /// The memory that a caller means by a memory or else a device, neither of which it may say.
    ///
    /// # Errors
    /// If it is another client's.
    pub fn memory(
        &self,
        memory: &Handle<Memory>,
        device: &Handle<Device>,
    ) -> Result<&Memory, Failure> {
        let number = match (memory.get_if_any(), device.get_if_any()) {
            (Some(memory), _) => memory.facts.id,
            (None, Some(device)) => device.description.id * KINDS.len(),
            (None, None) => 0,
        };
        let found = self.memories.get(number);
        found.ok_or_else(|| Failure::invalid("the memory is another client's"))
    }
}

/// Makes the backends known, and finds one.
///
/// # Errors
/// If there is none of the name; if a plugin fails.
pub fn platform(options: &ClientOptions) -> Result<Arc<dyn Platform>, Failure> {
    static READY: OnceLock<Result<(), hloom_compiler::Error>> = OnceLock::new();
    let ready = READY.get_or_init(|| {
        hloom_backends::register()?;
        hloom_plugin::load_all(&[])
    });
    ready.clone()?;
    Ok(find_platform(&options.platform)?)
}

/// What the version of a platform is said to be.
pub fn version(platform: &str) -> String {
    format!("hloom {} ({platform})", env!("CARGO_PKG_VERSION"))
}

pub fn initialize(_: &mut PluginInitialize) -> Result<(), Failure> {
    Ok(())
}

pub fn plugin_attributes(arguments: &mut PluginAttributes) -> Result<(), Failure> {
    arguments.attributes = List::of(topology::plugin_attributes());
    Ok(())
}

pub fn create(arguments: &mut ClientCreate) -> Result<(), Failure> {
    let options = ClientOptions::read(arguments.create_options.get())?;
    arguments.client = Handle::give(Client::new(&options)?);
    Ok(())
}

pub fn destroy(arguments: &mut ClientDestroy) -> Result<(), Failure> {
    arguments.client.take();
    Ok(())
}

pub fn platform_name(arguments: &mut ClientPlatformName) -> Result<(), Failure> {
    arguments.client.get()?;
    arguments.platform_name = Text::of(NAME);
    Ok(())
}

pub fn process_index(arguments: &mut ClientProcessIndex) -> Result<(), Failure> {
    arguments.client.get()?;
    arguments.process_index = 0;
    Ok(())
}

pub fn platform_version(arguments: &mut ClientPlatformVersion) -> Result<(), Failure> {
    arguments.platform_version = Text::of(&arguments.client.get()?.version);
    Ok(())
}

pub fn topology_description(arguments: &mut ClientTopologyDescription) -> Result<(), Failure> {
    arguments.topology = Handle::to(&arguments.client.get()?.topology);
    Ok(())
}

pub fn devices(arguments: &mut ClientDevices) -> Result<(), Failure> {
    let handles = arguments.client.get()?.device_handles.get();
    arguments.devices = List::of(handles.map_or(&[], |handles| handles));
    Ok(())
}

pub fn addressable_devices(arguments: &mut ClientAddressableDevices) -> Result<(), Failure> {
    let handles = arguments.client.get()?.device_handles.get();
    arguments.addressable_devices = List::of(handles.map_or(&[], |handles| handles));
    Ok(())
}

pub fn addressable_memories(arguments: &mut ClientAddressableMemories) -> Result<(), Failure> {
    let handles = arguments.client.get()?.memory_handles.get();
    arguments.addressable_memories = List::of(handles.map_or(&[], |handles| handles));
    Ok(())
}

fn look_up(client: &Client, id: i32) -> Result<Handle<Device>, Failure> {
    Ok(Handle::to(client.device(usize::try_from(id).unwrap_or(usize::MAX))?))
}

pub fn lookup_device(arguments: &mut ClientLookupDevice) -> Result<(), Failure> {
    arguments.device = look_up(arguments.client.get()?, arguments.id)?;
    Ok(())
}

pub fn lookup_addressable_device(
    arguments: &mut ClientLookupAddressableDevice,
) -> Result<(), Failure> {
    let device = look_up(arguments.client.get()?, arguments.local_hardware_id)?;
    arguments.addressable_device = device;
    Ok(())
}

/// Replicas over partitions, on the first devices.
pub fn default_device_assignment(
    arguments: &mut ClientDefaultDeviceAssignment,
) -> Result<(), Failure> {
    let count = arguments.client.get()?.devices.len();
    let counts = [arguments.num_replicas, arguments.num_partitions];
    let [replicas, partitions] = counts.map(|count| usize::try_from(count).unwrap_or(0));
    let wanted = replicas.checked_mul(partitions).filter(|wanted| (1..=count).contains(wanted));
    let wanted = wanted.ok_or_else(|| {
        Failure::invalid(format!(
            "{replicas} replicas of {partitions} partitions cannot be on {count} devices"
        ))
    })?;
    if arguments.default_assignment_size < wanted {
        return Err(Failure::invalid(format!("there is no place for {wanted} numbers")));
    }
    for id in 0..wanted {
        arguments.default_assignment.set(id, id as i32);
    }
    Ok(())
}

/// The devices use the host's memory where it is.
pub fn dma_map(arguments: &mut ClientDmaMap) -> Result<(), Failure> {
    arguments.client.get().map(drop)
}

pub fn dma_unmap(arguments: &mut ClientDmaUnmap) -> Result<(), Failure> {
    arguments.client.get().map(drop)
}

/// There is one process.
pub fn update_global_process_info(
    arguments: &mut ClientUpdateGlobalProcessInfo,
) -> Result<(), Failure> {
    arguments.client.get().map(drop)
}
