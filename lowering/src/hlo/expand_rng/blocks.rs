// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What a random number generator is asked for.

use crate::hlo::build::{Hlo, element_of};
use crate::hlo::words::{Words, word};
use crate::ir::{self, Op, Type, Value};
use melior::ir::ValueLike;

/// A state and the type of the bits to make of it.
pub struct Request<'a> {
    pub hlo: Hlo<'a>,
    /// The state, `ui64`s: the key and then the counter.
    pub state: Words<'a>,
    /// The sizes of the result.
    pub shape: Vec<i64>,
    /// The bits of each element of the result.
    pub width: u32,
    state_type: Type<'a>,
    element: Type<'a>,
}

impl<'a> Request<'a> {
    /// What an operation asks for; nothing if there are no such generators.
    pub fn of(hlo: Hlo<'a>, op: Op<'a>) -> Option<Self> {
        let state = *ir::operands(op).first()?;
        let [_, bits] = ir::results(op)[..] else { return None };
        let element = element_of(bits);
        let width = ir::element_width(element);
        let known = ir::element_width(element_of(state)) == 64;
        if !known || !matches!(width, 2 | 4 | 8 | 16 | 32 | 64) || ir::is_complex(element).is_some()
        {
            return None;
        }
        let words = reinterpreted(hlo, state, word(hlo, 64));
        Some(Self {
            hlo,
            state: Words::new(hlo, words),
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

    /// The scalar that the key is.
    pub fn key(&self) -> Words<'a> {
        self.state.element(0)
    }

    /// How many `ui64`s the state has.
    pub fn state_size(&self) -> i64 {
        ir::shape_of(self.state.value)[0]
    }

    /// The results: the state with another counter, and the elements whose bits are the
    /// low ones of `words`.
    pub fn answer(&self, counter: &[Words<'a>], words: Words<'a>) -> Option<Vec<Value<'a>>> {
        let mut parts = vec![self.key().reshaped(&[1])];
        parts.extend(counter.iter().map(|part| part.reshaped(&[1])));
        let state = Words::concatenated(&parts, 0).value;
        let state = reinterpreted(self.hlo, state, ir::element_of(self.state_type));
        let bits = words.converted(self.width).value;
        Some(vec![state, reinterpreted(self.hlo, bits, self.element)])
    }
}

/// The same bits as elements of another type as wide.
fn reinterpreted<'a>(hlo: Hlo<'a>, value: Value<'a>, element: Type<'a>) -> Value<'a> {
    if element_of(value) == element { value } else { hlo.bitcast(value, element) }
}
