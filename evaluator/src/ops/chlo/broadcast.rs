// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Elementwise operations that broadcast their operands.

use crate::Error;
use crate::ops::attributes::to_sizes;
use crate::ops::elementwise::{self, Direction};
use crate::ops::on_tensors::{on_tensors, one};
use crate::ops::shape::broadcast_in_dim;
use crate::program::Operation;
use hloom_dialects::attributes::chlo::{ComparisonDirection, ComparisonType};
use hloom_dialects::comparison::check_compare_type;
use hloom_dialects::op::Op;
use hloom_dialects::op_view::OpView;
use hloom_values::Literal;

/// Decodes the broadcasting operations of CHLO.
///
/// # Errors
/// Fails if an attribute, a type or a region of the operation cannot be decoded.
pub fn decode(op: &OpView) -> Result<Box<dyn Operation>, Error> {
    let dimensions =
        op.optional_integers("broadcast_dimensions").map(|dims| to_sizes(&dims)).transpose()?;
    let spread = move |operands: &[&Literal]| broadcast_two(operands, dimensions.as_deref());
    Ok(match op.op() {
        Op::ChloBroadcastSelect => on_tensors(|operands| {
            let dims = common_dims(operands)?;
            let spread = |index: usize| align(operands[index], &dims, None);
            one(elementwise::select(&spread(0)?, &spread(1)?, &spread(2)?))
        }),
        Op::ChloBroadcastCompare => {
            check_compare_type(op)?;
            let direction: ComparisonDirection = op.typed("comparison_direction")?;
            let direction = Direction::named(direction.as_str())?;
            let kind = op.optional_typed::<ComparisonType>("compare_type");
            let total = kind == Some(ComparisonType::Totalorder);
            on_tensors(move |operands| {
                let [lhs, rhs] = spread(operands)?;
                one(elementwise::compare(&lhs, &rhs, direction, total))
            })
        }
        broadcast @ (Op::ChloBroadcastNextAfter
        | Op::ChloBroadcastPolygamma
        | Op::ChloBroadcastZeta) => {
            let plain = match broadcast {
                Op::ChloBroadcastNextAfter => Op::ChloNextAfter,
                Op::ChloBroadcastPolygamma => Op::ChloPolygamma,
                _ => Op::ChloZeta,
            };
            on_tensors(move |operands| {
                let [lhs, rhs] = spread(operands)?;
                one(super::elementwise::binary(plain, &lhs, &rhs))
            })
        }
        other => {
            let plain = without_broadcast(other)?;
            on_tensors(move |operands| {
                let [lhs, rhs] = spread(operands)?;
                one(elementwise::binary(plain, &lhs, &rhs))
            })
        }
    })
}

/// Returns the StableHLO operation that a broadcasting operation of CHLO applies to its broadcast
/// operands.
fn without_broadcast(op: Op) -> Result<Op, Error> {
    Ok(match op {
        Op::ChloBroadcastAdd => Op::StablehloAdd,
        Op::ChloBroadcastAnd => Op::StablehloAnd,
        Op::ChloBroadcastAtan2 => Op::StablehloAtan2,
        Op::ChloBroadcastComplex => Op::StablehloComplex,
        Op::ChloBroadcastDivide => Op::StablehloDivide,
        Op::ChloBroadcastMaximum => Op::StablehloMaximum,
        Op::ChloBroadcastMinimum => Op::StablehloMinimum,
        Op::ChloBroadcastMultiply => Op::StablehloMultiply,
        Op::ChloBroadcastOr => Op::StablehloOr,
        Op::ChloBroadcastPower => Op::StablehloPower,
        Op::ChloBroadcastRemainder => Op::StablehloRemainder,
        Op::ChloBroadcastShiftLeft => Op::StablehloShiftLeft,
        Op::ChloBroadcastShiftRightArithmetic => Op::StablehloShiftRightArithmetic,
        Op::ChloBroadcastShiftRightLogical => Op::StablehloShiftRightLogical,
        Op::ChloBroadcastSubtract => Op::StablehloSubtract,
        Op::ChloBroadcastXor => Op::StablehloXor,
        other => {
            return Err(Error::Internal(format!(
                "the evaluator passed `{other}` to the decoder of broadcasting CHLO operations"
            )));
        }
    })
}

/// Broadcasts two tensors to common dimensions. The dimensions of the tensor of lower rank
/// correspond to the `dimensions` of the other tensor, or to its last dimensions. If the ranks are
/// equal, `dimensions` is ignored.
fn broadcast_two(
    operands: &[&Literal],
    dimensions: Option<&[usize]>,
) -> Result<[Literal; 2], Error> {
    let [lhs, rhs] = operands else {
        return Err(Error::Internal(format!(
            "the evaluator passed {} operands to a broadcast of two",
            operands.len()
        )));
    };
    let (one, other) = (lhs.shape().rank(), rhs.shape().rank());
    let Some(dimensions) = dimensions.filter(|_| one != other) else {
        let dims = common_dims(operands)?;
        return Ok([align(lhs, &dims, None)?, align(rhs, &dims, None)?]);
    };
    let (small, large) = if one < other { (lhs, rhs) } else { (rhs, lhs) };
    // The size is one where the tensor of lower rank has no dimension.
    let mut dims = vec![1; large.shape().rank()];
    for (dim, dimension) in small.shape().dims.iter().zip(dimensions) {
        *dims.get_mut(*dimension).ok_or_else(|| disagree(operands))? = *dim;
    }
    let dims = merged(&[&dims, &large.shape().dims]).ok_or_else(|| disagree(operands))?;
    let (small, large) = (align(small, &dims, Some(dimensions))?, align(large, &dims, None)?);
    Ok(if one < other { [small, large] } else { [large, small] })
}

/// Returns the dimensions to which all operands broadcast, aligned at the last dimension.
fn common_dims(operands: &[&Literal]) -> Result<Vec<usize>, Error> {
    let rank = operands.iter().map(|operand| operand.shape().rank()).max().unwrap_or(0);
    let padded = |operand: &&Literal| {
        let dims = &operand.shape().dims;
        [&vec![1; rank - dims.len()][..], dims].concat()
    };
    let padded: Vec<_> = operands.iter().map(padded).collect();
    let shapes: Vec<_> = padded.iter().map(Vec::as_slice).collect();
    merged(&shapes).ok_or_else(|| disagree(operands))
}

/// Returns, for each dimension, the size other than 1, or 1 if all sizes are 1. Returns `None` if
/// the sizes other than 1 differ, or if there are no shapes. All shapes have the same rank.
fn merged(shapes: &[&[usize]]) -> Option<Vec<usize>> {
    let mut result = vec![1; shapes.first()?.len()];
    for shape in shapes {
        for (known, dim) in result.iter_mut().zip(*shape) {
            match (*known, *dim) {
                (_, 1) => {}
                (1, dim) => *known = dim,
                (known, dim) if known == dim => {}
                _ => return None,
            }
        }
    }
    Some(result)
}

/// Broadcasts a tensor to the sizes `dims`. The dimensions of the tensor correspond to
/// `dimensions`, or to the last dimensions of the result.
fn align(
    operand: &Literal,
    dims: &[usize],
    dimensions: Option<&[usize]>,
) -> Result<Literal, Error> {
    let last: Vec<_> = (dims.len() - operand.shape().rank()..dims.len()).collect();
    broadcast_in_dim(operand, dims, dimensions.unwrap_or(&last))
}

fn disagree(operands: &[&Literal]) -> Error {
    let shapes: Vec<_> = operands.iter().map(|operand| operand.shape().to_string()).collect();
    Error::invalid(format!("operands have shapes that do not broadcast: {}", shapes.join(" and ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_dims(dims: &[usize]) -> Literal {
        Literal::from_slice(&vec![1.0_f32; dims.iter().product()], dims).expect("as many")
    }

    fn broadcast(lhs: &[usize], rhs: &[usize], dimensions: Option<&[usize]>) -> Option<Vec<usize>> {
        let spread = broadcast_two(&[&of_dims(lhs), &of_dims(rhs)], dimensions).ok()?;
        assert_eq!(spread[0].shape(), spread[1].shape());
        Some(spread[0].shape().dims.clone())
    }

    #[test]
    fn shapes() {
        assert_eq!(broadcast(&[2, 1], &[3], None), Some(vec![2, 3]));
        assert_eq!(broadcast(&[], &[0, 3], None), Some(vec![0, 3]));
        assert_eq!(broadcast(&[1], &[0], None), Some(vec![0]));
        assert_eq!(broadcast(&[2], &[2, 3], Some(&[0])), Some(vec![2, 3]));
        assert_eq!(broadcast(&[2, 3], &[2], Some(&[0])), Some(vec![2, 3]));
        assert_eq!(broadcast(&[2], &[1, 3], Some(&[0])), Some(vec![2, 3]));
        assert_eq!(broadcast(&[2], &[3, 2], Some(&[0])), None);
        assert_eq!(broadcast(&[2], &[3], None), None);
        assert_eq!(broadcast(&[2], &[2, 3], Some(&[5])), None);
    }
}
