// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reads and writes HLO text as XLA does. Comments in `xla/hlo/parser/hlo_parser.cc` define the
//! grammar.
//!
//! Each syntax has one file, which contains its reader and its writer. The reader produces the
//! messages of [`proto`](crate::proto) and uses the same defaults as XLA: row-major layouts,
//! default precisions and the kinds of comparisons.
//!
//! The reader refuses instructions without a result shape, which XLA would infer, and elided
//! constants.

mod aliasing;
mod async_sugar;
mod attribute;
mod computation;
mod cursor;
mod defaults;
mod dim_labels;
mod error;
mod escape;
mod header;
mod instruction;
mod iota;
mod layout;
mod list;
mod literal;
mod mesh;
mod metadata;
mod module;
mod named_sharding;
mod names;
mod number;
mod reader;
mod recovery_table;
mod replica_groups;
mod shape;
mod sharding;
mod stack_frames;
mod strings;
mod unique;
mod window;
mod writer;

pub use error::ParseError;
pub(crate) use module::begins_computation;
pub use module::{parse, print};
pub use sharding::{parse_sharding, print_sharding};
