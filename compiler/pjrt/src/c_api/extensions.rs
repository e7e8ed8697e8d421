// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The extensions of the table: of layouts (`pjrt_c_api_layouts_extension.h`, version 4), of
//! shardings (`pjrt_c_api_shardings_extension.h`, version 1), and the profiler.

use super::entry::extension;
use super::profiler::PROFILER;
use crate::{memory_layout, shardings};
use std::ffi::c_void;

/// Where the list of extensions begins.
pub const FIRST: *const c_void = (&raw const LAYOUTS).cast();

extension! {
    LAYOUTS: LayoutsExtension, 4, then (&raw const SHARDINGS).cast();
    LayoutsMemoryLayoutDestroy => memory_layout::destroy;
    LayoutsMemoryLayoutSerialize => memory_layout::serialize;
    LayoutsClientGetDefaultLayout => memory_layout::default_of_client;
    LayoutsBufferMemoryLayout => memory_layout::of_buffer;
    LayoutsTopologyGetDefaultLayout => memory_layout::default_of_topology;
    LayoutsExecutableGetOutputLayouts => memory_layout::of_outputs;
    LayoutsExecutableGetParameterLayouts => memory_layout::of_parameters;
}

extension! {
    SHARDINGS: ShardingsExtension, 19, then (&raw const PROFILER).cast();
    ShardingsExecutableParameterShardings => shardings::of_parameters;
    ShardingsExecutableOutputShardings => shardings::of_outputs;
}
