// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Programs as plain data: operations, attributes, types and locations.
//!
//! - Operations form a tree of [`Operation`], [`Region`] and [`Block`].
//! - A [`Context`] stores each attribute and type once, and IDs refer to them. Contents that are
//!   shared in a file remain shared in memory, and code that visits attributes and types need not
//!   recurse. Locations are attributes, as in MLIR.
//! - Values are indices into the list of their types.

mod attribute;
mod bits;
mod context;
mod ids;
mod location;
mod module;
mod operation;
mod resource;
mod text;

pub use attribute::{Attribute, Type};
pub use bits::Bits;
pub use context::{Context, Entry};
pub use ids::{AttributeId, EntryId, TypeId};
pub use module::Module;
pub use operation::{Block, BlockArgument, Name, Operation, Property, Region, Value};
pub use resource::{Resource, ResourceGroup, ResourceId, ResourceValue};
pub use text::Str;
