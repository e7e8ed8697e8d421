// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The Vulkan driver's cache of compiled pipelines.

use super::file::{CacheFile, MOST_BYTES};
use ash::vk;
use std::ptr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// The minimum ratio of the time between two saves of the cache file to the duration of a save.
const INTERVAL: u32 = 10;

/// The driver's cache of pipelines, with the file that keeps them for later processes.
///
/// Failures to create, read or save the cache are ignored: the driver then compiles kernels again.
pub struct PipelineCache {
    /// The driver's cache object; a null handle if the driver could not create one.
    handle: vk::PipelineCache,
    /// The size in bytes of the data from the file with which the cache was created.
    initial_bytes: usize,
    /// The file that keeps the pipelines for later processes; `None` if they are not kept.
    file: Option<Mutex<SavedFile>>,
}

/// The file of a pipeline cache, with the state of its last save.
struct SavedFile {
    file: CacheFile,
    /// The size in bytes of the driver's data at the last save, or at the creation of the cache if
    /// there was no save. Data of this size contain no new pipelines.
    bytes: usize,
    /// The time before which the file is not saved again.
    next: Instant,
}

impl PipelineCache {
    /// Creates the pipeline cache of a device. Its initial content comes from `file`, which must be
    /// the file of this device and driver.
    pub fn new(device: &ash::Device, file: Option<CacheFile>) -> Self {
        let initial = file.as_ref().and_then(CacheFile::read).unwrap_or_default();
        let create = |data: &[u8]| {
            let info = vk::PipelineCacheCreateInfo::default().initial_data(data);
            // SAFETY: the structure lives until the call returns. The data must be those that this
            // driver has returned: `CacheFile::read` checks their digest, the fingerprint of device
            // and driver, and their header, and only `save` writes such files.
            unsafe { device.create_pipeline_cache(&info, None) }
        };
        let created = create(&initial).map(|handle| (handle, initial.len()));
        let created = created.or_else(|_| create(&[]).map(|handle| (handle, 0)));
        let Ok((handle, initial_bytes)) = created else {
            return Self { handle: vk::PipelineCache::null(), initial_bytes: 0, file: None };
        };
        let bytes = byte_size(device, handle).unwrap_or_default();
        let file = file.map(|file| Mutex::new(SavedFile { file, bytes, next: Instant::now() }));
        Self { handle, initial_bytes, file }
    }

    /// Returns the driver's cache handle, which lives as long as the device and may be null.
    pub fn handle(&self) -> vk::PipelineCache {
        self.handle
    }

    /// Returns the size in bytes of the data from the file, or 0 if there was no file for this
    /// device.
    pub fn initial_bytes(&self) -> usize {
        self.initial_bytes
    }

    /// Returns the data of the cache, or `None` if the driver cannot return them.
    pub fn data(&self, device: &ash::Device) -> Option<Vec<u8>> {
        if self.handle == vk::PipelineCache::null() {
            return None;
        }
        // SAFETY: the caller passes the device of the cache, which is not null and never destroyed.
        // Any thread may read it.
        unsafe { device.get_pipeline_cache_data(self.handle) }.ok()
    }

    /// Saves the pipelines in the file, if there are new pipelines and at most [`MOST_BYTES`] of
    /// data.
    ///
    /// A call shortly after a save does nothing, so that a process with many modules spends little
    /// time on saves. A later call then saves the pipelines. Without a later call, the next process
    /// compiles the pipelines again and saves them.
    pub fn save(&self, device: &ash::Device) {
        let Some(file) = &self.file else { return };
        // A panic cannot leave the numbers inconsistent, so a poisoned lock is usable.
        let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
        let begin = Instant::now();
        if begin < file.next {
            return;
        }
        let is_new = |bytes: &usize| *bytes != file.bytes && *bytes <= MOST_BYTES;
        let Some(bytes) = byte_size(device, self.handle).filter(is_new) else { return };
        let Some(data) = self.data(device) else { return };
        // Without the file, later processes compile the kernels again.
        let _ = file.file.write(&data);
        file.bytes = bytes;
        file.next = Instant::now() + begin.elapsed() * INTERVAL;
    }
}

/// Returns the size in bytes of the data of a non-null cache. Returns `None` if the driver fails.
fn byte_size(device: &ash::Device, cache: vk::PipelineCache) -> Option<usize> {
    let mut bytes = 0;
    // SAFETY: the callers pass a cache of this device, which is never destroyed. `new` has just
    // created it, and `save` has a file only beside such a cache. For a null pointer, the driver
    // writes only the size.
    let result = unsafe {
        let function = device.fp_v1_0().get_pipeline_cache_data;
        function(device.handle(), cache, &mut bytes, ptr::null_mut())
    };
    (result == vk::Result::SUCCESS).then_some(bytes)
}
