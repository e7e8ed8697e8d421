// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Attributes and types of MLIR's builtin dialect.
//!
//! Source: `BuiltinDialectBytecode.td`, which defines the codes and the order of the fields.

mod attribute;
mod r#type;
mod verify;

pub use attribute::Attribute;
pub use r#type::Type;
pub(crate) use r#type::{float_of_code, width_of_text};
pub(crate) use verify::{attribute_error, type_error};
