// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Clients (`PJRT_Client`): the devices and memories of one platform.
//!
//! A client owns one [`Device`] for each device of its topology, and three [`Memory`] objects of
//! different kinds for each device. A client can have more devices than the platform; then several
//! of them share one device of the platform. There is one process, so every device is addressable.

use crate::c_api::values::Handle;
use crate::device::{Device, Memory};
use crate::failure::{Code, Failure};
use crate::memory_kinds::KINDS;
use crate::options::ClientOptions;
use crate::plugin::version;
use crate::queue::Queue;
use crate::topology::TopologyDescription;
use hloom_compiler::interface::{
    Compiler, Platform, Threads, Tuning, TuningFile, platform as find_platform,
};
use hloom_compiler::{CompilationCache, ThreadPool};
use std::ops::Deref;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// A client. Clones refer to the same client.
#[derive(Clone)]
pub struct Client(Arc<Shared>);

/// The data that all clones of a client share.
pub struct Shared {
    pub platform: Arc<dyn Platform>,
    pub compiler: Arc<dyn Compiler>,
    pub devices: Vec<Device>,
    pub memories: Vec<Memory>,
    /// The thread pool that all runs share.
    pub threads: Option<Arc<dyn Threads>>,
    /// The number of threads that programs are compiled for; `None` for the default.
    pub thread_count: Option<usize>,
    /// The tuned schedules that compilations use.
    pub tuning: Tuning,
    order: Mutex<()>,
    /// The version of hloom and the name of the platform, see [`version`].
    pub version: String,
    /// The compilation cache, if the options name a folder for it.
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
    /// Creates a client of the platform in the options.
    ///
    /// # Errors
    /// If the platform does not exist or has no device, if a plugin cannot be loaded, if a thread
    /// cannot be started, or if the tuning file or the folder of the cache cannot be used.
    pub fn new(options: &ClientOptions) -> Result<Self, Failure> {
        let platform = platform(options)?;
        let physical = platform.device_count();
        if physical == 0 {
            let message = format!("platform `{}` has no device on this machine", platform.name());
            return Err(Failure::new(Code::FailedPrecondition, message));
        }
        let topology =
            TopologyDescription::new(platform.name(), options.devices.unwrap_or(physical));
        let device = |(id, description): (usize, &Arc<_>)| -> Result<Device, Failure> {
            let ordinal = id % physical;
            let queue = Queue::new(format!("hloom-device-{id}")).map_err(|error| {
                let message = format!("device {id}: cannot start a thread: {error}");
                Failure::new(Code::ResourceExhausted, message)
            })?;
            let executor = platform.device(ordinal)?;
            Ok(Device::new(Arc::clone(description), executor, ordinal, queue))
        };
        let devices = topology.devices().iter().enumerate().map(device);
        let devices: Vec<Device> = devices.collect::<Result<_, _>>()?;
        let kinds = |device| (0..KINDS.len()).map(move |kind| Memory::new(device, kind));
        let threads = ThreadPool::new(options.threads)?;
        let tuning = options.tuning.as_deref().map(TuningFile::named).transpose()?;
        let tuning = Tuning { file: tuning.map(Arc::new), choices: false };
        let client = Self(Arc::new(Shared {
            compiler: platform.compiler(),
            version: version(platform.name()),
            memories: (0..devices.len()).flat_map(kinds).collect(),
            devices,
            threads: Some(Arc::new(threads)),
            thread_count: options.threads,
            tuning,
            order: Mutex::default(),
            cache: options.cache.as_ref().map(CompilationCache::new).transpose()?,
            topology,
            platform,
            device_handles: OnceLock::new(),
            memory_handles: OnceLock::new(),
        }));
        client.create_handles();
        Ok(client)
    }

    /// Creates the handles to devices and memories. The addresses of devices and memories are
    /// stable from now on, since both are inside of an `Arc`.
    fn create_handles(&self) {
        self.device_handles.get_or_init(|| self.devices.iter().map(Handle::to).collect());
        self.memory_handles.get_or_init(|| self.memories.iter().map(Handle::to).collect());
        for (device, memories) in self.devices.iter().zip(self.memories.chunks(KINDS.len())) {
            device.connect(memories);
        }
    }

    /// Creates a client of a topology's platform, with as many devices as the topology has.
    ///
    /// # Errors
    /// If this machine has no device of the platform.
    pub fn of_topology(topology: &TopologyDescription) -> Result<Self, Failure> {
        let devices = Some(topology.devices().len());
        let platform = topology.platform().to_owned();
        Self::new(&ClientOptions { platform, devices, ..ClientOptions::default() })
    }

    /// Returns the topology of the devices.
    pub fn topology(&self) -> &TopologyDescription {
        &self.topology
    }

    /// Returns handles to the devices, in order of their ids.
    pub fn device_handles(&self) -> &[Handle<Device>] {
        self.device_handles.get().map_or(&[], |handles| handles)
    }

    /// Returns handles to the memories, in order of their ids.
    pub fn memory_handles(&self) -> &[Handle<Memory>] {
        self.memory_handles.get().map_or(&[], |handles| handles)
    }

    /// Locks the order of tasks across devices. The lock is held while tasks that wait for tasks
    /// of other devices are enqueued. So they have the same order on all devices, and cannot wait
    /// for each other in a cycle.
    pub fn order(&self) -> MutexGuard<'_, ()> {
        self.order.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the device with an id.
    ///
    /// # Errors
    /// If there is no such device.
    pub fn device(&self, id: usize) -> Result<&Device, Failure> {
        self.devices.get(id).ok_or_else(|| {
            let message = format!("device {id}: expected an id below {}", self.devices.len());
            Failure::new(Code::NotFound, message)
        })
    }

    /// Returns the memory that a caller selects: `memory`, else the default memory of `device`,
    /// else the default memory of the first device. Both handles may be null.
    ///
    /// # Errors
    /// If the memory or the device belongs to another client.
    pub fn memory(
        &self,
        memory: &Handle<Memory>,
        device: &Handle<Device>,
    ) -> Result<&Memory, Failure> {
        match (memory.get_if_any(), device.get_if_any()) {
            (Some(memory), _) => self.own_memory(memory),
            (None, Some(device)) => {
                let id = self.own_device(device)?.description.id;
                Ok(&self.memories[id * KINDS.len()])
            }
            (None, None) => Ok(&self.memories[0]),
        }
    }

    /// Checks that a memory belongs to this client, and returns it.
    ///
    /// # Errors
    /// If the memory belongs to another client. Memories of two clients may have the same id.
    pub fn own_memory(&self, memory: &Memory) -> Result<&Memory, Failure> {
        let own = self.memories.iter().find(|own| std::ptr::eq(*own, memory));
        own.ok_or_else(|| another_client("memory", memory.properties.id))
    }

    /// Checks that a device belongs to this client, and returns it.
    ///
    /// # Errors
    /// If the device belongs to another client. Devices of two clients may have the same id.
    pub fn own_device(&self, device: &Device) -> Result<&Device, Failure> {
        let own = self.devices.iter().find(|own| std::ptr::eq(*own, device));
        own.ok_or_else(|| another_client("device", device.description.id))
    }
}

fn another_client(what: &str, id: usize) -> Failure {
    Failure::invalid(format!(
        "{what} {id}: expected a {what} of this client, found another client's"
    ))
}

/// Registers the backends and the plugins once, and returns the platform in the options.
///
/// # Errors
/// If there is no platform of the name, or a plugin cannot be loaded.
pub fn platform(options: &ClientOptions) -> Result<Arc<dyn Platform>, Failure> {
    static READY: OnceLock<Result<(), hloom_compiler::Error>> = OnceLock::new();
    let ready = READY.get_or_init(|| {
        hloom_backends::register()?;
        hloom_plugin::load_all(&[])
    });
    ready.clone()?;
    Ok(find_platform(&options.platform)?)
}
