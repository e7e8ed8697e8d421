// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Attributes that melior does not wrap.

use crate::Attribute;
use melior::ir::AttributeLike;
use mlir_sys::{
    mlirAttributeIsADenseBoolArray, mlirDenseArrayGetNumElements, mlirDenseBoolArrayGetElement,
};

/// Returns the values of an `array<i1: ...>` attribute, or `None` for other attributes.
pub fn bool_array(attribute: Attribute) -> Option<Vec<bool>> {
    let raw = attribute.to_raw();
    // SAFETY: `raw` is valid as long as its context. Elements are read only if
    // `mlirAttributeIsADenseBoolArray` holds, by indices below their number.
    unsafe {
        mlirAttributeIsADenseBoolArray(raw).then(|| {
            (0..mlirDenseArrayGetNumElements(raw))
                .map(|index| mlirDenseBoolArrayGetElement(raw, index))
                .collect()
        })
    }
}
