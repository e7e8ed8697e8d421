// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Conversion of element types to XLA's numbers (`PrimitiveType`).

use hloom_compiler::ElementType;
use hloom_hlo::PrimitiveType as P;

/// Returns XLA's number of an element type.
///
/// # Errors
/// If XLA has no such type.
pub fn number_of(ty: ElementType) -> Result<i32, String> {
    use ElementType as T;
    let number = match ty {
        T::Pred => P::Pred,
        T::S8 => P::S8,
        T::S16 => P::S16,
        T::S32 => P::S32,
        T::S64 => P::S64,
        T::U8 => P::U8,
        T::U16 => P::U16,
        T::U32 => P::U32,
        T::U64 => P::U64,
        T::F16 => P::F16,
        T::F32 => P::F32,
        T::F64 => P::F64,
        T::C64 => P::C64,
        T::Bf16 => P::Bf16,
        T::C128 => P::C128,
        T::F8E5M2 => P::F8e5m2,
        T::F8E4M3FN => P::F8e4m3fn,
        T::S4 => P::S4,
        T::U4 => P::U4,
        T::F8E4M3B11FNUZ => P::F8e4m3b11fnuz,
        T::F8E5M2FNUZ => P::F8e5m2fnuz,
        T::F8E4M3FNUZ => P::F8e4m3fnuz,
        T::S2 => P::S2,
        T::U2 => P::U2,
        T::F8E4M3 => P::F8e4m3,
        T::F8E3M4 => P::F8e3m4,
        T::F4E2M1FN => P::F4e2m1fn,
        T::F8E8M0FNU => P::F8e8m0fnu,
        T::F6E2M3FN | T::F6E3M2FN => return Err(format!("XLA has no buffers of {ty}")),
    };
    Ok(number.into())
}
