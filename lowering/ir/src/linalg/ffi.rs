// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Attributes of linalg operations through the C++ glue.

use crate::Attribute;
use melior::ir::AttributeLike;
use mlir_sys::MlirAttribute;

unsafe extern "C" {
    fn hloomIsParallel(iterator: MlirAttribute) -> bool;
}

/// Returns true for the iterator type of a parallel dimension. The glue reads the attribute because
/// printing is much slower, and every view of a structured operation reads the iterator types.
pub fn is_parallel(iterator: Attribute) -> bool {
    // SAFETY: an `Attribute` is valid as long as its context; `hloomIsParallel` accepts all kinds.
    unsafe { hloomIsParallel(iterator.to_raw()) }
}
