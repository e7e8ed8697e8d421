// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The bytes of constant tensors.

use crate::encoding::{known_width, number_of_elements};
use crate::model::{Context, Type, TypeId};
use crate::{builtin, vhlo};
use std::sync::Arc;

/// What the bytes of a constant tensor mean: the elements in row-major order, or one element
/// if all are the same.
///
/// An element is little-endian and takes whole bytes, a complex one twice. Booleans take a
/// bit each, the first the lowest of the first byte; one boolean for all is a byte of 0 or
/// 255. In VHLO all of this is so in one way only: there always is one boolean if all are
/// the same, and unused bits are 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    /// How many elements there are.
    pub count: usize,
    /// How many bytes one takes, 0 for booleans.
    pub size: usize,
}

/// The layout of a constant of a type, if there can be one: a static tensor or vector of
/// numbers.
pub fn layout(context: &Context, r#type: TypeId) -> Option<Layout> {
    let (shape, element_type) = match context.r#type(r#type) {
        Type::Vhlo(vhlo::Type::RankedTensorV1 { shape, element_type, .. })
        | Type::Builtin(
            builtin::Type::RankedTensor { shape, element_type, .. }
            | builtin::Type::Vector { shape, element_type, .. },
        ) => (shape, *element_type),
        _ => return None,
    };
    let bytes = |id: TypeId| known_width(context, id).map(|width| width.div_ceil(8) as usize);
    let size = match context.r#type(element_type) {
        Type::Vhlo(vhlo::Type::BooleanV1) => 0,
        Type::Builtin(builtin::Type::Integer { .. })
            if known_width(context, element_type) == Some(1) =>
        {
            0
        }
        Type::Vhlo(vhlo::Type::ComplexV1 { element_type })
        | Type::Builtin(builtin::Type::Complex { element_type }) => 2 * bytes(*element_type)?,
        _ => bytes(element_type)?,
    };
    Some(Layout { count: number_of_elements(shape)?, size })
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
        data.len() == all || data.len() == self.size.max(1)
    }

    /// The bytes of booleans, as VHLO has them: one if all are the same.
    pub fn pack(values: &[bool]) -> Arc<[u8]> {
        if let Some(first) = values.first()
            && values.iter().all(|value| value == first)
        {
            return [if *first { 255 } else { 0 }].into();
        }
        let bits =
            |chunk: &[bool]| chunk.iter().rev().fold(0, |bits, value| bits << 1 | u8::from(*value));
        values.chunks(8).map(bits).collect()
    }

    /// The booleans that bytes are, or the one that all are; nothing if they are too few.
    pub fn unpack(self, data: &[u8]) -> Option<Vec<bool>> {
        let bit = |index: usize| data.get(index / 8).map(|byte| byte >> (index % 8) & 1 == 1);
        match data {
            [all @ (0 | 255)] if self.count > 0 => Some(vec![*all == 255]),
            _ => (0..self.count).map(bit).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn booleans_are_bits() {
        let unpack = |count, data: &[u8]| Layout { count, size: 0 }.unpack(data);
        assert_eq!(unpack(3, &[0b101]), Some(vec![true, false, true]));
        assert_eq!(unpack(9, &[0, 1]).map(|bits| bits[8]), Some(true));
        assert_eq!(unpack(9, &[255]), Some(vec![true]));
        assert_eq!(unpack(0, &[0]), Some(vec![]));
        assert_eq!(unpack(9, &[7]), None);
        for values in [&[][..], &[true], &[false; 9], &[true, false, true]] {
            let unpacked = unpack(values.len(), &Layout::pack(values)).expect("its own bytes");
            let all = if let [all] = unpacked[..] { vec![all; values.len()] } else { unpacked };
            assert_eq!(all, values);
        }
    }

    #[test]
    fn all_elements_or_one() {
        let layout = Layout { count: 3, size: 4 };
        assert!(layout.accepts(&[0; 12]) && layout.accepts(&[0; 4]));
        assert!(!layout.accepts(&[0; 8]) && !layout.accepts(&[]));
        let none = Layout { count: 0, size: 4 };
        assert!(none.accepts(&[]) && none.accepts(&[0; 4]));
        let many = Layout { count: usize::MAX, size: 8 };
        assert!(many.accepts(&[0; 8]) && !many.accepts(&[]));
    }
}
