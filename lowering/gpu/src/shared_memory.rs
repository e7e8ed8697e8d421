// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Memory that the threads of a block share.
//!
//! It is allocated in the address space of shared memory, and cast to the default address space. All
//! users see it in the default address space, as they see device memory:
//!
//! ```text
//! %0 = memref.alloca() : memref<8xf32, #gpu.address_space<workgroup>>
//! %1 = memref.memory_space_cast %0 : memref<8xf32, #gpu.address_space<workgroup>> to memref<8xf32>
//! ```

use crate::warpgroup_unit::WarpgroupUnit;
use hloom_ir::{self as ir, Builder, Shaped, Type, Value};
use melior::ir::ValueLike;
use melior::ir::r#type::MemRefType;

/// The address space of shared memory, as the text of an attribute.
const SPACE: &str = "#gpu.address_space<workgroup>";

/// Number of bytes of shared memory that CUDA grants to each block without a request at run time.
/// Simulated GPUs have the same number.
pub const BYTES: i64 = 48 * 1024;
/// Number of bytes of shared memory in a block that desktop devices with Vulkan support.
pub const VULKAN_BYTES: i64 = 32 * 1024;

/// The minimum alignment of variables in bytes, which the largest vector loads and stores need.
const ALIGNMENT: i64 = 16;
/// The alignment of large variables in bytes, which operands of warpgroup matrix units need.
pub const LARGE_ALIGNMENT: i64 = WarpgroupUnit::GROUP_BYTES;

/// Returns the number of bytes that a variable occupies in shared memory, a multiple of 16.
pub fn bytes(shape: &[i64], element: Type) -> i64 {
    let elements = shape.iter().copied().fold(1, i64::saturating_mul);
    let bytes = elements.saturating_mul(i64::from(ir::element_width(element).div_ceil(8)));
    bytes.saturating_add(ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT
}

/// Returns the alignment of a variable in bytes: [`LARGE_ALIGNMENT`] if its size is a multiple of
/// this number, and otherwise 16.
pub fn alignment(shape: &[i64], element: Type) -> i64 {
    if bytes(shape, element) % LARGE_ALIGNMENT == 0 { LARGE_ALIGNMENT } else { ALIGNMENT }
}

/// Returns the order of variables in shared memory, as indices into `types`. Variables with the
/// larger alignment come first, so that no bytes are lost between variables.
pub fn in_order(types: &[Type]) -> Vec<usize> {
    let alignment = |position: &usize| {
        Shaped::of(types[*position]).map(|it| std::cmp::Reverse(alignment(&it.shape, it.element)))
    };
    let mut order: Vec<_> = (0..types.len()).collect();
    order.sort_by_key(alignment);
    order
}

/// Returns the offset of each variable in the shared memory of a thread block, and the total size
/// of all variables, in bytes.
pub fn offsets(types: &[Type]) -> (Vec<i64>, i64) {
    let mut used: i64 = 0;
    let mut offsets = vec![0; types.len()];
    for position in in_order(types) {
        offsets[position] = used;
        let shape = Shaped::of(types[position]);
        let own = shape.map_or(0, |it| bytes(&it.shape, it.element));
        used = used.saturating_add(own);
    }
    (offsets, used)
}

/// Returns the memref in the address space of shared memory from which [`allocate`] casts `memory`.
pub fn in_block(memory: Value<'_>) -> Value<'_> {
    ir::defining_op(memory).map_or(memory, |cast| ir::operands(cast)[0])
}

/// Allocates shared memory, and returns it as a memref in the default address space.
pub fn allocate<'a>(at: Builder<'a>, shape: &[i64], element: Type<'a>) -> Value<'a> {
    let space = ir::parse_attribute(at.context(), SPACE);
    let ty = MemRefType::new(element, shape, None, Some(space)).into();
    let memory = at.op("memref.alloca").segments(&[0, 0]).result(ty).value();
    at.simple("memref.memory_space_cast", &[memory], ir::memref(shape, element))
}

/// Returns true if a type is a memref in the address space of shared memory.
pub fn is_in_block(ty: Type) -> bool {
    let space = MemRefType::try_from(ty).ok().and_then(|ty| ty.memory_space());
    space.is_some_and(|space| space.to_string() == SPACE)
}

/// Returns true if a memref is in the address space of shared memory. The memref must not be a
/// view.
pub fn is_shared(value: Value) -> bool {
    is_in_block(value.r#type())
}
