// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Operands and results of `rng_bit_generator`, which its algorithms share.

use crate::build::{Hlo, element_of};
use crate::unsigned_tensor::{UnsignedTensor, unsigned_type};
use hloom_ir::{self as ir, Op, Type, Value};
use melior::ir::ValueLike;

/// A request for random bits: the state, and the type of the result.
pub struct Request<'a> {
    pub hlo: Hlo<'a>,
    /// State as `ui64` elements: the key, then the counter.
    pub state: UnsignedTensor<'a>,
    /// Sizes of the result.
    pub shape: Vec<i64>,
    /// Width in bits of each element of the result.
    pub width: u32,
    state_type: Type<'a>,
    element: Type<'a>,
}

impl<'a> Request<'a> {
    /// Reads an operation. Returns `None` if its types of state and result are not supported.
    pub fn of(hlo: Hlo<'a>, op: Op<'a>) -> Option<Self> {
        let state = *ir::operands(op).first()?;
        let [_, bits] = ir::results(op)[..] else { return None };
        let element = element_of(bits);
        let width = ir::element_width(element);
        let known = ir::element_width(element_of(state)) == 64;
        let is_vector = ir::shape_of(state).len() == 1;
        if !known
            || !is_vector
            || !matches!(width, 2 | 4 | 8 | 16 | 32 | 64)
            || ir::is_complex(element).is_some()
        {
            return None;
        }
        let words = reinterpreted(hlo, state, unsigned_type(hlo, 64));
        Some(Self {
            hlo,
            state: UnsignedTensor::new(hlo, words),
            shape: ir::shape_of(bits),
            width,
            state_type: state.r#type(),
            element,
        })
    }

    /// The number of elements of the result.
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

    /// Returns the results: the state with the counter `counter`, and elements whose bits are
    /// the low ones of `words`.
    pub fn results(
        &self,
        counter: &[UnsignedTensor<'a>],
        words: UnsignedTensor<'a>,
    ) -> Option<Vec<Value<'a>>> {
        let mut parts = vec![self.key().reshaped(&[1])];
        parts.extend(counter.iter().map(|part| part.reshaped(&[1])));
        let state = UnsignedTensor::concatenated(&parts, 0).value;
        let state = reinterpreted(self.hlo, state, ir::element_of(self.state_type));
        let bits = words.converted(self.width).value;
        Some(vec![state, reinterpreted(self.hlo, bits, self.element)])
    }
}

/// Bitcasts to an element type of the same width, unless it is the same type.
fn reinterpreted<'a>(hlo: Hlo<'a>, value: Value<'a>, element: Type<'a>) -> Value<'a> {
    if element_of(value) == element { value } else { hlo.bitcast(value, element) }
}
