// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Adds a custom call after each operation of a program.

use super::extract::{Extracted, Symbols, used};
use hloom_dialects::diagnostic::render_location;
use hloom_dialects::op::Op as Kind;
use hloom_lowering::ir::{self, Builder, Context, Op};
use melior::ir::operation::OperationLike;

/// An operation of a program to which a custom call is added.
pub struct Instruction {
    /// The name of the operation, such as `stablehlo.add`.
    pub name: String,
    /// The location of the operation in the program, as `file:line:column`.
    pub location: String,
    /// The operation as a separate program, or the reason why it cannot be extracted.
    pub extracted: Result<Extracted, String>,
}

/// Adds a custom call of `target` after each operation with results, and returns the operations.
///
/// The configuration of a call is the index of the operation in the returned list. The operands of
/// a call are the values that the operation uses, as in [`used`], and the operation's results. No
/// call is added for constants.
pub fn instrument<'a>(context: &'a Context, module: Op<'a>, target: &str) -> Vec<Instruction> {
    let symbols = Symbols::of(module);
    let mut found = Vec::new();
    let functions = ir::regions(module).into_iter().flat_map(ir::blocks).flat_map(ir::ops);
    for function in functions.filter(|op| ir::op_name(*op) == "func.func") {
        collect(function, &mut found);
    }
    let instructions = found.iter().map(|op| Instruction {
        name: ir::op_name(*op).to_owned(),
        location: render_location(op.location()),
        extracted: Extracted::of(context, *op, &used(*op), &symbols),
    });
    let instructions: Vec<_> = instructions.collect();
    for (number, (op, instruction)) in found.into_iter().zip(&instructions).enumerate() {
        let values = match instruction.extracted {
            Ok(_) => [used(op), ir::results(op)].concat(),
            Err(_) => Vec::new(),
        };
        let builder = match op.next_in_block() {
            Some(next) => Builder::before(context, next).at(op.location()),
            // Every block ends with a terminator, which has no results.
            None => continue,
        };
        builder
            .op("stablehlo.custom_call")
            .operands(&values)
            .attr("call_target_name", ir::string_attr(context, target))
            .attr("has_side_effect", ir::bool_attr(context, true))
            .attr("backend_config", ir::string_attr(context, &number.to_string()))
            .build();
    }
    instructions
}

/// Appends the operations with results, except for constants, in the regions of a function or
/// control flow operation to `found`. Includes the operations in nested control flow.
fn collect<'a>(op: Op<'a>, found: &mut Vec<Op<'a>>) {
    for inner in ir::regions(op).into_iter().flat_map(ir::blocks).flat_map(ir::ops) {
        let kind = ir::hlo_op(inner);
        let is_constant =
            kind == Some(Kind::StablehloConstant) || ir::op_name(inner) == "arith.constant";
        if !is_constant && !ir::results(inner).is_empty() {
            found.push(inner);
        }
        let control_flow = [Kind::StablehloWhile, Kind::StablehloIf, Kind::StablehloCase];
        if kind.is_some_and(|kind| control_flow.contains(&kind)) {
            collect(inner, found);
        }
    }
}
