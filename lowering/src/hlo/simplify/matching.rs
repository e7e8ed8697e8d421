// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What rules look at.

use crate::hlo::build::{Hlo, element_of};
use crate::hlo::elements::{self, Elements, Format, Number};
use crate::hlo_to_linalg::attributes;
use crate::ir::{self, Attribute, Builder, Context, Op, Shaped, Type, Value};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;

/// An operation that a rule is tried on. Its tensors have static shapes.
pub struct Match<'a> {
    /// Builds before the operation.
    pub hlo: Hlo<'a>,
    /// The operation.
    pub op: Op<'a>,
    /// Its operands.
    pub operands: Vec<Value<'a>>,
    /// The type of its first result.
    pub ty: Type<'a>,
    /// The sizes of its first result; none if that is no tensor.
    pub shape: Vec<i64>,
}

impl<'a> Match<'a> {
    /// Looks at an operation; none for one of dynamic shapes or without results.
    pub fn new(context: &'a Context, op: Op<'a>) -> Option<Self> {
        let operands = ir::operands(op);
        let results = ir::results(op);
        let ty = results.first()?.r#type();
        let dynamic =
            |value: &Value<'a>| Shaped::of(value.r#type()).is_some_and(|ty| !ty.is_static());
        if operands.iter().chain(&results).any(dynamic) {
            return None;
        }
        let shape = Shaped::of(ty).map(|shaped| shaped.shape).unwrap_or_default();
        Some(Self { hlo: Hlo { at: Builder::before(context, op) }, op, operands, ty, shape })
    }

    /// An operand.
    pub fn operand(&self, index: usize) -> Option<Value<'a>> {
        self.operands.get(index).copied()
    }

    /// The two operands of a binary operation.
    pub fn pair(&self) -> Option<(Value<'a>, Value<'a>)> {
        Some((self.operand(0)?, self.operand(1)?))
    }

    /// The format of the result's elements; none for quantized ones, tokens and tuples.
    pub fn format(&self) -> Option<Format> {
        Format::of(Shaped::of(self.ty)?.element)
    }

    /// Whether the result holds booleans or integers.
    pub fn is_integer(&self) -> bool {
        self.format().is_some_and(Format::is_integer)
    }

    /// Whether the result holds floats that are read.
    pub fn is_float(&self) -> bool {
        self.format().is_some_and(Format::is_float)
    }

    /// The list of integers that is an attribute.
    pub fn list(&self, name: &str) -> Option<Vec<i64>> {
        list(self.op, name)
    }

    /// The name of the operation without its dialect.
    pub fn name(&self) -> &'a str {
        ir::op_name(self.op).trim_start_matches("stablehlo.")
    }

    /// An attribute of the operation.
    pub fn attribute(&self, name: &str) -> Option<Attribute<'a>> {
        self.op.attribute(name).ok()
    }

    /// The operation once more on other operands, of the same result type.
    pub fn with_operands(&self, operands: &[Value<'a>]) -> Value<'a> {
        self.hlo.at.simple(ir::op_name(self.op), operands, self.ty)
    }

    /// A constant of the result's type that repeats an integer.
    pub fn int(&self, value: i64) -> Value<'a> {
        self.hlo.int(value, self.ty)
    }
}

/// Replaces the only result.
pub fn one<'a>(value: Value<'a>) -> Option<Vec<Value<'a>>> {
    Some(vec![value])
}

/// The operation called `stablehlo.<name>` that defines `value`.
pub fn producer<'a>(value: Value<'a>, name: &str) -> Option<Op<'a>> {
    let op = ir::defining_op(value)?;
    (ir::op_name(op).strip_prefix("stablehlo.") == Some(name)).then_some(op)
}

/// The operand of the operation `name` that defines `value`.
pub fn operand_of<'a>(value: Value<'a>, name: &str) -> Option<Value<'a>> {
    ir::operands(producer(value, name)?).first().copied()
}

/// Whether a constant defines the value.
pub fn is_constant(value: Value) -> bool {
    elements::constant_attribute(value).is_some()
}

/// The element that all elements of a constant are.
pub fn splat(value: Value) -> Option<Number> {
    Elements::of_splat(value)?.splat_number()
}

/// The list of integers that is an attribute of `op`.
pub fn list(op: Op, name: &str) -> Option<Vec<i64>> {
    attributes::integers(op, name).ok()
}

/// The splat constant of `shape` that repeats the element of the splat `value`.
pub fn splat_like<'a>(hlo: Hlo<'a>, value: Value<'a>, shape: &[i64]) -> Option<Value<'a>> {
    let elements = Elements::of_splat(value)?;
    let splat = Elements::splat(shape, element_of(value), elements.bytes(0))?;
    Some(hlo.constant(splat.attribute()?, splat.ty()))
}

/// Whether a list counts up from zero.
pub fn is_iota(list: &[i64]) -> bool {
    list.iter().enumerate().all(|(index, value)| index as i64 == *value)
}
