// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Emits conversions between scalars and their bits.
//!
//! The bits of a complex number are the bits of its real part, followed by the bits of its
//! imaginary part. The lowering of `bitcast_convert` on tensors uses these conversions for each
//! element.

use hloom_ir::{self as ir, Builder, Type, Value};
use melior::ir::ValueLike;

/// Returns a scalar of type `ty` with the bits of `value`, whose type has the same width.
pub fn emit<'a>(builder: Builder<'a>, value: Value<'a>, ty: Type<'a>) -> Value<'a> {
    if value.r#type() == ty {
        return value;
    }
    from_bits(builder, to_bits(builder, value), ty)
}

/// Returns the bits of a scalar as an integer. The real part of a complex number is in the low
/// half.
pub fn to_bits<'a>(builder: Builder<'a>, value: Value<'a>) -> Value<'a> {
    let ty = value.r#type();
    let context = builder.context();
    let width = ir::element_width(ty);
    let Some(part) = ir::is_complex(ty) else {
        return if ir::is_float(ty) {
            builder.simple("arith.bitcast", &[value], ir::int(context, width))
        } else {
            value
        };
    };
    let wide = ir::int(context, width);
    let bits = |name: &str| {
        let bits = to_bits(builder, builder.simple(name, &[value], part));
        builder.simple("arith.extui", &[bits], wide)
    };
    let half = builder.int(i64::from(width / 2), wide);
    let high = builder.binary("arith.shli", bits("complex.im"), half);
    builder.binary("arith.ori", bits("complex.re"), high)
}

/// Returns the scalar of type `ty` with the given bits.
pub fn from_bits<'a>(builder: Builder<'a>, bits: Value<'a>, ty: Type<'a>) -> Value<'a> {
    let Some(part) = ir::is_complex(ty) else {
        return if ir::is_float(ty) { builder.simple("arith.bitcast", &[bits], ty) } else { bits };
    };
    let width = ir::element_width(part);
    let narrow = ir::int(builder.context(), width);
    let part_of = |bits| {
        let low = builder.simple("arith.trunci", &[bits], narrow);
        from_bits(builder, low, part)
    };
    let half = builder.int(i64::from(width), bits.r#type());
    let high = builder.binary("arith.shrui", bits, half);
    builder.simple("complex.create", &[part_of(bits), part_of(high)], ty)
}
