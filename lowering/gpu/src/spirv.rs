// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Builders of operations of the spirv dialect.

use hloom_ir::{self as ir, Attribute, Builder, Context, Type, Value};
use melior::ir::ValueLike;

/// Parses a type of the spirv dialect.
///
/// # Panics
/// Panics if the spirv dialect is not loaded.
pub fn ty<'a>(context: &'a Context, text: &str) -> Type<'a> {
    Type::parse(context, text).expect("the spirv dialect is loaded")
}

/// Parses a case of an enumeration of the spirv dialect.
pub fn enumeration<'a>(context: &'a Context, case: &str) -> Attribute<'a> {
    ir::parse_attribute(context, &format!("#spirv.{case}"))
}

/// Emits a constant of an integer type.
pub fn constant<'a>(at: Builder<'a>, value: i64, ty: Type<'a>) -> Value<'a> {
    at.op("spirv.Constant").attr("value", ir::int_attr(ty, value)).result(ty).value()
}

/// Emits a variable of the function for a value of a type.
pub fn variable<'a>(at: Builder<'a>, pointee: &str) -> Value<'a> {
    let context = at.context();
    at.op("spirv.Variable")
        .attr("storage_class", enumeration(context, "storage_class<Function>"))
        .result(ty(context, &format!("!spirv.ptr<{pointee}, Function>")))
        .value()
}

/// Emits the load of `bytes` bytes at an address of 64 bits.
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

/// Emits the store of a value of `bytes` bytes at an address of 64 bits.
pub fn store_at<'a>(at: Builder<'a>, address: Value<'a>, value: Value<'a>, bytes: i64) {
    let pointer = physical(at, address, value.r#type());
    let (access, alignment) = aligned(at, bytes);
    at.op("spirv.Store")
        .operands(&[pointer, value])
        .attr("memory_access", access)
        .attr("alignment", alignment)
        .build();
}

/// Emits the pointer to memory of the device.
fn physical<'a>(at: Builder<'a>, address: Value<'a>, of: Type<'a>) -> Value<'a> {
    let pointer = ty(at.context(), &format!("!spirv.ptr<{of}, PhysicalStorageBuffer>"));
    at.simple("spirv.ConvertUToPtr", &[address], pointer)
}

/// Returns the attributes of an access of memory of the device.
fn aligned<'a>(at: Builder<'a>, bytes: i64) -> (Attribute<'a>, Attribute<'a>) {
    let context = at.context();
    (enumeration(context, "memory_access<Aligned>"), ir::i32_attr(context, bytes as i32))
}
