// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Elementwise operations (specification, the section of each operation).
//!
//! Floats are computed in `f64` and rounded once, to the type of the result.

mod bitcast;
mod compare;
pub mod complex;
mod complex_operations;
pub mod complex_trigonometry;
mod convert;
mod float;
mod integer;
mod map;
mod operators;
mod precision;

pub use bitcast::bitcast_convert;
pub use compare::{Direction, compare, order, total_keys};
pub use complex::C;
pub use convert::convert;
pub use map::{map, map_complex, map_floats, undefined, zip, zip_floats};
pub use operators::{binary, clamp, select, unary};
pub use precision::reduce_precision;

use super::on_tensors::{on_tensors, one};
use super::types::result_tensor;
use crate::Error;
use crate::program::Operation;
use hloom_dialects::attributes::stablehlo::{ComparisonDirection, ComparisonType};
use hloom_dialects::comparison::check_compare_type;
use hloom_dialects::op::Op;
use hloom_dialects::op_view::OpView;

/// Decodes the elementwise operations.
///
/// # Errors
/// Fails if an attribute, a type or a region of the operation cannot be decoded.
pub fn decode(op: &OpView) -> Result<Box<dyn Operation>, Error> {
    let name = op.op();
    Ok(match name {
        Op::StablehloBitcastConvert => {
            let to = result_tensor(op, 0)?.element.storage;
            on_tensors(move |operands| one(bitcast_convert(operands[0], to)))
        }
        Op::StablehloClamp => {
            on_tensors(|operands| one(clamp(operands[0], operands[1], operands[2])))
        }
        Op::StablehloCompare => {
            check_compare_type(op)?;
            let direction: ComparisonDirection = op.typed("comparison_direction")?;
            let direction = Direction::named(direction.as_str())?;
            let kind = op.optional_typed::<ComparisonType>("compare_type");
            let total = kind == Some(ComparisonType::Totalorder);
            on_tensors(move |operands| one(compare(operands[0], operands[1], direction, total)))
        }
        Op::StablehloConvert => {
            let to = result_tensor(op, 0)?.element.storage;
            on_tensors(move |operands| one(convert(operands[0], to)))
        }
        Op::StablehloReducePrecision => {
            let (exponent, mantissa) = (op.integer("exponent_bits")?, op.integer("mantissa_bits")?);
            on_tensors(move |operands| one(reduce_precision(operands[0], exponent, mantissa)))
        }
        Op::StablehloSelect => {
            on_tensors(|operands| one(select(operands[0], operands[1], operands[2])))
        }
        _ if op.operand_count() == 1 => on_tensors(move |operands| one(unary(name, operands[0]))),
        _ => on_tensors(move |operands| one(binary(name, operands[0], operands[1]))),
    })
}
