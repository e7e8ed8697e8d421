// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Structs and numbers that argument structs contain or point to, version 0.112. Their names are
//! the names in the C header without underscores and the prefix `PJRT_`.

use crate::arguments::Header;
use crate::values::{List, Object, Text};
use std::ffi::c_int;

/// A program and the name of its format (`PJRT_Program`).
#[repr(C)]
#[allow(missing_docs, missing_debug_implementations, reason = "the C header has the docs")]
pub struct Program {
    pub header: Header,
    pub code: Text,
    pub format: Text,
}

impl Object for Program {}

/// The order of elements in memory (`PJRT_Buffer_MemoryLayout`).
#[repr(C)]
#[derive(Clone, Copy)]
#[allow(missing_docs, missing_debug_implementations, reason = "the C header has the docs")]
pub struct BufferMemoryLayout {
    pub header: Header,
    pub fields: BufferMemoryLayoutFields,
    /// The kind of the layout: 0 for a tiled layout, 1 for strides.
    pub kind: c_int,
}

impl Object for BufferMemoryLayout {}

/// The union of a tiled layout and a strided layout, which share their first fields.
#[repr(C)]
#[derive(Clone, Copy)]
#[allow(missing_docs, missing_debug_implementations, reason = "the C header has the docs")]
pub struct BufferMemoryLayoutFields {
    pub header: Header,
    /// For a tiled layout, the order of dimensions from the minor-most on. For a strided layout,
    /// the byte stride of each dimension.
    pub dimensions: List<i64>,
    pub tile_dims: *const i64,
    pub tile_dim_sizes: *const usize,
    pub num_tiles: usize,
}

/// The replica and the partition that a device runs.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogicalDeviceIds {
    /// The index of the replica.
    pub replica: c_int,
    /// The index of the partition within its replica.
    pub partition: c_int,
}

/// The number of an element type (`PJRT_Buffer_Type`).
#[repr(transparent)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BufferType(pub c_int);
