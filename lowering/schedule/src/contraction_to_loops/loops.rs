// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Builds loops and branches. A loop that runs at most once is not built, nor is a branch whose
//! condition is known.
//!
//! Code that benefits from vectors is already vectorized. The loops therefore disable LLVM's loop
//! vectorizer, whose code for the remaining loops would be larger than the kernel.

use super::position::Position;
use hloom_ir::{self as ir, Builder, Value};
use melior::ir::ValueLike;

/// Builds `for counter in lower..upper` by `step` with the carried values `carried`. Returns the
/// final carried values. A loop that runs once is replaced by its body, and a loop that never runs
/// is omitted.
pub fn for_each<'a>(
    builder: Builder<'a>,
    lower: &Position<'a>,
    upper: &Position<'a>,
    step: i64,
    carried: &[Value<'a>],
    body: impl FnOnce(Builder<'a>, Position<'a>, &[Value<'a>]) -> Vec<Value<'a>>,
) -> Vec<Value<'a>> {
    if let Some(length) = upper.plus(lower, -1).fixed() {
        if length <= 0 {
            return carried.to_vec();
        }
        if length <= step {
            return body(builder, lower.clone(), carried);
        }
    }
    let types: Vec<_> = carried.iter().map(|value| value.r#type()).collect();
    let mut arguments = vec![ir::index(builder.context())];
    arguments.extend(&types);
    let region = builder.region(&arguments, |builder, arguments| {
        let results = body(builder, Position::of(arguments[0]), &arguments[1..]);
        builder.op("scf.yield").operands(&results).build();
    });
    let mut operands = vec![lower.value(builder), upper.value(builder), builder.index(step)];
    operands.extend(carried);
    let no_vectors = "#llvm.loop_annotation<vectorize = <disable = true>>";
    let no_vectors = ir::parse_attribute(builder.context(), no_vectors);
    let builder = builder.op("scf.for").operands(&operands).results(&types);
    ir::results(builder.attr("loop_annotation", no_vectors).region(region).build())
}

/// Builds `for counter in lower..upper` by `step` without carried values.
pub fn for_effect<'a>(
    builder: Builder<'a>,
    lower: &Position<'a>,
    upper: &Position<'a>,
    step: i64,
    body: impl FnOnce(Builder<'a>, Position<'a>),
) {
    for_each(builder, lower, upper, step, &[], |builder, counter, _| {
        body(builder, counter);
        Vec::new()
    });
}

/// Builds `for counter in 0..count`.
pub fn count_to<'a>(
    builder: Builder<'a>,
    count: &Position<'a>,
    body: impl FnOnce(Builder<'a>, Position<'a>),
) {
    for_effect(builder, &Position::constant(0), count, 1, body);
}

/// The body of the innermost of nested loops. It receives the counters, outermost first, and the
/// carried values, and returns the next carried values.
pub type Innermost<'f, 'a> =
    &'f mut dyn FnMut(Builder<'a>, &[Position<'a>], &[Value<'a>]) -> Vec<Value<'a>>;

/// Builds nested loops from zero to `counts`, outermost first, with the carried values `carried`.
/// Returns the final carried values.
pub fn nest<'a>(
    builder: Builder<'a>,
    counts: &[Position<'a>],
    carried: &[Value<'a>],
    body: Innermost<'_, 'a>,
) -> Vec<Value<'a>> {
    nest_inside(builder, &[], counts, carried, body)
}

fn nest_inside<'a>(
    builder: Builder<'a>,
    outer: &[Position<'a>],
    counts: &[Position<'a>],
    carried: &[Value<'a>],
    body: Innermost<'_, 'a>,
) -> Vec<Value<'a>> {
    let Some((count, rest)) = counts.split_first() else {
        return body(builder, outer, carried);
    };
    let zero = Position::constant(0);
    for_each(builder, &zero, count, 1, carried, |builder, counter, carried| {
        let counters: Vec<_> = outer.iter().cloned().chain([counter]).collect();
        nest_inside(builder, &counters, rest, carried, body)
    })
}

/// Builds `if condition { yes } else { no }`. A known condition (`Ok`) needs no branch.
pub fn branch<'a>(
    builder: Builder<'a>,
    condition: Result<bool, Value<'a>>,
    yes: impl FnOnce(Builder<'a>),
    no: impl FnOnce(Builder<'a>),
) {
    let condition = match condition {
        Ok(true) => return yes(builder),
        Ok(false) => return no(builder),
        Err(condition) => condition,
    };
    let yes = builder.region(&[], |builder, _| {
        yes(builder);
        builder.op("scf.yield").build();
    });
    let no = builder.region(&[], |builder, _| {
        no(builder);
        builder.op("scf.yield").build();
    });
    builder.op("scf.if").operands(&[condition]).region(yes).region(no).build();
}

/// Builds an `scf.forall` over `0..tasks`, whose iterations may run in parallel.
pub fn forall<'a>(builder: Builder<'a>, tasks: i64, body: impl FnOnce(Builder<'a>, Position<'a>)) {
    let context = builder.context();
    let region = builder.region(&[ir::index(context)], |builder, arguments| {
        body(builder, Position::of(arguments[0]));
        let empty = builder.region(&[], |_, _| {});
        builder.op("scf.forall.in_parallel").region(empty).build();
    });
    builder
        .op("scf.forall")
        .attr("staticLowerBound", ir::dense_i64_attr(context, &[0]))
        .attr("staticUpperBound", ir::dense_i64_attr(context, &[tasks]))
        .attr("staticStep", ir::dense_i64_attr(context, &[1]))
        .segments(&[0, 0, 0, 0])
        .region(region)
        .build();
}
