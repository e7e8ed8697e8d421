// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The abstract interface of backends, modeled on XLA's `Platform`, `Compiler`, `Executable`,
//! `StreamExecutor` and `TransferManager`.
//!
//! A backend implements these traits, and the rest of the project uses a backend only through
//! them. Every trait is object-safe, and its objects are shared between threads. No trait
//! mentions MLIR.

mod compiler;
mod executable;
mod host_report;
mod lowering_trace;
mod memory_plan;
mod platform;
mod profile;
mod registry;
mod tuning;
mod warnings;

pub use compiler::{
    AotCompilationOptions, AotCompilationResult, AotFormat, Capabilities, CompileOptions, Compiler,
    KnownArgument, PipelineChanges, PipelineFile, Progress, RelocationModel,
};
pub use executable::{
    Argument, CostAnalysis, DynamicExecutable, Executable, MemoryAnalysis, RunOptions, Stage,
    Threads, check_buffers,
};
pub use hloom_stream_executor::{
    DeviceBuffer, DeviceDescription, DeviceMemory, Event, ExternalBytes, HostCallback,
    HostTransfers, Kernel, KernelArgument, LaunchDimensions, ReceiveBytes, Signature, Stream,
    StreamExecutor, Times, TransferManager, check_copy_from_host, check_copy_on_device,
    milliseconds,
};
pub use host_report::{HostCall, HostReport};
pub use lowering_trace::{Listing, LoweringTrace, RecordedLowering, TracedStep};
pub use memory_plan::{BufferUse, Donation, MemoryPlan, PlannedArgument, PlannedBuffer};
pub use platform::Platform;
pub use profile::{
    Activity, NestWork, Profile, Recorder, RunRecorder, Source, SourceShare, Span, Trace,
};
pub use registry::{Registry, platform, register_platform};
pub use tuning::{Schedule, ScheduleChoice, TunedSchedule, Tuning, TuningFile};
pub use warnings::{WarningHandler, Warnings};
