// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The extensions of the function table: layouts (`pjrt_c_api_layouts_extension.h`, version 4),
//! shardings (`pjrt_c_api_shardings_extension.h`, version 1), transfers between processes
//! (`pjrt_c_api_cross_host_transfers_extension.h`, version 2), and the profiler.

use super::entry::extension;
use super::profiler::PROFILER;
use super::structs;
use crate::handlers::{cross_host, layouts, shardings};
use std::ffi::c_void;

/// The first extension in the linked list of extensions of the function table (`PJRT_Api`).
pub const FIRST: *const c_void = (&raw const LAYOUTS).cast();

extension! {
    LAYOUTS: LayoutsExtension, 4, then (&raw const SHARDINGS).cast(), arguments from structs;
    LayoutsMemoryLayoutDestroy => layouts::destroy;
    LayoutsMemoryLayoutSerialize => layouts::serialize;
    LayoutsClientGetDefaultLayout => layouts::default_of_client;
    LayoutsBufferMemoryLayout => layouts::of_buffer;
    LayoutsTopologyGetDefaultLayout => layouts::default_of_topology;
    LayoutsExecutableGetOutputLayouts => layouts::of_outputs;
    LayoutsExecutableGetParameterLayouts => layouts::of_parameters;
}

extension! {
    SHARDINGS: ShardingsExtension, 19, then (&raw const TRANSFERS).cast(), arguments from structs;
    ShardingsExecutableParameterShardings => shardings::of_parameters;
    ShardingsExecutableOutputShardings => shardings::of_outputs;
}

extension! {
    TRANSFERS: CrossHostTransfersExtension, 12, then (&raw const PROFILER).cast(), arguments from structs;
    TransfersClientMakeCrossHostReceiveBuffers => cross_host::make_receive_buffers;
    TransfersBufferCopyToRemoteDevice => cross_host::copy_to_remote_device;
    TransfersClientCrossHostReceiveBuffers => cross_host::receive_buffers;
    TransfersClientCrossHostSendBuffers => cross_host::send_buffers;
}
