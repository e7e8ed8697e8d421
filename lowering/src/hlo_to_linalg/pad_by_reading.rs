// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Padding as a function of the index: each element of the result is the
//! operand's or the padding.
//!
//! Unlike a fill with the operand inserted into it, this is one elementwise
//! operation, so that it is tiled and fused: a convolution's input is padded
//! row by row on the stack of the thread that reads it, never as a whole.

use super::shape::{Padding, linalg_index};
use super::{Generic, empty, identity_map};
use crate::ir::{self, Builder, Shaped, Value};
use melior::ir::ValueLike;

/// Pads `operand` at its edges with the scalar `value`; none where padding is
/// interior or crops, or there is nothing to read or write.
pub fn pad<'a>(
    builder: Builder<'a>,
    operand: Value<'a>,
    padding: &[Padding],
    value: &dyn Fn(Builder<'a>) -> Value<'a>,
) -> Option<Value<'a>> {
    let from = Shaped::of(operand.r#type())?;
    let plain = padding.iter().all(|pad| pad.interior == 0 && pad.low >= 0 && pad.high >= 0);
    if !plain || from.elements() == 0 {
        return None;
    }
    let context = builder.context();
    let rank = from.rank();
    let shape: Vec<_> =
        padding.iter().zip(&from.shape).map(|(padding, size)| padding.padded(*size)).collect();
    let outside = value(builder);
    let destination = empty(builder, ir::tensor(&shape, from.element));
    let generic =
        Generic::new(builder, &vec![true; rank]).output(destination, identity_map(context, rank));
    let result = generic.build(|builder, _| {
        let mut inside: Option<Value<'a>> = None;
        let mut indices = vec![operand];
        for (dim, padding) in padding.iter().enumerate() {
            let here = linalg_index(builder, dim as i64);
            if padding.low == 0 && padding.high == 0 {
                indices.push(here);
                continue;
            }
            let index = builder.binary("arith.subi", here, builder.index(padding.low));
            // Unsigned: what lies before the operand is larger than any size.
            let within = builder.cmpi("ult", index, builder.index(from.shape[dim]));
            indices.push(builder.select(within, index, builder.index(0)));
            inside = Some(match inside {
                Some(others) => builder.binary("arith.andi", others, within),
                None => within,
            });
        }
        let element = builder.simple("tensor.extract", &indices, from.element);
        vec![match inside {
            Some(inside) => builder.select(inside, element, outside),
            None => element,
        }]
    });
    Some(result[0])
}
