// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Lowers elementwise HLO operations on one element to arith, math and complex operations on
//! scalars.
//!
//! The bodies of elementwise `linalg.generic` operations, reducers, comparators and all other
//! bodies consist of these scalar operations. For integer corner cases that the specification does
//! not define, the results are the same as in XLA: `x / 0 = -1` (all ones), `x rem 0 = x`, `MIN /
//! -1 = MIN`, `MIN rem -1 = 0`, and a shift by the width or more shifts all bits out.

pub mod bitcast;
mod compare;
mod complex;
mod convert;
mod float;
mod form;
mod integer;
mod region;

pub use convert::emit as convert_element;
pub use form::Form;
pub use region::{check_region, emit_region};

use super::class::class_of;

use hloom_dialects::comparison::check_compare_type;
use hloom_dialects::op::Op as HloOp;
use hloom_dialects::op_view::OpView;
use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Builder, Op, Value};
use hloom_values::ElementClass;
use melior::ir::ValueLike;

/// Emits the scalar form of the elementwise operation `op`. `arguments` contains the elements of
/// its operands, which have signless types.
///
/// # Errors
/// Fails if the operation is not elementwise or not defined on its element types, or if an
/// attribute is invalid.
pub fn emit<'a>(
    builder: Builder<'a>,
    op: Op<'a>,
    arguments: &[Value<'a>],
) -> Result<Value<'a>, Failure<'a>> {
    let name = ir::op_name(op);
    let Some((hlo, form)) = ir::hlo_op(op).and_then(|hlo| Some((hlo, Form::of(hlo)?))) else {
        return Err(Failure::at(op, format!("`{name}`: expected an elementwise operation")));
    };
    let types: Vec<_> = ir::operands(op).iter().map(|operand| operand.r#type()).collect();
    let result = ir::results(op)[0].r#type();
    let kind_of = |index: usize| {
        class_of(types[index]).ok_or_else(|| {
            Failure::at(op, format!("`{name}` is not defined on type `{}`", types[index]))
        })
    };
    let value = match form {
        Form::Unary => unary(builder, kind_of(0)?, hlo, arguments[0]),
        Form::Binary => binary(builder, kind_of(0)?, hlo, arguments[0], arguments[1]),
        Form::Clamp => {
            let kind = kind_of(1)?;
            binary(builder, kind, HloOp::StablehloMaximum, arguments[1], arguments[0])
                .and_then(|low| binary(builder, kind, HloOp::StablehloMinimum, low, arguments[2]))
        }
        Form::Compare => {
            let checked =
                OpView::from_operation(op).map_or(Ok(()), |view| check_compare_type(&view));
            checked.map_err(|violation| Failure::at(op, violation.to_string()))?;
            compare::emit(builder, op, kind_of(0)?, arguments)
        }
        Form::Complex => Some(complex::make(builder, arguments[0], arguments[1])),
        Form::Convert => {
            let to = class_of(result).ok_or_else(|| {
                Failure::at(op, format!("`{name}` has no conversion to `{result}`"))
            })?;
            let element = ir::Shaped::of(result).map_or(result, |shaped| shaped.element);
            let element = ir::signless(builder.context(), element);
            Some(convert::emit(builder, kind_of(0)?, to, arguments[0], element))
        }
        Form::Imag => Some(complex::part(builder, kind_of(0)?, "imag", arguments[0])),
        Form::Real => Some(complex::part(builder, kind_of(0)?, "real", arguments[0])),
        Form::ReducePrecision => convert::reduce_precision(builder, op, arguments[0])?,
        Form::Select => Some(builder.select(arguments[0], arguments[1], arguments[2])),
    };
    value.ok_or_else(|| Failure::at(op, format!("`{name}` is not defined on type `{}`", types[0])))
}

/// Emits the binary operation `op` on numbers of kind `kind`. Returns `None` if the operation is
/// not defined on this kind.
fn binary<'a>(
    builder: Builder<'a>,
    kind: ElementClass,
    op: HloOp,
    lhs: Value<'a>,
    rhs: Value<'a>,
) -> Option<Value<'a>> {
    match kind {
        ElementClass::Boolean => integer::binary_bool(builder, op, lhs, rhs),
        ElementClass::Signed | ElementClass::Unsigned => {
            integer::binary(builder, kind == ElementClass::Signed, op, lhs, rhs)
        }
        ElementClass::Float => float::binary(builder, op, lhs, rhs),
        ElementClass::Complex => complex::binary(builder, op, lhs, rhs),
    }
}

/// Emits the unary operation `op` on a number of kind `kind`. Returns `None` if the operation is
/// not defined on this kind.
fn unary<'a>(
    builder: Builder<'a>,
    kind: ElementClass,
    op: HloOp,
    value: Value<'a>,
) -> Option<Value<'a>> {
    match kind {
        ElementClass::Boolean => (op == HloOp::StablehloNot).then(|| integer::not(builder, value)),
        ElementClass::Signed | ElementClass::Unsigned => {
            integer::unary(builder, kind == ElementClass::Signed, op, value)
        }
        ElementClass::Float => float::unary(builder, op, value),
        ElementClass::Complex => complex::unary(builder, op, value),
    }
}
