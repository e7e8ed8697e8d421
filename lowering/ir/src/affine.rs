// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Affine maps and expressions.

mod ffi;

use melior::ir::AffineMap;

pub(crate) use ffi::affine_map_attribute;
pub use ffi::{affine_map_of, dim_position, indexing_maps, linear};

/// Returns the loop dimension of each result of a projected permutation, or `None` for other maps.
pub fn projected_dims(map: &AffineMap) -> Option<Vec<usize>> {
    if !map.is_projected_permutation() {
        return None;
    }
    (0..map.result_count()).map(|index| dim_position(map.result(index).ok()?)).collect()
}
