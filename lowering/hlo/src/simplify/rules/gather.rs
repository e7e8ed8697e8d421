// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Rules for `gather`.

use crate::elements::Elements;
use crate::simplify::matching::{Match, list, one};
use crate::simplify::rule::Rule;
use hloom_dialects::op::Op as Kind;
use hloom_ir::attributes;
use hloom_ir::{self as ir, Value};

pub const RULES: &[(Kind, Rule)] = &[(Kind::StablehloGather, gather_at_constant)];

/// `gather(x, i)` of one slice at constant indices = `reshape(slice(x))`
fn gather_at_constant<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let (x, indices) = found.pair()?;
    let starts = Elements::of_value(indices)?;
    let dims = attributes::gather_dims(found.op).ok()?;
    let sizes = list(found.op, "slice_sizes")?;
    let shape = ir::shape_of(x);
    // There is one index vector, and no batching dimension.
    let vectors: i64 = (0..starts.shape.len())
        .filter(|dim| *dim != dims.index_vector)
        .map(|dim| starts.shape[dim])
        .product();
    if vectors != 1 || !dims.operand_batching.is_empty() || !dims.offset.is_sorted() {
        return None;
    }
    let mut from = vec![0; shape.len()];
    for (component, dim) in dims.start_index_map.iter().enumerate() {
        let start = starts.number(component).int()?;
        from[*dim] = start.clamp(0, i128::from(shape[*dim] - sizes[*dim])) as i64;
    }
    let limits: Vec<_> = from.iter().zip(&sizes).map(|(start, size)| start + size).collect();
    let slice = found.hlo.slice(x, &from, &limits, &vec![1; from.len()]);
    // Offset dimensions are in the order of the operand; all others have one element.
    one(found.hlo.reshape(slice, &found.shape))
}
