// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Replacement of tokens by empty arrays.
//!
//! Tokens order side effects within a run and between runs. They carry no information here: a
//! device executes runs with side effects in order, and a run executes its side effects in program
//! order. The only exceptions are runs that a Python callback starts during another run. The module
//! therefore converts tokens to arrays without elements. JAX passes such an array for the first
//! token of an entry function.

use hloom_dialects::attributes::stablehlo::Token;
use hloom_dialects::op::Op as Kind;
use hloom_lowering::ir::{self, Builder, Context, Op};
use melior::ir::attribute::TypeAttribute;
use melior::ir::r#type::FunctionType;
use melior::ir::{Type, ValueLike};

/// The type that replaces the token type.
const EMPTY: &str = "tensor<0xi1>";

/// Operations whose operands and results must stay tokens.
const TRANSFERS: [Kind; 4] =
    [Kind::StablehloInfeed, Kind::StablehloOutfeed, Kind::StablehloRecv, Kind::StablehloSend];

fn is_token(ty: Type) -> bool {
    Token::from_type(ty).is_some()
}

/// Replaces the tokens of a program by empty arrays and returns, for each result of the entry
/// function, whether it was a token. If the program has no tokens, or if it transfers data to or
/// from the host, returns `None` and changes nothing.
pub fn replace<'c>(context: &'c Context, module: Op<'c>, entry: Op<'c>) -> Option<Vec<bool>> {
    let operations = ir::walk(module);
    if operations.iter().filter_map(|op| ir::hlo_op(*op)).any(|kind| TRANSFERS.contains(&kind)) {
        return None;
    }
    let empty = Type::parse(context, EMPTY)?;
    let none = ir::parse_attribute(context, &format!("dense<> : {EMPTY}"));
    let stored = |ty| if is_token(ty) { empty } else { ty };
    let tokens: Vec<_> = signature(entry)?.1.into_iter().map(is_token).collect();
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
                let Some((inputs, results)) = signature(op) else { continue };
                let inputs: Vec<_> = inputs.into_iter().map(stored).collect();
                let results: Vec<_> = results.into_iter().map(stored).collect();
                let ty = FunctionType::new(context, &inputs, &results);
                ir::set_attribute(op, "function_type", TypeAttribute::new(ty.into()).into());
            }
            _ => {}
        }
    }
    has_any.then_some(tokens)
}

/// Returns the argument types and result types of a function.
fn signature<'c>(function: Op<'c>) -> Option<(Vec<Type<'c>>, Vec<Type<'c>>)> {
    let ty = ir::function_type(function)?;
    let inputs = (0..ty.input_count()).filter_map(|index| ty.input(index).ok());
    let results = (0..ty.result_count()).filter_map(|index| ty.result(index).ok());
    Some((inputs.collect(), results.collect()))
}
