// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The type of a memref with a strided layout.

use super::{Context, Shaped, Type, parse_attribute};
use melior::ir::r#type::MemRefType;

/// Returns a memref type of static shape with the given strides and offset, in elements.
/// [`Shaped::DYNAMIC`] stands for an unknown stride or offset.
pub fn strided_memref<'a>(
    context: &'a Context,
    shape: &[i64],
    element: Type<'a>,
    strides: &[i64],
    offset: i64,
) -> Type<'a> {
    let text = |number: i64| match number {
        Shaped::DYNAMIC => "?".to_owned(),
        number => number.to_string(),
    };
    let strides: Vec<_> = strides.iter().map(|stride| text(*stride)).collect();
    let layout = format!("strided<[{}], offset: {}>", strides.join(", "), text(offset));
    let layout = parse_attribute(context, &layout);
    MemRefType::new(element, shape, Some(layout), None).into()
}
