// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Arithmetic on tensors of unsigned integers.

use crate::hlo::build::{Hlo, element_of};
use crate::hlo::ffi::integer_type;
use crate::ir::{self, Type, Value};
use melior::ir::ValueLike;

/// A tensor of unsigned integers.
#[derive(Clone, Copy)]
pub struct Words<'a> {
    pub hlo: Hlo<'a>,
    pub value: Value<'a>,
}

/// `ui32` or `ui64`.
pub fn word<'a>(hlo: Hlo<'a>, bits: u32) -> Type<'a> {
    integer_type(hlo.at.context(), bits, false)
}

impl<'a> Words<'a> {
    pub fn new(hlo: Hlo<'a>, value: Value<'a>) -> Self {
        Self { hlo, value }
    }

    fn with(self, value: Value<'a>) -> Self {
        Self { value, ..self }
    }

    fn binary(self, name: &str, other: Self) -> Self {
        self.with(self.hlo.binary(name, self.value, other.value))
    }

    /// The same number in every element.
    pub fn same(self, number: u64) -> Self {
        self.with(self.hlo.int(number.cast_signed(), self.value.r#type()))
    }

    pub fn plus(self, other: Self) -> Self {
        self.binary("add", other)
    }

    pub fn plus_number(self, number: u64) -> Self {
        self.plus(self.same(number))
    }

    pub fn times_number(self, number: u64) -> Self {
        self.binary("multiply", self.same(number))
    }

    pub fn xor(self, other: Self) -> Self {
        self.binary("xor", other)
    }

    pub fn or(self, other: Self) -> Self {
        self.binary("or", other)
    }

    pub fn and_number(self, number: u64) -> Self {
        self.binary("and", self.same(number))
    }

    pub fn shifted_left(self, bits: u32) -> Self {
        self.binary("shift_left", self.same(bits.into()))
    }

    pub fn shifted_right(self, bits: u32) -> Self {
        self.binary("shift_right_logical", self.same(bits.into()))
    }

    /// Where it is less than a number.
    pub fn is_below(self, number: u64) -> Value<'a> {
        self.hlo.compare("LT", self.value, self.same(number).value, false)
    }

    /// Where it is a number.
    pub fn equals(self, number: u64) -> Value<'a> {
        self.hlo.compare("EQ", self.value, self.same(number).value, false)
    }

    /// This where a condition holds, else another.
    pub fn where_else(self, condition: Value<'a>, other: Self) -> Self {
        self.with(self.hlo.select(condition, self.value, other.value))
    }

    /// Shifted left by fewer bits than there are, what falls out coming in again.
    pub fn rotated(self, bits: u64) -> Self {
        let rest = self.width() - bits;
        let left = self.binary("shift_left", self.same(bits));
        left.binary("or", self.binary("shift_right_logical", self.same(rest)))
    }

    /// 1 where it is less than `other`, in its own type.
    pub fn is_less(self, other: Self) -> Self {
        let less = self.hlo.compare("LT", self.value, other.value, false);
        self.with(self.hlo.convert(less, element_of(self.value)))
    }

    fn width(self) -> u64 {
        ir::element_width(element_of(self.value)).into()
    }

    /// The low and high halves of `ui64`s.
    pub fn halves(self) -> [Self; 2] {
        let high = self.binary("shift_right_logical", self.same(32));
        [self, high].map(|half| half.converted(32))
    }

    /// The `ui64`s of which these are the low halves.
    pub fn joined(self, high: Self) -> Self {
        let high = high.converted(64);
        let high = high.binary("shift_left", high.same(32));
        self.converted(64).binary("or", high)
    }

    /// As words of other widths, cut or extended by zeros.
    pub fn converted(self, bits: u32) -> Self {
        self.with(self.hlo.convert(self.value, word(self.hlo, bits)))
    }

    pub fn reshaped(self, shape: &[i64]) -> Self {
        self.with(self.hlo.reshape(self.value, shape))
    }

    /// A scalar, for every element of a tensor.
    pub fn spread(self, shape: &[i64]) -> Self {
        self.with(self.hlo.broadcast(self.value, &[], shape))
    }

    /// One element of a vector, as a scalar.
    pub fn element(self, index: i64) -> Self {
        let element = self.hlo.slice(self.value, &[index], &[index + 1], &[1]);
        self.with(element).reshaped(&[])
    }

    pub fn concatenated(parts: &[Self], dimension: usize) -> Self {
        let values: Vec<_> = parts.iter().map(|part| part.value).collect();
        parts[0].with(parts[0].hlo.concatenate(&values, dimension))
    }
}
