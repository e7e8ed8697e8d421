// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-overlap-collectives`: lets collectives communicate while the program computes.
//!
//! ```mlir
//! func.call @hloom_call_0(%x, %sum)   // starts, because the runtime call is asynchronous
//! // operations that use neither buffer
//! func.call @hloom_call_1(%x, %sum)   // waits for the end
//! // operations that use the sum
//! ```
//!
//! The runtime call that waits keeps the buffers alive until the end of the communication. A
//! collective remains synchronous if there is no computation between it and the first use of its
//! buffers. All collectives remain synchronous in a program without large collectives or with a
//! memory budget.

use crate::allocation_size::byte_size_of;
use crate::collectives::RuntimeCalls;
use crate::slice_copies::root_of;
use hloom_ir::facts::{
    self, ASYNCHRONOUS, COLLECTIVE_END, RUNTIME_CALL, RUNTIME_CALL_PREFIX, is_runtime_call,
};
use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Attribute, Builder, Context, Op, Value};
use melior::ir::attribute::{ArrayAttribute, DictionaryAttribute};
use melior::ir::block::BlockArgument;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::MemRefType;
use melior::ir::{Identifier, ValueLike};
use std::collections::HashMap;

/// The pass changes a program only if one of its collectives has a buffer of at least this size in
/// bytes. Smaller messages take about as long as starting a thread.
const LEAST_BYTES: u64 = 32 << 10;

/// The pass `hloom-overlap-collectives`.
pub static PASS: PassInfo = PassInfo {
    argument: "hloom-overlap-collectives",
    description: "start collectives asynchronously, and wait for each before the next use of its \
                  buffers, so that communication overlaps with computation",
    anchor: "builtin.module",
    level: Level::Buffers,
    options: &[],
    dialects: &["func"],
    run,
};

fn run<'a>(context: &'a Context, module: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    let functions = ir::regions(module).into_iter().flat_map(ir::blocks).flat_map(ir::ops);
    let is_limited = |function: &Op| function.attribute(facts::MEMORY_TARGET).is_ok();
    let limited: Vec<_> = functions.filter(is_limited).collect();
    if !limited.is_empty() {
        // Buffers that live longer may need more memory than the target, which is of no use after this.
        limited.iter().for_each(|it| ir::remove_attribute(*it, facts::MEMORY_TARGET));
        return Ok(());
    }
    let declared = RuntimeCalls::of(module);
    let mut count = declared.count();
    if count == 0 {
        return Ok(());
    }
    let calls = ir::walk(module).into_iter();
    let calls = calls.filter_map(|call| Some((call, declared.collective(call)?)));
    let mut calls: Vec<_> = calls.collect();
    // A collective stays synchronous if its function has several calls.
    let mut uses: HashMap<&str, usize> = HashMap::new();
    calls.iter().for_each(|(_, (name, ..))| *uses.entry(name).or_default() += 1);
    calls.retain(|(_, (name, ..))| uses[name] == 1);
    let is_large = |buffer: Value| byte_size_of(buffer.r#type()) >= Some(LEAST_BYTES);
    if !calls.iter().any(|(call, _)| ir::operands(*call).into_iter().any(is_large)) {
        return Ok(());
    }
    for (call, (name, declaration, description)) in calls {
        let (Some(number), Some(end)) = (number_of(name), first_conflict(call)) else { continue };
        let done = format!("{RUNTIME_CALL_PREFIX}{count}");
        count += 1;
        declare_end(context, declaration, description, &done, number);
        mark_start(context, declaration, description);
        Builder::before(context, end)
            .at(call.location())
            .op("func.call")
            .attr("callee", ir::flat_symbol_attr(context, &done))
            .operands(&ir::operands(call))
            .build();
    }
    Ok(())
}

fn number_of(name: &str) -> Option<i64> {
    name.strip_prefix(RUNTIME_CALL_PREFIX)?.parse().ok()
}

/// Returns the first operation after the collective `call` in its block that must wait for the end
/// of the collective. Returns `None` if no operation between them computes anything.
fn first_conflict<'a>(call: Op<'a>) -> Option<Op<'a>> {
    let roots: Vec<_> = ir::operands(call).into_iter().map(root_of).collect::<Option<_>>()?;
    let function = ir::enclosing(call, "func.func")?;
    let mut computes = false;
    let following = std::iter::successors(call.next_in_block(), |op| op.next_in_block());
    for op in following {
        if is_end_of_block(op) || waits(function, op, &roots) {
            return computes.then_some(op);
        }
        computes |= ir::walk(op).into_iter().any(is_computation);
    }
    None
}

/// Returns true if an operation may use memory of a collective. `roots` contains the allocations
/// and arguments to which this memory belongs.
fn waits(function: Op, op: Op, roots: &[Value]) -> bool {
    ir::walk(op).into_iter().any(|inner| {
        let is_other_call = ir::op_name(inner) == "func.call" && !is_runtime_call(inner);
        let mut memrefs = ir::operands(inner)
            .into_iter()
            .filter(|operand| MemRefType::try_from(operand.r#type()).is_ok());
        let may_use = |memref| match root_of(memref) {
            Some(root) => roots.iter().any(|other| may_be_same(function, root, *other)),
            None => true,
        };
        is_other_call || !ir::is_view(inner) && memrefs.any(may_use)
    })
}

/// Returns true if two allocations or arguments of `function` may be the same memory.
fn may_be_same(function: Op, one: Value, other: Value) -> bool {
    let argument = |value| BlockArgument::try_from(value).map(|it| it.argument_number()).ok();
    let (Some(first), Some(second)) = (argument(one), argument(other)) else {
        return one == other;
    };
    let Some(inputs) = ir::integer(function, facts::INPUTS) else { return true };
    let is_pair = |result: usize, input: usize| {
        let mut pairs = facts::aliases(function).into_iter();
        pairs.any(|pair| pair == (result.wrapping_sub(inputs as usize), input))
    };
    first == second || is_pair(first, second) || is_pair(second, first)
}

fn is_end_of_block(op: Op) -> bool {
    op.next_in_block().is_none()
}

fn is_computation(op: Op) -> bool {
    ir::dialect(op) == "linalg" || ir::op_name(op).starts_with("scf.for")
}

/// Marks the collective of a runtime call as asynchronous in its description, so that the call only
/// starts the collective.
fn mark_start<'a>(context: &'a Context, declaration: Op<'a>, description: Attribute<'a>) {
    let with = |dictionary: Attribute<'a>, name: &str, value: Attribute<'a>| -> Attribute<'a> {
        let Ok(dictionary) = DictionaryAttribute::try_from(dictionary) else { return dictionary };
        let entries = (0..dictionary.len()).filter_map(|index| dictionary.element(index).ok());
        let mut entries: Vec<_> =
            entries.filter(|(key, _)| key.as_string_ref().as_str() != Ok(name)).collect();
        entries.push((Identifier::new(context, name), value));
        DictionaryAttribute::new(context, &entries).into()
    };
    let attributes = DictionaryAttribute::try_from(description).ok();
    let attributes = attributes.and_then(|it| it.element_by_name("attributes"));
    if let Some(attributes) = attributes {
        let marked = with(attributes, ASYNCHRONOUS, ir::unit_attr(context));
        ir::set_attribute(declaration, RUNTIME_CALL, with(description, "attributes", marked));
    }
}

/// Declares the runtime call `name`, which waits for the end of the collective that runtime call
/// number `number` starts.
fn declare_end<'a>(
    context: &'a Context,
    declaration: Op<'a>,
    description: Attribute<'a>,
    name: &str,
    number: i64,
) {
    let Ok(description) = DictionaryAttribute::try_from(description) else { return };
    let entry = |name: &str, value| (Identifier::new(context, name), value);
    let types = |name: &str| ArrayAttribute::try_from(description.element_by_name(name)?).ok();
    let types = ["operands", "results"].into_iter().filter_map(types);
    let buffers: Vec<_> = types
        .flat_map(|types| (0..types.len()).filter_map(move |it| types.element(it).ok()))
        .collect();
    let attributes = [entry("start", ir::i64_attr(context, number))];
    let call = DictionaryAttribute::new(
        context,
        &[
            entry("attributes", DictionaryAttribute::new(context, &attributes).into()),
            entry("name", ir::string_attr(context, COLLECTIVE_END)),
            entry("operands", ir::array_attr(context, &buffers)),
            entry("results", ir::array_attr(context, &[])),
        ],
    );
    let end = Builder::before(context, declaration).copy(declaration);
    ir::set_attribute(end, "sym_name", ir::string_attr(context, name));
    ir::set_attribute(end, RUNTIME_CALL, call.into());
}
