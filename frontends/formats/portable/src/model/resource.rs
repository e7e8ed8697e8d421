// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Resources: data that is stored next to the program and to which attributes refer by key.

use crate::model::Str;
use std::sync::Arc;

/// Identifies a resource of a dialect by its position among the dialect resources of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ResourceId(pub usize);

/// The resources of one dialect or tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResourceGroup {
    /// Whether the owner is a dialect. Otherwise the owner is a tool, and no attribute refers to
    /// the resources.
    pub of_dialect: bool,
    /// The name of the dialect or of the tool that owns the resources.
    pub owner: Str,
    /// The resources of this owner, in order.
    pub resources: Vec<Resource>,
}

/// A named resource.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resource {
    /// The name of the resource, which is unique among the resources of its owner.
    pub key: Str,
    /// The data of the resource.
    pub value: ResourceValue,
}

/// The data of a resource.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ResourceValue {
    /// The resource is a blob of bytes.
    Blob {
        /// Alignment of the blob in bytes, in the file and in memory.
        alignment: u64,
        /// The bytes of the blob.
        data: Arc<[u8]>,
    },
    /// The resource is a boolean.
    Bool(bool),
    /// The resource is a string.
    String(Str),
    /// The resource is only declared; its data is stored elsewhere.
    Declaration,
}
