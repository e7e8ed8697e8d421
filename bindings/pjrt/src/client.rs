// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Clients (`PJRT_Client`): the devices and memories of one platform.
//!
//! A client owns one [`Device`] for each device of its topology, and three [`Memory`] objects of
//! different kinds for each device. If a client has more devices than the platform, several of its
//! devices share one device of the platform. If there are several processes, the devices of other
//! processes are known but not addressable.

use crate::c_api::values::Handle;
use crate::device::{Device, LocalDevice, Memory};
use crate::device_description::DeviceDescription;
use crate::failure::{Code, Failure};
use crate::memory_kinds::KINDS;
use crate::options::ClientOptions;
use crate::plugin::version;
use crate::queue::Queue;
use crate::topology::TopologyDescription;
use hloom_communicator::{Collectives, Endpoint, KeyValueStore, Times, Topology};
use hloom_compiler::interface::{
    Compiler, Platform, Threads, Tuning, TuningFile, platform as find_platform,
};
use hloom_compiler::{CompilationCache, ThreadPool};
use hloom_evaluator::{Communicator, Processes, RunId};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::{Deref, Range};
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
    /// The number of threads for which programs are compiled; `None` for the backend's default.
    pub thread_count: Option<usize>,
    /// The tuned schedules that are used when programs are compiled.
    pub tuning: Tuning,
    order: Mutex<()>,
    /// The version of hloom and the name of the platform, as [`version`] returns them.
    pub version: String,
    /// The compilation cache; `None` if the options name no folder for it.
    pub cache: Option<CompilationCache>,
    topology: TopologyDescription,
    /// The number of this process among the processes of the client.
    process: usize,
    /// The IDs of the devices of this process.
    local_devices: Range<usize>,
    /// The communicator, which is connected with the other processes; `None` if there are none.
    communicator: Option<Arc<dyn Communicator>>,
    /// The number of runs that have spanned processes so far, by a hash of the devices of the run.
    runs: Mutex<HashMap<u64, u64>>,
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
    /// Creates a client of the platform that the options name. If there are several processes, they
    /// find each other through the key-value store `store`.
    ///
    /// # Errors
    /// Fails if the platform does not exist or has no device, if a plugin cannot be loaded, if a
    /// thread cannot be started, if the tuning file or the folder of the cache cannot be used, or
    /// if another process cannot be reached or has a different build.
    pub fn new(
        options: &ClientOptions,
        store: Option<&dyn KeyValueStore>,
    ) -> Result<Self, Failure> {
        let platform = platform(options)?;
        let physical = platform.device_count();
        if physical == 0 {
            let message = format!("platform `{}` has no device on this machine", platform.name());
            return Err(Failure::new(Code::FailedPrecondition, message));
        }
        let own = options.devices.unwrap_or(physical);
        let Connected { processes, communicator } = connect(options, store, platform.name(), own)?;
        let topology = TopologyDescription::of_processes(platform.name(), &processes);
        let first = processes.iter().position(|process| *process == options.node).unwrap_or(0);
        let device = |description: &Arc<DeviceDescription>| -> Result<Device, Failure> {
            let DeviceDescription { id, process, local_id, .. } = **description;
            if process != options.node {
                return Ok(Device::new(Arc::clone(description), None));
            }
            let ordinal = local_id % physical;
            let queue = Queue::new(format!("hloom-device-{id}")).map_err(|error| {
                let message = format!("device {id}: cannot start the thread of its queue: {error}");
                Failure::new(Code::ResourceExhausted, message)
            })?;
            let local = LocalDevice::new(id, platform.device(ordinal)?, ordinal, queue);
            Ok(Device::new(Arc::clone(description), Some(local)))
        };
        let devices: Vec<Device> =
            topology.devices().iter().map(device).collect::<Result<_, _>>()?;
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
            process: options.node,
            local_devices: first..first + own,
            communicator,
            runs: Mutex::default(),
            platform,
            device_handles: OnceLock::new(),
            memory_handles: OnceLock::new(),
        }));
        client.create_handles();
        Ok(client)
    }

    /// Creates the handles to devices and memories, and connects devices with their memories. The
    /// devices and memories do not move any more, because they are inside an `Arc`.
    fn create_handles(&self) {
        self.device_handles.get_or_init(|| self.devices.iter().map(Handle::to).collect());
        self.memory_handles.get_or_init(|| self.memories.iter().map(Handle::to).collect());
        for (device, memories) in self.devices.iter().zip(self.memories.chunks(KINDS.len())) {
            if device.is_local() {
                device.connect(memories);
            }
        }
    }

    /// Creates a client for the platform of a topology, with as many devices as the topology has.
    ///
    /// # Errors
    /// Fails if this machine has no device of the platform.
    pub fn of_topology(topology: &TopologyDescription) -> Result<Self, Failure> {
        let devices = Some(topology.devices().len());
        let platform = topology.platform().to_owned();
        Self::new(&ClientOptions { platform, devices, ..ClientOptions::default() }, None)
    }

    /// Returns the topology of the devices.
    pub fn topology(&self) -> &TopologyDescription {
        &self.topology
    }

    /// Returns the number of this process among the processes of the client.
    pub fn process(&self) -> usize {
        self.process
    }

    /// Returns the IDs of the devices of this process.
    pub fn local_devices(&self) -> Range<usize> {
        self.local_devices.clone()
    }

    /// Returns handles to the devices of this process, in order of their IDs.
    pub fn local_device_handles(&self) -> &[Handle<Device>] {
        self.device_handles().get(self.local_devices()).unwrap_or_default()
    }

    /// Returns the processes of a run on the given devices, and the identity of the run. Returns
    /// `None` if all devices are in this process. `program` is a digest of the program. The caller
    /// must hold the lock of [`order`](Self::order), so that all processes start runs in the same
    /// order.
    pub fn processes_of_run(&self, devices: &[usize], program: u64) -> Option<Processes> {
        let communicator = self.communicator.as_ref()?;
        let local = self.local_devices();
        if devices.iter().all(|id| local.contains(id)) {
            return None;
        }
        let mut hasher = DefaultHasher::new();
        devices.hash(&mut hasher);
        let of_devices = hasher.finish();
        let mut runs = self.runs.lock().unwrap_or_else(PoisonError::into_inner);
        let count = runs.entry(of_devices).or_default();
        let number = *count;
        *count += 1;
        let process = |id: &usize| self.devices.get(*id).map_or(0, |it| it.description.process);
        Some(Processes {
            of_participants: devices.iter().map(process).collect(),
            run: RunId { devices: of_devices, number, program },
            communicator: Arc::clone(communicator),
        })
    }

    /// Returns the communicator, which is connected with the other processes.
    ///
    /// # Errors
    /// Fails if this is the only process.
    pub fn communicator(&self) -> Result<&Arc<dyn Communicator>, Failure> {
        let message = "the client has no other process to exchange buffers with";
        self.communicator.as_ref().ok_or_else(|| Failure::invalid(message))
    }

    /// Returns handles to the devices of all processes, in order of their IDs.
    pub fn device_handles(&self) -> &[Handle<Device>] {
        self.device_handles.get().map_or(&[], |handles| handles)
    }

    /// Returns handles to the memories of the devices of this process, in order of their IDs.
    pub fn memory_handles(&self) -> &[Handle<Memory>] {
        let Range { start, end } = self.local_devices();
        let all = self.memory_handles.get().map_or(&[][..], |handles| handles);
        all.get(start * KINDS.len()..end * KINDS.len()).unwrap_or_default()
    }

    /// Locks the order of tasks across devices. A caller holds the lock while it enqueues tasks
    /// that wait for tasks of other devices. Such tasks are thus in the same order in the queues of
    /// all devices, and cannot wait for each other in a cycle.
    pub fn order(&self) -> MutexGuard<'_, ()> {
        self.order.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the device with the given ID.
    ///
    /// # Errors
    /// Fails if there is no such device.
    pub fn device(&self, id: usize) -> Result<&Device, Failure> {
        self.devices.get(id).ok_or_else(|| {
            let message = format!("device {id}: expected an id below {}", self.devices.len());
            Failure::new(Code::NotFound, message)
        })
    }

    /// Returns the executor, task queue and memory statistics of a device of this process.
    ///
    /// # Errors
    /// Fails if there is no such device, or if it belongs to another process.
    pub fn local(&self, id: usize) -> Result<&LocalDevice, Failure> {
        self.device(id)?.local()
    }

    /// Returns the memory that a caller selects: `memory` if the handle is not null, otherwise the
    /// default memory of `device` if that handle is not null, otherwise the default memory of the
    /// first device of this process.
    ///
    /// # Errors
    /// Fails if the memory or the device belongs to another client.
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
            (None, None) => Ok(&self.memories[self.local_devices.start * KINDS.len()]),
        }
    }

    /// Checks that a memory belongs to this client, and returns it.
    ///
    /// # Errors
    /// Fails if the memory belongs to another client. IDs are not compared, because memories of two
    /// clients may have the same ID.
    pub fn own_memory(&self, memory: &Memory) -> Result<&Memory, Failure> {
        let own = self.memories.iter().find(|own| std::ptr::eq(*own, memory));
        own.ok_or_else(|| another_client("memory", memory.properties.id))
    }

    /// Checks that a device belongs to this client, and returns it.
    ///
    /// # Errors
    /// Fails if the device belongs to another client. IDs are not compared, because devices of two
    /// clients may have the same ID.
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

/// The processes of the devices of a client, and the communicator that connects them.
struct Connected {
    /// The number of the process of each device, by the ID of the device.
    processes: Vec<usize>,
    /// The communicator; `None` if there is only one process.
    communicator: Option<Arc<dyn Communicator>>,
}

/// Exchanges descriptions of the devices of each process through the key-value store, and connects
/// this process with the other processes.
fn connect(
    options: &ClientOptions,
    store: Option<&dyn KeyValueStore>,
    platform: &str,
    devices: usize,
) -> Result<Connected, Failure> {
    if options.nodes == 1 {
        return Ok(Connected { processes: vec![0; devices], communicator: None });
    }
    let Some(store) = store else {
        let nodes = options.nodes;
        return Err(Failure::invalid(format!(
            "num_nodes: expected the callbacks of a key-value store for {nodes} processes, found \
             none"
        )));
    };
    let times = Times { silence: options.silence, ..Times::default() };
    let build = format!("{} on {platform}", hloom_codegen::build());
    let connect = || {
        let collectives = match options.collectives {
            Some(collectives) => collectives,
            None => Collectives::from_environment(|name| {
                Some(std::env::var_os(name)?.to_string_lossy().into_owned())
            })?,
        };
        let endpoint = Endpoint::open(collectives, options.host)?;
        let node = endpoint.node(build, devices)?;
        let topology =
            Topology::exchange(store, options.node, options.nodes, node, times.connecting)?;
        let communicator = endpoint.connect(&topology, times)?;
        let processes = topology.processes_of_devices();
        Ok(Connected { processes, communicator: Some(communicator) })
    };
    connect().map_err(|error: hloom_evaluator::Error| hloom_compiler::Error::from(error).into())
}

/// Registers the backends and the plugins at the first call, and returns the platform that the
/// options name.
///
/// # Errors
/// Fails if there is no platform with this name, or a plugin cannot be loaded.
pub fn platform(options: &ClientOptions) -> Result<Arc<dyn Platform>, Failure> {
    hloom_backends::register_with_plugins()?;
    Ok(find_platform(&options.platform)?)
}
