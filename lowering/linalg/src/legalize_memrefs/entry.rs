// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Converts a function on memrefs to the signature of an entry: inputs, followed by memory for the
//! results.
//!
//! Before: `func @main(%x: memref<4xf32>, %y: memref<4xf32>) -> memref<2xf32>`, which writes `%y`
//! After:  `func @main(%x, %y, %result: memref<2xf32>, %y_out: memref<4xf32>)`
//!
//! The results are the results of the function, followed by the arguments that it may write, in
//! order. The function works on `%y_out` instead of `%y`. The caller stores the argument in this
//! memory (`hloom.aliases`), or the function copies it.

use hloom_ir::facts;
use hloom_ir::{self as ir, Builder, Context, Op, Shaped, Type, Value};
use melior::ir::attribute::TypeAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::FunctionType;
use melior::ir::{BlockLike, TypeLike, ValueLike};

/// Converts a function whose operations were checked. If `aliases` is true, the caller stores the
/// arguments that the function may write in the memory of results; otherwise, the function copies
/// them.
pub fn convert<'a>(context: &'a Context, function: Op<'a>, aliases: bool) {
    let Some(block) = ir::regions(function).into_iter().flat_map(ir::blocks).next() else { return };
    let (Some(first), Some(end)) = (block.first_operation(), ir::ops(block).pop()) else { return };
    let inputs = ir::args(block);
    let written: Vec<_> = (0..inputs.len()).filter(|index| may_write(inputs[*index])).collect();
    let own: Vec<_> = ir::operands(end).iter().map(|value| plain(value.r#type())).collect();
    let add = |ty: Type<'a>| block.add_argument(ty, function.location());
    let results: Vec<_> = own.into_iter().map(add).collect();
    let outputs: Vec<_> = written.iter().map(|index| add(inputs[*index].r#type())).collect();

    for (index, output) in written.iter().zip(&outputs) {
        ir::replace_all_uses(inputs[*index], *output);
        if !aliases {
            let copy = Builder::before(context, first).op("memref.copy");
            copy.operands(&[inputs[*index], *output]).build();
        }
    }
    let builder = Builder::before(context, end);
    for (value, result) in ir::operands(end).into_iter().zip(&results) {
        builder.op("memref.copy").operands(&[value, *result]).build();
    }
    builder.op("func.return").build();
    ir::erase(end);

    let types: Vec<_> = ir::args(block).iter().map(|argument| argument.r#type()).collect();
    let ty = FunctionType::new(context, &types, &[]);
    let empty = ir::parse_attribute(context, "{}");
    ir::set_attribute(function, "function_type", TypeAttribute::new(ty.into()).into());
    ir::set_attribute(function, "arg_attrs", ir::array_attr(context, &vec![empty; types.len()]));
    ir::remove_attribute(function, "res_attrs");
    ir::set_attribute(function, facts::INPUTS, ir::i64_attr(context, inputs.len() as i64));
    if aliases {
        let pairs = written.iter().enumerate();
        let pairs: Vec<_> = pairs.map(|(number, index)| (results.len() + number, *index)).collect();
        facts::set_aliases(context, function, &pairs);
    }
}

/// Returns the memref type with the shape and element type of `ty` and the identity layout.
fn plain(ty: Type<'_>) -> Type<'_> {
    Shaped::of(ty).map_or(ty, |shaped| ir::memref(&shaped.shape, shaped.element))
}

/// Returns true if a use of a memref, or of a view of it, may write its memory.
fn may_write(value: Value) -> bool {
    ir::uses(value).into_iter().any(|(user, operand)| match ir::op_name(user) {
        "affine.load" | "affine.prefetch" | "func.return" | "memref.dim" | "memref.load"
        | "memref.prefetch" => false,
        "memref.copy" => operand == 1,
        name if name.starts_with("linalg.") => {
            let outputs = ir::segment_size(user, 1).unwrap_or(usize::MAX);
            operand.saturating_add(outputs) >= ir::operands(user).len()
        }
        _ if ir::is_view(user) => {
            ir::results(user).into_iter().filter(|it| it.r#type().is_mem_ref()).any(may_write)
        }
        _ => true,
    })
}
