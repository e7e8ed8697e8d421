// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Access to the elements of literals as bytes. `LiteralProto` has a field for each element type.
//! This module provides uniform access to the field that contains the elements.

use crate::proto::{LiteralProto, PrimitiveType, ShapeProto};

/// The reason why the elements of a literal cannot be accessed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LiteralError {
    /// The message of the literal has no shape.
    #[error("the literal has no shape")]
    NoShape,
    /// The literal is not an array, but a tuple or a literal whose type has no elements.
    #[error("expected an array literal, found type `{}`", .0.as_str_name())]
    NoArray(PrimitiveType),
    /// The number of bytes that the literal's shape requires overflows.
    #[error("the literal's shape has too many elements")]
    TooLarge,
    /// The number of bytes does not match the shape.
    #[error("expected {expected} bytes of literal elements, found {actual}")]
    WrongSize {
        /// Number of bytes that the shape requires.
        expected: usize,
        /// Number of bytes that the literal has.
        actual: usize,
    },
}

/// Defines access to the field of each element type. `bytes` lists the fields that contain bytes;
/// `numbers` lists the fields that contain numbers, with the Rust type of the numbers.
macro_rules! fields {
    (
        bytes [$($type:ident $bytes:ident,)*]
        numbers [$($wide:ident $numbers:ident $native:ident,)*]
    ) => {
        impl LiteralProto {
            /// Returns the number of bytes in the message's field for elements of type `element`.
            fn byte_len(&self, element: PrimitiveType) -> usize {
                match element {
                    PrimitiveType::Pred => self.preds.len(),
                    $(PrimitiveType::$type => self.$bytes.len(),)*
                    $(PrimitiveType::$wide => self.$numbers.len() * size_of::<$native>(),)*
                    _ => 0,
                }
            }

            fn get(&self, element: PrimitiveType) -> Vec<u8> {
                match element {
                    PrimitiveType::Pred => self.preds.iter().copied().map(u8::from).collect(),
                    $(PrimitiveType::$type => self.$bytes.clone(),)*
                    $(PrimitiveType::$wide => {
                        self.$numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
                    })*
                    _ => Vec::new(),
                }
            }

            fn set(&mut self, element: PrimitiveType, bytes: Vec<u8>) {
                match element {
                    PrimitiveType::Pred => {
                        self.preds = bytes.iter().map(|byte| *byte != 0).collect();
                    }
                    $(PrimitiveType::$type => self.$bytes = bytes,)*
                    $(PrimitiveType::$wide => {
                        let (numbers, _) = bytes.as_chunks();
                        let numbers = numbers.iter().copied().map($native::from_le_bytes);
                        self.$numbers = numbers.collect();
                    })*
                    _ => {}
                }
            }
        }
    };
}

fields! {
    bytes [
    S1 s1s, S2 s2s, S4 s4s, S8 s8s, S16 s16s, U1 u1s, U2 u2s, U4 u4s, U8 u8s, U16 u16s,
    F16 f16s, Bf16 bf16s, F4e2m1fn f4e2m1fns, F6e3m2fn f6e3m2fns, F6e2m3fn f6e2m3fns,
    F8e3m4 f8e3m4s, F8e4m3 f8e4m3s, F8e4m3b11fnuz f8e4m3b11fnuzs, F8e4m3fn f8e4m3fns,
    F8e4m3fnuz f8e4m3fnuzs, F8e5m2 f8e5m2s, F8e5m2fnuz f8e5m2fnuzs, F8e8m0fnu f8e8m0fnus,
    ]
    numbers [
    S32 s32s i32, S64 s64s i64, U32 u32s u32, U64 u64s u64, F32 f32s f32, F64 f64s f64,
    C64 c64s f32, C128 c128s f64,
    ]
}

impl LiteralProto {
    /// Returns the elements of an array in the order of its layout. Each element is little-endian
    /// and occupies [`byte_width`](PrimitiveType::byte_width) bytes. An element narrower than a
    /// byte is in the low bits of its byte.
    ///
    /// # Errors
    /// Fails if the literal is not an array, or if its number of elements does not match its shape.
    pub fn bytes(&self) -> Result<Vec<u8>, LiteralError> {
        let shape = self.verify_size()?;
        Ok(self.get(shape.element_type()))
    }

    /// Returns the elements in the encoding of [`LiteralProto::bytes`], but in row-major order.
    ///
    /// # Errors
    /// Fails under the same conditions as [`LiteralProto::bytes`].
    pub fn row_major_bytes(&self) -> Result<Vec<u8>, LiteralError> {
        let shape = self.verify_size()?;
        let bytes = self.get(shape.element_type());
        Ok(permuted(bytes, shape, |row_major, stored| (row_major, stored)))
    }

    /// Creates a literal from elements in the order of the shape's layout, in the encoding of
    /// [`LiteralProto::bytes`].
    ///
    /// # Errors
    /// Fails if the shape is not an array, or if its elements do not occupy `bytes.len()` bytes.
    pub fn from_bytes(shape: ShapeProto, bytes: Vec<u8>) -> Result<Self, LiteralError> {
        let (expected, actual) = (byte_count(&shape)?, bytes.len());
        if actual != expected {
            return Err(LiteralError::WrongSize { expected, actual });
        }
        let mut literal = Self::default();
        literal.set(shape.element_type(), bytes);
        literal.shape = Some(shape);
        Ok(literal)
    }

    /// Creates a literal from elements in row-major order.
    ///
    /// # Errors
    /// Fails under the same conditions as [`LiteralProto::from_bytes`].
    pub fn from_row_major_bytes(shape: ShapeProto, bytes: Vec<u8>) -> Result<Self, LiteralError> {
        let (expected, actual) = (byte_count(&shape)?, bytes.len());
        if actual != expected {
            return Err(LiteralError::WrongSize { expected, actual });
        }
        let bytes = permuted(bytes, &shape, |row_major, stored| (stored, row_major));
        Self::from_bytes(shape, bytes)
    }

    /// Creates a literal that is a tuple of literals.
    pub fn tuple(elements: Vec<Self>) -> Self {
        let shapes = elements.iter().map(|element| element.shape.clone().unwrap_or_default());
        Self {
            shape: Some(ShapeProto::tuple(shapes.collect())),
            tuple_literals: elements,
            ..Self::default()
        }
    }

    /// Returns the shape of an array literal, after checking that the literal has the number of
    /// bytes that the shape requires.
    pub(crate) fn verify_size(&self) -> Result<&ShapeProto, LiteralError> {
        let shape = self.shape.as_ref().ok_or(LiteralError::NoShape)?;
        let (expected, actual) = (byte_count(shape)?, self.byte_len(shape.element_type()));
        match actual == expected {
            true => Ok(shape),
            false => Err(LiteralError::WrongSize { expected, actual }),
        }
    }
}

fn byte_count(shape: &ShapeProto) -> Result<usize, LiteralError> {
    let element = shape.element_type();
    let width = element.byte_width().ok_or(LiteralError::NoArray(element))?;
    let count = shape.element_count().ok_or(LiteralError::TooLarge)?;
    count.checked_mul(width).ok_or(LiteralError::TooLarge)
}

/// Permutes the elements of an array. For each element, `choose` receives its position in row-major
/// order and its position in the order of the layout, and returns the target and source positions.
fn permuted(
    bytes: Vec<u8>,
    shape: &ShapeProto,
    choose: impl Fn(usize, usize) -> (usize, usize),
) -> Vec<u8> {
    let order = shape.minor_to_major();
    let rank = shape.dimensions.len();
    // An array without elements may have sizes that overflow in the strides below.
    if bytes.is_empty() || order.iter().rev().copied().eq(0..rank) {
        return bytes;
    }
    let width = shape.element_type().byte_width().unwrap_or(1);
    let sizes: Vec<_> = shape.dimensions.iter().map(|size| *size as usize).collect();
    let mut strides = vec![0; rank];
    let mut stride = 1;
    for dimension in order {
        strides[dimension] = stride;
        stride *= sizes[dimension];
    }
    let mut moved = vec![0; bytes.len()];
    let mut index = vec![0; rank];
    let mut stored = 0;
    for row_major in 0..bytes.len() / width {
        let (target, source) = choose(row_major, stored);
        moved[target * width..][..width].copy_from_slice(&bytes[source * width..][..width]);
        for dimension in (0..rank).rev() {
            index[dimension] += 1;
            stored += strides[dimension];
            if index[dimension] < sizes[dimension] {
                break;
            }
            stored -= strides[dimension] * sizes[dimension];
            index[dimension] = 0;
        }
    }
    moved
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_of_every_type() {
        for value in 1..=36 {
            let Ok(element) = PrimitiveType::try_from(value) else { continue };
            let shape = ShapeProto::array(element, [3]);
            let Some(width) = element.byte_width() else {
                assert_eq!(LiteralProto::from_bytes(shape, Vec::new()).ok(), None);
                continue;
            };
            let bytes: Vec<u8> = (0..3 * width).map(|byte| u8::from(byte % 2 == 0)).collect();
            let literal = LiteralProto::from_bytes(shape, bytes.clone()).expect("an array");
            assert_eq!(literal.bytes(), Ok(bytes));
        }
    }

    #[test]
    fn layouts_permute() {
        let mut shape = ShapeProto::array(PrimitiveType::U8, [2, 3]);
        shape.layout.as_mut().expect("an array").minor_to_major = vec![0, 1];
        let rows = vec![1, 2, 3, 4, 5, 6];
        let literal = LiteralProto::from_row_major_bytes(shape, rows.clone()).expect("an array");
        assert_eq!(literal.bytes(), Ok(vec![1, 4, 2, 5, 3, 6]));
        assert_eq!(literal.row_major_bytes(), Ok(rows));
    }

    #[test]
    fn sizes_are_checked() {
        let shape = ShapeProto::array(PrimitiveType::F32, [2]);
        let error = LiteralProto::from_bytes(shape.clone(), vec![0; 4]).expect_err("too few");
        assert_eq!(error.to_string(), "expected 8 bytes of literal elements, found 4");
        let literal = LiteralProto { shape: Some(shape), ..LiteralProto::default() };
        assert!(literal.bytes().is_err());
        let shape = ShapeProto::array(PrimitiveType::F32, [i64::MAX, 3]);
        assert_eq!(LiteralProto::from_bytes(shape, vec![]), Err(LiteralError::TooLarge));
    }
}
