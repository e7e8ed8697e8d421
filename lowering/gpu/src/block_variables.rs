// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Emits the shared memory of kernels as global variables of the module. They are in address space
//! 3, which NVIDIA's and AMD's GPUs use for shared memory.

use crate::shared_memory;
use hloom_ir::{self as ir, Builder, Op, Shaped, Type, Value};
use melior::ir::r#type::MemRefType;
use std::collections::BTreeMap;

/// Emits a global variable in shared memory for each of `types`. Returns the memrefs of the
/// variables in the order of `types`.
pub fn block_variables<'a>(at: Builder<'a>, module: Op<'a>, types: &[Type<'a>]) -> Vec<Value<'a>> {
    let order = shared_memory::in_order(types).into_iter();
    let variable = |number| (number, shared_variable(at, module, number, types[number]));
    let variables: BTreeMap<_, _> = order.map(variable).collect();
    variables.into_values().collect()
}

/// Emits a `memref.global` in shared memory, and the `memref.get_global` that returns its memref.
/// `number` distinguishes the variables of a kernel.
fn shared_variable<'a>(at: Builder<'a>, module: Op<'a>, number: usize, ty: Type<'a>) -> Value<'a> {
    let context = at.context();
    let shape = Shaped::of(ty).expect("the type of a variable in shared memory must have a shape");
    let alignment = shared_memory::alignment(&shape.shape, shape.element);
    let space = ir::i64_attr(context, SHARED_SPACE);
    let ty = MemRefType::new(shape.element, &shape.shape, None, Some(space)).into();
    let block = ir::regions(module).into_iter().flat_map(ir::blocks).next();
    let block = block.expect("the `gpu.module` must have a block");
    let known = ir::ops(block).into_iter().filter(|op| ir::op_name(*op) == "memref.global").count();
    let name = format!("hloom_shared_{known}_{number}");
    Builder::at_end(context, block, at.location())
        .op("memref.global")
        .attr("sym_name", ir::string_attr(context, &name))
        .attr("sym_visibility", ir::string_attr(context, "private"))
        .attr("type", ir::type_attr(ty))
        .attr("alignment", ir::i64_attr(context, alignment))
        .attr("initial_value", ir::unit_attr(context))
        .build();
    let read = at.op("memref.get_global").attr("name", ir::flat_symbol_attr(context, &name));
    read.result(ty).value()
}

/// The address space of the memory that the threads of a block share.
const SHARED_SPACE: i64 = 3;
