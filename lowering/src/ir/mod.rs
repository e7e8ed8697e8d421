// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The IR layer that passes are written against.
//!
//! melior's handles carry two lifetimes, the context's and the parent's. A pass
//! holds exclusive access to the operation it runs on, so here both are one:
//! `'a`, the duration of the pass's run. Handles are `Copy`; erasing an
//! operation is explicit ([`erase`]) and leaves its
//! handles dangling in MLIR's sense, so erase last.

mod attributes;
mod builder;
mod edit;
mod forall;
mod query;
mod types;

pub use attributes::{
    affine_map_attr, array_attr, bool_attr, dense_i64_attr, flat_symbol_attr, float_attr, i32_attr,
    i64_attr, index_attr, int_attr, iterator_types, string_attr, type_attr, unit_attr,
};
pub use builder::{Builder, OpBuilder};
pub use edit::{
    add_block_after, erase, erase_argument, erase_unused, has_uses, inline_block_before,
    move_before, remove_attribute, replace, replace_all_uses, set_attribute, set_operand, set_type,
    split_block, uses,
};
pub use forall::Forall;
pub use query::{
    args, beside, blocks, defining_op, enclosing, enum_case, function_named, i64_array, integer,
    is_inside, op_name, operands, ops, parse_attribute, regions, results, shape_of, symbol_name,
    text, walk,
};
pub use types::{
    Shaped, bf16, complex, element_of, element_width, f16, f32, f64, index, int, is_complex,
    is_float, is_index, is_integer, is_unsigned, like, memref, memref_with_layout, signless,
    tensor, tensor_type, vector,
};

/// An SSA value.
pub type Value<'a> = melior::ir::Value<'a, 'a>;
/// An operation.
pub type Op<'a> = melior::ir::operation::OperationRef<'a, 'a>;
/// A block.
pub type Block<'a> = melior::ir::BlockRef<'a, 'a>;
/// A region.
pub type Region<'a> = melior::ir::RegionRef<'a, 'a>;
/// A type.
pub type Type<'a> = melior::ir::Type<'a>;
/// An attribute.
pub type Attribute<'a> = melior::ir::Attribute<'a>;
/// A location in the user's program.
pub type Location<'a> = melior::ir::Location<'a>;
/// The MLIR context.
pub type Context = melior::Context;
