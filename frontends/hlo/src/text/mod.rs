// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! HLO text, as XLA prints and reads it (`xla/hlo/parser/hlo_parser.cc` has its grammar in
//! comments).
//!
//! One file a syntax, which reads it and writes it. What is read is the messages of
//! [`proto`](crate::proto), with what XLA fills in: row-major layouts, default precisions,
//! the kinds of comparisons.
//!
//! Not read are instructions without the shape of their result, which XLA infers, and
//! constants that were elided.

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

use crate::proto::OpSharding;
use cursor::Cursor;

pub use error::ParseError;
pub(crate) use module::begins_computation;
pub use module::{parse, print};

/// Reads a sharding by itself: `{devices=[2,1]<=[2]}`.
///
/// # Errors
/// Where it is none.
pub fn parse_sharding(text: &str) -> Result<OpSharding, ParseError> {
    let mut cursor = Cursor::new(text);
    let sharding = sharding::read(&mut cursor)?;
    if cursor.is_at_end() { Ok(sharding) } else { Err(cursor.expected("the end")) }
}

/// Writes a sharding by itself.
pub fn print_sharding(sharding: &OpSharding) -> String {
    let mut out = String::new();
    sharding::write(&mut out, sharding);
    out
}
