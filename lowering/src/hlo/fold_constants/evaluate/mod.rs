// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The values of operations on constants.

mod convert;
mod elementwise;
mod float;
mod integer;
mod reduce;
mod shape;

use crate::hlo::elements::Elements;
use crate::ir::{self, Op, Shaped};
use melior::ir::ValueLike;

/// How the operations of one name are evaluated.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Family {
    Elementwise,
    Convert,
    /// Moves elements; a splat stays one.
    Move,
    /// Makes more elements than it is given.
    Generate,
    /// Puts elements of several operands together.
    Join,
    Reduce,
    Dot,
}

/// An operation that can be evaluated, as far as its name says.
#[derive(Clone, Copy)]
pub struct Evaluation<'n> {
    name: &'n str,
    family: Family,
}

impl<'n> Evaluation<'n> {
    /// The evaluation of an operation's name; none if there is none.
    pub fn of(op: Op<'n>) -> Option<Self> {
        let name = ir::op_name(op).strip_prefix("stablehlo.")?;
        let family = match name {
            "reshape" | "transpose" | "slice" | "reverse" => Family::Move,
            "iota" | "broadcast" | "broadcast_in_dim" => Family::Generate,
            "concatenate" | "pad" | "dynamic_slice" | "dynamic_update_slice" => Family::Join,
            "convert" | "bitcast_convert" | "reduce_precision" => Family::Convert,
            "reduce" => Family::Reduce,
            "dot_general" => Family::Dot,
            _ if elementwise::is_known(name) => Family::Elementwise,
            _ => return None,
        };
        Some(Self { name, family })
    }

    /// Whether splat operands give a splat.
    pub fn keeps_splats(self) -> bool {
        matches!(self.family, Family::Elementwise | Family::Move)
            || (self.family == Family::Convert && self.name != "bitcast_convert")
            || self.name.starts_with("broadcast")
    }

    /// Whether the result holds more than the operands do.
    pub fn generates(self) -> bool {
        self.family == Family::Generate
    }

    /// A measure of the steps that it takes; none if it cannot be known.
    pub fn work(self, op: Op, operands: &[&Elements]) -> Option<i64> {
        let result = Shaped::of(ir::results(op).first()?.r#type())?.elements();
        let given = operands.iter().map(|operand| operand.count() as i64);
        Some(match self.family {
            Family::Dot => reduce::dot_work(op, operands)?,
            Family::Reduce => given.sum(),
            _ => result,
        })
    }

    /// The first result; none if this very operation cannot be evaluated.
    pub fn run<'a>(self, op: Op<'a>, operands: &[Elements<'a>]) -> Option<Elements<'a>> {
        let result = Shaped::of(ir::results(op).first()?.r#type())?;
        if ir::results(op).len() != 1 {
            return None;
        }
        match self.family {
            Family::Elementwise => elementwise::evaluate(self.name, op, operands, &result),
            Family::Convert => convert::evaluate(self.name, op, operands.first()?, &result),
            Family::Move | Family::Generate | Family::Join => {
                shape::evaluate(self.name, op, operands, &result)
            }
            Family::Reduce => reduce::reduce(op, operands, &result),
            Family::Dot => reduce::dot_general(op, operands, &result),
        }
    }
}
