// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-reuse-operands`: an elementwise operation writes over an input that
//! nothing reads after it.
//!
//! Before: `linalg.generic ins(%a, %b) outs(%empty)`, `%a` used here last
//! After:  `linalg.generic ins(%b) outs(%a)`
//!
//! Bufferization then needs no buffer for the result. The same goes for a loop whose tasks
//! read no other part of `%a` than the one that they write of the result. Arguments are
//! written over where they are given up ([`alias_results`](crate::hlo::alias_results)).

use crate::ffi;
use crate::hlo::alias_results::aliases;
use crate::ir::{self, Builder, Context, Op, Value};
use crate::linalg::structured::Structured;
use crate::pass::{Failure, OptionValues, PassInfo};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;

/// The pass.
pub static PASS: PassInfo = PassInfo {
    argument: "hlo-reuse-operands",
    description: "let elementwise operations write over inputs that nothing else reads",
    anchor: "func.func",
    options: &[],
    dialects: &["linalg"],
    run,
};

fn run<'a>(context: &'a Context, function: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    let body = ir::regions(function).into_iter().flat_map(ir::blocks).next();
    let arguments = body.map(ir::args).unwrap_or_default();
    let given_up = aliases(function).into_iter();
    let given_up: Vec<_> =
        given_up.filter_map(|(_, argument)| arguments.get(argument).copied()).collect();
    for op in ir::walk(function) {
        if ir::op_name(op) == "scf.forall" {
            overwrite_by_parts(op, &given_up);
        } else if let Some(generic) = Structured::of(op)
            && let Some(input) = reusable_input(&generic, &given_up)
        {
            reuse(context, &generic, input);
        }
    }
    Ok(())
}

/// The input that the one output can overwrite: same type and map, in memory that may be
/// written to, and not used again; or the one that is the output.
fn reusable_input<'a>(generic: &Structured<'a>, given_up: &[Value<'a>]) -> Option<usize> {
    let operands = ir::operands(generic.op);
    let [output] = operands[generic.inputs..] else { return None };
    if !generic.is_elementwise() {
        return None;
    }
    let has_map = |input: &usize| generic.maps[*input] == generic.maps[generic.inputs];
    let inputs = || (0..generic.inputs).filter(has_map);
    if let Some(same) = inputs().find(|input| operands[*input] == output) {
        return Some(same);
    }
    let fresh = ir::defining_op(output).is_some_and(|op| ir::op_name(op) == "tensor.empty");
    inputs().filter(|_| fresh).find(|input| {
        let value = operands[*input];
        value.r#type() == output.r#type()
            && is_ours(value, generic.op, given_up)
            && is_last_use(value, generic.op)
    })
}

/// Whether the value is computed into memory of its own, in the same block, or is an argument
/// that is given up.
fn is_ours<'a>(value: Value<'a>, user: Op<'a>, given_up: &[Value<'a>]) -> bool {
    let is_new = |op: Op<'a>| {
        let name = ir::op_name(op);
        (name.starts_with("linalg.") || name == "scf.forall") && op.block() == user.block()
    };
    match ir::defining_op(value) {
        Some(op) => is_new(op),
        None => {
            let is_function = |op: Op<'a>| ir::op_name(op) == "func.func";
            given_up.contains(&value) && user.parent_operation().is_some_and(is_function)
        }
    }
}

/// Whether every use but one by `user` or in it comes before `user` in its block.
fn is_last_use<'a>(value: Value<'a>, user: Op<'a>) -> bool {
    let mut own = 0;
    ir::uses(value).into_iter().all(|(other, _)| {
        if other == user {
            own += 1;
            return own == 1;
        }
        ir::beside(other, user).is_some_and(|op| op == user || op.is_before_in_block(user))
    })
}

/// Gives results of a parallel loop the memory of what its tasks read of it, each the part
/// that it then writes.
fn overwrite_by_parts<'a>(nest: Op<'a>, given_up: &[Value<'a>]) {
    let Some(block) = ir::regions(nest).into_iter().flat_map(ir::blocks).next() else { return };
    let results = ir::results(nest).len();
    let operands = ir::operands(nest);
    let (first, arguments) = (operands.len() - results, ir::args(block));
    let shared = &arguments[arguments.len() - results..];
    for (number, shared) in shared.iter().enumerate() {
        let operand = operands[first + number];
        let fresh = ir::defining_op(operand).is_some_and(|op| ir::op_name(op) == "tensor.empty");
        let Some((part, writer)) = written_part(*shared).filter(|_| fresh) else { continue };
        let Some(read) = part_read(part, &writer) else { continue };
        let whole = ir::operands(read)[0];
        let is_only_read =
            |(user, _): &(Op<'a>, usize)| *user == read || !ir::is_inside(*user, nest);
        if whole.r#type() == operand.r#type()
            && ir::uses(whole).iter().all(is_only_read)
            && is_ours(whole, nest, given_up)
            && is_last_use(whole, nest)
        {
            ir::move_before(part, read);
            ir::replace(read, ir::results(part));
            ffi::set_operand(nest, first + number, whole);
        }
    }
}

/// The part of a result that a task computes elementwise, and what computes it.
fn written_part<'a>(shared: Value<'a>) -> Option<(Op<'a>, Structured<'a>)> {
    let [(one, _), (other, _)] = ir::uses(shared)[..] else { return None };
    let (part, insert) =
        if ir::op_name(one) == "tensor.extract_slice" { (one, other) } else { (other, one) };
    if ir::op_name(insert) != "tensor.parallel_insert_slice" || !is_same_part(part, 1, insert, 2) {
        return None;
    }
    let [(user, operand)] = ir::uses(ir::results(part)[0])[..] else { return None };
    let writer = Structured::of(user)?;
    let writes =
        operand == writer.inputs && ir::operands(insert)[0] == *ir::results(user).first()?;
    (writes && ir::results(user).len() == 1 && writer.is_elementwise()).then_some((part, writer))
}

/// Where the same part of another tensor is read, by `writer` last.
fn part_read<'a>(part: Op<'a>, writer: &Structured<'a>) -> Option<Op<'a>> {
    let has_map = |operand: usize| writer.maps[operand] == writer.maps[writer.inputs];
    ir::operands(writer.op)[..writer.inputs].iter().find_map(|input| {
        let has_type = |_: &Op<'a>| input.r#type() == ir::results(part)[0].r#type();
        let read = ir::defining_op(*input).filter(has_type)?;
        let is_before = |(user, operand): (Op<'a>, usize)| {
            (user == writer.op && has_map(operand))
                || (user.block() == writer.op.block() && user.is_before_in_block(writer.op))
        };
        let reads_part = is_same_part(read, 1, part, 1);
        (reads_part && ir::uses(*input).into_iter().all(is_before)).then_some(read)
    })
}

/// Whether two operations are about the same part, given by their operands from these on.
fn is_same_part<'a>(one: Op<'a>, from: usize, other: Op<'a>, other_from: usize) -> bool {
    let same = |name: &str| one.attribute(name).ok() == other.attribute(name).ok();
    ir::op_name(one) == "tensor.extract_slice"
        && ["static_offsets", "static_sizes", "static_strides"].into_iter().all(same)
        && ir::operands(one)[from..] == ir::operands(other)[other_from..]
}

fn reuse<'a>(context: &'a Context, generic: &Structured<'a>, input: usize) {
    let op = generic.op;
    let mut operands = ir::operands(op);
    let reused = operands.remove(input);
    let output = generic.inputs - 1;
    operands[output] = reused;
    let mut maps: Vec<_> = generic.maps.iter().map(|map| ir::affine_map_attr(*map)).collect();
    maps.remove(input);
    let Some(body) = generic.body() else { return };
    let arguments = ir::args(body);
    ir::replace_all_uses(arguments[input], arguments[generic.inputs]);
    ffi::erase_argument(body, input);
    let results: Vec<_> = ir::results(op).iter().map(|result| result.r#type()).collect();
    let new = Builder::before(context, op)
        .op("linalg.generic")
        .operands(&operands)
        .attr("indexing_maps", ir::array_attr(context, &maps))
        .attr("iterator_types", ir::iterator_types(context, &generic.parallel))
        .segments(&[output as i32, 1])
        .results(&results)
        .region(ffi::take_region(op, 0))
        .build();
    ir::replace(op, ir::results(new));
}
