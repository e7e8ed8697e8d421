// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! MLIR's bytecode format: the container, its sections, and the operations in it.
//!
//! Source: <https://mlir.llvm.org/docs/BytecodeFormat/>, versions 0 to 6.

mod dialects;
mod entries;
mod entry_reader;
mod header;
mod input;
mod ir_reader;
mod ir_writer;
mod module_reader;
mod module_writer;
mod numbering;
mod output;
mod properties;
mod resources;
mod sections;
mod strings;
mod use_lists;
mod values;

pub(crate) use entry_reader::EntryReader;
pub(crate) use header::Header;
pub(crate) use module_reader::{names_dialect, read};
pub(crate) use module_writer::write;

/// Versions of the format that changed it.
mod format {
    /// Dialects have versions.
    pub const DIALECT_VERSIONS: u64 = 1;
    /// Regions that are isolated from above are sections.
    pub const LAZY_LOADING: u64 = 2;
    /// The order of uses is noted.
    pub const USE_LIST_ORDER: u64 = 3;
    /// Unknown locations of block arguments are left out.
    pub const ELIDED_LOCATIONS: u64 = 4;
    /// Properties are apart from attributes.
    pub const PROPERTIES: u64 = 5;
    /// The last one.
    pub const LAST: u64 = 6;
}

/// How deep regions may be in regions: more than any program needs, and little enough for
/// everything that walks them.
pub(crate) const MAX_NESTING: usize = 256;

/// How long a chain of attributes and types may be that refer to each other.
pub(crate) const MAX_DEPTH: usize = 1000;
