// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Turns kernels of the gpu dialect into functions.
//!
//! Each target has its own pass, which provides the replacements for operations of the gpu dialect
//! ([`Machine`]).

use crate::shared_memory;
use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Builder, Context, Op, Type, Value};
use melior::ir::ValueLike;
use melior::ir::attribute::{ArrayAttribute, TypeAttribute};
use melior::ir::operation::OperationLike;
use melior::ir::r#type::FunctionType;

/// The target-specific parts of the conversion of kernels to functions.
pub struct Machine<'m, 'a> {
    /// The types of the additional arguments, which a function has after the arguments of its
    /// kernel.
    pub arguments: &'m [Type<'a>],
    /// The maximum size in bytes of the memory that the threads of a block share.
    pub shared_bytes: i64,
    /// Emits the memory that the threads of a block share, and returns one memref for each given
    /// type. Receives a builder at the start of the function, the additional arguments of the
    /// function, and the types. The memrefs are in the default address space, or in one from which
    /// `memref.memory_space_cast` converts.
    pub share: &'m Share<'m, 'a>,
    /// Emits the replacement of an operation of the gpu dialect, and returns the values that
    /// replace its results. Receives a builder before the operation, the operation, and the
    /// additional arguments of the function. Returns `None` if the target does not support the
    /// operation.
    pub replace: &'m Replace<'m, 'a>,
}

/// A function that emits the replacement of an operation and returns the values that replace its
/// results, see [`Machine::replace`].
type Replace<'m, 'a> = dyn Fn(Builder<'a>, Op<'a>, &[Value<'a>]) -> Option<Vec<Value<'a>>> + 'm;

/// A function that emits the shared memory of a kernel, see [`Machine::share`].
type Share<'m, 'a> = dyn Fn(Builder<'a>, &[Value<'a>], &[Type<'a>]) -> Vec<Value<'a>> + 'm;

/// Replaces the kernels of a `gpu.module` by functions that take memrefs as bare pointers.
///
/// # Errors
/// Fails at a gpu operation that the target does not support, at a `gpu.func` that is not a kernel or
/// has several blocks, and at a kernel that needs too much shared memory.
pub fn convert<'a>(
    context: &'a Context,
    module: Op<'a>,
    machine: &Machine<'_, 'a>,
) -> Result<(), Failure<'a>> {
    for op in ir::regions(module).into_iter().flat_map(ir::blocks).flat_map(ir::ops) {
        match ir::op_name(op) {
            "gpu.func" => kernel(context, op, machine)?,
            "func.func" => ir::set_attribute(op, "llvm.bareptr", ir::unit_attr(context)),
            _ => {}
        }
    }
    Ok(())
}

fn kernel<'a>(
    context: &'a Context,
    kernel: Op<'a>,
    machine: &Machine<'_, 'a>,
) -> Result<(), Failure<'a>> {
    let blocks: Vec<_> = ir::regions(kernel).into_iter().flat_map(ir::blocks).collect();
    let inputs = ir::function_type(kernel).map(|ty| ty.input_count());
    let [block] = blocks[..] else {
        let count = blocks.len();
        let message = format!("`gpu.func`: expected a body of one basic block, found {count}");
        return Err(Failure::at(kernel, message));
    };
    let shared = ir::integer(kernel, "workgroup_attributions").unwrap_or(0) as usize;
    let parameters = ir::args(block);
    let count = parameters.len().checked_sub(shared).filter(|count| Some(*count) == inputs);
    let Some(count) = count.filter(|_| kernel.attribute("gpu.kernel").is_ok()) else {
        let message =
            "`gpu.func`: expected a kernel (`gpu.kernel`) without private memory attributions";
        return Err(Failure::at(kernel, message));
    };
    let mut own: Vec<_> = parameters.iter().map(|argument| argument.r#type()).collect();
    let shared = own.split_off(count);
    let (_, bytes) = shared_memory::offsets(&shared);
    if bytes > machine.shared_bytes {
        let most = machine.shared_bytes;
        let message =
            format!("`gpu.func`: expected at most {most} bytes of shared memory, found {bytes}");
        return Err(Failure::at(kernel, message));
    }
    let types = [&own[..], machine.arguments].concat();
    let mut unknown = None;
    let builder = Builder::before(context, kernel);
    let region = builder.region(&types, |inside, arguments| {
        let end = inside.op("func.return").build();
        let inner = ir::ops(block).into_iter().flat_map(ir::walk).collect::<Vec<_>>();
        let inner = inner.into_iter().filter(|op| ir::dialect(*op) == "gpu");
        for op in inner.filter(|op| ir::op_name(*op) != "gpu.return") {
            match (machine.replace)(Builder::before(context, op), op, &arguments[own.len()..]) {
                Some(values) => ir::replace(op, values),
                None => unknown = Some(op),
            }
        }
        let start = Builder::before(context, end);
        let memory = (machine.share)(start, &arguments[own.len()..], &shared);
        let arguments = [&arguments[..own.len()], &memory].concat();
        ir::inline_block_before(block, &arguments, end);
    });
    if let Some(op) = unknown {
        let message = format!("`{}` is not supported in kernels for this target", ir::op_name(op));
        return Err(Failure::at(op, message));
    }
    let none = ir::parse_attribute(context, "{}");
    let given = kernel.attribute("arg_attrs").ok().and_then(|it| ArrayAttribute::try_from(it).ok());
    let attribute = |position: usize| given.and_then(|given| given.element(position).ok());
    let attributes: Vec<_> =
        (0..types.len()).map(|position| attribute(position).unwrap_or(none)).collect();
    let name = ir::symbol_name(kernel).unwrap_or_default();
    let ty = FunctionType::new(context, &types, &[]);
    let mut function = builder
        .op("func.func")
        .attr("sym_name", ir::string_attr(context, &name))
        .attr("function_type", TypeAttribute::new(ty.into()).into())
        .attr("arg_attrs", ir::array_attr(context, &attributes))
        .attr("llvm.bareptr", ir::unit_attr(context))
        .attr("gpu.kernel", ir::unit_attr(context));
    if let Ok(sizes) = kernel.attribute("known_block_size") {
        function = function.attr("gpu.known_block_size", sizes);
    }
    access_in_space(function.region(region).build());
    ir::erase(kernel);
    Ok(())
}

/// Makes loads and stores access shared memory in its own address space instead of through a
/// `memref.memory_space_cast`. Addresses in the default address space have 64 bits, and LLVM cannot
/// always infer that they are in shared memory.
fn access_in_space(function: Op) {
    let casts = ir::walk(function).into_iter();
    for cast in casts.filter(|op| ir::op_name(*op) == "memref.memory_space_cast") {
        let [source, result] = [ir::operands(cast)[0], ir::results(cast)[0]];
        for (user, position) in ir::uses(result) {
            let memory = match ir::op_name(user) {
                "memref.load" | "vector.load" => 0,
                "memref.store" | "vector.store" => 1,
                _ => continue,
            };
            if position == memory {
                ir::set_operand(user, position, source);
            }
        }
        ir::erase_unused(cast);
    }
}

/// Returns the kernels of a `gpu.module` after the conversion to the LLVM dialect: each `llvm.func`
/// with the attribute `gpu.kernel`.
pub fn llvm_kernels<'a>(module: Op<'a>) -> Vec<Op<'a>> {
    let functions = ir::regions(module).into_iter().flat_map(ir::blocks).flat_map(ir::ops);
    functions
        .filter(|op| ir::op_name(*op) == "llvm.func" && op.attribute("gpu.kernel").is_ok())
        .collect()
}

/// Returns the number of threads in a block of a kernel in the LLVM dialect, or `None` if the
/// kernel has no attribute `gpu.known_block_size`.
pub fn threads(kernel: Op) -> Option<i32> {
    let sizes = kernel.attribute("gpu.known_block_size").ok()?;
    let sizes = ir::i32_array(sizes)?;
    Some(sizes.into_iter().product())
}

/// Returns true if the attribute `dimension` of an operation is x, the only dimension of blocks and
/// threads that kernels use.
pub fn is_along_x(op: Op) -> bool {
    op.attribute("dimension").is_ok_and(|dimension| dimension.to_string() == "#gpu<dim x>")
}
