// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Elementwise arithmetic on tensors of unsigned integers, built as StableHLO operations.
//!
//! Random number generators and conversions of small floats work on the bits of numbers. With
//! [`UnsignedTensor`], they are written like arithmetic on `u32` and `u64`. It contains a value and
//! the builder of operations on it.

use crate::build::{Hlo, element_of};
use hloom_ir::integer_type;
use hloom_ir::{self as ir, Type, Value};
use melior::ir::ValueLike;

/// A tensor of unsigned integers, and the builder of operations on it.
#[derive(Clone, Copy)]
pub struct UnsignedTensor<'a> {
    pub hlo: Hlo<'a>,
    pub value: Value<'a>,
}

/// Returns the unsigned integer type of a width, such as `ui32` or `ui64`.
pub fn unsigned_type<'a>(hlo: Hlo<'a>, bits: u32) -> Type<'a> {
    integer_type(hlo.at.context(), bits, false)
}

impl<'a> UnsignedTensor<'a> {
    pub fn new(hlo: Hlo<'a>, value: Value<'a>) -> Self {
        Self { hlo, value }
    }

    fn with(self, value: Value<'a>) -> Self {
        Self { value, ..self }
    }

    fn binary(self, name: &str, other: Self) -> Self {
        self.with(self.hlo.binary(name, self.value, other.value))
    }

    /// Returns a splat constant of this tensor's type.
    pub fn splat(self, number: u64) -> Self {
        self.with(self.hlo.int(number.cast_signed(), self.value.r#type()))
    }

    pub fn plus(self, other: Self) -> Self {
        self.binary("add", other)
    }

    pub fn plus_number(self, number: u64) -> Self {
        self.plus(self.splat(number))
    }

    pub fn times_number(self, number: u64) -> Self {
        self.binary("multiply", self.splat(number))
    }

    pub fn xor(self, other: Self) -> Self {
        self.binary("xor", other)
    }

    pub fn or(self, other: Self) -> Self {
        self.binary("or", other)
    }

    pub fn and_number(self, number: u64) -> Self {
        self.binary("and", self.splat(number))
    }

    pub fn shifted_left(self, bits: u32) -> Self {
        self.binary("shift_left", self.splat(bits.into()))
    }

    pub fn shifted_right(self, bits: u32) -> Self {
        self.binary("shift_right_logical", self.splat(bits.into()))
    }

    /// Emits an elementwise unsigned comparison, `self < number`, with elements of type `i1`.
    pub fn is_below(self, number: u64) -> Value<'a> {
        self.hlo.compare("LT", self.value, self.splat(number).value, false)
    }

    /// Emits an elementwise comparison, `self == number`, with elements of type `i1`.
    pub fn equals(self, number: u64) -> Value<'a> {
        self.hlo.compare("EQ", self.value, self.splat(number).value, false)
    }

    /// Selects `self` where `condition` holds, and `other` elsewhere.
    pub fn select_else(self, condition: Value<'a>, other: Self) -> Self {
        self.with(self.hlo.select(condition, self.value, other.value))
    }

    /// Rotates each element left by `bits`, which is less than the element width.
    pub fn rotated(self, bits: u64) -> Self {
        let rest = self.width() - bits;
        let left = self.binary("shift_left", self.splat(bits));
        left.binary("or", self.binary("shift_right_logical", self.splat(rest)))
    }

    /// Returns 1 where `self < other` and 0 elsewhere, in the type of `self`.
    pub fn is_less(self, other: Self) -> Self {
        let less = self.hlo.compare("LT", self.value, other.value, false);
        self.with(self.hlo.convert(less, element_of(self.value)))
    }

    fn width(self) -> u64 {
        ir::element_width(element_of(self.value)).into()
    }

    /// Splits `ui64` elements into their low and high `ui32` halves, in this order.
    pub fn halves(self) -> [Self; 2] {
        let high = self.binary("shift_right_logical", self.splat(32));
        [self, high].map(|half| half.converted(32))
    }

    /// Joins the low halves `self` and the high halves `high` into `ui64` elements.
    pub fn joined(self, high: Self) -> Self {
        let high = high.converted(64);
        let high = high.binary("shift_left", high.splat(32));
        self.converted(64).binary("or", high)
    }

    /// Converts to unsigned integers of another width by truncation or zero extension.
    pub fn converted(self, bits: u32) -> Self {
        self.with(self.hlo.convert(self.value, unsigned_type(self.hlo, bits)))
    }

    pub fn reshaped(self, shape: &[i64]) -> Self {
        self.with(self.hlo.reshape(self.value, shape))
    }

    /// Broadcasts a scalar to `shape`.
    pub fn broadcast(self, shape: &[i64]) -> Self {
        self.with(self.hlo.broadcast(self.value, &[], shape))
    }

    /// Extracts one element of a vector as a scalar.
    pub fn element(self, index: i64) -> Self {
        let element = self.hlo.slice(self.value, &[index], &[index + 1], &[1]);
        self.with(element).reshaped(&[])
    }

    /// Concatenates tensors along `dimension`.
    ///
    /// # Panics
    /// Panics if `parts` is empty.
    pub fn concatenated(parts: &[Self], dimension: usize) -> Self {
        let values: Vec<_> = parts.iter().map(|part| part.value).collect();
        parts[0].with(parts[0].hlo.concatenate(&values, dimension))
    }
}
