// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Attribute kinds that melior has no wrapper for.

use crate::ir::Attribute;
use melior::ir::AttributeLike;
use mlir_sys::{
    mlirAttributeIsADenseBoolArray, mlirDenseArrayGetNumElements, mlirDenseBoolArrayGetElement,
};

/// The values of an `array<i1: ...>` attribute.
pub fn bool_array(attribute: Attribute) -> Option<Vec<bool>> {
    let raw = attribute.to_raw();
    // SAFETY: `raw` is a valid attribute, asked for elements it has only once it
    // is known to be an array of booleans.
    unsafe {
        mlirAttributeIsADenseBoolArray(raw).then(|| {
            (0..mlirDenseArrayGetNumElements(raw))
                .map(|index| mlirDenseBoolArrayGetElement(raw, index))
                .collect()
        })
    }
}
