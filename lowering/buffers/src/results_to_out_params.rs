// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-results-to-out-params`: replaces the results of a public function by memref arguments,
//! which the caller allocates.
//!
//! Before: `func @main(%x: tensor<4xf32>) -> tensor<4xf32> { ... return %y }`
//! After:  `func @main(%x: tensor<4xf32> {bufferization.writable = false},
//!          %y_out: memref<4xf32>) { ... materialize_in_destination %y in %y_out }`
//!
//! A result is computed directly in its destination if no other value uses that memory; otherwise,
//! it is copied to the destination. Bufferization never writes to an input. A tensor without
//! elements is neither read nor written; a `memref<1xi8>` replaces it in the signature. If a result
//! takes the memory of an argument, the function reads the argument from the result's memory
//! ([`argument_memory`]).

use super::argument_memory::{self, take_arguments};
use super::result_memory::{compute_in, tensor_in};
use hloom_ir::facts;
use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Builder, Context, Op, Shaped, Value};
use melior::ir::attribute::TypeAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::FunctionType;
use melior::ir::{BlockLike, ValueLike};

/// The pass `hloom-results-to-out-params`.
pub static PASS: PassInfo = PassInfo {
    argument: "hloom-results-to-out-params",
    description: "replace the results of public functions by memref arguments, to which the \
                  functions write",
    anchor: "func.func",
    level: Level::Buffers,
    options: &[],
    dialects: &["bufferization", "memref"],
    run,
};

fn run<'a>(context: &'a Context, function: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    let private = function
        .attribute("sym_visibility")
        .is_ok_and(|visibility| visibility.to_string() == "\"private\"");
    let body = ir::regions(function).into_iter().flat_map(ir::blocks).next();
    let has_destinations = function.attribute(facts::INPUTS).is_ok();
    let Some(body) = body.filter(|_| !private && !has_destinations) else {
        return Ok(());
    };
    let Some(terminator) = body.terminator() else {
        return Err(Failure::at(
            function,
            "`func.func`: expected a terminator in the body, found none",
        ));
    };
    replace_empty_arguments(context, body);
    let inputs: Vec<_> = ir::args(body).iter().map(|argument| argument.r#type()).collect();
    let mut all_inputs = inputs.clone();
    let mut destinations = Vec::new();
    for result in ir::operands(terminator) {
        let Some(shaped) = Shaped::of(result.r#type()) else {
            return Err(Failure::at(
                terminator,
                format!("expected a tensor as result of the function, found `{}`", result.r#type()),
            ));
        };
        if shaped.is_empty() {
            // Nothing is written, and upstream has no bare pointer for a memref of size 0.
            let unused = ir::memref(&[1], ir::int(context, 8));
            body.add_argument(unused, function.location());
            all_inputs.push(unused);
            destinations.push(None);
            continue;
        }
        let ty = ir::memref(&shaped.shape, shaped.element);
        destinations.push(Some(body.add_argument(ty, function.location())));
        all_inputs.push(ty);
    }
    store_results(context, function, terminator, &destinations);
    ir::erase(terminator);

    let ty = FunctionType::new(context, &all_inputs, &[]);
    let read_only = ir::parse_attribute(context, "{bufferization.writable = false}");
    let empty = ir::parse_attribute(context, "{}");
    let attributes: Vec<_> = (0..all_inputs.len())
        .map(|index| if index < inputs.len() { read_only } else { empty })
        .collect();
    ir::set_attribute(function, "function_type", TypeAttribute::new(ty.into()).into());
    ir::set_attribute(function, "arg_attrs", ir::array_attr(context, &attributes));
    ir::remove_attribute(function, "res_attrs");
    ir::set_attribute(function, facts::INPUTS, ir::i64_attr(context, inputs.len() as i64));
    Ok(())
}

/// Stores the operands of `terminator` in their destinations, and adds a `func.return` without
/// operands.
fn store_results<'a>(
    context: &'a Context,
    function: Op<'a>,
    terminator: Op<'a>,
    destinations: &[Option<Value<'a>>],
) {
    let builder = Builder::before(context, terminator);
    let taken = take_arguments(context, function, terminator, destinations);
    let mut results = ir::operands(terminator);
    argument_memory::store(builder, function, &mut results, &taken);
    let stores = results.into_iter().zip(destinations).enumerate();
    let is_taken = |number: usize| taken.iter().any(|taken| taken.number == number);
    let (last, first): (Vec<_>, Vec<_>) = stores.partition(|(number, _)| is_taken(*number));
    // Results that take an argument's memory are stored last: bufferization does not see reads of
    // the argument after such a store.
    for (_, (result, destination)) in first.into_iter().chain(last) {
        let Some(destination) = *destination else { continue };
        compute_in(result, |empty| {
            let builder = Builder::before(context, empty);
            Some(tensor_in(builder, destination, ir::results(empty)[0].r#type()))
        });
        // A copy of the result, if one is needed, belongs to the operation that computes it.
        let builder = ir::defining_op(result).map_or(builder, |op| builder.at(op.location()));
        builder
            .op("bufferization.materialize_in_destination")
            .operands(&[result, destination])
            .attr("restrict", ir::unit_attr(context))
            .attr("writable", ir::unit_attr(context))
            .build();
    }
    builder.op("func.return").build();
}

/// Replaces each argument without elements by one unused byte, because upstream does not support
/// bare pointers for memrefs of size 0.
fn replace_empty_arguments<'a>(context: &'a Context, body: ir::Block<'a>) {
    let Some(first) = body.first_operation() else { return };
    for argument in ir::args(body) {
        let ty = argument.r#type();
        if Shaped::of(ty).is_none_or(|shaped| !shaped.is_empty()) {
            continue;
        }
        let empty = Builder::before(context, first).op("tensor.empty").result(ty).value();
        ir::replace_all_uses(argument, empty);
        argument.set_type(ir::tensor(&[1], ir::int(context, 8)));
    }
}
