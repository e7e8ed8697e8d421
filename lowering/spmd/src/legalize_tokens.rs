// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-legalize-tokens`: replaces tokens by arrays without elements.
//!
//! Tokens order side effects. Operations with side effects keep the order in which the program has
//! them, which agrees with the order of the tokens. Therefore, the values of tokens carry no
//! information.

use hloom_dialects::attributes::stablehlo::Token;
use hloom_dialects::op::Op as Kind;
use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Builder, Context, Op, Type};
use melior::ir::ValueLike;
use melior::ir::r#type::FunctionType;

/// The type that replaces the token type.
const EMPTY: &str = "tensor<0xi1>";

/// The pass `hlo-legalize-tokens`.
pub static PASS: PassInfo = PassInfo {
    argument: "hlo-legalize-tokens",
    description: "replace tokens by tensors without elements",
    anchor: "builtin.module",
    level: Level::Hlo,
    options: &[],
    dialects: &["stablehlo"],
    run,
};

fn run<'a>(context: &'a Context, module: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    let mut refused = Failure::default();
    for function in ir::walk(module).into_iter().filter(|op| ir::op_name(*op) == "func.func") {
        let is_private = ir::text(function, "sym_visibility").as_deref() == Some("private");
        let Some([inputs, results]) = signature(function).filter(|_| !is_private) else { continue };
        for (what, types) in [("argument", inputs), ("result", results)] {
            if let Some(index) = types.into_iter().position(is_token) {
                let name = ir::symbol_name(function).unwrap_or_default();
                let message =
                    format!("{what} {index} of `@{name}`: expected a tensor, found a token");
                refused.merge(Failure::at(function, message));
            }
        }
    }
    refused.into_result()?;
    replace(context, module);
    Ok(())
}

/// Replaces the tokens of a program by arrays without elements, except operands and results of
/// operations that transfer data, which must have been expanded. Returns true if there were tokens.
pub fn replace<'a>(context: &'a Context, module: Op<'a>) -> bool {
    let Some(empty) = Type::parse(context, EMPTY) else { return false };
    let none = ir::parse_attribute(context, &format!("dense<> : {EMPTY}"));
    let stored = |ty| if is_token(ty) { empty } else { ty };
    let operations = ir::walk(module);
    let mut has_any = false;
    for op in &operations {
        let arguments = ir::regions(*op).into_iter().flat_map(ir::blocks).flat_map(ir::args);
        for value in ir::results(*op).into_iter().chain(arguments) {
            if is_token(value.r#type()) {
                ir::set_type(value, empty);
                has_any = true;
            }
        }
    }
    for op in operations {
        match ir::hlo_op(op) {
            Some(Kind::StablehloAfterAll | Kind::StablehloCreateToken) => {
                let builder = Builder::before(context, op);
                let constant = builder.op("stablehlo.constant").attr("value", none).result(empty);
                ir::replace(op, [constant.value()]);
            }
            None if ir::op_name(op) == "func.func" => {
                let Some([inputs, results]) = signature(op) else { continue };
                let inputs: Vec<_> = inputs.into_iter().map(stored).collect();
                let results: Vec<_> = results.into_iter().map(stored).collect();
                let ty = FunctionType::new(context, &inputs, &results);
                ir::set_attribute(op, "function_type", ir::type_attr(ty.into()));
            }
            _ => {}
        }
    }
    has_any
}

/// Returns true for the type of tokens.
pub fn is_token(ty: Type) -> bool {
    Token::from_type(ty).is_some()
}

/// Returns the argument types and the result types of a function.
pub fn signature<'a>(function: Op<'a>) -> Option<[Vec<Type<'a>>; 2]> {
    let ty = ir::function_type(function)?;
    let inputs = (0..ty.input_count()).filter_map(|index| ty.input(index).ok());
    let results = (0..ty.result_count()).filter_map(|index| ty.result(index).ok());
    Some([inputs.collect(), results.collect()])
}
