// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Conversion between element types and their numbers in PJRT (`PJRT_Buffer_Type`).

use crate::c_api::nested_structs::BufferType;
use crate::failure::Failure;
use hloom_compiler::ElementType;

/// The number that PJRT gives to the token type. Tokens order side effects and have no value.
pub const TOKEN: BufferType = BufferType(23);

/// Returns the element type with the given number in PJRT.
///
/// # Errors
/// Fails if hloom supports no element type with this number.
pub fn of_number(number: BufferType) -> Result<ElementType, Failure> {
    ElementType::from_pjrt_number(number.0).ok_or_else(|| {
        let what = match number.0 {
            23 => "tokens".to_owned(),
            30 | 31 => "one-bit integers".to_owned(),
            number => format!("element type number {number}"),
        };
        Failure::unimplemented(format!("buffers of {what} are not supported"))
    })
}

/// Returns the number that PJRT gives to an element type.
///
/// # Errors
/// Fails if PJRT has no number for the type.
pub fn number_of(ty: ElementType) -> Result<BufferType, Failure> {
    let unknown = || Failure::unimplemented(format!("PJRT does not support buffers of {ty}"));
    ty.pjrt_number().map(BufferType).ok_or_else(unknown)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The enumerators of `PJRT_Buffer_Type`, in the order of `pjrt_c_api.h`.
    #[rustfmt::skip]
    const ENUMERATORS: [&str; 32] = [
        "INVALID", "PRED", "S8", "S16", "S32", "S64", "U8", "U16", "U32", "U64", "F16", "F32",
        "F64", "BF16", "C64", "C128", "F8E5M2", "F8E4M3FN", "F8E4M3B11FNUZ", "F8E5M2FNUZ",
        "F8E4M3FNUZ", "S4", "U4", "TOKEN", "S2", "U2", "F8E4M3", "F8E3M4", "F8E8M0FNU",
        "F4E2M1FN", "S1", "U1",
    ];

    #[test]
    fn numbers_are_those_of_types() {
        for ty in ElementType::ALL {
            let name = ty.hlo_name().to_uppercase();
            let number = ENUMERATORS.iter().position(|enumerator| *enumerator == name);
            assert_eq!(number_of(ty).ok().map(|number| number.0 as usize), number, "{ty}");
            if let Ok(number) = number_of(ty) {
                assert_eq!(of_number(number), Ok(ty));
            }
        }
        assert_eq!(ENUMERATORS[TOKEN.0 as usize], "TOKEN");
        assert!(of_number(BufferType(0)).is_err() && of_number(BufferType(23)).is_err());
        assert!(of_number(BufferType(i32::MIN)).is_err());
    }
}
