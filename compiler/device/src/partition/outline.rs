// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Outlining of a segment into a module.

use super::graph::ValueId;
use hloom_ir::{self as ir, Builder, Context, Op};
use melior::ir::attribute::TypeAttribute;
use melior::ir::operation::{Operation, OperationLike};
use melior::ir::r#type::FunctionType;
use melior::ir::{BlockLike, Location, Module, ValueLike};

/// Copies the entry function into a new module, as `@main`, with only some of its operations.
///
/// `operations` are the numbers of the operations to keep, in ascending order. `outputs` are
/// results of these operations, which `@main` returns. Returns the module, and the values of the
/// entry function that become the arguments of `@main`, in order. The module also contains copies
/// of the functions `others`.
///
/// # Panics
/// Panics if the entry function lacks an operation or a result with one of these numbers.
pub fn outline<'a>(
    context: &'a Context,
    entry: Op<'a>,
    others: &[Op<'a>],
    operations: &[usize],
    outputs: &[ValueId],
) -> (Module<'a>, Vec<ValueId>) {
    let module = Module::new(Location::unknown(context));
    let mut inputs = Vec::new();
    {
        for other in others {
            module.body().append_operation(Operation::clone(other));
        }
        let function = module.body().append_operation(Operation::clone(&entry));
        reduce(context, function, operations, outputs, &mut inputs);
    }
    (module, inputs)
}

fn reduce<'a>(
    context: &'a Context,
    function: Op<'a>,
    operations: &[usize],
    outputs: &[ValueId],
    inputs: &mut Vec<ValueId>,
) {
    let Some(block) = ir::regions(function).into_iter().flat_map(ir::blocks).next() else { return };
    let arguments = ir::args(block).len();
    let mut ops = ir::ops(block);
    let Some(last) = ops.pop() else { return };
    let returned: Vec<_> = outputs
        .iter()
        .filter_map(|output| match output {
            ValueId::Result(at, number) => Some(ir::results(ops[*at])[*number]),
            ValueId::Argument(_) => None,
        })
        .collect();
    Builder::before(context, last).op("func.return").operands(&returned).build();
    ir::erase(last);
    let is_kept = |number: usize| operations.binary_search(&number).is_ok();
    let uses: Vec<ir::Op> = operations.iter().flat_map(|number| ir::walk(ops[*number])).collect();
    let mut added = Vec::new();
    for (number, op) in ops.iter().enumerate().filter(|(number, _)| !is_kept(*number)) {
        for (index, result) in ir::results(*op).into_iter().enumerate() {
            if uses.iter().any(|op| ir::operands(*op).contains(&result)) {
                let argument = block.add_argument(result.r#type(), function.location());
                ir::replace_all_uses(result, argument);
                added.push(ValueId::Result(number, index));
            }
        }
    }
    for (number, op) in ops.iter().enumerate().rev() {
        if !is_kept(number) {
            ir::erase(*op);
        }
    }
    for index in (0..arguments).rev() {
        if ir::has_uses(ir::args(block)[index]) {
            inputs.push(ValueId::Argument(index));
        } else {
            ir::erase_argument(block, index);
        }
    }
    inputs.reverse();
    inputs.extend(added);
    let takes: Vec<_> = ir::args(block).iter().map(|argument| argument.r#type()).collect();
    let gives: Vec<_> = returned.iter().map(|value| value.r#type()).collect();
    let ty = TypeAttribute::new(FunctionType::new(context, &takes, &gives).into());
    ir::set_attribute(function, "function_type", ty.into());
    ir::set_attribute(function, "sym_name", ir::string_attr(context, "main"));
    for name in ["arg_attrs", "res_attrs", "sym_visibility"] {
        ir::remove_attribute(function, name);
    }
}
