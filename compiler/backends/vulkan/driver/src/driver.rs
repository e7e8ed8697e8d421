// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Implements the driver traits of `hloom-gpu-runtime` for Vulkan devices.

use crate::NAME;
use crate::block::Place;
use crate::ffi::Device;
use crate::kernels::Pipeline;
use crate::stream::{TimelineEvent, VulkanStream};
use hloom_gpu_runtime::device::DriverDevice;
use hloom_stream_executor::{DeviceBuffer, DeviceDescription, Error};
use std::sync::Arc;

impl DriverDevice for Device {
    const PLATFORM: &'static str = NAME;

    type Function = Pipeline;
    type Stream = VulkanStream;
    type Event = TimelineEvent;

    fn description(&self) -> DeviceDescription {
        DeviceDescription {
            name: self.name().to_owned(),
            memory_bytes: Some(self.bytes),
            cores: 1,
            has_host_memory: false,
        }
    }

    fn allocate(self: &Arc<Self>, bytes: usize) -> Result<DeviceBuffer, Error> {
        Ok(DeviceBuffer::new(Arc::new(self.allocate_at(Place::Device, bytes)?)))
    }

    fn load(self: &Arc<Self>, image: &[u8], names: &[&str]) -> Result<Vec<Pipeline>, Error> {
        Pipeline::load(self, image, names)
    }

    fn create_stream(self: &Arc<Self>) -> Result<VulkanStream, Error> {
        VulkanStream::new(self)
    }

    fn create_event(self: &Arc<Self>) -> Result<TimelineEvent, Error> {
        Ok(TimelineEvent::new(self))
    }
}
