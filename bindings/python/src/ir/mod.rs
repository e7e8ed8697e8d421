// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The Python classes of programs. The classes and their methods have the names that they have in
//! upstream MLIR's Python bindings.

mod attribute;
mod block;
mod classes;
mod convert;
mod create;
mod infer;
mod insertion_point;
mod location;
mod module;
mod operation;
mod types;
mod value;

pub use classes::{
    Attribute, Block, InsertionPoint, Location, Module, OpAttributeMap, Operation, Region, Type,
    Value,
};
pub use module::pipeline_text;
