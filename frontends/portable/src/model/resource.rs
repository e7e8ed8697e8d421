// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Data beside the program that attributes refer to by key.

use crate::model::Str;
use std::sync::Arc;

/// A resource of a dialect: how many are before it in the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ResourceId(pub usize);

/// Resources of one owner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResourceGroup {
    /// Whether a dialect owns them; else a tool does, and no attribute refers to them.
    pub of_dialect: bool,
    /// The dialect or the tool.
    pub owner: Str,
    /// The resources.
    pub resources: Vec<Resource>,
}

/// A resource.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resource {
    /// Its name among those of its owner.
    pub key: Str,
    /// Its data.
    pub value: ResourceValue,
}

/// The data of a resource.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ResourceValue {
    /// Bytes.
    Blob {
        /// What their place in a file and in memory is a multiple of.
        alignment: u64,
        /// The bytes.
        data: Arc<[u8]>,
    },
    /// A flag.
    Bool(bool),
    /// A string.
    String(Str),
    /// It is declared, but its data is elsewhere.
    Declaration,
}
