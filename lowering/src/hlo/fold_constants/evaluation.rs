// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The values of operations on constants, by the reference evaluator.

use crate::hlo::elements::{Elements, Format};
use crate::hlo_to_linalg::attributes;
use crate::ir::{self, Op, Shaped, Value};
use hloom_dialects::op_view::OpView;
use hloom_evaluator::attribute::{attribute_of_literal, literal_of_attribute};
use hloom_evaluator::{Literal, evaluate_operation};
use melior::ir::ValueLike;

/// How the operations of one name are evaluated.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Family {
    Elementwise,
    /// Moves elements; a splat stays one.
    Move,
    /// Makes elements of nothing.
    Make,
    /// Repeats elements; a splat stays one.
    Repeat,
    /// Puts elements of several operands together.
    Join,
    Reduce,
    Dot,
}

/// Elementwise operations that IEEE 754 rounds exactly, or that are not on floats.
const ELEMENTWISE: &[&str] = &[
    "abs",
    "add",
    "and",
    "ceil",
    "clamp",
    "compare",
    "complex",
    "convert",
    "count_leading_zeros",
    "divide",
    "floor",
    "imag",
    "is_finite",
    "maximum",
    "minimum",
    "multiply",
    "negate",
    "not",
    "or",
    "popcnt",
    "power",
    "real",
    "reduce_precision",
    "remainder",
    "round_nearest_afz",
    "round_nearest_even",
    "select",
    "shift_left",
    "shift_right_arithmetic",
    "shift_right_logical",
    "sign",
    "sqrt",
    "subtract",
    "xor",
];

/// Those on numbers with an imaginary part that have one right answer.
const ON_COMPLEX: &[&str] = &["compare", "convert", "imag", "negate", "real", "select"];

/// Steps of the evaluator for each element that a reducer combines.
const REDUCER: i64 = 16;

/// An operation that can be evaluated, as far as its name says.
#[derive(Clone, Copy)]
pub struct Evaluation {
    family: Family,
}

impl Evaluation {
    /// The evaluation of an operation; none if it is not folded.
    pub fn of(op: Op) -> Option<Self> {
        let name = ir::op_name(op).strip_prefix("stablehlo.")?;
        let format = |value: &Value| Format::of(Shaped::of(value.r#type())?.element);
        let values = [ir::operands(op), ir::results(op)].concat();
        let formats: Vec<_> = values.iter().map(format).collect();
        let integers = formats.iter().all(|it| it.is_some_and(Format::is_integer));
        let family = match name {
            "reshape" | "transpose" | "slice" | "reverse" => Family::Move,
            "iota" => Family::Make,
            "broadcast" | "broadcast_in_dim" => Family::Repeat,
            "concatenate"
            | "pad"
            | "dynamic_slice"
            | "dynamic_update_slice"
            | "bitcast_convert" => Family::Join,
            // Of integers, whose order does not matter.
            "reduce" if integers => Family::Reduce,
            "dot_general" if integers => Family::Dot,
            "power" if !integers => return None,
            _ if ELEMENTWISE.contains(&name) => {
                let known = ON_COMPLEX.contains(&name) || name == "complex";
                let complex = |it: &_| matches!(it, Some(Format::ComplexF32 | Format::ComplexF64));
                if formats.iter().any(complex) && !known {
                    return None;
                }
                Family::Elementwise
            }
            _ => return None,
        };
        Some(Self { family })
    }

    /// Whether splat operands give a splat.
    pub fn keeps_splats(self) -> bool {
        matches!(self.family, Family::Elementwise | Family::Move | Family::Repeat)
    }

    /// Whether the result holds more than the operands do.
    pub fn generates(self) -> bool {
        matches!(self.family, Family::Make | Family::Repeat)
    }

    /// A measure of the steps that it takes; none if it cannot be known.
    pub fn work(self, op: Op, operands: &[&Elements]) -> Option<i64> {
        let result = Shaped::of(ir::results(op).first()?.r#type())?.elements();
        let given: i64 = operands.iter().map(|operand| operand.count() as i64).sum();
        Some(match self.family {
            Family::Dot => {
                let dims = attributes::dot_dims(op).ok()?;
                let lhs = operands.first()?;
                let depth: i64 = dims.lhs_contracting.iter().map(|dim| lhs.shape[*dim]).product();
                result.checked_mul(depth.max(1))?
            }
            Family::Reduce => given.checked_mul(REDUCER)?,
            _ => result,
        })
    }

    /// The first result; none if this very operation cannot be evaluated.
    pub fn run<'a>(self, op: Op<'a>, operands: &[Elements<'a>]) -> Option<Elements<'a>> {
        let [result] = ir::results(op)[..] else { return None };
        let shaped = Shaped::of(result.r#type())?;
        let splats = operands.iter().all(Elements::is_splat);
        if splats {
            match self.family {
                Family::Move => return Some(operands[0].clone().with_shape(&shaped.shape)),
                Family::Repeat => {
                    return Elements::splat(&shaped.shape, shaped.element, operands[0].bytes(0));
                }
                Family::Elementwise => {
                    let one = |operand: &Elements<'a>| {
                        literal(&Elements::splat(&[], operand.element, operand.bytes(0))?)
                    };
                    let operands = operands.iter().map(one).collect::<Option<_>>()?;
                    let value = evaluate(op, operands)?;
                    return Elements::splat(&shaped.shape, shaped.element, value.bytes(0));
                }
                Family::Make | Family::Join | Family::Reduce | Family::Dot => {}
            }
        }
        let operands = operands.iter().map(literal).collect::<Option<_>>()?;
        evaluate(op, operands)
    }
}

/// The elements as the evaluator has them.
fn literal(elements: &Elements) -> Option<Literal> {
    literal_of_attribute(elements.attribute()?).ok()
}

fn evaluate<'a>(op: Op<'a>, operands: Vec<Literal>) -> Option<Elements<'a>> {
    let view = OpView::from_operation(op)?;
    let mut results = evaluate_operation(&view, operands).ok()?;
    let value = results.pop().filter(|_| results.is_empty())?;
    Elements::of_attribute(attribute_of_literal(view.context(), &value).ok()?)
}
