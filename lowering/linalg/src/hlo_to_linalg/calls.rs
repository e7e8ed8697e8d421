// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Lowers calls of functions.

use super::Emitter;
use hloom_ir::attributes;
use hloom_ir::facts::is_body;
use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Builder, Op, Value};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;
use std::collections::HashSet;

type Emitted<'a> = Result<Vec<Value<'a>>, Failure<'a>>;

/// Lowers `func.call` to a call of the same function with converted types.
///
/// # Errors
/// Fails if the call has no attribute `callee`.
pub fn emit<'a>(
    emitter: &mut Emitter<'a>,
    builder: Builder<'a>,
    op: Op<'a>,
    operands: &[Value<'a>],
) -> Emitted<'a> {
    let callee = attributes::symbol(op, "callee").ok_or_else(|| {
        Failure::at(op, "`func.call`: expected an attribute `callee`, found none")
    })?;
    let results = ir::results(op).into_iter().map(|result| result.r#type());
    let types: Vec<_> = results.map(|ty| ir::tensor_type(emitter.context(), ty)).collect();
    let callee = ir::flat_symbol_attr(builder.context(), &callee);
    let new = builder.op("func.call").attr("callee", callee).operands(operands);
    Ok(ir::results(new.results(&types).build()))
}

/// Emits the call `op` of an outlined body with scalar operands, and returns its scalar results.
pub fn emit_on_scalars<'a>(
    builder: Builder<'a>,
    op: Op<'a>,
    operands: &[Value<'a>],
) -> Vec<Value<'a>> {
    let context = builder.context();
    let scalar = |result: Value<'a>| ir::element_of(ir::tensor_type(context, result.r#type()));
    let types: Vec<_> = ir::results(op).into_iter().map(scalar).collect();
    let mut new = builder.op("func.call").operands(operands).results(&types);
    if let Ok(callee) = op.attribute("callee") {
        new = new.attr("callee", callee);
    }
    ir::results(new.build())
}

/// Returns true if the callee of a call is a function that `hlo-outline-bodies` made from the body
/// of an operation.
pub fn is_of_body(op: Op) -> bool {
    let callee = attributes::symbol(op, "callee");
    callee.and_then(|name| ir::function_named(op, &name)).is_some_and(is_body)
}

/// Returns the reason why a call cannot be lowered, or `None` if it can be lowered.
///
/// Recursive calls are refused, because buffer assignment provides only one set of buffers for each
/// function, so at most one call of a function may be active.
pub fn refusal(op: Op) -> Option<String> {
    let name = attributes::symbol(op, "callee")?;
    let function = ir::enclosing(op, "func.func").and_then(ir::symbol_name)?;
    let Some(callee) = ir::function_named(op, &name) else {
        return Some(format!("there is no function `@{name}`"));
    };
    if ir::regions(callee).into_iter().flat_map(ir::blocks).next().is_none() {
        return Some(format!("the function `@{name}` has no body"));
    }
    let mut seen = HashSet::new();
    let mut pending = vec![name];
    while let Some(name) = pending.pop() {
        if name == function {
            return Some(format!(
                "the function `@{function}` calls itself, directly or through other functions"
            ));
        }
        if let Some(callee) = ir::function_named(op, &name).filter(|_| seen.insert(name)) {
            let calls = ir::walk(callee).into_iter().filter(|op| ir::op_name(*op) == "func.call");
            pending.extend(calls.filter_map(|op| attributes::symbol(op, "callee")));
        }
    }
    None
}
