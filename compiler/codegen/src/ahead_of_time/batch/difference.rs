// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Finds the first difference between two programs.

use hloom_lowering::ir::{self, Op};
use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, Type, ValueLike};
use std::collections::HashMap;

/// The normal form in which operations of two programs are compared. Values are represented by
/// numbers instead of pointers.
#[derive(PartialEq)]
struct Form<'a> {
    name: &'a str,
    /// The numbers of the operands, which count the values of the program in order.
    operands: Vec<Option<usize>>,
    attributes: Vec<(String, Attribute<'a>)>,
    results: Vec<Type<'a>>,
    /// The types of the arguments of each block in each region.
    regions: Vec<Vec<Vec<Type<'a>>>>,
}

/// Returns the first operation in `one` that differs from the operation at the same position in
/// `other`, or `None` if all operations are equal. Prefers operations other than constants. Both
/// programs are in the same context. Ignores locations.
pub fn first_difference<'a>(one: Op<'a>, other: Op<'a>) -> Option<Op<'a>> {
    let (ops, forms, others) = (ir::walk(one), forms(one), forms(other));
    let pairs = || forms.iter().zip(&others);
    // The user of a constant says more than the constant.
    let is_constant = |form: &Form| form.name == "stablehlo.constant";
    let first = pairs().position(|(one, other)| one != other && !is_constant(one));
    let first = first.or_else(|| pairs().position(|(one, other)| one != other));
    let first = first.or_else(|| (forms.len() != others.len()).then_some(others.len()));
    first.map(|index| ops.get(index).copied().unwrap_or(one))
}

/// Returns the forms of the operations in `root`, in program order.
fn forms(root: Op<'_>) -> Vec<Form<'_>> {
    let mut numbers = HashMap::new();
    let mut forms = Vec::new();
    for op in ir::walk(root) {
        let blocks = |region| ir::blocks(region).into_iter().map(ir::args);
        let arguments: Vec<Vec<_>> =
            ir::regions(op).into_iter().map(|region| blocks(region).collect()).collect();
        let count = numbers.len();
        let defined = arguments.iter().flatten().flatten().copied().chain(ir::results(op));
        for (index, value) in defined.enumerate() {
            numbers.insert(value.to_raw().ptr, count + index);
        }
        let operands = ir::operands(op).into_iter();
        forms.push(Form {
            name: ir::op_name(op),
            operands: operands.map(|value| numbers.get(&value.to_raw().ptr).copied()).collect(),
            attributes: op
                .attributes()
                .map(|(name, value)| (name.as_string_ref().as_str().unwrap_or("").into(), value))
                .collect(),
            results: ir::results(op).iter().map(|value| value.r#type()).collect(),
            regions: arguments
                .iter()
                .map(|blocks| blocks.iter().map(|it| it.iter().map(|it| it.r#type()).collect()))
                .map(Iterator::collect)
                .collect(),
        });
    }
    forms
}
