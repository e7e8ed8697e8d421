// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-refine-arguments`: the entry's arguments get more specific types, and scalars
//! among them values.

use super::{WRAPPER, sizes};
use crate::ffi;
use crate::hlo::build::Hlo;
use crate::ir::{self, Builder, Context, Op, Type, Value};
use crate::pass::{Failure, OptionValues, PassInfo, PassOption};
use hloom_dialects::shape::{TensorType, compatible};
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, ValueLike};

/// The pass.
pub static PASS: PassInfo = PassInfo {
    argument: "hlo-refine-arguments",
    description: "give the arguments of the public function more specific types, and values",
    anchor: "builtin.module",
    options: &[
        PassOption {
            name: "types",
            description: "for each argument its type, or nothing, separated by semicolons",
            default: "",
        },
        PassOption {
            name: "values",
            description: "for each argument the integer that it is, or nothing, separated by \
                          semicolons",
            default: "",
        },
    ],
    dialects: &["stablehlo"],
    run,
};

fn run<'a>(
    context: &'a Context,
    module: Op<'a>,
    options: &OptionValues,
) -> Result<(), Failure<'a>> {
    let function = entry(module)?;
    let Some(block) = ir::regions(function)
        .first()
        .copied()
        .and_then(|region| ir::blocks(region).first().copied())
    else {
        return Err(Failure::at(function, "the entry has no body"));
    };
    let arguments = ir::args(block);
    let mut types = list(options.text("types"));
    if types.is_empty() {
        types.resize(arguments.len(), "");
    }
    if types.len() != arguments.len() {
        let (given, count) = (types.len(), arguments.len());
        let message = format!("{given} types are given for {count} arguments");
        return Err(Failure::at(function, message));
    }
    let types = types
        .into_iter()
        .zip(&arguments)
        .map(|(text, argument)| match text {
            "" => Ok(argument.r#type()),
            _ => Type::parse(context, text)
                .ok_or_else(|| Failure::at(function, format!("`{text}` is not a type"))),
        })
        .collect::<Result<Vec<_>, _>>()?;
    let mut values = list(options.text("values"));
    values.resize(arguments.len(), "");
    for (index, ((argument, ty), value)) in arguments.iter().zip(&types).zip(values).enumerate() {
        let old = argument.r#type();
        if *ty != old && (!compatible(*ty, old) || TensorType::from_type(*ty).is_none()) {
            let message = format!("argument {index} is a {old}, which a {ty} is not");
            return Err(Failure::at(function, message));
        }
        let hlo = Hlo { at: first(context, block, function) };
        if !value.is_empty() {
            let known = value.parse().ok().filter(|_| is_integer(*ty));
            let known = known.ok_or_else(|| {
                Failure::at(function, format!("`{value}` is no value of argument {index}, a {ty}"))
            })?;
            ir::replace_all_uses(*argument, hlo.int(known, *ty));
        } else if *ty != old {
            wrap(context, hlo, *argument, old);
        }
        ffi::set_type(*argument, *ty);
    }
    sizes::set_signature(context, function);
    Ok(())
}

/// The public function of a module, `main` where there are several.
pub fn entry<'a>(module: Op<'a>) -> Result<Op<'a>, Failure<'a>> {
    let region = ir::regions(module).into_iter().next();
    let functions: Vec<_> = region
        .into_iter()
        .flat_map(ir::blocks)
        .flat_map(ir::ops)
        .filter(|op| ir::op_name(*op) == "func.func")
        .filter(|op| ir::text(*op, "sym_visibility").is_none_or(|it| it == "public"))
        .collect();
    let main = functions.iter().find(|op| ir::symbol_name(**op).is_some_and(|it| it == "main"));
    match (&functions[..], main) {
        ([only], _) | (_, Some(only)) => Ok(*only),
        _ => Err(Failure::at(module, "no function to refine: there is no `main`")),
    }
}

/// Where operations go that come before all others.
fn first<'a>(context: &'a Context, block: ir::Block<'a>, function: Op<'a>) -> Builder<'a> {
    match block.first_operation() {
        Some(op) => Builder::before(context, op),
        None => Builder::at_end(context, block, function.location()),
    }
}

/// Lets the program go on with the type it had.
fn wrap<'a>(context: &'a Context, hlo: Hlo<'a>, argument: Value<'a>, old: Type<'a>) {
    let call = hlo
        .at
        .op("stablehlo.custom_call")
        .operands(&[argument])
        .attr("call_target_name", ir::string_attr(context, WRAPPER))
        .result(old)
        .value();
    for (user, index) in ir::uses(argument) {
        if Some(user) != ir::defining_op(call) {
            ffi::set_operand(user, index, call);
        }
    }
}

fn is_integer(ty: Type) -> bool {
    TensorType::from_type(ty).is_some_and(|ty| ty.rank() == 0 && ty.element_type().is_integer())
}

fn list(text: &str) -> Vec<&str> {
    let text = text.trim();
    if text.is_empty() { Vec::new() } else { text.split(';').map(str::trim).collect() }
}
