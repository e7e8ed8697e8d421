// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tokens at the entry of a program, which order the effects of one run after those of another.
//!
//! Runs are in order on a device, so there is nothing in them: as arguments and results they
//! are arrays without elements, which is what JAX gives for the first one.

use hloom_lowering::ir::{self, Builder, Context, Op, Value};
use melior::ir::attribute::TypeAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::FunctionType;
use melior::ir::{BlockLike, Type, ValueLike};

/// What stands for a token.
const EMPTY: &str = "tensor<0xi1>";

fn is_token(ty: Type) -> bool {
    ty.to_string() == "!stablehlo.token"
}

/// Makes arrays of the tokens that an entry function takes and returns; says which results
/// were tokens. Nothing is changed if there are none.
pub fn replace<'c>(context: &'c Context, entry: Op<'c>) -> Option<Vec<bool>> {
    let block = ir::regions(entry).into_iter().flat_map(ir::blocks).next()?;
    let last = ir::ops(block).pop()?;
    let arguments = ir::args(block);
    let returned = ir::operands(last);
    let tokens: Vec<bool> = returned.iter().map(|value| is_token(value.r#type())).collect();
    let takes = arguments.iter().any(|argument| is_token(argument.r#type()));
    if !takes && !tokens.contains(&true) {
        return None;
    }
    let empty = Type::parse(context, EMPTY)?;
    let first = ir::ops(block).into_iter().next()?;
    let builder = Builder::before(context, first);
    // All arguments are made anew, so that they stay in order.
    for argument in &arguments {
        let ty = argument.r#type();
        if is_token(ty) {
            block.add_argument(empty, entry.location());
            let made = builder.op("stablehlo.after_all").result(ty).value();
            ir::replace_all_uses(*argument, made);
        } else {
            let new = block.add_argument(ty, entry.location());
            ir::replace_all_uses(*argument, new);
        }
    }
    arguments.iter().for_each(|_| ir::erase_argument(block, 0));
    let builder = Builder::before(context, last);
    let none = ir::parse_attribute(context, &format!("dense<> : {EMPTY}"));
    let values: Vec<Value> = ir::operands(last)
        .into_iter()
        .zip(&tokens)
        .map(|(value, is_token)| {
            if !is_token {
                return value;
            }
            builder.op("stablehlo.constant").attr("value", none).result(empty).value()
        })
        .collect();
    builder.op("func.return").operands(&values).build();
    ir::erase(last);
    let inputs: Vec<_> = ir::args(block).iter().map(|value| value.r#type()).collect();
    let outputs: Vec<_> = values.iter().map(|value| value.r#type()).collect();
    let ty = TypeAttribute::new(FunctionType::new(context, &inputs, &outputs).into());
    ir::set_attribute(entry, "function_type", ty.into());
    Some(tokens)
}
