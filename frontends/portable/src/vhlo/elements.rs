// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The bytes of constant tensors.

use crate::bytecode::EntryReader;
use crate::encoding::{Encoding, Plain, Sink, known_width, number_of_elements};
use crate::error::Result;
use crate::model::{Context, Type as AnyType, TypeId};
use crate::vhlo::Type;
use std::sync::Arc;

/// What the bytes of a constant tensor mean: the elements in row-major order, or one element
/// if all are the same.
///
/// An element is little-endian and takes whole bytes, a complex one twice. Booleans take a
/// bit each, the first the lowest of the first byte, the unused ones 0; one boolean for all
/// is a byte of 0 or 255, which there always is if all are the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    /// How many elements there are.
    pub count: usize,
    /// How many bytes one takes, 0 for booleans.
    pub size: usize,
}

/// The layout of a constant of a type, if there can be one.
pub fn layout(context: &Context, r#type: TypeId) -> Option<Layout> {
    let AnyType::Vhlo(Type::RankedTensorV1 { shape, element_type, .. }) = context.r#type(r#type)
    else {
        return None;
    };
    let count = number_of_elements(shape)?;
    let bytes = |id: TypeId| known_width(context, id).map(|width| width.div_ceil(8) as usize);
    let size = match context.r#type(*element_type) {
        AnyType::Vhlo(Type::BooleanV1) => 0,
        AnyType::Vhlo(Type::ComplexV1 { element_type }) => 2 * bytes(*element_type)?,
        _ => bytes(*element_type)?,
    };
    Some(Layout { count, size })
}

impl Layout {
    /// Whether bytes can be the elements.
    pub fn accepts(self, data: &[u8]) -> bool {
        let all = match self.size {
            0 => self.count.div_ceil(8),
            size => match self.count.checked_mul(size) {
                Some(all) => all,
                None => return data.len() == size,
            },
        };
        data.len() == all || (self.count > 0 && data.len() == self.size.max(1))
    }

    /// Bytes as they are in files of any version, as [`Layout`] says. Booleans were written
    /// as bytes for a while.
    fn normalize(self, data: &[u8]) -> Option<Arc<[u8]>> {
        if self.count == 0 && data.len() == self.size.max(1) {
            return Some([].into());
        }
        if self.size > 0 {
            return self.accepts(data).then(|| data.into());
        }
        let packed: Vec<u8> = match data {
            [] => Vec::new(),
            [0] | [255] if self.count > 0 => return Some(data.into()),
            [1] if self.count == 1 || self.count > 8 => return Some([255].into()),
            _ if data.len() == self.count.div_ceil(8) => data.to_vec(),
            _ if data.len() == self.count => {
                let bits = |chunk: &[u8]| {
                    chunk.iter().rev().fold(0, |bits, byte| bits << 1 | u8::from(*byte != 0))
                };
                data.chunks(8).map(bits).collect()
            }
            _ => return None,
        };
        self.accepts(&packed).then(|| self.without_rest(packed))
    }

    /// Bits with those set to 0 that are no elements, and one for all if all are the same.
    fn without_rest(self, mut packed: Vec<u8>) -> Arc<[u8]> {
        let used = self.count % 8;
        let mask = if used == 0 { 255 } else { (1 << used) - 1 };
        let Some((last, whole)) = packed.split_last_mut() else { return packed.into() };
        *last &= mask;
        for all in [0, 255] {
            if *last == all & mask && whole.iter().all(|byte| *byte == all) {
                return [all].into();
            }
        }
        packed.into()
    }
}

/// A blob of elements of the type in front.
pub(super) struct Elements;

impl Encoding<Arc<[u8]>> for Elements {
    fn read(from: &mut EntryReader<'_, '_>) -> Result<Arc<[u8]>> {
        let r#type = from.last_type()?;
        let start = from.input;
        let length = from.input.count("bytes")?;
        let data = from.input.bytes(length)?;
        let layout = layout(from.context, r#type).ok_or_else(|| {
            start.error("expected a constant of a ranked, static tensor of numbers".to_owned())
        })?;
        layout.normalize(data).ok_or_else(|| {
            start.error(format!(
                "expected {} elements of {} bytes, found {length} bytes",
                layout.count, layout.size
            ))
        })
    }

    fn write(value: &Arc<[u8]>, to: &mut dyn Sink) {
        Plain::write(value, to);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn booleans(count: usize, data: &[u8]) -> Option<Vec<u8>> {
        Layout { count, size: 0 }.normalize(data).map(|data| data.to_vec())
    }

    #[test]
    fn booleans_of_every_version_are_the_same() {
        assert_eq!(booleans(3, &[1, 0, 1]), Some(vec![0b101]));
        assert_eq!(booleans(3, &[0b101]), Some(vec![0b101]));
        assert_eq!(booleans(3, &[0b1111_0101]), Some(vec![0b101]));
        assert_eq!(booleans(3, &[0b111]), Some(vec![255]));
        assert_eq!(booleans(3, &[255]), Some(vec![255]));
        assert_eq!(booleans(1, &[1]), Some(vec![255]));
        assert_eq!(booleans(9, &[1, 1, 1, 1, 1, 1, 1, 1, 0]), Some(vec![255, 0]));
        assert_eq!(booleans(9, &[255, 1]), Some(vec![255]));
        assert_eq!(booleans(9, &[0]), Some(vec![0]));
        assert_eq!(booleans(9, &[1]), Some(vec![255]));
        assert_eq!(booleans(0, &[]), Some(vec![]));
        assert_eq!(booleans(0, &[0]), Some(vec![]));
        assert_eq!(booleans(9, &[7]), None);
        assert_eq!(booleans(9, &[0; 3]), None);
    }

    #[test]
    fn all_elements_or_one() {
        let layout = Layout { count: 3, size: 4 };
        assert!(layout.accepts(&[0; 12]) && layout.accepts(&[0; 4]));
        assert!(!layout.accepts(&[0; 8]) && !layout.accepts(&[]));
        let none = Layout { count: 0, size: 4 };
        assert!(none.accepts(&[]) && !none.accepts(&[0; 4]));
        let many = Layout { count: usize::MAX, size: 8 };
        assert!(many.accepts(&[0; 8]) && !many.accepts(&[]));
    }
}
