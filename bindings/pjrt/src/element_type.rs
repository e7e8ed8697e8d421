// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Conversion between element types and their numbers in PJRT (`PJRT_Buffer_Type`).

use crate::c_api::nested_structs::BufferType;
use crate::failure::Failure;
use hloom_compiler::ElementType;

/// The element types of the numbers from 1 on; `None` for a number that is not an element type.
const TYPES: [Option<ElementType>; 29] = {
    use ElementType as T;
    [
        Some(T::Pred),
        Some(T::S8),
        Some(T::S16),
        Some(T::S32),
        Some(T::S64),
        Some(T::U8),
        Some(T::U16),
        Some(T::U32),
        Some(T::U64),
        Some(T::F16),
        Some(T::F32),
        Some(T::F64),
        Some(T::Bf16),
        Some(T::C64),
        Some(T::C128),
        Some(T::F8E5M2),
        Some(T::F8E4M3FN),
        Some(T::F8E4M3B11FNUZ),
        Some(T::F8E5M2FNUZ),
        Some(T::F8E4M3FNUZ),
        Some(T::S4),
        Some(T::U4),
        None,
        Some(T::S2),
        Some(T::U2),
        Some(T::F8E4M3),
        Some(T::F8E3M4),
        Some(T::F8E8M0FNU),
        Some(T::F4E2M1FN),
    ]
};

/// The number of the token type. Tokens order side effects and have no value.
pub const TOKEN: BufferType = BufferType(23);

/// Returns the element type of a number.
///
/// # Errors
/// If hloom supports no element type of the number.
pub fn of_number(number: BufferType) -> Result<ElementType, Failure> {
    let index = usize::try_from(number.0).ok().and_then(|number| number.checked_sub(1));
    let found = index.and_then(|index| TYPES.get(index).copied().flatten());
    found.ok_or_else(|| {
        let what = match number.0 {
            23 => "tokens".to_owned(),
            30 | 31 => "one-bit integers".to_owned(),
            number => format!("element type number {number}"),
        };
        Failure::unimplemented(format!("buffers of {what} are not supported"))
    })
}

/// Returns the number of an element type.
///
/// # Errors
/// If PJRT has no number for the type.
pub fn number_of(ty: ElementType) -> Result<BufferType, Failure> {
    let index = TYPES.iter().position(|known| *known == Some(ty));
    let index = index.and_then(|index| i32::try_from(index + 1).ok());
    let number = index
        .ok_or_else(|| Failure::unimplemented(format!("PJRT does not support buffers of {ty}")))?;
    Ok(BufferType(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_types() {
        for ty in ElementType::ALL {
            if let Ok(number) = number_of(ty) {
                assert_eq!(of_number(number), Ok(ty));
            }
        }
        assert_eq!(number_of(ElementType::F32), Ok(BufferType(11)));
        assert_eq!(number_of(ElementType::F4E2M1FN), Ok(BufferType(29)));
        assert!(of_number(BufferType(0)).is_err() && of_number(BufferType(23)).is_err());
        assert!(of_number(BufferType(i32::MIN)).is_err());
    }
}
