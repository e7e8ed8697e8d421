// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Operands and results of `rng_bit_generator`, for all of its algorithms.

use crate::build::{Hlo, element_of};
use crate::unsigned_tensor::{UnsignedTensor, unsigned_type};
use hloom_ir::{self as ir, Op, Type, Value};
use melior::ir::ValueLike;

/// A request for random bits: the state, and the type of the result.
pub struct Request<'a> {
    pub hlo: Hlo<'a>,
    /// State as `ui64` elements: the key, then the counter.
    pub state: UnsignedTensor<'a>,
    /// Sizes of the dimensions of the result that contains the random bits.
    pub shape: Vec<i64>,
    /// Width in bits of each element of the result that contains the random bits.
    pub width: u32,
    state_type: Type<'a>,
    element: Type<'a>,
}

impl<'a> Request<'a> {
    /// Reads a `rng_bit_generator`. Returns `None` if the type of its state or of its result is not
    /// supported.
    pub fn of(hlo: Hlo<'a>, op: Op<'a>) -> Option<Self> {
        let state = *ir::operands(op).first()?;
        let [_, bits] = ir::results(op)[..] else { return None };
        let element = element_of(bits);
        let width = ir::element_width(element);
        if !matches!(width, 2 | 4 | 8 | 16 | 32 | 64) || ir::is_complex(element).is_some() {
            return None;
        }
        let words = words_of(hlo, state)?;
        Some(Self {
            hlo,
            state: UnsignedTensor::new(hlo, words),
            shape: ir::shape_of(bits),
            width,
            state_type: state.r#type(),
            element,
        })
    }

    /// The number of elements of the result that contains the random bits.
    pub fn elements(&self) -> i64 {
        self.shape.iter().product()
    }

    /// Returns the key, a `ui64` scalar.
    pub fn key(&self) -> UnsignedTensor<'a> {
        self.state.element(0)
    }

    /// Returns the number of `ui64` elements in the state.
    pub fn state_size(&self) -> i64 {
        ir::shape_of(self.state.value)[0]
    }

    /// Returns the results of the operation: the state with the counter `counter`, and elements
    /// that consist of the low bits of `words`.
    pub fn results(
        &self,
        counter: &[UnsignedTensor<'a>],
        words: UnsignedTensor<'a>,
    ) -> Option<Vec<Value<'a>>> {
        let mut parts = vec![self.key().reshaped(&[1])];
        parts.extend(counter.iter().map(|part| part.reshaped(&[1])));
        let state = UnsignedTensor::concatenated(&parts, 0).value;
        let state = in_type(self.hlo, state, self.state_type);
        let bits = words.converted(self.width).value;
        Some(vec![state, reinterpreted(self.hlo, bits, self.element)])
    }
}

/// Returns the `ui64` words of a state of integers of 8 to 64 bits. The first integer of a word
/// contains its low bits. Returns `None` for other states.
fn words_of<'a>(hlo: Hlo<'a>, state: Value<'a>) -> Option<Value<'a>> {
    let (word, element) = (unsigned_type(hlo, 64), element_of(state));
    let [size] = ir::shape_of(state)[..] else { return None };
    let width = ir::element_width(element);
    if !ir::is_integer(element) || !matches!(width, 8 | 16 | 32 | 64) {
        return None;
    }
    let parts = i64::from(64 / width);
    if parts == 1 {
        return Some(reinterpreted(hlo, state, word));
    }
    (size % parts == 0).then(|| {
        let state = hlo.reshape(state, &[size / parts, parts]);
        let ty = ir::tensor(&[size / parts], word);
        hlo.at.op("stablehlo.bitcast_convert").operands(&[state]).result(ty).value()
    })
}

/// Returns the state of type `ty` whose words are `words`. This is the inverse of [`words_of`].
fn in_type<'a>(hlo: Hlo<'a>, words: Value<'a>, ty: Type<'a>) -> Value<'a> {
    let element = ir::element_of(ty);
    let parts = i64::from(64 / ir::element_width(element).clamp(1, 64));
    if parts == 1 {
        return reinterpreted(hlo, words, element);
    }
    let count = ir::shape_of(words)[0];
    let split = ir::tensor(&[count, parts], element);
    let split = hlo.at.op("stablehlo.bitcast_convert").operands(&[words]).result(split).value();
    hlo.reshape(split, &[count * parts])
}

/// Bitcasts `value` to an element type of the same width. Returns `value` itself if it already has
/// this element type.
fn reinterpreted<'a>(hlo: Hlo<'a>, value: Value<'a>, element: Type<'a>) -> Value<'a> {
    if element_of(value) == element { value } else { hlo.bitcast(value, element) }
}
