// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Devices with their memory, streams and kernels; transfers of literals; the file formats of
//! serialized executables; cache files; and statistics of run times.
//!
//! With this crate, a program can run serialized executables without a compiler: the crate depends
//! on neither MLIR nor LLVM.
#![forbid(unsafe_code)]

pub mod cache_files;
mod copies;
mod error;
mod host_transfers;
pub mod serialized;
mod signature;
mod stream_executor;
mod times;
mod transfer_manager;

pub use copies::{check_copy_from_host, check_copy_on_device, check_copy_to_host};
pub use error::{Error, ErrorKind};
pub use host_transfers::HostTransfers;
pub use signature::Signature;
pub use stream_executor::{
    DeviceBuffer, DeviceDescription, DeviceMemory, Event, ExternalBytes, HostCallback, Kernel,
    KernelArgument, LaunchDimensions, ReceiveBytes, Stream, StreamExecutor, read,
};
pub use times::{Times, milliseconds};
pub use transfer_manager::TransferManager;
