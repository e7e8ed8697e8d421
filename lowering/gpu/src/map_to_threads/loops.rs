// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Loops over threads, and conditions inside of them.

use hloom_ir::{self as ir, Builder, Forall, Mapping, Op, Value};
use melior::ir::{Region, ValueLike};

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

/// Emits operations that a thread executes if a condition holds, or always if there is none.
pub fn only_if<'a>(at: Builder<'a>, condition: Option<Value<'a>>, body: impl FnOnce(Builder<'a>)) {
    let Some(condition) = condition else { return body(at) };
    let then = at.region(&[], |inside, _| {
        body(inside);
        inside.op("scf.yield").build();
    });
    // The region of the other branch has no block.
    at.op("scf.if").operands(&[condition]).region(then).region(Region::new()).build();
}

/// Emits a loop from 0 to below `bounds[0]` by steps of `bounds[1]`. `body` emits the values that an
/// iteration leaves from its number and the values of the one before. Returns those of the last one.
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
