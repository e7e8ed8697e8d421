// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Linear index expressions, folded while the IR is built.

use crate::ir::{self, Builder, Value};

/// A constant plus constants times `index` values: a position in flat memory, or
/// a loop counter. Operations are made only by [`Position::value`].
#[derive(Clone, Debug, PartialEq)]
pub struct Position<'a> {
    constant: i64,
    terms: Vec<(Value<'a>, i64)>,
}

impl<'a> Position<'a> {
    /// A constant.
    pub fn constant(constant: i64) -> Self {
        Self { constant, terms: Vec::new() }
    }

    /// The value of an `index`.
    pub fn of(value: Value<'a>) -> Self {
        Self { constant: 0, terms: vec![(value, 1)] }
    }

    /// The sum of this and `factor` times `other`.
    pub fn plus(&self, other: &Self, factor: i64) -> Self {
        let mut sum = self.offset(other.constant * factor);
        for (value, coefficient) in &other.terms {
            let coefficient = coefficient * factor;
            match sum.terms.iter_mut().find(|(known, _)| known == value) {
                Some((_, known)) => *known += coefficient,
                None => sum.terms.push((*value, coefficient)),
            }
        }
        sum.terms.retain(|(_, coefficient)| *coefficient != 0);
        sum
    }

    /// The sum of this and a constant.
    pub fn offset(&self, constant: i64) -> Self {
        Self { constant: self.constant + constant, terms: self.terms.clone() }
    }

    /// Its value, if it is a constant.
    pub fn fixed(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// An `index` of this value.
    pub fn value(&self, builder: Builder<'a>) -> Value<'a> {
        let mut sum = None;
        for (value, coefficient) in &self.terms {
            let term = match coefficient {
                1 => *value,
                _ => builder.binary("arith.muli", *value, builder.index(*coefficient)),
            };
            sum = Some(sum.map_or(term, |sum| builder.binary("arith.addi", sum, term)));
        }
        match sum {
            None => builder.index(self.constant),
            Some(sum) if self.constant == 0 => sum,
            Some(sum) => builder.binary("arith.addi", sum, builder.index(self.constant)),
        }
    }

    /// The same position as one value, computed here.
    pub fn computed(&self, builder: Builder<'a>) -> Self {
        if self.terms.len() <= 1 && self.terms.iter().all(|(_, coefficient)| *coefficient == 1) {
            return self.clone();
        }
        Self::of(self.value(builder))
    }

    /// The smaller of this and a constant.
    pub fn min(&self, builder: Builder<'a>, limit: i64) -> Self {
        match self.fixed() {
            Some(value) => Self::constant(value.min(limit)),
            None => {
                let limit = builder.index(limit);
                Self::of(builder.binary("arith.minsi", self.value(builder), limit))
            }
        }
    }

    /// The counters of nested loops of `extents` (outermost first), whose
    /// iterations this counts. The outermost is not checked against its extent.
    pub fn split(&self, builder: Builder<'a>, extents: &[i64]) -> Vec<Self> {
        let mut rest = self.clone();
        let mut counters = Vec::new();
        for (index, extent) in extents.iter().enumerate().rev() {
            let outermost = extents[..index].iter().all(|outer| *outer == 1);
            counters.push(match (*extent, rest.fixed()) {
                (1, _) => Self::constant(0),
                _ if outermost => std::mem::replace(&mut rest, Self::constant(0)),
                (extent, Some(value)) => {
                    rest = Self::constant(value / extent);
                    Self::constant(value % extent)
                }
                (extent, None) => {
                    let value = rest.value(builder);
                    let size = builder.index(extent);
                    rest = Self::of(builder.binary("arith.divui", value, size));
                    Self::of(builder.binary("arith.remui", value, size))
                }
            });
        }
        counters.reverse();
        counters
    }

    /// Whether this is zero, as an `i1`; none where that is known (`Ok`).
    pub fn is_zero(&self, builder: Builder<'a>) -> Result<bool, Value<'a>> {
        match self.fixed() {
            Some(value) => Ok(value == 0),
            None => Err(builder.cmpi("eq", self.value(builder), builder.index(0))),
        }
    }
}

/// The conjunction of two conditions as [`Position::is_zero`] answers them.
pub fn both<'a>(
    builder: Builder<'a>,
    first: Result<bool, Value<'a>>,
    second: Result<bool, Value<'a>>,
) -> Result<bool, Value<'a>> {
    match (first, second) {
        (Ok(false), _) | (_, Ok(false)) => Ok(false),
        (Ok(true), other) | (other, Ok(true)) => other,
        (Err(first), Err(second)) => {
            Err(builder.simple("arith.andi", &[first, second], ir::int(builder.context(), 1)))
        }
    }
}
