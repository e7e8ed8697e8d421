// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Affine maps and expressions.

mod ffi;

pub(crate) use ffi::affine_map_attribute;
pub use ffi::{affine_map_of, dim_position, indexing_maps, linear};
