// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The commands that a stream submits to a queue.

use hloom_compiler::interface::{DeviceBuffer, Kernel, KernelArgument, LaunchDimensions};
use hloom_values::AlignedBytes;
use std::sync::Arc;

/// A command for a device. Its buffers belong to the device, and their sizes have been checked.
#[derive(Clone)]
pub enum Command {
    /// Copies host bytes to the start of a buffer, which has at least this length.
    CopyFromHost {
        /// The bytes to copy.
        source: Arc<AlignedBytes>,
        /// The buffer that is written.
        destination: DeviceBuffer,
    },
    /// Copies between two buffers of equal size, which do not overlap.
    CopyOnDevice {
        /// The buffer that is read.
        source: DeviceBuffer,
        /// The buffer that is written.
        destination: DeviceBuffer,
    },
    /// Sets every byte of a buffer.
    Fill {
        /// The buffer that is filled.
        destination: DeviceBuffer,
        /// The value to which each byte of the buffer is set.
        value: u8,
    },
    /// Launches a kernel.
    Launch(Launch),
}

/// A launch of a kernel.
#[derive(Clone)]
pub struct Launch {
    /// The kernel that the device runs.
    pub kernel: Arc<dyn Kernel>,
    /// The numbers of thread groups and threads of the launch.
    pub dimensions: LaunchDimensions,
    /// The arguments in the order of the kernel's parameters.
    pub arguments: Vec<KernelArgument>,
}
