// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Loops over threads, sequential loops, and conditions in the code of a thread.

use hloom_ir::{self as ir, Builder, Forall, Mapping, Op, Value};
use melior::ir::{Region, ValueLike};

/// Emits an `scf.forall` whose iterations are threads of the device.
pub fn on_device<'a>(
    builder: Builder<'a>,
    sizes: &[i64],
    body: impl FnOnce(Builder<'a>, &[Value<'a>]),
) -> Op<'a> {
    Forall::build(builder, sizes, |end, variables| {
        body(Builder::before(builder.context(), end).at(builder.location()), variables);
    })
}

/// Emits an `scf.forall` whose iterations are threads of a block.
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

/// Emits operations that a thread executes only if `condition` holds, or always if `condition` is
/// `None`.
pub fn only_if<'a>(at: Builder<'a>, condition: Option<Value<'a>>, body: impl FnOnce(Builder<'a>)) {
    let Some(condition) = condition else { return body(at) };
    let then = at.region(&[], |inside, _| {
        body(inside);
        inside.op("scf.yield").build();
    });
    // The region of the other branch has no block.
    at.op("scf.if").operands(&[condition]).region(then).region(Region::new()).build();
}

/// Emits a sequential loop from 0 up to, but not including, `bounds[0]` in steps of `bounds[1]`.
/// `body` emits an iteration: it takes the index and the carried values, and returns the new
/// carried values. Returns the values after the last iteration.
pub fn carry<'a>(
    at: Builder<'a>,
    bounds: [i64; 2],
    start: &[Value<'a>],
    body: impl FnOnce(Builder<'a>, Value<'a>, &[Value<'a>]) -> Vec<Value<'a>>,
) -> Vec<Value<'a>> {
    let types: Vec<_> = start.iter().map(|value| value.r#type()).collect();
    let arguments = [&[ir::index(at.context())], &types[..]].concat();
    let region = at.region(&arguments, |inside, given| {
        let new = body(inside, given[0], &given[1..]);
        inside.op("scf.yield").operands(&new).build();
    });
    let bounds = [at.index(0), at.index(bounds[0]), at.index(bounds[1])];
    let nest = at.op("scf.for").operands(&bounds).operands(start).results(&types);
    ir::results(nest.region(region).build())
}
