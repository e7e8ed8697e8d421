// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! melior's handles with a single lifetime: the duration of the pass's run.

/// An SSA value.
pub type Value<'a> = melior::ir::Value<'a, 'a>;
/// A borrowed MLIR operation.
pub type Op<'a> = melior::ir::operation::OperationRef<'a, 'a>;
/// A borrowed MLIR block.
pub type Block<'a> = melior::ir::BlockRef<'a, 'a>;
/// A borrowed MLIR region.
pub type Region<'a> = melior::ir::RegionRef<'a, 'a>;
/// An MLIR type.
pub type Type<'a> = melior::ir::Type<'a>;
/// An MLIR attribute.
pub type Attribute<'a> = melior::ir::Attribute<'a>;
/// A source location in the user's program.
pub type Location<'a> = melior::ir::Location<'a>;
/// The MLIR context.
pub type Context = melior::Context;
