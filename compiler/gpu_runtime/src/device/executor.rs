// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The stream executor of a driver's device.

use super::DriverDevice;
use super::event::GpuEvent;
use super::kernel::GpuKernel;
use super::stream::GpuStream;
use hloom_stream_executor::{
    DeviceBuffer, DeviceDescription, Error, Event, Kernel, Stream, StreamExecutor,
};
use std::sync::Arc;

/// The stream executor of a driver's device. Clones refer to the same device.
#[derive(Debug)]
pub struct GpuExecutor<D> {
    device: Arc<D>,
    ordinal: usize,
}

impl<D> Clone for GpuExecutor<D> {
    fn clone(&self) -> Self {
        Self { device: Arc::clone(&self.device), ordinal: self.ordinal }
    }
}

impl<D: DriverDevice> GpuExecutor<D> {
    /// Creates the stream executor of a device that has the given ordinal.
    pub fn new(device: Arc<D>, ordinal: usize) -> Self {
        Self { device, ordinal }
    }
}

impl<D: DriverDevice> StreamExecutor for GpuExecutor<D> {
    fn ordinal(&self) -> usize {
        self.ordinal
    }

    fn description(&self) -> DeviceDescription {
        self.device.description()
    }

    fn allocate(&self, bytes: usize) -> Result<DeviceBuffer, Error> {
        self.device.allocate(bytes)
    }

    fn create_stream(&self) -> Result<Box<dyn Stream>, Error> {
        Ok(Box::new(GpuStream::<D>::new(Box::new(self.clone()), self.device.create_stream()?)))
    }

    fn create_event(&self) -> Result<Arc<dyn Event>, Error> {
        Ok(Arc::new(GpuEvent::<D>::new(&self.device)?))
    }

    fn load_kernel(&self, binary: &[u8], name: &str) -> Result<Arc<dyn Kernel>, Error> {
        let mut kernels = self.load_kernels(binary, &[name])?;
        kernels.pop().ok_or_else(|| {
            Error::Internal(
                "expected the kernel loader to return one kernel, found none".to_owned(),
            )
        })
    }

    fn load_kernels(&self, binary: &[u8], names: &[&str]) -> Result<Vec<Arc<dyn Kernel>>, Error> {
        if names.is_empty() {
            return Ok(Vec::new());
        }
        let functions = self.device.load(binary, names)?.into_iter().zip(names);
        let kernel = |(function, name): (D::Function, &&str)| -> Arc<dyn Kernel> {
            Arc::new(GpuKernel::new(name, function))
        };
        Ok(functions.map(kernel).collect())
    }
}
