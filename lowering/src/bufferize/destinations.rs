// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-results-to-destinations`: a function's results become memrefs that its
//! caller hands in.
//!
//! Before: `func @main(%x: tensor<4xf32>) -> tensor<4xf32> { ... return %y }`
//! After:  `func @main(%x: tensor<4xf32> {bufferization.writable = false},
//!          %y_out: memref<4xf32>) { ... materialize_in_destination %y in %y_out }`
//!
//! Results are computed in their destinations where nothing else lives there, and
//! else copied; bufferization never writes to an argument. What has no elements
//! is neither read nor written: a `memref<1xi8>` stands for it in the signature.
//! An argument whose memory a result takes is not read, see [`argument_memory`].

use super::argument_memory::{self, take_arguments};
use super::result_memory::{compute_in, tensor_in};
use crate::ffi;
use crate::ir::{self, Builder, Context, Op, Shaped, Value};
use crate::pass::{Failure, OptionValues, PassInfo};
use melior::ir::attribute::TypeAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::FunctionType;
use melior::ir::{BlockLike, ValueLike};

/// The pass.
pub static PASS: PassInfo = PassInfo {
    argument: "hlo-results-to-destinations",
    description: "turn the results of public functions into memref arguments",
    anchor: "func.func",
    options: &[],
    dialects: &["bufferization", "memref"],
    run,
};

fn run<'a>(context: &'a Context, function: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    let private = function
        .attribute("sym_visibility")
        .is_ok_and(|visibility| visibility.to_string() == "\"private\"");
    let body = ir::regions(function).into_iter().flat_map(ir::blocks).next();
    let Some(body) = body.filter(|_| !private) else {
        return Ok(());
    };
    let Some(terminator) = body.terminator() else {
        return Err(Failure::at(function, "`func.func` has no terminator"));
    };
    replace_empty_arguments(context, body);
    let inputs: Vec<_> = ir::args(body).iter().map(|argument| argument.r#type()).collect();
    let mut all_inputs = inputs.clone();
    let mut destinations = Vec::new();
    for result in ir::operands(terminator) {
        let Some(shaped) = Shaped::of(result.r#type()) else {
            return Err(Failure::at(
                terminator,
                format!("result type `{}` is not a tensor", result.r#type()),
            ));
        };
        if shaped.elements() == 0 {
            // Nothing to write; upstream has no bare pointer to nothing.
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
    ffi::set_attribute(function, "function_type", TypeAttribute::new(ty.into()).into());
    ffi::set_attribute(function, "arg_attrs", ir::array_attr(context, &attributes));
    ffi::remove_attribute(function, "res_attrs");
    ffi::set_attribute(function, "hloom.inputs", ir::i64_attr(context, inputs.len() as i64));
    Ok(())
}

/// Stores what `terminator` returns, and returns nothing.
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
    // Bufferization does not see who reads an argument after its memory is written here.
    for (_, (result, destination)) in first.into_iter().chain(last) {
        let Some(destination) = *destination else { continue };
        compute_in(result, |empty| {
            let builder = Builder::before(context, empty);
            Some(tensor_in(builder, destination, ir::results(empty)[0].r#type()))
        });
        builder
            .op("bufferization.materialize_in_destination")
            .operands(&[result, destination])
            .attr("restrict", ir::unit_attr(context))
            .attr("writable", ir::unit_attr(context))
            .build();
    }
    builder.op("func.return").build();
}

/// Arguments without elements are not read: each becomes one unused byte, for
/// upstream has no bare pointer to a memref of size zero.
fn replace_empty_arguments<'a>(context: &'a Context, body: ir::Block<'a>) {
    let Some(first) = body.first_operation() else { return };
    for argument in ir::args(body) {
        let ty = argument.r#type();
        if Shaped::of(ty).is_none_or(|shaped| shaped.elements() != 0) {
            continue;
        }
        let empty = Builder::before(context, first).op("tensor.empty").result(ty).value();
        ir::replace_all_uses(argument, empty);
        argument.set_type(ir::tensor(&[1], ir::int(context, 8)));
    }
}
