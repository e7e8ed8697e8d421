// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Types and sizes of elements in memory.

use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Context, Op, Type};
use melior::ir::TypeLike;

/// Returns the type that a scalar has in memory: `i8` for `i1`, `i64` for `index`, and otherwise
/// its own type.
pub fn storage<'a>(context: &'a Context, scalar: Type<'a>) -> Type<'a> {
    match ir::element_width(scalar) {
        1 => ir::int(context, 8),
        _ if ir::is_index(scalar) => ir::int(context, 64),
        _ => scalar,
    }
}

/// Returns the size in bytes of an element in memory.
///
/// # Errors
/// Fails if Vulkan has no type for the element.
pub fn element_bytes<'a>(op: Op<'a>, element: Type<'a>) -> Result<i64, Failure<'a>> {
    let (scalar, count) = match ir::is_complex(element) {
        Some(part) => (part, 2),
        None => (element, 1),
    };
    let width = ir::element_width(scalar);
    let is_known = match width {
        1 => true,
        8 => !ir::is_float(scalar),
        16 => !scalar.is_bf16(),
        32 | 64 => true,
        _ => false,
    };
    match is_known {
        true => Ok(count * i64::from(width.div_ceil(8))),
        false => {
            let name = ir::op_name(op);
            let message = format!("`{name}`: Vulkan has no type for elements of `{scalar}`");
            Err(Failure::at(op, message))
        }
    }
}
