// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tables of the known operations.
//!
//! A definition lists the versions that support an operation, its numbers of operands, results and
//! regions, and its properties.

mod definition;
mod inherent;
mod kind;
mod native;
mod table;
mod vhlo;

pub use definition::{Arity, Definition, PropertyDefinition};
pub(crate) use inherent::{InherentAttributes, merge_properties};
pub use kind::Kind;
pub(crate) use kind::element_type;
pub use table::{current, definition, definitions, unversioned};
