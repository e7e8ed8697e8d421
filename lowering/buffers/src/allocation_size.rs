// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Computes the sizes of allocations in bytes.

use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Op, Shaped, Type};
use melior::ir::ValueLike;

/// Returns the size of an allocation in bytes.
///
/// # Errors
///
/// Fails if the shape is not static, or if the size overflows `u64`.
pub fn byte_size<'a>(op: Op<'a>) -> Result<u64, Failure<'a>> {
    let ty = ir::results(op)[0].r#type();
    if Shaped::of(ty).is_none_or(|shaped| !shaped.is_static()) {
        let message = format!("expected an allocation of static shape, found `{ty}`");
        return Err(Failure::at(op, message));
    }
    byte_size_of(ty)
        .ok_or_else(|| Failure::at(op, format!("the size of `{ty}` in bytes overflows 64 bits")))
}

/// Returns the size of a tensor or memref in bytes. Returns `None` if its shape is not static, or if
/// the size overflows `u64`.
pub fn byte_size_of(ty: Type) -> Option<u64> {
    let shaped = Shaped::of(ty).filter(Shaped::is_static)?;
    let element = if ir::is_index(shaped.element) {
        8
    } else if let Some(part) = ir::is_complex(shaped.element) {
        2 * storage_bytes(ir::element_width(part))
    } else {
        storage_bytes(ir::element_width(shaped.element))
    };
    shaped.shape.iter().try_fold(element, |size, dim| size.checked_mul(u64::try_from(*dim).ok()?))
}

/// Returns the size in bytes of an element of `bits` bits. LLVM rounds it up to a power of two.
fn storage_bytes(bits: u32) -> u64 {
    u64::from(bits.div_ceil(8).next_power_of_two())
}
