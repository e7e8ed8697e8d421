// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Builders of operations of the spirv dialect.

use hloom_ir::{self as ir, Attribute, Block, Builder, Context, Type, Value};
use melior::ir::ValueLike;

/// Parses a type of the spirv dialect.
///
/// # Panics
/// Panics if the spirv dialect is not loaded.
pub fn ty<'a>(context: &'a Context, text: &str) -> Type<'a> {
    Type::parse(context, text).expect("the spirv dialect must be loaded")
}

/// Parses an attribute that is a case of an enumeration of the spirv dialect, such as
/// `scope<Workgroup>`.
pub fn enumeration<'a>(context: &'a Context, case: &str) -> Attribute<'a> {
    ir::parse_attribute(context, &format!("#spirv.{case}"))
}

/// Emits a constant of an integer type.
pub fn constant<'a>(at: Builder<'a>, value: i64, ty: Type<'a>) -> Value<'a> {
    at.op("spirv.Constant").attr("value", ir::int_attr(ty, value)).result(ty).value()
}

/// Emits a variable of the function that holds a value of the type `pointee`. Returns a pointer to
/// the variable.
pub fn variable<'a>(at: Builder<'a>, pointee: &str) -> Value<'a> {
    let context = at.context();
    at.op("spirv.Variable")
        .attr("storage_class", enumeration(context, "storage_class<Function>"))
        .result(ty(context, &format!("!spirv.ptr<{pointee}, Function>")))
        .value()
}

/// Emits a variable of the type `pointee` in the module, which the threads of a block share.
/// Returns a pointer to the variable.
pub fn shared_variable<'a>(
    at: Builder<'a>,
    module: Block<'a>,
    name: &str,
    pointee: &str,
) -> Value<'a> {
    let context = at.context();
    let ty = ty(context, &format!("!spirv.ptr<{pointee}, Workgroup>"));
    // The serializer reads a variable before its uses.
    let first = ir::ops(module)[0];
    Builder::before(context, first)
        .at(at.location())
        .op("spirv.GlobalVariable")
        .attr("sym_name", ir::string_attr(context, name))
        .attr("type", ir::type_attr(ty))
        .build();
    let symbol = ir::flat_symbol_attr(context, name);
    at.op("spirv.mlir.addressof").attr("variable", symbol).result(ty).value()
}

/// Emits a barrier of the threads of a block. After it, each thread sees what the other threads
/// have written to shared memory and device memory.
pub fn barrier(at: Builder) {
    let context = at.context();
    let semantics = "memory_semantics<AcquireRelease|UniformMemory|WorkgroupMemory>";
    at.op("spirv.ControlBarrier")
        .attr("execution_scope", enumeration(context, "scope<Workgroup>"))
        .attr("memory_scope", enumeration(context, "scope<Workgroup>"))
        .attr("memory_semantics", enumeration(context, semantics))
        .build();
}

/// Emits the load of a value of `bytes` bytes at a 64-bit address of device memory.
pub fn load_at<'a>(at: Builder<'a>, address: Value<'a>, of: Type<'a>, bytes: i64) -> Value<'a> {
    let pointer = physical(at, address, of);
    let (access, alignment) = aligned(at, bytes);
    at.op("spirv.Load")
        .operands(&[pointer])
        .attr("memory_access", access)
        .attr("alignment", alignment)
        .result(of)
        .value()
}

/// Emits the store of a value of `bytes` bytes at a 64-bit address of device memory.
pub fn store_at<'a>(at: Builder<'a>, address: Value<'a>, value: Value<'a>, bytes: i64) {
    let pointer = physical(at, address, value.r#type());
    let (access, alignment) = aligned(at, bytes);
    at.op("spirv.Store")
        .operands(&[pointer, value])
        .attr("memory_access", access)
        .attr("alignment", alignment)
        .build();
}

/// Emits the conversion of a 64-bit address to a pointer to device memory.
fn physical<'a>(at: Builder<'a>, address: Value<'a>, of: Type<'a>) -> Value<'a> {
    let pointer = ty(at.context(), &format!("!spirv.ptr<{of}, PhysicalStorageBuffer>"));
    at.simple("spirv.ConvertUToPtr", &[address], pointer)
}

/// Returns the memory access attribute of an aligned access to device memory, and the attribute
/// with the alignment of `bytes` bytes.
fn aligned<'a>(at: Builder<'a>, bytes: i64) -> (Attribute<'a>, Attribute<'a>) {
    let context = at.context();
    (enumeration(context, "memory_access<Aligned>"), ir::i32_attr(context, bytes as i32))
}
