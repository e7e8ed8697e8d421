// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! A program as plain data: operations, attributes, types, locations.
//!
//! - Operations are a tree of [`Operation`], [`Region`] and [`Block`].
//! - Attributes and types live in a [`Context`], each once, and are referred to by ids: what
//!   is shared in a file is shared here, and nothing that deals with them has to recurse.
//!   Locations are attributes, as in MLIR.
//! - Values are indices into their types.

mod attribute;
mod context;
mod location;
mod module;
mod operation;
mod resource;
mod text;

pub use attribute::{Attribute, Bits, Type};
pub use context::{AttributeId, Context, Entry, EntryId, TypeId};
pub use module::Module;
pub use operation::{Block, BlockArgument, Name, Operation, Property, Region, Value};
pub use resource::{Resource, ResourceGroup, ResourceId, ResourceValue};
pub use text::Str;
