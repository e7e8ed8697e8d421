// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reader and writer of MLIR's bytecode format: the container, its sections, and the operations.
//!
//! Input is untrusted. Every count and offset is checked against the remaining bytes before memory
//! is allocated for it. The file does not determine the depth of any recursion.
//!
//! Source: <https://mlir.llvm.org/docs/BytecodeFormat/>, versions 0 to 6.

mod dialect_entries;
mod dialects;
mod entries;
mod entry_reader;
mod entry_slots;
mod format;
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
mod section_kind;
mod sections;
mod strings;
mod use_lists;
mod values;

pub(crate) use entry_reader::EntryReader;
pub(crate) use header::Header;
pub(crate) use module_reader::{names_dialect, read};
pub(crate) use module_writer::write;

/// Maximum nesting depth of regions. It exceeds the depth of real programs, and is small enough for
/// code that traverses regions recursively.
pub(crate) const MAX_NESTING: usize = 256;

/// Maximum number of attributes and types in a chain of references.
pub(crate) const MAX_DEPTH: usize = 1000;
