// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Attributes and types of all dialects.

use crate::model::Str;
use crate::{builtin, sdy, stablehlo, vhlo};

/// An attribute, of the dialects whose encodings are known; others come as text.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Attribute {
    /// MLIR's own.
    Builtin(builtin::Attribute),
    /// Versioned StableHLO's.
    Vhlo(vhlo::Attribute),
    /// Shardy's.
    Sdy(sdy::Attribute),
    /// StableHLO's.
    Stablehlo(stablehlo::Attribute),
    /// Written as assembly.
    Text {
        /// The dialect's name.
        dialect: Str,
        /// The assembly, with the `#` of a dialect.
        text: Str,
    },
}

/// A type, of the dialects whose encodings are known; others come as text.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Type {
    /// MLIR's own.
    Builtin(builtin::Type),
    /// Versioned StableHLO's.
    Vhlo(vhlo::Type),
    /// StableHLO's.
    Stablehlo(stablehlo::Type),
    /// Written as assembly: also of MLIR's own dialect, the floats that its encoding lacks.
    Text {
        /// The dialect's name.
        dialect: Str,
        /// The assembly, with the `!` of a dialect.
        text: Str,
    },
}

/// A number as wide as a type says: an integer in two's complement, or a float's bits.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Bits {
    /// How many bits count.
    pub width: u32,
    /// The bits, the lowest first, without zeros at the end; bits beyond the width are 0.
    pub words: Vec<u64>,
}

impl Bits {
    /// A number of at most 64 bits; those that do not fit are dropped.
    pub fn new(width: u32, value: u64) -> Self {
        Self::from_words(width, vec![value])
    }

    /// A number of any width; bits that do not fit are dropped.
    pub fn from_words(width: u32, mut words: Vec<u64>) -> Self {
        let whole = (width / 64) as usize;
        words.truncate(whole + usize::from(!width.is_multiple_of(64)));
        if let Some(last) = words.get_mut(whole) {
            *last &= (1 << (width % 64)) - 1;
        }
        while words.last() == Some(&0) {
            words.pop();
        }
        Self { width, words }
    }

    /// The lowest 64 bits.
    pub fn low(&self) -> u64 {
        self.words.first().copied().unwrap_or(0)
    }

    /// An integer of at most 64 bits, its sign extended.
    pub fn signed(&self) -> i64 {
        let unused = 64 - self.width.clamp(1, 64);
        (self.low() << unused).cast_signed() >> unused
    }
}

impl From<builtin::Attribute> for Attribute {
    fn from(attribute: builtin::Attribute) -> Self {
        Self::Builtin(attribute)
    }
}

impl From<vhlo::Attribute> for Attribute {
    fn from(attribute: vhlo::Attribute) -> Self {
        Self::Vhlo(attribute)
    }
}

impl From<sdy::Attribute> for Attribute {
    fn from(attribute: sdy::Attribute) -> Self {
        Self::Sdy(attribute)
    }
}

impl From<builtin::Type> for Type {
    fn from(r#type: builtin::Type) -> Self {
        Self::Builtin(r#type)
    }
}

impl From<vhlo::Type> for Type {
    fn from(r#type: vhlo::Type) -> Self {
        Self::Vhlo(r#type)
    }
}

impl From<stablehlo::Attribute> for Attribute {
    fn from(attribute: stablehlo::Attribute) -> Self {
        Self::Stablehlo(attribute)
    }
}

impl From<stablehlo::Type> for Type {
    fn from(r#type: stablehlo::Type) -> Self {
        Self::Stablehlo(r#type)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_have_one_form() {
        assert_eq!(Bits::new(4, 0xf7), Bits::new(4, 7));
        assert_eq!(Bits::new(4, 0xf).signed(), -1);
        assert_eq!(Bits::new(64, u64::MAX).signed(), -1);
        assert_eq!(Bits::new(1, 1).low(), 1);
        assert_eq!(Bits::from_words(80, vec![1, u64::MAX]).words, [1, 0xffff]);
        assert_eq!(Bits::from_words(64, vec![1, 2, 3]).words, [1]);
        assert!(Bits::new(0, 5).words.is_empty());
    }
}
