// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Comparing (specification, section "compare").

use super::zip;
use crate::Error;
use crate::literal::{ElementType, Literal, Scalar};
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
    zip(lhs, rhs, ElementType::Pred, |a, b| {
        let ordering = if total { Some(total_order(a, b)) } else { order(a, b) };
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

/// How two elements are ordered where NaN and the zeros have places, too: from negative
/// NaN to positive.
pub fn total_order(a: Scalar, b: Scalar) -> Ordering {
    let (first, second) = (a.parts(), b.parts());
    match (a, b) {
        (Scalar::Float(_) | Scalar::Complex(..), _) => {
            first.0.total_cmp(&second.0).then(first.1.total_cmp(&second.1))
        }
        _ => a.to_integer().cmp(&b.to_integer()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let places = [-f64::NAN, f64::NEG_INFINITY, -1.0, -0.0, 0.0, 1.0, f64::INFINITY, f64::NAN];
        for pair in places.windows(2) {
            let ordering = total_order(Scalar::Float(pair[0]), Scalar::Float(pair[1]));
            assert_eq!(ordering, Ordering::Less, "{pair:?}");
        }
        assert_eq!(total_order(Scalar::Float(f64::NAN), Scalar::Float(f64::NAN)), Ordering::Equal);
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
