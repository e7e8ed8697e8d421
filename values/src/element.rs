// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Rust types that represent element types.

use crate::ElementType;
use num_complex::Complex;

/// A Rust type with the same memory representation as an [`ElementType`].
///
/// The bytes of a literal of that element type can be viewed as a slice of the Rust type.
pub trait Element: bytemuck::Pod {
    /// The element type that the Rust type represents.
    const TYPE: ElementType;

    /// Returns the bytes of elements in the host's byte order.
    fn bytes_of(elements: &[Self]) -> &[u8] {
        bytemuck::cast_slice(elements)
    }
}

macro_rules! elements {
    ($($rust:ty => $element:ident,)*) => {
        $(impl Element for $rust {
            const TYPE: ElementType = ElementType::$element;
        })*
    };
}

elements! {
    i8 => S8,
    i16 => S16,
    i32 => S32,
    i64 => S64,
    u8 => U8,
    u16 => U16,
    u32 => U32,
    u64 => U64,
    half::bf16 => Bf16,
    half::f16 => F16,
    f32 => F32,
    f64 => F64,
    Complex<f32> => C64,
    Complex<f64> => C128,
}
