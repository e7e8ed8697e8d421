// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Attributes and types of MLIR's own dialect.
//!
//! Source: `BuiltinDialectBytecode.td`, which has the codes and the order of the fields.

mod attribute;
mod r#type;
mod verify;

pub use attribute::Attribute;
pub use r#type::Type;
pub(crate) use r#type::{read_type, width_of_text};
pub(crate) use verify::{wrong_attribute, wrong_type};
