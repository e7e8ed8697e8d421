// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Loops over threads.

use hloom_ir::{self as ir, Builder, Forall, Mapping, Op, Value};
use melior::ir::ValueLike;

/// Emits a loop whose iterations are threads of the device.
pub fn on_device<'a>(
    builder: Builder<'a>,
    sizes: &[i64],
    body: impl FnOnce(Builder<'a>, &[Value<'a>]),
) -> Op<'a> {
    Forall::build(builder, sizes, |end, variables| {
        body(Builder::before(builder.context(), end).at(builder.location()), variables);
    })
}

/// Emits a loop whose iterations are threads of a block.
pub fn on_threads<'a>(
    builder: Builder<'a>,
    sizes: &[i64],
    body: impl FnOnce(Builder<'a>, &[Value<'a>]),
) {
    let nest = if sizes.len() <= Mapping::MOST_DIMS {
        on_device(builder, sizes, body)
    } else {
        let count = sizes.iter().copied().fold(1, i64::saturating_mul);
        on_device(builder, &[count], |inside, number| {
            body(inside, &Forall::from_sizes(sizes).variables(inside, number[0]));
        })
    };
    Mapping::Thread.set(builder.context(), nest);
}

/// Emits a copy of memory of static shape by the threads of a block.
pub fn copy<'a>(builder: Builder<'a>, source: Value<'a>, target: Value<'a>) {
    let shape = ir::shape_of(source);
    // A loop has at least one dimension.
    let sizes = if shape.is_empty() { &[1] } else { &shape[..] };
    on_threads(builder, sizes, |at, variables| {
        let indices = &variables[..shape.len()];
        let element = ir::element_of(source.r#type());
        let value = at.simple("memref.load", &[&[source], indices].concat(), element);
        at.op("memref.store").operands(&[&[value, target], indices].concat()).build();
    });
}
