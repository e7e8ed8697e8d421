// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Kernels of a stream executor on top of a driver.

use hloom_stream_executor::Kernel;
use std::any::Any;
use std::fmt::Debug;

/// A kernel that is loaded on a device.
#[derive(Debug)]
pub struct GpuKernel<F> {
    name: String,
    /// The driver's handle of the loaded kernel.
    pub function: F,
}

impl<F> GpuKernel<F> {
    /// Creates a kernel from its name and the driver's handle of the loaded kernel.
    pub fn new(name: &str, function: F) -> Self {
        Self { name: name.to_owned(), function }
    }
}

impl<F: Debug + Send + Sync + 'static> Kernel for GpuKernel<F> {
    fn name(&self) -> &str {
        &self.name
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
