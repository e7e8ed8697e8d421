// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-alias-results`: results are where arguments were that the caller gives up.
//!
//! Before: `func @main(%x: tensor<4xf32> {tf.aliasing_output = 0 : i32}) -> tensor<4xf32>`
//! After:  the same with the attribute `hloom.aliases = array<i64: 0, 0>`
//!
//! The attribute has pairs of a result and an argument, which is in the result's memory when
//! the function is called. `tf.aliasing_output` names an argument's result;
//! `jax.buffer_donor` leaves the choice, which is the first result of the argument's type
//! that nobody has taken. Types must be the same, and have elements.
//!
//! Source: XLA's `HloInputOutputAliasConfig` and `OptimizeInputOutputBufferAlias`.

use crate::ffi;
use crate::ir::{self, Context, Op, Shaped};
use crate::pass::{Failure, OptionValues, PassInfo};
use hloom_dialects::op_view::read_integer;
use melior::ir::attribute::{ArrayAttribute, DictionaryAttribute, TypeAttribute};
use melior::ir::operation::OperationLike;
use melior::ir::r#type::FunctionType;

/// The pass.
pub static PASS: PassInfo = PassInfo {
    argument: "hlo-alias-results",
    description: "decide which results take the memory of arguments that are given up",
    anchor: "func.func",
    options: &[],
    dialects: &[],
    run,
};

/// The attribute that says which results take the memory of which arguments.
pub const ALIASES: &str = "hloom.aliases";

/// Pairs of a result and the argument whose memory it takes, of a function at any level.
pub fn aliases(function: Op) -> Vec<(usize, usize)> {
    let flat = function.attribute(ALIASES).ok().and_then(ir::i64_array).unwrap_or_default();
    let (pairs, _) = flat.as_chunks::<2>();
    pairs.iter().map(|[result, argument]| (*result as usize, *argument as usize)).collect()
}

fn run<'a>(context: &'a Context, function: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    if ir::text(function, "sym_visibility").as_deref() == Some("private") {
        return Ok(());
    }
    let attributes = function.attribute("arg_attrs").ok();
    let Some(attributes) = attributes.and_then(|all| ArrayAttribute::try_from(all).ok()) else {
        return Ok(());
    };
    let ty = function.attribute("function_type").ok();
    let ty =
        ty.and_then(|ty| FunctionType::try_from(TypeAttribute::try_from(ty).ok()?.value()).ok());
    let Some(ty) = ty else { return Err(Failure::at(function, "`func.func` has no type")) };
    let said = |argument: usize, name: &str| {
        let attributes = DictionaryAttribute::try_from(attributes.element(argument).ok()?).ok();
        attributes?.element_by_name(name)
    };
    let fits = |result: usize, argument: usize| {
        let (result, argument) = (ty.result(result).ok(), ty.input(argument).ok());
        let has_elements = |ty| Shaped::of(ty).is_some_and(|shaped| shaped.elements() > 0);
        result == argument && argument.is_some_and(has_elements)
    };
    let mut taken: Vec<Option<usize>> = vec![None; ty.result_count()];
    let mut donors = Vec::new();
    for argument in 0..attributes.len() {
        if let Some(result) = said(argument, "tf.aliasing_output").and_then(read_integer) {
            let place = usize::try_from(result).ok().and_then(|result| taken.get_mut(result));
            match place {
                Some(place @ None) => *place = Some(argument),
                Some(Some(other)) => {
                    let message = format!(
                        "`tf.aliasing_output` of argument {argument} is result {result}, as that \
                         of argument {other} is"
                    );
                    return Err(Failure::at(function, message));
                }
                None => {
                    let message = format!(
                        "`tf.aliasing_output` of argument {argument} is result {result}, of {} \
                         results",
                        taken.len()
                    );
                    return Err(Failure::at(function, message));
                }
            }
        } else if said(argument, "jax.buffer_donor").is_some() {
            donors.push(argument);
        }
    }
    for argument in donors {
        let free =
            (0..taken.len()).find(|result| taken[*result].is_none() && fits(*result, argument));
        if let Some(result) = free {
            taken[result] = Some(argument);
        }
    }
    let pairs =
        taken.iter().enumerate().filter_map(|(result, argument)| Some((result, (*argument)?)));
    let flat: Vec<_> = pairs
        .filter(|(result, argument)| fits(*result, *argument))
        .flat_map(|(result, argument)| [result as i64, argument as i64])
        .collect();
    if !flat.is_empty() {
        ffi::set_attribute(function, ALIASES, ir::dense_i64_attr(context, &flat));
    }
    Ok(())
}
