// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Computes results in the memory of donated arguments.
//!
//! The pass `hlo-alias-results` selects pairs of a result and an argument. When the function is
//! called, the memory of the result contains the argument. The function represents this memory as a
//! tensor until all results are computed, so that bufferization sees which operations read it
//! before it is overwritten.

use super::result_memory::{compute_in, is_computed_in, tensor_in};
use hloom_ir::facts::{aliases, set_aliases};
use hloom_ir::linalg::destination::{destination, readers};
use hloom_ir::linalg::generic::{Generic, identity_map};
use hloom_ir::{self as ir, Builder, Context, Op, Value};
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, TypeLike, ValueLike};
use std::collections::{HashMap, HashSet};

/// A result that takes the memory of an argument.
pub struct Taken<'a> {
    /// The index of the result among the results of the function.
    pub number: usize,
    /// The memory of the result as a tensor. It contains the argument's value when the function
    /// begins.
    memory: Value<'a>,
}

/// Makes a function read each donated argument from the memory of the result that takes it, and
/// compute this result there.
///
/// If a result cannot be computed in this memory without a copy, its pair is removed from the
/// function's aliases. `destinations` has the memref of each result, or `None` for a result without
/// elements. Returns the results that take the memory of an argument.
pub fn take_arguments<'a>(
    context: &'a Context,
    function: Op<'a>,
    terminator: Op<'a>,
    destinations: &[Option<Value<'a>>],
) -> Vec<Taken<'a>> {
    let Some(body) = terminator.block() else { return Vec::new() };
    let arguments = ir::args(body);
    let mut taken = Vec::new();
    let mut pairs = Vec::new();
    for (number, argument) in aliases(function) {
        let (Some(value), Some(Some(destination))) =
            (arguments.get(argument), destinations.get(number))
        else {
            continue;
        };
        // Look up the first operation each time: the tensor is inserted before it.
        let start = Builder::before(context, ir::ops(body)[0]);
        let memory = tensor_in(start, *destination, value.r#type());
        ir::replace_all_uses(*value, memory);
        let result = ir::operands(terminator)[number];
        compute_in(result, |empty| is_read_before(memory, empty).then_some(memory));
        if is_computed_in(result, memory) {
            taken.push(Taken { number, memory });
            pairs.push((number, argument));
        } else {
            ir::replace_all_uses(memory, *value);
            ir::defining_op(memory).into_iter().for_each(ir::erase);
        }
    }
    set_aliases(context, function, &pairs);
    taken
}

/// Stores each result in `taken` in its assigned memory, and replaces it in `results` by the stored
/// tensor. A result is copied if another result or a branch may use the same memory.
pub fn store<'a>(
    builder: Builder<'a>,
    function: Op<'a>,
    results: &mut [Value<'a>],
    taken: &[Taken<'a>],
) {
    if taken.is_empty() {
        return;
    }
    let origins = Origins::of(function);
    let merged = origins.merged(function);
    let returned: Vec<_> = results.iter().map(|result| origins.sources([*result])).collect();
    for Taken { number, memory } in taken {
        let mut others = returned.iter().enumerate().filter(|(other, _)| other != number);
        let is_elsewhere = merged.contains(&ir::value_address(*memory))
            || others.any(|(_, sources)| sources.contains(&ir::value_address(*memory)));
        let store = if is_elsewhere { copied } else { materialized };
        let result = results[*number];
        let builder = ir::defining_op(result).map_or(builder, |op| builder.at(op.location()));
        results[*number] = store(builder, result, *memory);
    }
}

/// Copies `value` to `memory` element by element, and returns the stored tensor. `value` may have
/// any memory.
fn copied<'a>(builder: Builder<'a>, value: Value<'a>, memory: Value<'a>) -> Value<'a> {
    let rank = ir::shape_of(value).len();
    let map = identity_map(builder.context(), rank);
    let copy = Generic::new(builder, &vec![true; rank]).input(value, map).output(memory, map);
    copy.build(|_, elements| vec![elements[0]])[0]
}

/// Stores `value` in `memory`, and returns the stored tensor. `memory` must not contain a value
/// that is read later, because bufferization does not resolve such a conflict with a copy.
fn materialized<'a>(builder: Builder<'a>, value: Value<'a>, memory: Value<'a>) -> Value<'a> {
    let store = builder.op("bufferization.materialize_in_destination");
    store.operands(&[value, memory]).result(memory.r#type()).value()
}

/// Returns true if all readers of the tensor `memory` precede all users of the empty tensor
/// `empty`.
fn is_read_before<'a>(memory: Value<'a>, empty: Op<'a>) -> bool {
    let (users, readers) = (ir::uses(ir::results(empty)[0]), readers(memory));
    let is_before = |reader: Op<'a>, user| {
        ir::beside(reader, user).is_some_and(|reader| reader.is_before_in_block(user))
    };
    users.into_iter().all(|(user, _)| readers.iter().all(|reader| is_before(*reader, user)))
}

/// An analysis that finds the tensors whose memory a tensor may reuse.
struct Origins<'a> {
    /// The operation that contains the block of each block argument, by the address of the
    /// argument.
    carriers: HashMap<usize, Op<'a>>,
}

impl<'a> Origins<'a> {
    fn of(function: Op<'a>) -> Self {
        let mut carriers = HashMap::new();
        for op in ir::walk(function) {
            let blocks = ir::regions(op).into_iter().flat_map(ir::blocks);
            carriers.extend(
                blocks.flat_map(ir::args).map(|argument| (ir::value_address(argument), op)),
            );
        }
        Self { carriers }
    }

    /// Returns the addresses of all tensors in `function` whose memory a result of an `scf.if` or
    /// an `scf.index_switch` may reuse.
    fn merged(&self, function: Op<'a>) -> HashSet<usize> {
        let is_branch = |op: &Op<'a>| {
            let parent = op.parent_operation().map(ir::op_name);
            matches!(parent, Some("scf.if" | "scf.index_switch")) && ir::op_name(*op) == "scf.yield"
        };
        self.sources(ir::walk(function).into_iter().filter(is_branch).flat_map(ir::operands))
    }

    /// Returns the addresses of `values`, and of the tensors whose memory `values` may reuse,
    /// directly or through other tensors.
    fn sources(&self, values: impl IntoIterator<Item = Value<'a>>) -> HashSet<usize> {
        let mut found = HashSet::new();
        let mut pending: Vec<_> = values.into_iter().collect();
        while let Some(value) = pending.pop() {
            if value.r#type().is_tensor() && found.insert(ir::value_address(value)) {
                pending.extend(self.before(value));
            }
        }
        found
    }

    /// Returns the values whose memory `value` may reuse directly: operands of the operation that
    /// defines `value`, or values that its regions yield.
    fn before(&self, value: Value<'a>) -> Vec<Value<'a>> {
        let Some(op) = ir::defining_op(value) else {
            return self
                .carriers
                .get(&ir::value_address(value))
                .map(|op| ir::operands(*op))
                .unwrap_or_default();
        };
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
}
