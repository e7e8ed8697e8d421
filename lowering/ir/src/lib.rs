// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The API for writing passes on MLIR, and the interface of passes and pipelines.
//!
//! melior's handles carry two lifetimes, of the context and of the parent. A pass has exclusive
//! access to the operation on which it runs, so this crate merges both lifetimes into `'a`, the
//! duration of the pass's run. Handles are `Copy`. Erasing an operation is explicit ([`erase`]) and
//! invalidates its handles, so a pass erases operations last.
//!
//! [`pass`] and [`pipeline`] define passes and lowering pipelines, [`registry`] registers and finds
//! them, and [`facts`] documents every attribute that passes exchange.

pub mod attributes;
pub mod condition;
pub mod control_flow;
pub mod edited_pipeline;
pub mod facts;
pub mod foreign_names;
pub mod linalg;
pub mod llvm;
pub mod old_names;
pub mod pass;
pub mod pipeline;
pub mod registry;
pub mod renaming;
pub mod schedules;
pub mod sources;
pub mod user_pipeline;
pub mod verify_level;
pub mod window;

mod affine;
mod builder;
mod dense;
mod edit;
mod ffi;
mod forall;
mod handles;
mod make_attributes;
mod query;
mod strided_memref;
mod symbol_names;
mod types;

pub use affine::{affine_map_of, dim_position, indexing_maps, linear, projected_dims};
pub use builder::{Builder, OpBuilder};
pub use dense::{
    address, complex_parts, dense_data, dense_elements, dense_from_data, dense_reshape, dense_type,
    dense_with_type, has_one_use, integer_type, is_only_used_by, is_splat, splat_attribute,
    splat_value, value_address,
};
pub use edit::{
    add_block_after, copy_region, erase, erase_argument, erase_unused, has_uses,
    inline_block_before, move_before, remove_attribute, replace, replace_all_uses,
    replace_uses_inside, set_attribute, set_location, set_operand, set_type, split_block, uses,
};
pub use ffi::{clone_at_end, clone_before, insert_parsed, move_to_end, segment_size, take_region};
pub use forall::{Forall, Mapping};
pub use handles::{Attribute, Block, Context, Location, Op, Region, Type, Value};
pub use make_attributes::{
    affine_map_attr, array_attr, bool_attr, dense_i64_attr, flat_symbol_attr, float_attr, i32_attr,
    i64_attr, index_attr, int_attr, iterator_types, padding_attr, string_attr, type_attr,
    unit_attr,
};
pub use query::{
    args, beside, blocks, defining_op, dialect, discardable_attributes, enclosing, enum_case,
    function_named, function_type, hlo_op, i32_array, i64_array, integer, is_inside, is_view,
    op_name, operands, ops, parse_attribute, reducer, regions, results, shape_of, symbol_name,
    text, walk,
};
pub use strided_memref::strided_memref;
pub use symbol_names::SymbolNames;
pub use types::{
    Shaped, bf16, complex, element_of, element_width, f16, f32, f64, index, int, is_complex,
    is_float, is_index, is_integer, is_unsigned, like, memref, signless, tensor, tensor_type,
    vector,
};
