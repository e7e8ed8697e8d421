// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Scalar values of a function, which are constants or values in scratchpad words.

use super::arithmetic::{Steps, Value as Computed};
use super::element::Element;
use super::error::{CodegenError, refuse};
use super::nest::Node;
use super::view::result_type;
use hloom_lowering::ir::{Attribute, Op};
use melior::ir::attribute::{FloatAttribute, IntegerAttribute};
use melior::ir::operation::OperationLike;

/// A scalar value of a function.
#[derive(Clone, Copy, Debug)]
pub enum Scalar {
    /// A constant and its element type. The constant is an integer, or the bits of the f32 lane
    /// that represents a float.
    Constant(i64, Element),
    /// The address of a scratchpad word that contains the value, the element type, and whether the
    /// value is an index computed from tensor elements.
    Word(u32, Element, bool),
}

impl Scalar {
    /// Adds a step with the scalar's value to a list of steps, and returns this step as a computed
    /// value.
    pub fn in_steps(self, steps: &mut Steps) -> Computed {
        let (node, element, from_data) = match self {
            Scalar::Constant(value, element) => {
                (Node::Constant(element.lane_of_integer(value)), element, false)
            }
            Scalar::Word(word, element, from_data) => (Node::Word(word), element, from_data),
        };
        Computed { node: steps.add(node), element, from_data }
    }
}

/// Returns the value of an `arith.constant`.
///
/// # Errors
/// Fails if the constant has an unsupported type.
pub fn constant(op: Op) -> Result<Scalar, CodegenError> {
    let element = result_type(op).and_then(Element::of);
    let value = op.attribute("value").ok();
    let scalar = element.zip(value).and_then(|(element, value)| of_attribute(value, element));
    scalar.map_or_else(|| refuse(op, "has a type that the device does not support"), Ok)
}

fn of_attribute(value: Attribute, element: Element) -> Option<Scalar> {
    if element.is_float() {
        let value = FloatAttribute::try_from(value).ok()?.value() as f32;
        return Some(Scalar::Constant(i64::from(value.to_bits()), element));
    }
    Some(Scalar::Constant(IntegerAttribute::try_from(value).ok()?.value(), element))
}
