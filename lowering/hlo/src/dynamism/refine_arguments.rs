// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-refine-arguments`: refines the types of the entry's arguments, and sets values of
//! scalars.
//!
//! The users of a refined argument still expect its old type. A custom call of
//! `stablehlo.shape_refinement_operand_wrapper` gives it to them, until `hlo-refine-shapes`
//! refines them. An argument with a given value is replaced by a constant.

use super::{WRAPPER, sizes};
use crate::build::Hlo;
use hloom_dialects::element::ElementType;
use hloom_dialects::shape::{TensorType, compatible};
use hloom_ir::pass::{Failure, OptionValues, PassInfo, PassOption};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Builder, Context, Op, Type, Value};
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, ValueLike};

/// The pass `hlo-refine-arguments`.
pub static PASS: PassInfo = PassInfo {
    argument: "hlo-refine-arguments",
    description: "refine the argument types of the public function, and set values of scalars",
    anchor: "builtin.module",
    level: Level::Hlo,
    options: &[
        PassOption {
            name: "types",
            description: "types separated by semicolons, one for each argument; an empty one \
                          keeps the type",
            default: "",
        },
        PassOption {
            name: "values",
            description: "integers separated by semicolons, one for each argument; an empty one \
                          keeps the argument",
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
        return Err(Failure::at(function, "expected an entry function with a body"));
    };
    let arguments = ir::args(block);
    let mut types = list(options.text("types"));
    if types.is_empty() {
        types.resize(arguments.len(), "");
    }
    if types.len() != arguments.len() {
        let (found, count) = (types.len(), arguments.len());
        let message = format!("option `types`: expected {count} types, found {found}");
        return Err(Failure::at(function, message));
    }
    let types = types
        .into_iter()
        .zip(&arguments)
        .map(|(text, argument)| match text {
            "" => Ok(argument.r#type()),
            _ => Type::parse(context, text).ok_or_else(|| {
                Failure::at(function, format!("option `types`: expected a type, found `{text}`"))
            }),
        })
        .collect::<Result<Vec<_>, _>>()?;
    let mut values = list(options.text("values"));
    if values.len() > arguments.len() {
        let (found, count) = (values.len(), arguments.len());
        let message = format!("option `values`: expected at most {count} values, found {found}");
        return Err(Failure::at(function, message));
    }
    values.resize(arguments.len(), "");
    for (index, ((argument, ty), value)) in arguments.iter().zip(&types).zip(values).enumerate() {
        let old = argument.r#type();
        if *ty != old && (!compatible(*ty, old) || TensorType::from_type(*ty).is_none()) {
            let expected = format!("expected a type compatible with `{old}`");
            let message = format!("argument {index}: {expected}, found `{ty}`");
            return Err(Failure::at(function, message));
        }
        if *ty != old && !is_as_specific(*ty, old) {
            let expected = format!("expected a type that is more specific than `{old}`");
            let message = format!("argument {index}: {expected}, found `{ty}`");
            return Err(Failure::at(function, message));
        }
        let hlo = Hlo { at: first(context, block, function) };
        if !value.is_empty() {
            let known = scalar(value, *ty).map_err(|expected| {
                let message = format!("argument {index}: {expected}, found `{value}` for `{ty}`");
                Failure::at(function, message)
            })?;
            ir::replace_all_uses(*argument, hlo.int(known, *ty));
        } else if *ty != old {
            wrap(context, hlo, *argument, old);
        }
        ir::set_type(*argument, *ty);
    }
    sizes::set_signature(context, function);
    Ok(())
}

/// Returns the public function of a module, or `main` if there are several.
///
/// # Errors
/// Fails if there is neither a single public function nor a public `main`.
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
        _ => {
            let message = format!(
                "expected a public function `main` or a single public function, found {} public \
                 functions",
                functions.len()
            );
            Err(Failure::at(module, message))
        }
    }
}

/// Returns a builder before all operations of a block.
fn first<'a>(context: &'a Context, block: ir::Block<'a>, function: Op<'a>) -> Builder<'a> {
    match block.first_operation() {
        Some(op) => Builder::before(context, op),
        None => Builder::at_end(context, block, function.location()),
    }
}

/// Gives the users of an argument its old type, by a custom call.
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
            ir::set_operand(user, index, call);
        }
    }
}

/// Returns true if the tensor type `new` is as specific as `old` in every dimension.
///
/// Where `old` has a static size, `new` must have the same size. Where `old` has a bound, `new`
/// must have a static size or a bound that is not larger. The types must be compatible.
fn is_as_specific(new: Type, old: Type) -> bool {
    let (Some(new), Some(old)) = (TensorType::from_type(new), TensorType::from_type(old)) else {
        // An unranked tensor has neither sizes nor bounds.
        return true;
    };
    (0..old.rank()).all(|index| {
        let limit = new.dim(index).or(new.bound(index));
        let is_bounded =
            old.bound(index).is_none_or(|bound| limit.is_some_and(|limit| limit <= bound));
        is_bounded && old.dim(index).is_none_or(|size| new.dim(index) == Some(size))
    })
}

/// Returns the bits of the integer `text` as an element of the scalar type `ty`.
///
/// # Errors
/// Fails with the expectation if `ty` is not a scalar of integers, or has no such integer.
fn scalar(text: &str, ty: Type) -> Result<i64, String> {
    let tensor = TensorType::from_type(ty).filter(|tensor| tensor.rank() == 0);
    let range = match tensor.map(|tensor| tensor.element_type()) {
        Some(ElementType::Signed(width @ 1..=64)) => {
            Some(-(1_i128 << (width - 1))..=(1_i128 << (width - 1)) - 1)
        }
        Some(ElementType::Unsigned(width @ 1..=64)) => Some(0..=(1_i128 << width) - 1),
        _ => None,
    };
    let (Some(range), Ok(number)) = (range, text.parse::<i128>()) else {
        return Err("expected an integer for a scalar of integers".to_owned());
    };
    if !range.contains(&number) {
        return Err(format!("expected an integer from {} to {}", range.start(), range.end()));
    }
    Ok(number as i64)
}

fn list(text: &str) -> Vec<&str> {
    let text = text.trim();
    if text.is_empty() { Vec::new() } else { text.split(';').map(str::trim).collect() }
}
