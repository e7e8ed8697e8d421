// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The classes of programs in Python. Their names, and the names of their methods, are those of
//! upstream's Python bindings of MLIR.

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
