// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! XLA's abstract interface: what a backend implements, and all that the rest
//! of the project knows of one.
//!
//! Every trait is object-safe and shared between threads; none mentions MLIR.

mod compiler;
mod executable;
mod platform;
mod registry;
mod stream_executor;
mod transfer_manager;

pub use compiler::{
    AotCompilationOptions, AotCompilationResult, AotFormat, Capabilities, CompileOptions, Compiler,
    KnownArgument, PipelineChanges, PipelineFile, Progress, RelocationModel,
};
pub use executable::{
    Argument, CostAnalysis, DynamicExecutable, Executable, MemoryAnalysis, RunOptions, Stage,
    Threads, check_buffers,
};
pub use platform::Platform;
pub use registry::{Registry, platform, register_platform};
pub use stream_executor::{
    DeviceBuffer, DeviceDescription, DeviceMemory, Event, HostCallback, Kernel, KernelArgument,
    LaunchDimensions, LentBytes, ReceiveBytes, Stream, StreamExecutor,
};
pub use transfer_manager::TransferManager;
