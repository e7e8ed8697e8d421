// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Comparing (specification, section "compare").

use super::zip;
use crate::Error;
use crate::literal::{ElementClass, ElementType, Literal, Scalar, SmallFloat, Specials};
use std::cmp::Ordering;

/// Which relation is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// `EQ`.
    Equal,
    /// `NE`.
    NotEqual,
    /// `GE`.
    GreaterOrEqual,
    /// `GT`.
    Greater,
    /// `LE`.
    LessOrEqual,
    /// `LT`.
    Less,
}

impl Direction {
    /// The relation of a name in a program.
    ///
    /// # Errors
    /// If there is none.
    pub fn named(name: &str) -> Result<Self, Error> {
        Ok(match name {
            "EQ" => Self::Equal,
            "NE" => Self::NotEqual,
            "GE" => Self::GreaterOrEqual,
            "GT" => Self::Greater,
            "LE" => Self::LessOrEqual,
            "LT" => Self::Less,
            other => return Err(Error::invalid(format!("`{other}` is no comparison"))),
        })
    }

    /// Whether the relation holds of two that are ordered so, or not at all.
    fn holds(self, ordering: Option<Ordering>) -> bool {
        match self {
            Self::Equal => ordering == Some(Ordering::Equal),
            Self::NotEqual => ordering != Some(Ordering::Equal),
            Self::GreaterOrEqual => ordering.is_some_and(Ordering::is_ge),
            Self::Greater => ordering.is_some_and(Ordering::is_gt),
            Self::LessOrEqual => ordering.is_some_and(Ordering::is_le),
            Self::Less => ordering.is_some_and(Ordering::is_lt),
        }
    }
}

/// Whether a relation holds of each two elements: by `total` order of the floats or as
/// IEEE 754 compares them, in which NaN stands in none.
///
/// # Errors
/// If the shapes differ.
pub fn compare(
    lhs: &Literal,
    rhs: &Literal,
    direction: Direction,
    total: bool,
) -> Result<Literal, Error> {
    if !total || lhs.shape().element_type.class() == ElementClass::Complex {
        return zip(lhs, rhs, ElementType::Pred, |a, b| Scalar::Bool(direction.holds(order(a, b))));
    }
    let mut keys = total_keys(lhs).zip(total_keys(rhs));
    // The values are of no account, only their order is.
    zip(lhs, rhs, ElementType::Pred, |_, _| {
        let ordering = keys.next().map(|(one, other)| one.cmp(&other));
        Scalar::Bool(direction.holds(ordering))
    })
}

/// How two elements are ordered: complex numbers by their real parts first.
pub fn order(a: Scalar, b: Scalar) -> Option<Ordering> {
    match (a, b) {
        (Scalar::Float(_) | Scalar::Complex(..), _) => a.parts().partial_cmp(&b.parts()),
        _ => Some(a.to_integer().cmp(&b.to_integer())),
    }
}

/// Numbers in the order of the elements, where NaN and the zeros have places, too: by
/// IEEE 754's totalOrder, which is that of signs and magnitudes. The one NaN of a format
/// that has it in place of negative zero comes first.
pub fn total_keys(tensor: &Literal) -> impl Iterator<Item = i128> + '_ {
    let element_type = tensor.shape().element_type;
    let is_float = element_type.class() == ElementClass::Float;
    let format = element_type.small_float();
    let signed = format.is_none_or(SmallFloat::is_signed);
    let negative_zero_is_nan =
        format.is_some_and(|format| format.specials() == Specials::NegativeZeroNan);
    let sign = 1_i128 << (element_type.bit_width() - 1);
    let stored = tensor.bytes().chunks_exact(element_type.byte_width());
    tensor.iter().zip(stored).map(move |(element, bytes)| {
        if !is_float {
            return element.to_integer();
        }
        let bits = i128::from(match *bytes {
            [byte] => byte.into(),
            [a, b] => u16::from_ne_bytes([a, b]).into(),
            [a, b, c, d] => u32::from_ne_bytes([a, b, c, d]).into(),
            _ => bytes.try_into().map_or(0, u64::from_ne_bytes),
        });
        if !signed || bits & sign == 0 {
            return bits;
        }
        // Negative zero is before zero.
        if negative_zero_is_nan && bits == sign { i128::MIN } else { sign - 1 - bits }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::literal::Shape;

    #[test]
    fn floats() {
        let (nan, float) = (Scalar::Float(f64::NAN), Scalar::Float);
        let holds = |direction: Direction, a, b| direction.holds(order(a, b));
        assert!(holds(Direction::NotEqual, nan, nan));
        for direction in [Direction::Equal, Direction::LessOrEqual, Direction::GreaterOrEqual] {
            assert!(!holds(direction, nan, nan));
            assert!(holds(direction, float(0.0), float(-0.0)));
        }
        assert!(holds(Direction::Less, float(1.0), float(f64::INFINITY)));
    }

    #[test]
    fn total() {
        let (quiet, other) = (f32::from_bits(0x7fc0_0000), f32::from_bits(0x7fc0_0001));
        let (signaling, least) = (f32::from_bits(0x7f80_0001), f32::from_bits(1));
        let positive = [0.0, least, 1.0, f32::INFINITY, signaling, quiet, other];
        let places: Vec<_> =
            positive.iter().rev().map(|place| -place).chain(positive.iter().copied()).collect();
        let count = places.len();
        let row = Literal::from_slice(&places, [count]).expect("a row");
        let keys: Vec<_> = total_keys(&row).collect();
        assert!(keys.windows(2).all(|pair| pair[0] < pair[1]), "{keys:?}");

        let bytes = [0x80, 0xff, 0x81, 0x00, 0x01, 0x7f];
        let order = |element_type, bytes: &[u8]| {
            let shape = Shape::new(element_type, [bytes.len()]);
            total_keys(&Literal::from_bytes(shape, bytes).expect("a row")).collect::<Vec<_>>()
        };
        let keys = order(ElementType::F8E4M3FNUZ, &bytes);
        assert!(keys.windows(2).all(|pair| pair[0] < pair[1]), "{keys:?}");
        let keys = order(ElementType::F8E8M0FNU, &[0x00, 0x7f, 0x80, 0xff]);
        assert!(keys.windows(2).all(|pair| pair[0] < pair[1]), "{keys:?}");
        let keys = order(ElementType::S8, &[0x80, 0xff, 0x00, 0x7f]);
        assert!(keys.windows(2).all(|pair| pair[0] < pair[1]), "{keys:?}");
    }

    #[test]
    fn integers_and_complex_numbers() {
        let large = Scalar::Unsigned(u64::MAX);
        assert_eq!(order(large, Scalar::Unsigned(1)), Some(Ordering::Greater));
        assert_eq!(order(Scalar::Bool(false), Scalar::Bool(true)), Some(Ordering::Less));
        let complex = Scalar::Complex;
        assert_eq!(order(complex(1.0, 2.0), complex(1.0, 3.0)), Some(Ordering::Less));
        assert_eq!(order(complex(2.0, 2.0), complex(1.0, f64::NAN)), Some(Ordering::Greater));
        assert_eq!(order(complex(1.0, 2.0), complex(1.0, f64::NAN)), None);
    }
}
