// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Builders of operations of the LLVM dialect.

use crate::{self as ir, Builder, Context, Op, Type, Value};
use melior::ir::Region;

/// Returns the type `!llvm.ptr`.
///
/// # Panics
/// Panics if the llvm dialect is not loaded.
pub fn pointer(context: &Context) -> Type<'_> {
    Type::parse(context, "!llvm.ptr").expect("the llvm dialect must be loaded")
}

/// Emits a constant of type `i64`.
pub fn i64_constant<'a>(builder: Builder<'a>, value: i64) -> Value<'a> {
    let ty = ir::int(builder.context(), 64);
    builder.op("llvm.mlir.constant").attr("value", ir::int_attr(ty, value)).result(ty).value()
}

/// Emits the address `offset` bytes after `base`.
pub fn address<'a>(builder: Builder<'a>, base: Value<'a>, offset: i64) -> Value<'a> {
    let context = builder.context();
    builder
        .op("llvm.getelementptr")
        .operands(&[base])
        .attr("elem_type", ir::type_attr(ir::int(context, 8)))
        .attr("rawConstantIndices", ir::parse_attribute(context, &format!("array<i32: {offset}>")))
        .result(pointer(context))
        .value()
}

/// Emits an `llvm.load` of a value of type `ty`.
pub fn load<'a>(builder: Builder<'a>, address: Value<'a>, ty: Type<'a>) -> Value<'a> {
    builder.op("llvm.load").operands(&[address]).result(ty).value()
}

/// Emits a call without results. If `callee` is `None`, the first operand is the address of the
/// function.
pub fn call<'a>(builder: Builder<'a>, callee: Option<&str>, operands: &[Value<'a>]) -> Op<'a> {
    let context = builder.context();
    let mut op = builder.op("llvm.call").operands(operands);
    if let Some(callee) = callee {
        op = op.attr("callee", ir::flat_symbol_attr(context, callee));
    }
    op.attr("op_bundle_sizes", ir::parse_attribute(context, "array<i32>"))
        .segments(&[operands.len() as i32, 0])
        .build()
}

/// Emits a function without results. `body` receives the arguments of the function.
pub fn function<'a>(
    at: Builder<'a>,
    name: &str,
    linkage: &str,
    arguments: &[Type<'a>],
    body: impl FnOnce(Builder<'a>, &[Value<'a>]),
) -> Op<'a> {
    let region = at.region(arguments, |builder, values| {
        body(builder, values);
        builder.op("llvm.return").build();
    });
    function_of(at, name, linkage, arguments, region)
}

/// Emits the declaration of a function without results.
pub fn declare<'a>(at: Builder<'a>, name: &str, arguments: &[Type<'a>]) -> Op<'a> {
    function_of(at, name, "external", arguments, Region::new())
}

fn function_of<'a>(
    at: Builder<'a>,
    name: &str,
    linkage: &str,
    arguments: &[Type<'a>],
    region: Region<'a>,
) -> Op<'a> {
    let context = at.context();
    at.op("llvm.func")
        .attr("sym_name", ir::string_attr(context, name))
        .attr("function_type", ir::type_attr(function_type(context, arguments)))
        .attr("linkage", ir::parse_attribute(context, &format!("#llvm.linkage<{linkage}>")))
        .attr("CConv", ir::parse_attribute(context, "#llvm.cconv<ccc>"))
        .attr("visibility_", ir::i64_attr(context, 0))
        .region(region)
        .build()
}

/// Emits an internal constant global called `name`: the string `text`, followed by a NUL byte.
pub fn string<'a>(at: Builder<'a>, name: &str, text: &str) -> Op<'a> {
    let context = at.context();
    let text = format!("{}\0", text.replace('\0', ""));
    let ty = Type::parse(context, &format!("!llvm.array<{} x i8>", text.len()));
    at.op("llvm.mlir.global")
        .attr("sym_name", ir::string_attr(context, name))
        .attr("global_type", ir::type_attr(ty.expect("the llvm dialect must be loaded")))
        .attr("constant", ir::unit_attr(context))
        .attr("linkage", ir::parse_attribute(context, "#llvm.linkage<internal>"))
        .attr("visibility_", ir::i64_attr(context, 0))
        .attr("addr_space", ir::i32_attr(context, 0))
        .attr("value", ir::string_attr(context, &text))
        .region(Region::new())
        .build()
}

/// Returns the LLVM type of a function without results.
pub fn function_type<'a>(context: &'a Context, arguments: &[Type<'a>]) -> Type<'a> {
    let list: Vec<_> = arguments.iter().map(ToString::to_string).collect();
    Type::parse(context, &format!("!llvm.func<void ({})>", list.join(", ")))
        .expect("the text of an LLVM function type must be valid")
}
