// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Results that take the memory of arguments
//! ([`alias_results`](crate::hlo::alias_results)).
//!
//! Such a result's memory has the argument's value when the function is called. It is a tensor
//! until all results are computed, so that bufferization sees what is read before it is written.

use super::result_memory::{compute_in, tensor_in};
use crate::hlo::alias_results::aliases;
use crate::ir::{self, Builder, Op, Value};
use crate::linalg::destination::destination;
use crate::linalg::generic::{Generic, identity_map};
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, TypeLike, ValueLike};
use std::collections::HashSet;

/// A result that takes an argument's memory, which is `memory` when the function begins.
pub struct Taken<'a> {
    pub number: usize,
    memory: Value<'a>,
}

/// Makes a function read arguments in the memory of the results that take theirs.
pub fn take_arguments<'a>(
    start: Builder<'a>,
    function: Op<'a>,
    destinations: &[Option<Value<'a>>],
) -> Vec<Taken<'a>> {
    let arguments = ir::args(start.block());
    let take = |(number, argument): (usize, usize)| {
        let argument = arguments[argument];
        let memory = tensor_in(start, destinations[number]?, argument.r#type());
        ir::replace_all_uses(argument, memory);
        Some(Taken { number, memory })
    };
    aliases(function).into_iter().filter_map(take).collect()
}

/// Stores results in the memory that they take; afterwards they are what is there, and the
/// other ones are not.
pub fn store<'a>(builder: Builder<'a>, results: &mut [Value<'a>], taken: &[Taken<'a>]) {
    let Some(function) = builder.block().parent_operation().filter(|_| !taken.is_empty()) else {
        return;
    };
    for Taken { number, memory } in taken {
        compute_in(results[*number], |empty| is_read_before(*memory, empty).then_some(*memory));
    }
    let merged = merged(function);
    let returned: Vec<_> = results.iter().map(|result| sources([*result])).collect();
    for Taken { number, memory } in taken {
        let mut others = returned.iter().enumerate().filter(|(other, _)| other != number);
        let is_elsewhere = merged.contains(&key(*memory))
            || others.any(|(_, sources)| sources.contains(&key(*memory)));
        let store = if is_elsewhere { copied } else { materialized };
        results[*number] = store(builder, results[*number], *memory);
    }
}

/// What `memory` has when `value` is stored there, wherever else it may be.
fn copied<'a>(builder: Builder<'a>, value: Value<'a>, memory: Value<'a>) -> Value<'a> {
    let rank = ir::shape_of(value).len();
    let map = identity_map(builder.context(), rank);
    let copy = Generic::new(builder, &vec![true; rank]).input(value, map).output(memory, map);
    copy.build(|_, elements| vec![elements[0]])[0]
}

/// What `memory` has when `value` is stored there and nothing that is read later can be there:
/// bufferization does not make this a copy to other memory.
fn materialized<'a>(builder: Builder<'a>, value: Value<'a>, memory: Value<'a>) -> Value<'a> {
    let store = builder.op("bufferization.materialize_in_destination");
    store.operands(&[value, memory]).result(memory.r#type()).value()
}

/// Whether all that reads `memory` comes before what an empty tensor is for.
fn is_read_before<'a>(memory: Value<'a>, empty: Op<'a>) -> bool {
    let users = ir::uses(ir::results(empty)[0]);
    users.iter().all(|(user, _)| {
        ir::uses(memory).into_iter().all(|(reader, _)| {
            ir::beside(reader, *user).is_some_and(|reader| reader.is_before_in_block(*user))
        })
    })
}

/// What may be the memory of a value that one branch or another gives.
fn merged(function: Op) -> HashSet<usize> {
    let is_branch = |op: &Op| {
        let parent = op.parent_operation().map(ir::op_name);
        matches!(parent, Some("scf.if" | "scf.index_switch")) && ir::op_name(*op) == "scf.yield"
    };
    sources(ir::walk(function).into_iter().filter(is_branch).flat_map(ir::operands))
}

/// The values that may be where some are, once memory is assigned, with all before them.
fn sources<'a>(values: impl IntoIterator<Item = Value<'a>>) -> HashSet<usize> {
    let mut found = HashSet::new();
    let mut pending: Vec<_> = values.into_iter().collect();
    while let Some(value) = pending.pop() {
        if value.r#type().is_tensor() && found.insert(key(value)) {
            pending.extend(origins(value));
        }
    }
    found
}

fn key(value: Value) -> usize {
    value.to_raw().ptr as usize
}

/// The values in whose memory `value` may be.
fn origins<'a>(value: Value<'a>) -> Vec<Value<'a>> {
    // What an operation's region is given are operands of it, which its results come from, too.
    let Some(op) = ir::defining_op(value) else { return Vec::new() };
    let name = ir::op_name(op);
    let number = ir::results(op).iter().position(|result| *result == value);
    if name.starts_with("linalg.") || name.starts_with("tensor.insert") {
        let over = number.and_then(|number| destination(op, number));
        return over.map(|over| ir::operands(op)[over]).into_iter().collect();
    }
    let ends = ir::regions(op).into_iter().flat_map(ir::blocks);
    let yielded = ends.filter_map(|block| block.terminator()).flat_map(ir::operands);
    ir::operands(op).into_iter().chain(yielded).collect()
}
