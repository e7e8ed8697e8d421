// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! A device as a stream executor.

use super::driver::{Device, Function};
use super::event::CudaEvent;
use super::stream::CudaStream;
use hloom_compiler::Error;
use hloom_compiler::interface::{
    DeviceBuffer, DeviceDescription, Event, Kernel, Stream, StreamExecutor,
};
use std::any::Any;
use std::sync::Arc;

/// A device of the driver. Clones are the same device.
#[derive(Clone, Debug)]
pub struct CudaExecutor {
    device: Arc<Device>,
    ordinal: usize,
}

impl CudaExecutor {
    /// Returns the executor of a device, with its number.
    pub fn new(device: Arc<Device>, ordinal: usize) -> Self {
        Self { device, ordinal }
    }
}

impl StreamExecutor for CudaExecutor {
    fn ordinal(&self) -> usize {
        self.ordinal
    }

    fn description(&self) -> DeviceDescription {
        DeviceDescription {
            name: self.device.name().to_owned(),
            memory_bytes: Some(self.device.memory_bytes() as u64),
            cores: self.device.multiprocessors(),
            has_host_memory: false,
        }
    }

    fn allocate(&self, bytes: usize) -> Result<DeviceBuffer, Error> {
        self.device.allocate(bytes)
    }

    fn create_stream(&self) -> Result<Box<dyn Stream>, Error> {
        Ok(Box::new(CudaStream::new(self.clone(), &self.device)?))
    }

    fn create_event(&self) -> Result<Arc<dyn Event>, Error> {
        Ok(Arc::new(CudaEvent::new(&self.device)?))
    }

    fn load_kernel(&self, binary: &[u8], name: &str) -> Result<Arc<dyn Kernel>, Error> {
        let mut kernels = self.load_kernels(binary, &[name])?;
        kernels.pop().ok_or_else(|| Error::Internal("one kernel was loaded".to_owned()))
    }

    fn load_kernels(&self, binary: &[u8], names: &[&str]) -> Result<Vec<Arc<dyn Kernel>>, Error> {
        if names.is_empty() {
            return Ok(Vec::new());
        }
        let functions = Function::load(&self.device, binary, names)?.into_iter().zip(names);
        let kernel = |(function, name): (Function, &&str)| -> Arc<dyn Kernel> {
            Arc::new(CudaKernel { name: (*name).to_owned(), function })
        };
        Ok(functions.map(kernel).collect())
    }
}

/// A kernel on a device.
#[derive(Debug)]
pub struct CudaKernel {
    name: String,
    /// The function of the driver.
    pub function: Function,
}

impl Kernel for CudaKernel {
    fn name(&self) -> &str {
        &self.name
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
