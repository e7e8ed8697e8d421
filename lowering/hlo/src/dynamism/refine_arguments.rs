// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-refine-arguments`: refines the types of the entry's arguments, and sets the values of
//! scalar arguments.
//!
//! The users of a refined argument still expect its old type. A custom call of
//! `stablehlo.shape_refinement_operand_wrapper` provides the value with the old type, until
//! `hlo-refine-shapes` refines the users. An argument with a given value is replaced by a constant.

use super::{WRAPPER, custom_calls, sizes};
use crate::build::Hlo;
use hloom_dialects::element::ElementType;
use hloom_dialects::shape::{TensorType, element_of};
use hloom_ir::pass::{Failure, OptionValues, PassInfo, PassOption};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Block, Builder, Context, Op, Type, Value};
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, TypeLike, ValueLike};

/// The pass `hlo-refine-arguments`.
pub static PASS: PassInfo = PassInfo {
    argument: "hlo-refine-arguments",
    description: "refine the argument types of the entry function, and replace scalar integer \
                  arguments by given values",
    anchor: "builtin.module",
    level: Level::Hlo,
    options: &[
        PassOption {
            name: "types",
            description: "types separated by semicolons or commas, one for each argument of the \
                          entry function; an empty entry keeps the type",
            default: "",
        },
        PassOption {
            name: "values",
            description: "integers separated by semicolons, which replace the arguments at the \
                          same positions; an empty entry keeps the argument",
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
    let Some(block) = body(function) else {
        let message = "expected an entry function with a body, found a declaration";
        return Err(Failure::at(function, message));
    };
    let arguments = ir::args(block);
    let texts = list(options.text("types"), &[';', ',']);
    let given = texts.iter().map(|text| match *text {
        "" => Ok(None),
        _ => Type::parse(context, text).map(Some).ok_or_else(|| {
            Failure::at(function, format!("option `types`: Invalid type string: {text}"))
        }),
    });
    let mut given = given.collect::<Result<Vec<_>, _>>()?;
    if given.is_empty() {
        given.resize(arguments.len(), None);
    }
    check_count(function, given.len(), arguments.len())?;
    let types = given.into_iter().zip(&arguments);
    let types: Vec<_> = types.map(|(ty, old)| ty.unwrap_or(old.r#type())).collect();
    let mut values = list(options.text("values"), &[';']);
    if values.len() > arguments.len() {
        let (found, count) = (values.len(), arguments.len());
        let message = format!("option `values`: expected at most {count} values, found {found}");
        return Err(Failure::at(function, message));
    }
    values.resize(arguments.len(), "");
    check_types(function, &arguments, &types)?;
    let hlo = Hlo { at: first(context, block, function) };
    for (index, ((argument, ty), value)) in arguments.iter().zip(&types).zip(values).enumerate() {
        if value.is_empty() {
            continue;
        }
        let known = scalar(value, *ty).map_err(|expected| {
            let message = format!(
                "option `values`: argument {index}: {expected}, found `{value}` for `{ty}`"
            );
            Failure::at(function, message)
        })?;
        ir::replace_all_uses(*argument, hlo.int(known, *ty));
    }
    set_types(hlo, &arguments, &types);
    sizes::set_signature(context, function);
    Ok(())
}

/// Returns the first block of a function, or `None` for a declaration.
pub(super) fn body(function: Op<'_>) -> Option<Block<'_>> {
    ir::regions(function).first().and_then(|region| ir::blocks(*region).first().copied())
}

/// Sets the refined types of arguments. The types must have passed [`check_types`].
pub(super) fn set_types<'a>(hlo: Hlo<'a>, arguments: &[Value<'a>], types: &[Type<'a>]) {
    for (argument, ty) in arguments.iter().zip(types) {
        let old = argument.r#type();
        if *ty == old {
            continue;
        }
        if let Some(tensor) = TensorType::from_type(*ty).filter(|_| ir::has_uses(*argument)) {
            wrap(hlo, *argument, &tensor);
        }
        ir::set_type(*argument, *ty);
    }
}

fn check_count<'a>(function: Op<'a>, found: usize, count: usize) -> Result<(), Failure<'a>> {
    if found == count {
        return Ok(());
    }
    let message =
        format!("number of refinements must match number of op operands {found} vs {count}");
    Err(Failure::at(function, message))
}

/// Checks that each type is at least as specific as the type of its argument. The messages are the
/// same as in StableHLO.
///
/// # Errors
/// Fails at the function if the number of types differs from the number of arguments, or at the
/// first invalid type.
pub(super) fn check_types<'a>(
    function: Op<'a>,
    arguments: &[Value<'a>],
    types: &[Type<'a>],
) -> Result<(), Failure<'a>> {
    check_count(function, types.len(), arguments.len())?;
    for (index, (argument, ty)) in arguments.iter().zip(types).enumerate() {
        let old = argument.r#type();
        if let Some(expected) = mismatch(*ty, old) {
            let message = format!(
                "invalid refinement for argument {index}, refinement {expected} in {old} -> {ty}"
            );
            return Err(Failure::at(function, message));
        }
    }
    Ok(())
}

/// Returns the reason why `new` is not a refinement of `old`, or `None` if it is a refinement.
///
/// If `old` has a static size in a dimension, `new` must have the same size. If `old` has a bound,
/// `new` must have a static size or a bound that does not exceed the bound of `old`.
fn mismatch(new: Type, old: Type) -> Option<&'static str> {
    if new == old {
        return None;
    }
    if !new.is_tensor() || !old.is_tensor() {
        return Some("must be a tensor");
    }
    if element_of(new) != element_of(old) {
        return Some("element types must match");
    }
    let Some(new) = TensorType::from_type(new) else { return Some("must be ranked") };
    let old = TensorType::from_type(old)?;
    if new.rank() != old.rank() {
        return Some("rank must match operand rank");
    }
    let dims = 0..old.rank();
    if dims.clone().any(|index| old.dim(index).is_some_and(|size| new.dim(index) != Some(size))) {
        return Some("dimension sizes must match for static dimensions");
    }
    let exceeds = |index: usize| {
        let limit = new.dim(index).or(new.bound(index));
        old.bound(index).is_some_and(|bound| limit.is_none_or(|limit| limit > bound))
    };
    dims.into_iter().any(exceeds).then_some("must not exceed the bounds")
}

/// Returns the public function of a module, or the public function `main` if there are several.
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

/// Returns a builder that inserts operations before the first operation of a block.
pub(super) fn first<'a>(context: &'a Context, block: Block<'a>, function: Op<'a>) -> Builder<'a> {
    match block.first_operation() {
        Some(op) => Builder::before(context, op),
        None => Builder::at_end(context, block, function.location()),
    }
}

/// Replaces the uses of an argument by a custom call that takes the argument and returns a value of
/// its old type. As in exports of JAX, an operand of the call contains the sizes of the new type.
fn wrap<'a>(hlo: Hlo<'a>, argument: Value<'a>, new: &TensorType<'a>) {
    let context = hlo.at.context();
    let sizes: Vec<_> = new.dims().iter().map(|dim| dim.unwrap_or(i64::MIN).to_string()).collect();
    let (rank, list) = (sizes.len(), sizes.join(", "));
    let list = if rank == 0 { list } else { format!("[{list}]") };
    let sizes = ir::parse_attribute(context, &format!("dense<{list}> : tensor<{rank}xi64>"));
    let sizes = hlo.constant(sizes, ir::tensor(&[rank as i64], ir::int(context, 64)));
    let call = hlo
        .at
        .op("stablehlo.custom_call")
        .operands(&[argument, sizes])
        .attr("call_target_name", ir::string_attr(context, WRAPPER))
        .attr(custom_calls::SHAPES, ir::parse_attribute(context, "dense<1> : tensor<1xi64>"))
        .result(argument.r#type())
        .value();
    for (user, index) in ir::uses(argument) {
        if Some(user) != ir::defining_op(call) {
            ir::set_operand(user, index, call);
        }
    }
}

/// Returns the bits of the integer `text` as an element of the scalar type `ty`.
///
/// # Errors
/// Returns a description of the expected value if `ty` is not a scalar integer type, or cannot
/// represent the integer.
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
        return Err("expected an integer for an argument of scalar integer type".to_owned());
    };
    if !range.contains(&number) {
        return Err(format!("expected an integer from {} to {}", range.start(), range.end()));
    }
    Ok(number as i64)
}

/// Splits a list at the separators that are not inside of brackets.
fn list<'t>(text: &'t str, separators: &[char]) -> Vec<&'t str> {
    let text = text.trim();
    if text.is_empty() {
        return Vec::new();
    }
    let (mut depth, mut last) = (0, ' ');
    let divides = |character: char| {
        match character {
            '<' | '(' | '[' | '{' => depth += 1,
            // The arrow of a function type is no bracket.
            '>' if last == '-' => {}
            '>' | ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        last = character;
        depth == 0 && separators.contains(&character)
    };
    text.split(divides).map(str::trim).collect()
}
