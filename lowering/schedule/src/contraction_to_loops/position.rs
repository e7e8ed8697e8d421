// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Linear index expressions that fold constants while the IR is built.

use hloom_ir::{self as ir, Builder, Value};

/// A linear expression of `index` values: a position in flat memory, or a loop counter.
///
/// An expression by itself does not create operations. Only methods that take a builder create
/// operations.
#[derive(Clone, Debug, PartialEq)]
pub struct Position<'a> {
    constant: i64,
    terms: Vec<(Value<'a>, i64)>,
}

impl<'a> Position<'a> {
    /// Creates the expression of a constant.
    pub fn constant(constant: i64) -> Self {
        Self { constant, terms: Vec::new() }
    }

    /// Creates the expression of a single `index` value.
    pub fn of(value: Value<'a>) -> Self {
        Self { constant: 0, terms: vec![(value, 1)] }
    }

    /// Returns `self + factor * other`.
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

    /// Returns the sum of this expression and a constant.
    pub fn offset(&self, constant: i64) -> Self {
        Self { constant: self.constant + constant, terms: self.terms.clone() }
    }

    /// Returns the expression moved along loops, that is, the sum of the expression and each
    /// counter times the stride of its loop.
    pub fn along(&self, counters: &[Self], strides: impl IntoIterator<Item = i64>) -> Self {
        let steps = counters.iter().zip(strides);
        steps.fold(self.clone(), |at, (counter, stride)| at.plus(counter, stride))
    }

    /// Returns the value of the expression if it is a constant.
    pub fn fixed(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// Builds the operations that compute the expression, and returns its `index` value.
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

    /// Computes the expression at the builder's insertion point, and returns it as a single `index`
    /// value. An expression that is a constant, or one value plus a constant, is returned
    /// unchanged.
    pub fn computed(&self, builder: Builder<'a>) -> Self {
        if self.terms.len() <= 1 && self.terms.iter().all(|(_, coefficient)| *coefficient == 1) {
            return self.clone();
        }
        Self::of(self.value(builder))
    }

    /// Returns the minimum of this expression and a constant.
    pub fn min(&self, builder: Builder<'a>, limit: i64) -> Self {
        match self.fixed() {
            Some(value) => Self::constant(value.min(limit)),
            None => {
                let limit = builder.index(limit);
                Self::of(builder.binary("arith.minsi", self.value(builder), limit))
            }
        }
    }

    /// Delinearizes: returns the counters of nested loops of `extents`, outermost first, for the
    /// iteration whose number is this expression. The number must be less than the product of the
    /// extents.
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

    /// Compares the expression with zero. Returns `Ok` with the result if it is known at compile
    /// time, and otherwise `Err` with an `i1` value. `Err` does not indicate a failure.
    pub fn is_zero(&self, builder: Builder<'a>) -> Result<bool, Value<'a>> {
        match self.fixed() {
            Some(value) => Ok(value == 0),
            None => Err(builder.cmpi("eq", self.value(builder), builder.index(0))),
        }
    }
}

/// Returns the conjunction of two conditions. A condition is `Ok` if it is known at compile time,
/// and otherwise `Err` with an `i1` value, as in [`Position::is_zero`].
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
