// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Vulkan instances and devices. The Vulkan loader is loaded on first use.

use crate::block::{Block, Place};
use crate::capabilities::Features;
use crate::pipeline_cache::{self, CacheFile, DriverIdentity, PipelineCache};
use crate::{NAME, SHARED_BYTES, failed, lavapipe, validation};
use ash::vk;
use hloom_stream_executor::Error;
use std::collections::HashMap;
use std::fmt::{self, Debug, Formatter};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// Converts the result code of a failed Vulkan call to an error of the platform. `action` is a verb
/// phrase for the failed call, such as `load kernels`.
pub fn error(action: &str, code: vk::Result) -> Error {
    failed(format!("cannot {action}: {code} ({code:?})"))
}

/// The Vulkan instance, and the physical devices that can run kernels.
struct Instance {
    /// The Vulkan loader's library, which must stay loaded.
    _entry: ash::Entry,
    instance: ash::Instance,
    physical: Vec<vk::PhysicalDevice>,
    /// The names of the devices that are not used because their drivers are untested.
    untested: Vec<String>,
    /// For each physical device, the device that was created on its first use, or the reason why it
    /// cannot be used. A slot is empty before the first use.
    devices: Vec<OnceLock<Result<Arc<Device>, Error>>>,
}

fn instance() -> Result<&'static Instance, Error> {
    static INSTANCE: OnceLock<Result<Instance, Error>> = OnceLock::new();
    INSTANCE.get_or_init(Instance::new).as_ref().map_err(Clone::clone)
}

/// Returns the number of Vulkan devices that can run kernels.
///
/// # Errors
/// Fails if there is no loader, or if it cannot be used.
pub fn device_count() -> Result<usize, Error> {
    instance().map(|instance| instance.physical.len())
}

/// Returns the device with an ordinal.
///
/// # Errors
/// Fails if there is no such device, or if it cannot be used.
pub fn device(ordinal: usize) -> Result<Arc<Device>, Error> {
    let instance = instance()?;
    let slot = instance.devices.get(ordinal).ok_or_else(|| match instance.devices.len() {
        0 if !instance.untested.is_empty() => failed(format!(
            "found only devices with untested drivers: {}; set {UNTESTED}=1 to use them",
            instance.untested.join(", ")
        )),
        0 => failed(
            "expected a device with Vulkan 1.2, `bufferDeviceAddress`, `shaderInt64`, \
             `timelineSemaphore`, blocks of 256 threads and 32 KiB of shared memory, found none",
        ),
        count => Error::invalid(format!(
            "platform `{NAME}`: expected device 0 to {}, found {ordinal}",
            count - 1
        )),
    })?;
    let create = || {
        let cache = pipeline_cache::folder();
        Device::new(instance, instance.physical[ordinal], cache.as_deref()).map(Arc::new)
    };
    slot.get_or_init(create).clone()
}

impl Instance {
    fn new() -> Result<Self, Error> {
        // SAFETY: loading the library runs its initializers, which its maker intends for any
        // program.
        let entry = unsafe { ash::Entry::load() }.map_err(|reason| {
            failed(format!("there is no Vulkan loader on this machine: {reason}"))
        })?;
        let application = vk::ApplicationInfo::default().api_version(vk::API_VERSION_1_2);
        let mut info = vk::InstanceCreateInfo::default().application_info(&application);
        let (layers, extensions) =
            ([validation::LAYER.as_ptr()], [ash::ext::debug_utils::NAME.as_ptr()]);
        let mut messenger = validation::messenger();
        let validates = std::env::var_os(validation::VARIABLE).is_some();
        if validates {
            info = info
                .enabled_layer_names(&layers)
                .enabled_extension_names(&extensions)
                .push_next(&mut messenger);
        }
        // SAFETY: the structures live until the call returns.
        let instance = unsafe { entry.create_instance(&info, None) };
        let instance = instance.map_err(|code| error("use the Vulkan loader", code))?;
        if validates {
            let utils = ash::ext::debug_utils::Instance::new(&entry, &instance);
            // SAFETY: the instance has the extension. The messenger lives as long as the process.
            unsafe { utils.create_debug_utils_messenger(&validation::messenger(), None) }
                .map_err(|code| error("use Vulkan's validation layer", code))?;
        }
        // SAFETY: the instance is never destroyed, because it lives as long as the process.
        let all = unsafe { instance.enumerate_physical_devices() };
        let mut physical = all.map_err(|code| error("find devices", code))?;
        physical.retain(|device| {
            supported(&instance, *device).is_some() && queue_family(&instance, *device).is_some()
        });
        let is_tested = |device: &vk::PhysicalDevice| is_lavapipe(&instance, *device);
        let mut untested = Vec::new();
        if std::env::var_os(UNTESTED).is_none() {
            let others = physical.iter().filter(|device| !is_tested(device));
            untested = others.map(|device| name_of(&instance, *device)).collect();
            physical.retain(is_tested);
        }
        // The fastest kind of devices first.
        physical.sort_by_key(|device| {
            // SAFETY: the device is one of the instance.
            match unsafe { instance.get_physical_device_properties(*device) }.device_type {
                vk::PhysicalDeviceType::DISCRETE_GPU => 0,
                vk::PhysicalDeviceType::INTEGRATED_GPU => 1,
                vk::PhysicalDeviceType::VIRTUAL_GPU => 2,
                vk::PhysicalDeviceType::CPU => 4,
                _ => 3,
            }
        });
        let devices = physical.iter().map(|_| OnceLock::new()).collect();
        Ok(Self { _entry: entry, instance, physical, untested, devices })
    }
}

/// The environment variable that permits the use of devices with untested drivers. On the driver of
/// an NVIDIA H200 (580.159), 7 of 160 goldens had wrong results.
const UNTESTED: &str = "HLOOM_VULKAN_UNTESTED";

/// Returns true if the driver of a device is Mesa's lavapipe, on which the tests run.
fn is_lavapipe(instance: &ash::Instance, physical: vk::PhysicalDevice) -> bool {
    let mut driver = vk::PhysicalDeviceDriverProperties::default();
    let mut properties = vk::PhysicalDeviceProperties2::default().push_next(&mut driver);
    // SAFETY: the device is one of the instance, and has Vulkan 1.2. The structures live until the
    // call returns.
    unsafe { instance.get_physical_device_properties2(physical, &mut properties) };
    driver.driver_id == vk::DriverId::MESA_LLVMPIPE
}

/// Returns the driver's name of a device.
fn name_of(instance: &ash::Instance, physical: vk::PhysicalDevice) -> String {
    // SAFETY: the device is one of the instance.
    let properties = unsafe { instance.get_physical_device_properties(physical) };
    let name = properties.device_name_as_c_str().unwrap_or(c"a device");
    name.to_string_lossy().into_owned()
}

/// Returns the identity of a device and its driver, on which cached pipelines depend.
fn identity(instance: &ash::Instance, physical: vk::PhysicalDevice) -> DriverIdentity {
    let mut driver = vk::PhysicalDeviceDriverProperties::default();
    let mut properties = vk::PhysicalDeviceProperties2::default().push_next(&mut driver);
    // SAFETY: the device is one of the instance, and has Vulkan 1.2. The structures live until the
    // call returns.
    unsafe { instance.get_physical_device_properties2(physical, &mut properties) };
    let properties = properties.properties;
    let name = name_of(instance, physical);
    let (version, info) = (properties.driver_version, driver.driver_info_as_c_str());
    let info = info.unwrap_or_default().to_string_lossy();
    DriverIdentity {
        vendor: properties.vendor_id,
        device: properties.device_id,
        uuid: properties.pipeline_cache_uuid,
        driver: format!("{name} with driver {version:#x} {info}"),
    }
}

/// The number of threads of a GPU thread block, as `hloom-kernels-to-gpu` chooses it.
const THREADS: u32 = 256;

/// Returns the optional features of a device, or `None` if the device lacks a feature that every
/// program needs.
fn supported(instance: &ash::Instance, physical: vk::PhysicalDevice) -> Option<Features> {
    // SAFETY: the device is one of the instance.
    let properties = unsafe { instance.get_physical_device_properties(physical) };
    let limits = properties.limits;
    if properties.api_version < vk::API_VERSION_1_2
        || limits.max_compute_work_group_invocations < THREADS
        || limits.max_compute_work_group_size[0] < THREADS
        || limits.max_compute_shared_memory_size < SHARED_BYTES
    {
        return None;
    }
    let mut controls = vk::PhysicalDeviceFloatControlsProperties::default();
    let mut properties = vk::PhysicalDeviceProperties2::default().push_next(&mut controls);
    // SAFETY: the device is one of the instance. The structures live until the call returns.
    unsafe { instance.get_physical_device_properties2(physical, &mut properties) };
    let mut memory11 = vk::PhysicalDeviceVulkan11Features::default();
    let mut features12 = vk::PhysicalDeviceVulkan12Features::default();
    let mut features =
        vk::PhysicalDeviceFeatures2::default().push_next(&mut memory11).push_next(&mut features12);
    // SAFETY: as above.
    unsafe { instance.get_physical_device_features2(physical, &mut features) };
    let features = features.features;
    let is = |value: vk::Bool32| value == vk::TRUE;
    let is_usable = is(features.shader_int64)
        && is(features12.buffer_device_address)
        && is(features12.timeline_semaphore);
    is_usable.then(|| Features {
        float16: is(features12.shader_float16),
        float64: is(features.shader_float64),
        int8: is(features12.shader_int8),
        int16: is(features.shader_int16),
        storage8: is(features12.storage_buffer8_bit_access),
        storage16: is(memory11.storage_buffer16_bit_access),
        keeps_special: [
            is(controls.shader_signed_zero_inf_nan_preserve_float16),
            is(controls.shader_signed_zero_inf_nan_preserve_float32),
            is(controls.shader_signed_zero_inf_nan_preserve_float64),
        ],
        rounds_to_even: [
            is(controls.shader_rounding_mode_rte_float16),
            is(controls.shader_rounding_mode_rte_float32),
            is(controls.shader_rounding_mode_rte_float64),
        ],
    })
}

/// Returns the index of the first queue family that supports kernels, or `None` if there is none.
fn queue_family(instance: &ash::Instance, physical: vk::PhysicalDevice) -> Option<u32> {
    // SAFETY: the device is one of the instance.
    let families = unsafe { instance.get_physical_device_queue_family_properties(physical) };
    let computes =
        families.iter().position(|it| it.queue_flags.contains(vk::QueueFlags::COMPUTE))?;
    u32::try_from(computes).ok()
}

/// A Vulkan device, with its queue.
pub struct Device {
    pub handle: ash::Device,
    pub family: u32,
    queue: Mutex<vk::Queue>,
    pub features: Features,
    name: String,
    /// The size of the device's own memory in bytes.
    pub bytes: u64,
    memory_types: Vec<vk::MemoryType>,
    /// Freed memory blocks, kept for later allocations. The key is the kind of memory and the size
    /// in bytes.
    pool: Mutex<HashMap<(Place, u64), Vec<Block>>>,
    pub pipeline_cache: PipelineCache,
}

impl Debug for Device {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Device")
            .field("name", &self.name)
            .field("cached_pipeline_bytes", &self.pipeline_cache.initial_bytes())
            .finish_non_exhaustive()
    }
}

impl Device {
    /// Creates a device. `cache` is the folder of pipeline cache files; `None` disables these
    /// files.
    fn new(
        instance: &Instance,
        physical: vk::PhysicalDevice,
        cache: Option<&Path>,
    ) -> Result<Self, Error> {
        let vulkan = &instance.instance;
        let lacking =
            || failed("the device lacks a Vulkan feature or a compute queue, which kernels need");
        let features = supported(vulkan, physical).ok_or_else(lacking)?;
        let family = queue_family(vulkan, physical).ok_or_else(lacking)?;
        if is_lavapipe(vulkan, physical) {
            lavapipe::check(&name_of(vulkan, physical))?;
        }
        // SAFETY: the device is one of the instance.
        let memory = unsafe { vulkan.get_physical_device_memory_properties(physical) };
        let queues = [vk::DeviceQueueCreateInfo::default()
            .queue_family_index(family)
            .queue_priorities(&[1.0])];
        let basic = vk::PhysicalDeviceFeatures::default()
            .shader_int64(true)
            .shader_float64(features.float64)
            .shader_int16(features.int16);
        let mut memory11 = vk::PhysicalDeviceVulkan11Features::default()
            .storage_buffer16_bit_access(features.storage16);
        let mut features12 = vk::PhysicalDeviceVulkan12Features::default()
            .buffer_device_address(true)
            .timeline_semaphore(true)
            .shader_float16(features.float16)
            .shader_int8(features.int8)
            .storage_buffer8_bit_access(features.storage8);
        let info = vk::DeviceCreateInfo::default()
            .queue_create_infos(&queues)
            .enabled_features(&basic)
            .push_next(&mut memory11)
            .push_next(&mut features12);
        // SAFETY: the structures live until the call returns. They enable only features that the
        // device has. The device is never destroyed, because it lives as long as the process.
        let handle = unsafe { vulkan.create_device(physical, &info, None) };
        let handle = handle.map_err(|code| error("use a device", code))?;
        // SAFETY: the device has this queue.
        let queue = unsafe { handle.get_device_queue(family, 0) };
        let cache = cache.map(|folder| CacheFile::new(folder, identity(vulkan, physical)));
        let heaps = &memory.memory_heaps[..memory.memory_heap_count as usize];
        let own = heaps.iter().filter(|it| it.flags.contains(vk::MemoryHeapFlags::DEVICE_LOCAL));
        Ok(Self {
            family,
            queue: Mutex::new(queue),
            features,
            name: name_of(vulkan, physical),
            bytes: own.map(|heap| heap.size).sum(),
            memory_types: memory.memory_types[..memory.memory_type_count as usize].to_vec(),
            pool: Mutex::default(),
            pipeline_cache: PipelineCache::new(&handle, cache),
            handle,
        })
    }

    /// Returns the driver's name of the device.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Locks the device's queue and returns it.
    pub fn queue(&self) -> MutexGuard<'_, vk::Queue> {
        // A panic cannot leave the queue inconsistent, so a poisoned lock is usable.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the index of the first memory type in the bit mask `types` that has `properties`.
    pub fn memory_type(&self, types: u32, properties: vk::MemoryPropertyFlags) -> Option<u32> {
        let fits = |(number, ty): &(usize, &vk::MemoryType)| {
            types & (1 << number) != 0 && ty.property_flags.contains(properties)
        };
        self.memory_types.iter().enumerate().find(fits).and_then(|it| u32::try_from(it.0).ok())
    }

    /// Locks the pool of freed memory blocks and returns it.
    pub fn pool(&self) -> MutexGuard<'_, HashMap<(Place, u64), Vec<Block>>> {
        // A panic cannot leave the lists inconsistent, so a poisoned lock is usable.
        self.pool.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::Pipeline;

    /// A module with the kernel `k`, which does nothing.
    const WORDS: [u32; 34] = [
        0x723_0203, 0x1_0500, 0, 5, 0, 0x2_0011, 1, 0x3_000e, 0, 1, 0x4_000f, 5, 1, 0x6b, 0x6_0010,
        1, 17, 1, 1, 1, 0x2_0013, 2, 0x3_0021, 3, 2, 0x5_0036, 2, 1, 0, 3, 0x2_00f8, 4, 0x1_00fd,
        0x1_0038,
    ];

    #[test]
    fn a_second_device_starts_with_the_pipelines_of_the_first() -> Result<(), Error> {
        device(0)?;
        let instance = instance()?;
        let physical = instance.physical[0];
        let folder = tempfile::tempdir().expect("a folder");
        let create = || Device::new(instance, physical, Some(folder.path())).map(Arc::new);
        let image: Vec<u8> = WORDS.into_iter().flat_map(u32::to_le_bytes).collect();
        let first = create()?;
        assert_eq!(first.pipeline_cache.initial_bytes(), 0);
        Pipeline::load(&first, &image, &["k"])?;
        // The data of Mesa's lavapipe have no pipelines, so that loading does not save them.
        let data = first.pipeline_cache.data(&first.handle).expect("data of the driver");
        let file = CacheFile::new(folder.path(), identity(&instance.instance, physical));
        file.write(&data).expect("data with the header of this device");
        let second = create()?;
        assert_eq!(second.pipeline_cache.initial_bytes(), data.len());
        Pipeline::load(&second, &image, &["k"])?;
        validation::check()
    }
}
