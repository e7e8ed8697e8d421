// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The operation that combines an element with the old value of a reduction, if the order of the
//! elements is free.
//!
//! HLO does not specify the order of a reduction (StableHLO specification, section "reduce"). The
//! order of sums and products of floats is free if they have the flag `reassoc`.

use super::structured::Structured;
use crate::{self as ir, Builder, Op, Type, Value};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;

/// The combining operation of a reduction, and its neutral element.
pub struct Combiner<'a> {
    op: Op<'a>,
    neutral: Neutral,
}

impl<'a> Combiner<'a> {
    /// Finds the operation of a reduction's body that combines the old value with an element that
    /// does not depend on the old value. Returns `None` if there is no such operation, or if the
    /// order of the elements matters.
    pub fn of(generic: &Structured<'a>) -> Option<Self> {
        let body = generic.body()?;
        let old = *ir::args(body).get(generic.inputs)?;
        let [result] = ir::operands(ir::ops(body).pop()?)[..] else { return None };
        let op = ir::defining_op(result)?;
        let uses = ir::uses(old);
        let only = matches!(uses[..], [(user, _)] if user == op);
        let is_combining = only && ir::uses(result).len() == 1;
        Some(Self { op, neutral: Neutral::of(op).filter(|_| is_combining)? })
    }

    /// Emits the neutral element as a constant of the type `element`.
    pub fn neutral(&self, builder: Builder<'a>, element: Type<'a>) -> Value<'a> {
        self.neutral.emit(builder, element)
    }

    /// Emits the combination of two values.
    pub fn combine(&self, builder: Builder<'a>, a: Value<'a>, b: Value<'a>) -> Value<'a> {
        let sum = builder.op(ir::op_name(self.op)).operands(&[a, b]);
        sum.attrs_of(self.op, &[]).result(a.r#type()).value()
    }
}

/// The neutral element of a reduction.
#[derive(Clone, Copy, Debug)]
pub enum Neutral {
    /// The neutral element of a reduction of floats.
    Float(f64),
    /// The neutral element of a reduction of integers, as a function of their width in bits.
    Integer(fn(u32) -> i64),
}

impl Neutral {
    /// Returns the smallest value of a type, or the largest value if `is_last` is true. Integers
    /// are compared as signed or unsigned numbers.
    pub fn extreme(element: Type, is_signed: bool, is_last: bool) -> Self {
        match (ir::is_float(element), is_last) {
            (true, true) => Self::Float(f64::INFINITY),
            (true, false) => Self::Float(f64::NEG_INFINITY),
            (false, true) if is_signed => Self::Integer(greatest),
            (false, false) if is_signed => Self::Integer(least),
            (false, true) => Self::Integer(|_| -1),
            (false, false) => Self::Integer(|_| 0),
        }
    }

    /// Emits the neutral element as a constant of the type `element`.
    pub fn emit<'a>(self, builder: Builder<'a>, element: Type<'a>) -> Value<'a> {
        match self {
            Self::Float(value) => builder.float(value, element),
            Self::Integer(value) => builder.int(value(ir::element_width(element)), element),
        }
    }

    /// Returns the neutral element of an operation whose evaluation order is free, or `None` for
    /// other operations.
    fn of(combine: Op) -> Option<Self> {
        let reassociates = || {
            let flags = combine.attribute("fastmath").ok()?.to_string();
            (flags.contains("reassoc") || flags.contains("fast>")).then_some(())
        };
        Some(match ir::op_name(combine) {
            "arith.addf" => reassociates().map(|()| Self::Float(-0.0))?,
            "arith.mulf" => reassociates().map(|()| Self::Float(1.0))?,
            "arith.maximumf" => Self::Float(f64::NEG_INFINITY),
            "arith.minimumf" => Self::Float(f64::INFINITY),
            "arith.addi" | "arith.ori" | "arith.xori" | "arith.maxui" => Self::Integer(|_| 0),
            "arith.muli" => Self::Integer(|_| 1),
            "arith.andi" | "arith.minui" => Self::Integer(|_| -1),
            "arith.maxsi" => Self::Integer(least),
            "arith.minsi" => Self::Integer(greatest),
            _ => return None,
        })
    }
}

/// Returns the smallest signed integer of `bits` bits, which must be at most 64.
fn least(bits: u32) -> i64 {
    i64::MIN >> (64 - bits)
}

/// Returns the largest signed integer of `bits` bits, which must be at most 64.
fn greatest(bits: u32) -> i64 {
    i64::MAX >> (64 - bits)
}
