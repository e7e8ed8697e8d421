// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Comparison of elements (specification, section "compare").

use super::map::zip;
use crate::Error;
use hloom_values::{ElementClass, ElementType, Literal, Scalar, SmallFloat, Specials};
use std::cmp::Ordering;

/// The direction of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// `EQ`: equal.
    Equal,
    /// `NE`: not equal.
    NotEqual,
    /// `GE`: greater than or equal.
    GreaterOrEqual,
    /// `GT`: greater than.
    Greater,
    /// `LE`: less than or equal.
    LessOrEqual,
    /// `LT`: less than.
    Less,
}

impl Direction {
    /// Returns the direction with the given name in a program.
    ///
    /// # Errors
    /// Fails if no direction has this name.
    pub fn named(name: &str) -> Result<Self, Error> {
        Ok(match name {
            "EQ" => Self::Equal,
            "NE" => Self::NotEqual,
            "GE" => Self::GreaterOrEqual,
            "GT" => Self::Greater,
            "LE" => Self::LessOrEqual,
            "LT" => Self::Less,
            other => {
                let message = format!(
                    "expected a comparison direction (EQ, NE, GE, GT, LE or LT), found `{other}`"
                );
                return Err(Error::invalid(message));
            }
        })
    }

    /// Returns true if the comparison holds for two elements in the given order; `None` means that
    /// they are unordered.
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

/// Compares each pair of elements. If `total` is true, floats are compared in total order.
/// Otherwise, they are compared as in IEEE 754, where NaN is unordered.
///
/// # Errors
/// Fails if the shapes differ.
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
    // The keys determine the result, not the values.
    zip(lhs, rhs, ElementType::Pred, |_, _| {
        let ordering = keys.next().map(|(one, other)| one.cmp(&other));
        Scalar::Bool(direction.holds(ordering))
    })
}

/// Returns the order of two elements, or `None` if they are unordered. Complex numbers are ordered
/// by their real parts first.
pub fn order(a: Scalar, b: Scalar) -> Option<Ordering> {
    match (a, b) {
        (Scalar::Float(_) | Scalar::Complex(..), _) => a.parts().partial_cmp(&b.parts()),
        _ => Some(a.to_integer().cmp(&b.to_integer())),
    }
}

/// Returns an integer for an element, such that the integers have the same order as the elements,
/// including NaN and both zeros. Floats have the order of IEEE 754's totalOrder, which compares
/// signs and magnitudes. In a format that encodes its only NaN as negative zero, this NaN comes
/// first.
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
        // Negative zero comes before zero.
        if negative_zero_is_nan && bits == sign { i128::MIN } else { sign - 1 - bits }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use hloom_values::Shape;

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
