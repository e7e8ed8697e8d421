// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-outline-bodies`: outlines bodies with more than scalar arithmetic as functions.
//!
//! `hlo-to-linalg` emits the body of a reduction, sort, scatter or map as scalar arithmetic. A body
//! with other operations, such as loops, cannot be emitted in this way. This pass moves such a body
//! to a private function with the attribute `hloom.body`, and replaces it by a call. Later passes
//! lower the function like any other function, and call it with scalars.
//!
//! ```mlir
//! stablehlo.reduce ... ({ ^bb0(%x, %y): %r = call @main_body_0(%x, %y); return %r })
//! func.func private @main_body_0(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32>
//!     attributes {hloom.body} { %r = stablehlo.while ... }
//! ```
//!
//! A body is refused if it contains a runtime call, or captures values other than scalars,
//! constants and iotas. The pass reports all refused bodies before it fails.

use crate::hlo_to_linalg::{check_body, runtime_call};
use hloom_dialects::op::Op as HloOp;
use hloom_ir::facts::BODY;
use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Block, Builder, Context, Op, Shaped, SymbolNames, Value};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::FunctionType;
use std::collections::HashSet;

/// The pass `hlo-outline-bodies`.
pub static PASS: PassInfo = PassInfo {
    argument: "hlo-outline-bodies",
    description: "move bodies of reductions, sorts, scatters and maps that contain more than \
                  scalar arithmetic to functions",
    anchor: "builtin.module",
    level: Level::Hlo,
    options: &[],
    dialects: &["func", "stablehlo"],
    run,
};

/// StableHLO operations whose regions `hlo-to-linalg` emits as code on scalars.
const WITH_BODIES: [HloOp; 6] = [
    HloOp::StablehloMap,
    HloOp::StablehloReduce,
    HloOp::StablehloReduceWindow,
    HloOp::StablehloScatter,
    HloOp::StablehloSelectAndScatter,
    HloOp::StablehloSort,
];

fn run<'a>(context: &'a Context, module: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    let mut names = SymbolNames::of(module);
    let mut refused = Failure::default();
    let functions = ir::regions(module).into_iter().flat_map(ir::blocks).flat_map(ir::ops);
    for function in functions.filter(|op| ir::op_name(*op) == "func.func") {
        refuse_runtime_calls(function, &mut refused);
        let Some(name) = ir::symbol_name(function) else { continue };
        let mut count = 0;
        // In reverse order, a nested body is outlined before the body that contains it.
        for op in ir::walk(function).into_iter().rev().filter(|op| has_bodies(*op)) {
            for block in ir::regions(op).into_iter().flat_map(ir::blocks) {
                if check_body(block).is_some() {
                    let name = names.add_numbered(&format!("{name}_body_"), &mut count);
                    if let Err(failure) = outline(context, function, op, block, &name) {
                        refused.merge(failure);
                    }
                }
            }
        }
    }
    refused.into_result()
}

/// Returns true if `op` is an operation whose bodies `hlo-to-linalg` emits as code on scalars.
fn has_bodies(op: Op) -> bool {
    ir::hlo_op(op).is_some_and(|kind| WITH_BODIES.contains(&kind))
}

/// Adds a message to `refused` for every runtime call of `function` inside a body of an operation,
/// because bodies run on the threads of a kernel, which cannot call the runtime. The message names
/// the innermost operation whose body contains the call.
fn refuse_runtime_calls<'a>(function: Op<'a>, refused: &mut Failure<'a>) {
    for call in ir::walk(function).into_iter().filter(|op| runtime_call::is_runtime_call(*op)) {
        let mut around = std::iter::successors(call.parent_operation(), |op| op.parent_operation());
        if let Some(op) = around.find(|op| has_bodies(*op)) {
            let (name, of) = (ir::op_name(call), ir::op_name(op));
            let message =
                format!("`{name}` in the body of `{of}` is not supported: it calls the runtime");
            refused.merge(Failure::at(call, message));
        }
    }
}

/// Moves the operations of `block`, a body of `op`, to a new function before `function`, and calls
/// that function in `block`.
fn outline<'a>(
    context: &'a Context,
    function: Op<'a>,
    op: Op<'a>,
    block: Block<'a>,
    name: &str,
) -> Result<(), Failure<'a>> {
    let mut ops = ir::ops(block);
    let missing =
        || format!("`{}`: expected a body with a terminator, found an empty body", ir::op_name(op));
    let terminator = ops.pop().ok_or_else(|| Failure::at(op, missing()))?;
    let inside: Vec<_> = ops.iter().flat_map(|op| ir::walk(*op)).collect();
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
            let clone = ir::clone_before(constant, first);
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
        ir::set_operand(terminator, position, result);
    }
    Ok(())
}

/// Replaces the uses of `of` inside `block` by `with`.
fn replace_inside<'a>(of: Value<'a>, with: Value<'a>, block: Block<'a>) {
    for op in ir::ops(block) {
        ir::replace_uses_inside(of, with, op);
    }
}

/// The values from outside a body that the body uses.
struct Captured<'a> {
    /// Captured operations without operands (constants and iotas), which are copied to the outlined
    /// function.
    constants: Vec<Op<'a>>,
    /// Captured rank-0 tensors, which are passed to the outlined function as arguments.
    scalars: Vec<Value<'a>>,
}

/// Collects the values from outside `block`, a body of `op`, that the body uses. `inside` contains
/// all operations of the body, including nested operations, but not the terminator.
fn captured<'a>(
    op: Op<'a>,
    block: Block<'a>,
    inside: &[Op<'a>],
    terminator: Op<'a>,
) -> Result<Captured<'a>, Failure<'a>> {
    let key = |value: &Value<'a>| ir::value_address(*value);
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
            Some(op) if is_constant(op) => captured.constants.push(op),
            _ if Shaped::of(value.r#type()).is_some_and(|shaped| shaped.rank() == 0) => {
                captured.scalars.push(value);
            }
            _ => {
                let (name, ty) = (ir::op_name(op), value.r#type());
                let message = format!(
                    "the body of `{name}` captures a value of type `{ty}`; expected a scalar, a \
                     constant or an iota"
                );
                return Err(Failure::at(op, message));
            }
        }
    }
    Ok(captured)
}

/// Returns true for a `constant` or `iota`, which have no operands and can be copied to any
/// function.
fn is_constant(op: Op) -> bool {
    matches!(ir::hlo_op(op), Some(HloOp::StablehloConstant | HloOp::StablehloIota))
}
