// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The formats of elements in Python's buffer protocol (PEP 3118), such as `f` for 32-bit floats.

use hloom_values::ElementType;
use std::ffi::CStr;

/// Returns the format of an element type in Python's buffer protocol, or `None` if there is none.
/// Complex numbers have the formats that NumPy uses.
pub fn of(ty: ElementType) -> Option<&'static CStr> {
    Some(match ty {
        ElementType::Pred => c"?",
        ElementType::S8 => c"b",
        ElementType::S16 => c"h",
        ElementType::S32 => c"i",
        ElementType::S64 => c"q",
        ElementType::U8 => c"B",
        ElementType::U16 => c"H",
        ElementType::U32 => c"I",
        ElementType::U64 => c"Q",
        ElementType::F16 => c"e",
        ElementType::F32 => c"f",
        ElementType::F64 => c"d",
        ElementType::C64 => c"Zf",
        ElementType::C128 => c"Zd",
        _ => return None,
    })
}
