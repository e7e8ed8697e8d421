// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The requirements of an operation of a random program on its operands: the range of values, and
//! whether all platforms must agree on them.

use crate::fuzz::facts::Facts;

/// Requirements of a random operation on the elements of an operand.
#[derive(Clone, Copy, Debug)]
pub struct Need {
    /// Smallest permitted element of the operand.
    pub low: f64,
    /// Largest permitted element of the operand.
    pub high: f64,
    /// Whether all platforms must compute equal elements for the operand.
    pub exact: bool,
    /// Whether all platforms must compute bitwise equal elements for the operand.
    pub bits: bool,
}

impl Need {
    /// No requirement: any value is allowed.
    pub const ANY: Self =
        Self { low: f64::NEG_INFINITY, high: f64::INFINITY, exact: false, bits: false };

    /// The requirement that values are finite and have a magnitude of at most 1e6.
    pub const MODERATE: Self = Self { low: -1e6, high: 1e6, exact: false, bits: false };

    /// The requirement that values are equal on all platforms.
    pub const EXACT: Self = Self { exact: true, ..Self::ANY };

    /// The requirement that values are bitwise equal on all platforms.
    pub const BITS: Self = Self { bits: true, ..Self::EXACT };

    /// Returns the requirement that values are in a range.
    pub fn within(low: f64, high: f64) -> Self {
        Self { low, high, exact: false, bits: false }
    }

    /// Returns true if all elements with the given facts meet the requirement.
    pub fn is_met(&self, facts: &Facts) -> bool {
        self.low <= facts.low
            && self.high >= facts.high
            && (!self.exact || facts.is_exact())
            && (!self.bits || facts.bits)
    }
}
