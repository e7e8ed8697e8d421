// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Simplification rule that moves elementwise operations before the broadcasts of their operands.

use crate::build::element_of;
use crate::elements::{Elements, Format};
use crate::simplify::matching::{Match, list, one, producer, splat_like};
use crate::simplify::purity::is_pure;
use hloom_dialects::op::Op as Kind;
use hloom_dialects::verify::is_elementwise;
use hloom_ir::{self as ir, Op, Shaped, Value};
use melior::ir::operation::OperationLike;

/// An operand of an elementwise operation that repeats the elements of a smaller value.
enum Repeated<'a> {
    /// `broadcast_in_dim` of the value along these dimensions.
    Broadcast(Value<'a>, Vec<i64>),
    /// A splat constant, a broadcast scalar, or a scalar next to operands with another shape.
    Scalar(Value<'a>),
}

/// `f(broadcast(x), broadcast(y), c)` = `broadcast(f(x, y, c))` for an elementwise operation `f`,
/// broadcasts along the same dimensions, and splat constants or broadcast scalars `c`
///
/// The operand of the resulting broadcast has fewer elements. Fusion later repeats `f` where this
/// is cheaper than reading its results.
pub fn elementwise_of_broadcasts<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    if !is_elementwise(found.kind) || found.op.region_count() > 0 || found.shape.is_empty() {
        return None;
    }
    let repeated: Vec<_> =
        found.operands.iter().map(|value| repeated(found, *value)).collect::<Option<_>>()?;
    let mut broadcasts = repeated.iter().filter_map(|operand| match operand {
        Repeated::Broadcast(x, dims) => Some((ir::shape_of(*x), dims.clone())),
        Repeated::Scalar(_) => None,
    });
    let (shape, dims) = match broadcasts.next() {
        Some(first) => broadcasts.all(|other| other == first).then_some(first)?,
        None => (Vec::new(), Vec::new()),
    };
    // A scalar operand, such as the condition of a `select`, is not repeated here.
    let any = found.operands.iter().any(|value| {
        !ir::shape_of(*value).is_empty()
            && producer(*value, Kind::StablehloBroadcastInDim).is_some()
    });
    // A format excludes types that are quantized along a dimension.
    let has_format = |value: &Value| Format::of(element_of(*value)).is_some();
    if found.format().is_none() || !found.operands.iter().all(has_format) {
        return None;
    }
    let element = Shaped::of(found.ty)?.element;
    if !any || ir::results(found.op).len() != 1 || !is_pure(found.op) || is_annotated(found.op) {
        return None;
    }
    let hlo = found.hlo;
    let operand = |(operand, value): (&Repeated<'a>, &Value<'a>)| match operand {
        Repeated::Broadcast(x, _) => Some(*x),
        // The operation accepts a scalar beside operands of any shape.
        Repeated::Scalar(_) if ir::shape_of(*value).is_empty() => Some(*value),
        Repeated::Scalar(x) if ir::shape_of(*x).is_empty() => Some(hlo.broadcast(*x, &[], &shape)),
        Repeated::Scalar(x) => splat_like(hlo, *x, &shape),
    };
    let operands: Vec<_> =
        repeated.iter().zip(&found.operands).map(operand).collect::<Option<_>>()?;
    let op = hlo.at.op(ir::op_name(found.op)).operands(&operands).attrs_of(found.op, &[]);
    let small = op.result(ir::tensor(&shape, element)).value();
    one(hlo.broadcast(small, &dims, &found.shape))
}

/// Returns true if the operation has attributes of other dialects, such as a sharding of its
/// result.
pub fn is_annotated(op: Op) -> bool {
    op.attributes().any(|(name, _)| name.as_string_ref().as_str().is_ok_and(|it| it.contains('.')))
}

fn repeated<'a>(found: &Match<'a>, value: Value<'a>) -> Option<Repeated<'a>> {
    let shape = ir::shape_of(value);
    if shape.is_empty() {
        return Some(Repeated::Scalar(value));
    }
    // A `bitcast_convert` may change the shape.
    if shape != found.shape {
        return None;
    }
    if Elements::of_splat(value).is_some() {
        return Some(Repeated::Scalar(value));
    }
    let broadcast = producer(value, Kind::StablehloBroadcastInDim)?;
    let x = *ir::operands(broadcast).first()?;
    if ir::shape_of(x).is_empty() {
        return Some(Repeated::Scalar(x));
    }
    Some(Repeated::Broadcast(x, list(broadcast, "broadcast_dimensions")?))
}
