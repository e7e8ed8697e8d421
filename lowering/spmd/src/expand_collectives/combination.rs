// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Combines what the participants of a group have sent, in the order of the group.
//!
//! Each step must have the bits of the interpreter and of the runtime, which round after each step. The
//! lowering computes with 16-bit floats as f32, and may keep the f32 value from one operation to the
//! next. A common operation on such floats is therefore built in f32, with conversions that round. One
//! rounding of the f32 result is exact, because f32 has more than twice the precision (Figueroa, "When
//! is double rounding innocuous?", 1995).

use super::collective::Collective;
use hloom_hlo_passes::build::{Hlo, element_of};
use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Attribute, Op, Type, Value};
use melior::ir::{TypeLike, ValueLike};

/// The largest number of operands that are combined without a loop.
const MOST_UNROLLED: i64 = 8;

/// The operations on 16-bit floats that can be computed in f32.
const IN_F32: [&str; 6] = [
    "stablehlo.add",
    "stablehlo.divide",
    "stablehlo.maximum",
    "stablehlo.minimum",
    "stablehlo.multiply",
    "stablehlo.subtract",
];

/// Combines the slices of `all` along its first dimension by the computation in the region of
/// `reduction`. `hlo` builds the operations, and `result` is the type of the result.
///
/// # Errors
///
/// Fails if the computation has no arguments, or another element type than the result.
pub fn combine<'a>(
    of: &Collective<'a>,
    hlo: Hlo<'a>,
    reduction: Op<'a>,
    all: Value<'a>,
    result: Type<'a>,
) -> Result<Value<'a>, Failure<'a>> {
    let body = ir::regions(reduction).into_iter().flat_map(ir::blocks).next();
    let argument = body.and_then(|body| ir::args(body).first().copied());
    let argument = argument.ok_or_else(|| {
        let message = format!("`{}`: expected a computation with arguments", ir::op_name(of.op));
        Failure::at(of.op, message)
    })?;
    let (shape, takes) = (ir::shape_of(all), element_of(argument));
    let step = Step { reduction, shape: &shape[1..], takes };
    let part = |number: i64| {
        let (mut starts, mut limits) = (vec![0; shape.len()], shape.clone());
        (starts[0], limits[0]) = (number, number + 1);
        step.part(hlo, hlo.slice(all, &starts, &limits, &vec![1; shape.len()]))
    };
    let count = shape[0];
    let combined = if count <= MOST_UNROLLED {
        (1..count).fold(part(0), |sum, number| step.apply(hlo, sum, part(number)))
    } else {
        let mut sizes = shape.clone();
        sizes[0] = 1;
        let combined = hlo.repeat(count - 1, &[part(0)], |hlo, number, carried| {
            let scalar = number.r#type();
            let mut starts = vec![hlo.int(0, scalar); shape.len()];
            starts[0] = hlo.binary("add", number, hlo.int(1, scalar));
            let part = step.part(hlo, hlo.dynamic_slice(all, &starts, &sizes));
            vec![step.apply(hlo, carried[0], part)]
        });
        combined[0]
    };
    if combined.r#type() == result {
        return Ok(combined);
    }
    let ty = combined.r#type();
    let name = ir::op_name(of.op);
    let message = format!(
        "`{name}`: expected a result of type `{ty}`, which its computation returns, found `{result}`"
    );
    Err(Failure::at(of.op, message))
}

/// A step of a reduction, which combines two tensors.
struct Step<'a, 's> {
    /// The operation whose region is the computation.
    reduction: Op<'a>,
    /// The sizes of the two tensors that are combined.
    shape: &'s [i64],
    /// The element type of the computation.
    takes: Type<'a>,
}

impl<'a> Step<'a, '_> {
    /// Returns an operand of the step: `slice` without its leading dimension of size one, with
    /// elements of the type of the computation.
    fn part(&self, hlo: Hlo<'a>, slice: Value<'a>) -> Value<'a> {
        let part = hlo.reshape(slice, self.shape);
        if element_of(part) == self.takes { part } else { hlo.convert(part, self.takes) }
    }

    fn apply(&self, hlo: Hlo<'a>, sum: Value<'a>, part: Value<'a>) -> Value<'a> {
        if let Some((name, is_swapped)) = self.in_f32() {
            let f32 = ir::f32(hlo.at.context());
            let (sum, part) = (hlo.convert(sum, f32), hlo.convert(part, f32));
            let [left, right] = if is_swapped { [part, sum] } else { [sum, part] };
            return hlo.convert(hlo.at.simple(name, &[left, right], left.r#type()), self.takes);
        }
        let dimensions: Vec<_> = (0..self.shape.len() as i64).collect();
        let dimensions: Attribute = ir::dense_i64_attr(hlo.at.context(), &dimensions);
        let map = hlo.at.op("stablehlo.map").operands(&[sum, part]);
        let map = map.attr("dimensions", dimensions).region(ir::copy_region(self.reduction));
        map.result(ir::tensor(self.shape, self.takes)).value()
    }

    /// Returns the name of the operation if the computation consists of a single operation on
    /// 16-bit floats that can be computed in f32, and whether its arguments are in reverse order.
    /// Returns `None` otherwise.
    fn in_f32(&self) -> Option<(&'static str, bool)> {
        if !(self.takes.is_bf16() || self.takes.is_f16()) {
            return None;
        }
        let (combined, is_reversed) = ir::reducer(self.reduction)?;
        let name = IN_F32.into_iter().find(|name| *name == ir::op_name(combined))?;
        Some((name, is_reversed))
    }
}
