// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Evaluation of operations on constants with the reference evaluator.
//!
//! This module decides which operations have the same correct result on every target, and estimates
//! the work of an evaluation. Operations on splats are evaluated on a single element.

use crate::elements::{Elements, Format};
use hloom_dialects::op::Op as Kind;
use hloom_dialects::op_view::OpView;
use hloom_evaluator::attribute::{attribute_of_literal, literal_of_attribute};
use hloom_evaluator::{Literal, evaluate_operation};
use hloom_ir::attributes;
use hloom_ir::{self as ir, Op, Shaped, Value};
use melior::ir::ValueLike;

/// The kinds of operations that constant folding distinguishes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Family {
    Elementwise,
    /// An operation that moves elements, so that a splat stays a splat.
    Move,
    /// An operation that generates elements without operands.
    Make,
    /// An operation that repeats elements, so that a splat stays a splat.
    Repeat,
    /// An operation that combines elements of operands to elements of the result.
    Join,
    Reduce,
    Dot,
}

/// Estimated number of evaluator steps for combining one element with a reducer's body.
const REDUCER: i64 = 16;

/// An operation that constant folding may evaluate, judged by its name and its element types alone.
#[derive(Clone, Copy)]
pub struct Evaluation {
    family: Family,
}

impl Evaluation {
    /// Returns the evaluation of an operation, or `None` if the operation is not folded.
    pub fn of(op: Op) -> Option<Self> {
        let kind = ir::hlo_op(op)?;
        let format = |value: &Value| Format::of(Shaped::of(value.r#type())?.element);
        let values = [ir::operands(op), ir::results(op)].concat();
        let formats: Vec<_> = values.iter().map(format).collect();
        let integers = formats.iter().all(|it| it.is_some_and(Format::is_integer));
        let family = match kind {
            Kind::StablehloReshape
            | Kind::StablehloTranspose
            | Kind::StablehloSlice
            | Kind::StablehloReverse => Family::Move,
            Kind::StablehloIota => Family::Make,
            Kind::StablehloBroadcast | Kind::StablehloBroadcastInDim => Family::Repeat,
            Kind::StablehloConcatenate
            | Kind::StablehloPad
            | Kind::StablehloDynamicSlice
            | Kind::StablehloDynamicUpdateSlice
            | Kind::StablehloBitcastConvert => Family::Join,
            // Only for integers, where the order of the terms does not matter.
            Kind::StablehloReduce if integers => Family::Reduce,
            Kind::StablehloDotGeneral if integers => Family::Dot,
            Kind::StablehloPower if !integers => return None,
            _ if is_elementwise(kind) => {
                let known = is_exact_on_complex(kind) || kind == Kind::StablehloComplex;
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

    /// Returns true if the result is a splat whenever all operands are splats.
    pub fn keeps_splats(self) -> bool {
        matches!(self.family, Family::Elementwise | Family::Move | Family::Repeat)
    }

    /// Returns true if the operation generates elements, such as `iota`, or repeats the elements of
    /// its operand, such as a broadcast.
    pub fn generates(self) -> bool {
        matches!(self.family, Family::Make | Family::Repeat)
    }

    /// Returns the estimated number of evaluation steps, or `None` if it is unknown.
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

    /// Returns the result of the operation, or `None` if the evaluation fails.
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

/// Returns true for elementwise operations whose results IEEE 754 rounds correctly, or that are
/// folded for integers only.
fn is_elementwise(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::StablehloAbs
            | Kind::StablehloAdd
            | Kind::StablehloAnd
            | Kind::StablehloCeil
            | Kind::StablehloClamp
            | Kind::StablehloCompare
            | Kind::StablehloComplex
            | Kind::StablehloConvert
            | Kind::StablehloCountLeadingZeros
            | Kind::StablehloDivide
            | Kind::StablehloFloor
            | Kind::StablehloImag
            | Kind::StablehloIsFinite
            | Kind::StablehloMaximum
            | Kind::StablehloMinimum
            | Kind::StablehloMultiply
            | Kind::StablehloNegate
            | Kind::StablehloNot
            | Kind::StablehloOr
            | Kind::StablehloPopcnt
            | Kind::StablehloPower
            | Kind::StablehloReal
            | Kind::StablehloReducePrecision
            | Kind::StablehloRemainder
            | Kind::StablehloRoundNearestAfz
            | Kind::StablehloRoundNearestEven
            | Kind::StablehloSelect
            | Kind::StablehloShiftLeft
            | Kind::StablehloShiftRightArithmetic
            | Kind::StablehloShiftRightLogical
            | Kind::StablehloSign
            | Kind::StablehloSqrt
            | Kind::StablehloSubtract
            | Kind::StablehloXor
    )
}

/// Returns true for elementwise operations on complex numbers that have one correct result.
fn is_exact_on_complex(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::StablehloCompare
            | Kind::StablehloConvert
            | Kind::StablehloImag
            | Kind::StablehloNegate
            | Kind::StablehloReal
            | Kind::StablehloSelect
    )
}

/// Returns the elements as a literal of the evaluator.
fn literal(elements: &Elements) -> Option<Literal> {
    literal_of_attribute(elements.attribute()?).ok()
}

fn evaluate<'a>(op: Op<'a>, operands: Vec<Literal>) -> Option<Elements<'a>> {
    let view = OpView::from_operation(op)?;
    let mut results = evaluate_operation(&view, operands).ok()?;
    let value = results.pop().filter(|_| results.is_empty())?;
    Elements::of_attribute(attribute_of_literal(view.context(), &value).ok()?)
}
