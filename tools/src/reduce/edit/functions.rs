// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Edits of functions: symbols, arguments, results and attributes.

use hloom_lowering::ir::{self, Block, Builder, Context, Op, Value};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::FunctionType;

/// Erases the chosen functions and other symbols of a module, including used ones.
pub fn take_functions<'a>(
    _: &'a Context,
    module: Op<'a>,
    is_chosen: &dyn Fn(usize) -> bool,
) -> usize {
    let symbols: Vec<_> =
        symbols(module).into_iter().filter(|op| ir::symbol_name(*op).is_some()).collect();
    for (index, op) in symbols.iter().enumerate() {
        if is_chosen(index) {
            ir::erase(*op);
        }
    }
    symbols.len()
}

/// Removes the chosen results of functions, including used results. Does not change calls.
pub fn take_results<'a>(
    context: &'a Context,
    module: Op<'a>,
    is_chosen: &dyn Fn(usize) -> bool,
) -> usize {
    change_results(context, module, is_chosen, &|_| Some(Vec::new()))
}

/// Replaces each chosen result of a function by the operands of the operation that computes it.
/// Does not change calls.
pub fn return_operands<'a>(
    context: &'a Context,
    module: Op<'a>,
    is_chosen: &dyn Fn(usize) -> bool,
) -> usize {
    change_results(context, module, is_chosen, &|value| ir::defining_op(value).map(ir::operands))
}

/// Removes the chosen unused arguments of functions. Does not change calls.
pub fn take_arguments<'a>(
    context: &'a Context,
    module: Op<'a>,
    is_chosen: &dyn Fn(usize) -> bool,
) -> usize {
    let mut count = 0;
    for (function, block) in functions(module) {
        let unused: Vec<_> = ir::args(block)
            .into_iter()
            .enumerate()
            .filter(|(_, argument)| !ir::has_uses(*argument))
            .map(|(position, _)| position)
            .collect();
        let taken: Vec<_> = unused
            .iter()
            .enumerate()
            .filter(|(index, _)| is_chosen(count + index))
            .map(|(_, position)| *position)
            .collect();
        for position in taken.iter().rev() {
            ir::erase_argument(block, *position);
        }
        if !taken.is_empty() {
            ir::remove_attribute(function, "arg_attrs");
            set_signature(context, function, block);
        }
        count += unused.len();
    }
    count
}

/// Removes the chosen attributes that an operation can do without: all of a module, some of
/// functions, and the discardable ones of other operations.
pub fn take_attributes<'a>(
    _: &'a Context,
    module: Op<'a>,
    is_chosen: &dyn Fn(usize) -> bool,
) -> usize {
    const NEEDED: [&str; 3] = ["sym_name", "function_type", "sym_visibility"];
    let mut attributes = Vec::new();
    for op in ir::walk(module) {
        for (name, _) in OperationLike::attributes(&op) {
            let Ok(name) = name.as_string_ref().as_str() else { continue };
            let is_needed = match ir::op_name(op) {
                "builtin.module" => false,
                "func.func" => NEEDED.contains(&name),
                // Other operations have foreign attributes under the name of a dialect.
                _ => !name.contains('.'),
            };
            if !is_needed {
                attributes.push((op, name.to_owned()));
            }
        }
    }
    for (index, (op, name)) in attributes.iter().enumerate() {
        if is_chosen(index) {
            ir::remove_attribute(*op, name);
        }
    }
    attributes.len()
}

/// Replaces each chosen value that a function returns by the values that `others` returns for it.
///
/// Returns the number of values for which `others` does not return `None`, that is, which can be
/// replaced.
fn change_results<'a>(
    context: &'a Context,
    module: Op<'a>,
    is_chosen: &dyn Fn(usize) -> bool,
    others: &dyn Fn(Value<'a>) -> Option<Vec<Value<'a>>>,
) -> usize {
    let mut count = 0;
    for (function, block) in functions(module) {
        let Some(end) = ir::ops(block).last().copied() else { continue };
        let mut returned = Vec::new();
        let mut is_changed = false;
        for value in ir::operands(end) {
            match others(value) {
                None => returned.push(value),
                Some(others) => {
                    if is_chosen(count) {
                        returned.extend(others);
                        is_changed = true;
                    } else {
                        returned.push(value);
                    }
                    count += 1;
                }
            }
        }
        if is_changed {
            Builder::before(context, end).op(ir::op_name(end)).operands(&returned).build();
            ir::erase(end);
            ir::remove_attribute(function, "res_attrs");
            set_signature(context, function, block);
        }
    }
    count
}

/// Returns the top-level operations of a module.
fn symbols(module: Op<'_>) -> Vec<Op<'_>> {
    ir::regions(module).into_iter().flat_map(ir::blocks).flat_map(ir::ops).collect()
}

/// Returns the functions of a module that have one block, each with its block.
fn functions(module: Op<'_>) -> Vec<(Op<'_>, Block<'_>)> {
    symbols(module)
        .into_iter()
        .filter(|op| ir::op_name(*op) == "func.func")
        .filter_map(|op| {
            match ir::regions(op).into_iter().flat_map(ir::blocks).collect::<Vec<_>>()[..] {
                [block] => Some((op, block)),
                _ => None,
            }
        })
        .collect()
}

/// Sets the type of a function according to its block's arguments and the operands of its
/// terminator.
fn set_signature<'a>(context: &'a Context, function: Op<'a>, block: Block<'a>) {
    let types = |values: Vec<Value<'a>>| -> Vec<_> {
        values.into_iter().map(|value| value.r#type()).collect()
    };
    let returned = ir::ops(block).last().map(|end| ir::operands(*end)).unwrap_or_default();
    let ty = FunctionType::new(context, &types(ir::args(block)), &types(returned));
    ir::set_attribute(function, "function_type", ir::type_attr(ty.into()));
}
