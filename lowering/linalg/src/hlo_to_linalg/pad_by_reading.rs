// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Lowers padding to a function of the index: each element of the result is an element of the
//! operand or the padding value.
//!
//! The usual lowering is a fill and an insertion of the operand. In contrast, this lowering
//! produces a single elementwise operation, which can be tiled and fused. A thread that reads the
//! padded input of a convolution then pads the input row by row on its stack, and the padded input
//! is never stored as a whole.

use super::shape::Padding;
use hloom_ir::linalg::generic::{Generic, empty, identity_map, linalg_index};
use hloom_ir::{self as ir, Builder, Shaped, Value};
use melior::ir::ValueLike;

/// Pads `operand` at its edges with the scalar `value`.
///
/// Returns `None` if any padding is interior or negative, or if the operand has no elements.
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
            // The comparison is unsigned, so that a position before the operand is larger than any
            // size.
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
