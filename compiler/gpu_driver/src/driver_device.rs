// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Implements the driver traits of `hloom-gpu-runtime` for the devices, streams and events of this
//! crate.

use crate::binding::Binding;
use crate::device::Device;
use crate::event::EventHandle;
use crate::kernels::{Function, load};
use crate::stream::StreamHandle;
use hloom_gpu_runtime::device::DriverDevice;
use hloom_stream_executor::{DeviceBuffer, DeviceDescription, Error};
use std::sync::Arc;

impl<B: Binding> DriverDevice for Device<B> {
    const PLATFORM: &'static str = B::PLATFORM;

    type Function = Function<B>;
    type Stream = StreamHandle<B>;
    type Event = EventHandle<B>;

    fn description(&self) -> DeviceDescription {
        self.describe()
    }

    fn allocate(self: &Arc<Self>, bytes: usize) -> Result<DeviceBuffer, Error> {
        self.allocate_pooled(bytes)
    }

    fn load(self: &Arc<Self>, image: &[u8], names: &[&str]) -> Result<Vec<Function<B>>, Error> {
        load(self, image, names)
    }

    fn create_stream(self: &Arc<Self>) -> Result<StreamHandle<B>, Error> {
        StreamHandle::new(self)
    }

    fn create_event(self: &Arc<Self>) -> Result<EventHandle<B>, Error> {
        EventHandle::new(self)
    }
}
