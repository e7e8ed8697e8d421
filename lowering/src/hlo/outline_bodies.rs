// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-outline-bodies`: the body of a reduction, a sort, a scatter or a map that is more
//! than arithmetic on scalars becomes a function, which later passes lower like any other
//! and call with scalars.
//!
//! ```mlir
//! stablehlo.reduce ... ({ ^bb0(%x, %y): %r = call @main_body_0(%x, %y); return %r })
//! func.func private @main_body_0(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32>
//!     attributes {hloom.body} { %r = stablehlo.while ... }
//! ```

use crate::ffi;
use crate::hlo_to_linalg::{check_body, library_call};
use crate::ir::{self, Block, Builder, Context, Op, Shaped, Value};
use crate::pass::{Failure, OptionValues, PassInfo};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::FunctionType;
use std::collections::HashSet;

/// The pass.
pub static PASS: PassInfo = PassInfo {
    argument: "hlo-outline-bodies",
    description: "make functions of bodies that are more than arithmetic on scalars",
    anchor: "builtin.module",
    options: &[],
    dialects: &["func", "stablehlo"],
    run,
};

/// The attribute of a function that was a body: it takes and returns scalars, has its
/// memory on the stack and runs on the thread that calls it.
pub const BODY: &str = "hloom.body";

/// Whether a function was a body.
pub fn is_body(function: Op) -> bool {
    function.attribute(BODY).is_ok()
}

const WITH_BODIES: [&str; 6] = [
    "stablehlo.map",
    "stablehlo.reduce",
    "stablehlo.reduce_window",
    "stablehlo.scatter",
    "stablehlo.select_and_scatter",
    "stablehlo.sort",
];

fn run<'a>(context: &'a Context, module: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    let functions = ir::regions(module).into_iter().flat_map(ir::blocks).flat_map(ir::ops);
    for function in functions.filter(|op| ir::op_name(*op) == "func.func") {
        let Some(name) = ir::symbol_name(function) else { continue };
        let mut count = 0;
        // Bodies inside of bodies come before those that they are in.
        for op in ir::walk(function).into_iter().rev() {
            if !WITH_BODIES.contains(&ir::op_name(op)) {
                continue;
            }
            for block in ir::regions(op).into_iter().flat_map(ir::blocks) {
                if check_body(block).is_some() {
                    outline(context, function, op, block, &format!("{name}_body_{count}"))?;
                    count += 1;
                }
            }
        }
    }
    Ok(())
}

/// Moves what is in `block`, a body of `op`, to a function before `function`.
fn outline<'a>(
    context: &'a Context,
    function: Op<'a>,
    op: Op<'a>,
    block: Block<'a>,
    name: &str,
) -> Result<(), Failure<'a>> {
    let mut ops = ir::ops(block);
    let terminator = ops.pop().ok_or_else(|| Failure::at(op, "a body has no end"))?;
    let inside: Vec<_> = ops.iter().flat_map(|op| ir::walk(*op)).collect();
    if let Some(call) = inside.iter().find(|op| library_call::is_library(**op)) {
        let (call_name, of) = (ir::op_name(*call), ir::op_name(op));
        let message = format!("`{call_name}` in the body of `{of}` is not supported");
        return Err(Failure::at(*call, message));
    }
    let Captured { constants, scalars } = captured(op, block, &inside, terminator)?;
    let returned = ir::operands(terminator);
    let results: Vec<_> = returned.iter().map(|value| value.r#type()).collect();
    let arguments = [ir::args(block), scalars].concat();
    let inputs: Vec<_> = arguments.iter().map(|value| value.r#type()).collect();

    let builder = Builder::before(context, function).at(op.location());
    let region = builder.region(&inputs, |builder, parameters| {
        let end = builder.op("func.return").operands(&returned).build();
        for op in ops {
            ir::move_before(op, end);
        }
        let first = ir::ops(builder.block())[0];
        for constant in constants {
            let clone = ffi::clone_before(constant, first);
            replace_inside(ir::results(constant)[0], ir::results(clone)[0], builder.block());
        }
        for (argument, parameter) in arguments.iter().zip(parameters) {
            replace_inside(*argument, *parameter, builder.block());
        }
    });
    builder
        .op("func.func")
        .attr("sym_name", ir::string_attr(context, name))
        .attr("sym_visibility", ir::string_attr(context, "private"))
        .attr("function_type", ir::type_attr(FunctionType::new(context, &inputs, &results).into()))
        .attr(BODY, ir::unit_attr(context))
        .region(region)
        .build();
    let call = Builder::before(context, terminator)
        .op("func.call")
        .attr("callee", ir::flat_symbol_attr(context, name))
        .operands(&arguments)
        .results(&results)
        .build();
    for (position, result) in ir::results(call).into_iter().enumerate() {
        ffi::set_operand(terminator, position, result);
    }
    Ok(())
}

/// Makes what is in `block` use `with` for `of`.
fn replace_inside<'a>(of: Value<'a>, with: Value<'a>, block: Block<'a>) {
    for op in ir::ops(block) {
        ffi::replace_uses_inside(of, with, op);
    }
}

/// What a body uses from around it.
struct Captured<'a> {
    /// Operations without operands, which it can have itself.
    constants: Vec<Op<'a>>,
    /// Values that it has to be given.
    scalars: Vec<Value<'a>>,
}

fn captured<'a>(
    op: Op<'a>,
    block: Block<'a>,
    inside: &[Op<'a>],
    terminator: Op<'a>,
) -> Result<Captured<'a>, Failure<'a>> {
    let key = |value: &Value<'a>| value.to_raw().ptr as usize;
    let nested = inside.iter().flat_map(|op| ir::regions(*op)).flat_map(ir::blocks);
    let mut known: HashSet<_> = nested
        .chain([block])
        .flat_map(ir::args)
        .chain(inside.iter().flat_map(|op| ir::results(*op)))
        .map(|value| key(&value))
        .collect();
    let mut captured = Captured { constants: Vec::new(), scalars: Vec::new() };
    for value in inside.iter().chain([&terminator]).flat_map(|op| ir::operands(*op)) {
        if !known.insert(key(&value)) {
            continue;
        }
        match ir::defining_op(value) {
            Some(op) if matches!(ir::op_name(op), "stablehlo.constant" | "stablehlo.iota") => {
                captured.constants.push(op);
            }
            _ if Shaped::of(value.r#type()).is_some_and(|shaped| shaped.rank() == 0) => {
                captured.scalars.push(value);
            }
            _ => {
                let (name, ty) = (ir::op_name(op), value.r#type());
                let message = format!("the body of `{name}` uses a `{ty}` from outside of it");
                return Err(Failure::at(op, message));
            }
        }
    }
    Ok(captured)
}
