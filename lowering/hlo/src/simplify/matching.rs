// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The operation that a rule matches, and queries on values that several rules use.

use crate::build::{Hlo, element_of};
use crate::elements::{self, Elements, Format, Number};
use hloom_dialects::op::Op as Kind;
use hloom_ir::attributes;
use hloom_ir::{self as ir, Attribute, Builder, Context, Op, Shaped, Type, Value};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;

/// The body of a reduction or scatter, if it has a simple form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Combiner {
    /// The body returns its first argument.
    First,
    /// The body returns its second argument.
    Second,
    /// The body applies this commutative operation to its two arguments.
    Binary(Kind),
}

impl Combiner {
    /// Reads the body of `op`, which has one region and combines elements of type `element`.
    /// Returns `None` if the body has another form, or computes in another type.
    pub fn of(op: Op, element: Type) -> Option<Self> {
        let [region] = ir::regions(op)[..] else { return None };
        let [block] = ir::blocks(region)[..] else { return None };
        let [first, second] = ir::args(block)[..] else { return None };
        let ops = ir::ops(block);
        let [returned] = ir::operands(*ops.last()?)[..] else { return None };
        if [first, second, returned].into_iter().any(|value| element_of(value) != element) {
            return None;
        }
        // Any other operation may have effects.
        let combined = match ops[..] {
            [_] if returned == first => return Some(Self::First),
            [_] if returned == second => return Some(Self::Second),
            [combined, _] => combined,
            _ => return None,
        };
        if ir::defining_op(returned) != Some(combined) {
            return None;
        }
        let operands = ir::operands(combined);
        let kind = ir::hlo_op(combined)?;
        let commutes = matches!(
            kind,
            Kind::StablehloAdd
                | Kind::StablehloMultiply
                | Kind::StablehloMaximum
                | Kind::StablehloMinimum
                | Kind::StablehloAnd
                | Kind::StablehloOr
                | Kind::StablehloXor
        );
        let both = operands == [first, second] || operands == [second, first];
        (commutes && both).then_some(Self::Binary(kind))
    }

    /// Applies this body elementwise to two tensors of one type.
    pub fn combine<'a>(self, hlo: Hlo<'a>, first: Value<'a>, second: Value<'a>) -> Value<'a> {
        match self {
            Self::First => first,
            Self::Second => second,
            Self::Binary(kind) => hlo.at.simple(kind.name(), &[first, second], first.r#type()),
        }
    }
}

/// An operation to which a rule may apply. Its tensors have static shapes.
pub struct Match<'a> {
    /// A builder that inserts before the operation.
    pub hlo: Hlo<'a>,
    /// The operation that the rule may replace.
    pub op: Op<'a>,
    /// Kind of the operation, which is a StableHLO operation.
    pub kind: Kind,
    /// Operands of the operation.
    pub operands: Vec<Value<'a>>,
    /// Type of the operation's first result.
    pub ty: Type<'a>,
    /// Sizes of the operation's first result; empty if the result is not a tensor.
    pub shape: Vec<i64>,
}

impl<'a> Match<'a> {
    /// Reads a StableHLO operation. Returns `None` for other operations, if a shape is dynamic, or
    /// if there are no results.
    pub fn new(context: &'a Context, op: Op<'a>) -> Option<Self> {
        let kind = ir::hlo_op(op).filter(|kind| kind.facts().dialect == "stablehlo")?;
        let operands = ir::operands(op);
        let results = ir::results(op);
        let ty = results.first()?.r#type();
        let dynamic =
            |value: &Value<'a>| Shaped::of(value.r#type()).is_some_and(|ty| !ty.is_static());
        if operands.iter().chain(&results).any(dynamic) {
            return None;
        }
        let shape = Shaped::of(ty).map(|shaped| shaped.shape).unwrap_or_default();
        Some(Self { hlo: Hlo { at: Builder::before(context, op) }, op, kind, operands, ty, shape })
    }

    /// Returns the operand at an index, or `None` if there are fewer operands.
    pub fn operand(&self, index: usize) -> Option<Value<'a>> {
        self.operands.get(index).copied()
    }

    /// Returns the first two operands, or `None` if there are fewer operands.
    pub fn pair(&self) -> Option<(Value<'a>, Value<'a>)> {
        Some((self.operand(0)?, self.operand(1)?))
    }

    /// Returns the format of the result's elements, or `None` for types such as quantized tensors,
    /// tokens and tuples.
    pub fn format(&self) -> Option<Format> {
        Format::of(Shaped::of(self.ty)?.element)
    }

    /// Returns true if the result contains booleans or integers.
    pub fn is_integer(&self) -> bool {
        self.format().is_some_and(Format::is_integer)
    }

    /// Returns true if the result contains floats of type f16, bf16, f32 or f64.
    pub fn is_float(&self) -> bool {
        self.format().is_some_and(Format::is_float)
    }

    /// Returns an attribute of the operation that is a list of integers.
    pub fn list(&self, name: &str) -> Option<Vec<i64>> {
        list(self.op, name)
    }

    /// Returns the attribute `name` of the operation, or `None` if it is absent.
    pub fn attribute(&self, name: &str) -> Option<Attribute<'a>> {
        self.op.attribute(name).ok()
    }

    /// Builds the operation on other operands, with the same result type and without
    /// attributes.
    pub fn with_operands(&self, operands: &[Value<'a>]) -> Value<'a> {
        self.hlo.at.simple(ir::op_name(self.op), operands, self.ty)
    }

    /// Builds a constant with the type of the result, whose elements are all `value`.
    pub fn int(&self, value: i64) -> Value<'a> {
        self.hlo.int(value, self.ty)
    }
}

/// Returns `value` as the replacement of an operation with a single result.
pub fn one<'a>(value: Value<'a>) -> Option<Vec<Value<'a>>> {
    Some(vec![value])
}

/// Returns the operation that defines `value`, if it has kind `kind`.
pub fn producer<'a>(value: Value<'a>, kind: Kind) -> Option<Op<'a>> {
    ir::defining_op(value).filter(|op| ir::hlo_op(*op) == Some(kind))
}

/// Returns the first operand of the operation that defines `value`, if the operation has kind
/// `kind`.
pub fn operand_of<'a>(value: Value<'a>, kind: Kind) -> Option<Value<'a>> {
    ir::operands(producer(value, kind)?).first().copied()
}

/// Returns true if a constant defines the value.
pub fn is_constant(value: Value) -> bool {
    elements::constant_attribute(value).is_some()
}

/// Returns the element of a splat constant, or `None` for other values.
pub fn splat(value: Value) -> Option<Number> {
    Elements::of_splat(value)?.splat_number()
}

/// Returns an attribute of `op` that is a list of integers.
pub fn list(op: Op, name: &str) -> Option<Vec<i64>> {
    attributes::integers(op, name).ok()
}

/// Builds a splat constant of `shape` with the element of the splat constant `value`. Returns
/// `None` for other values.
pub fn splat_like<'a>(hlo: Hlo<'a>, value: Value<'a>, shape: &[i64]) -> Option<Value<'a>> {
    let elements = Elements::of_splat(value)?;
    let splat = Elements::splat(shape, element_of(value), elements.bytes(0))?;
    Some(hlo.constant(splat.attribute()?, splat.ty()))
}

/// Returns true if a list consists of the numbers 0, 1, 2, and so on.
pub fn is_iota(list: &[i64]) -> bool {
    list.iter().enumerate().all(|(index, value)| index as i64 == *value)
}
