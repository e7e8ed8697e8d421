// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Types of elements by XLA's numbers (`PrimitiveType`).

use hloom_compiler::ElementType;

/// XLA's number of a type.
pub fn number_of(ty: ElementType) -> Result<i32, String> {
    use ElementType as T;
    Ok(match ty {
        T::Pred => 1,
        T::S8 => 2,
        T::S16 => 3,
        T::S32 => 4,
        T::S64 => 5,
        T::U8 => 6,
        T::U16 => 7,
        T::U32 => 8,
        T::U64 => 9,
        T::F16 => 10,
        T::F32 => 11,
        T::F64 => 12,
        T::C64 => 15,
        T::Bf16 => 16,
        T::C128 => 18,
        T::F8E5M2 => 19,
        T::F8E4M3FN => 20,
        T::S4 => 21,
        T::U4 => 22,
        T::F8E4M3B11FNUZ => 23,
        T::F8E5M2FNUZ => 24,
        T::F8E4M3FNUZ => 25,
        T::S2 => 26,
        T::U2 => 27,
        T::F8E4M3 => 28,
        T::F8E3M4 => 29,
        T::F4E2M1FN => 32,
        T::F8E8M0FNU => 33,
        T::F6E2M3FN | T::F6E3M2FN => return Err(format!("there are no buffers of {ty}")),
    })
}
