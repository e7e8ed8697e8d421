// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The classes of programs in Python. Their names, and the names of their methods, are those of
//! upstream's Python bindings of MLIR.

mod attribute;
mod block;
mod create;
mod insertion_point;
mod location;
mod module;
mod operation;
mod types;
mod value;

pub use attribute::{Attribute, OpAttributeMap};
pub use block::{Block, Region};
pub use insertion_point::InsertionPoint;
pub use location::Location;
pub use module::{Module, pipeline_text};
pub use operation::Operation;
pub use types::Type;
pub use value::Value;
