// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Export and import of arrays as DLPack capsules (`dlpack.h`, versions 0 and 1).

mod ffi;

pub use ffi::{Imported, export, import};

use hloom_values::{ElementClass, ElementType};

/// The number of the CPU among DLPack's device types (`kDLCPU`).
pub const CPU: i32 = 1;

/// Returns DLPack's type code and width in bits of an element type, or `None` if DLPack has no such
/// type or its elements are narrower than a byte.
fn code(ty: ElementType) -> Option<(u8, u8)> {
    // The codes that DLPack 1.1 added for floats of 8 bits.
    let small = [
        (ElementType::F8E3M4, 7),
        (ElementType::F8E4M3, 8),
        (ElementType::F8E4M3B11FNUZ, 9),
        (ElementType::F8E4M3FN, 10),
        (ElementType::F8E4M3FNUZ, 11),
        (ElementType::F8E5M2, 12),
        (ElementType::F8E5M2FNUZ, 13),
        (ElementType::F8E8M0FNU, 14),
    ];
    if let Some((_, code)) = small.iter().find(|(small, _)| *small == ty) {
        return Some((*code, 8));
    }
    let code = match ty.class() {
        ElementClass::Signed => 0,
        ElementClass::Unsigned => 1,
        ElementClass::Float if ty == ElementType::Bf16 => 4,
        ElementClass::Float => 2,
        ElementClass::Complex => 5,
        ElementClass::Boolean => return Some((6, 8)),
    };
    let bits = u8::try_from(ty.bit_width()).ok()?;
    (bits >= 8).then_some((code, bits))
}

/// Returns the element type with the given type code and width in bits in DLPack.
fn element_type(wanted: (u8, u8)) -> Option<ElementType> {
    ElementType::ALL.into_iter().find(|ty| code(*ty) == Some(wanted))
}
