// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Classifies HLO element types by their arithmetic.

use hloom_ir::{self as ir, Type};
use hloom_values::ElementClass;

/// Returns the class of an HLO element type or of a tensor's element type, or `None` for tokens,
/// tuples and other types.
pub fn class_of(ty: Type) -> Option<ElementClass> {
    let element = ir::element_of(ty);
    if ir::is_complex(element).is_some() {
        return Some(ElementClass::Complex);
    }
    if ir::is_float(element) {
        return Some(ElementClass::Float);
    }
    if !ir::is_integer(element) {
        return None;
    }
    Some(match ir::element_width(element) {
        1 if !ir::is_unsigned(element) => ElementClass::Boolean,
        _ if ir::is_unsigned(element) => ElementClass::Unsigned,
        _ => ElementClass::Signed,
    })
}
