// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `ipowi`: integer powers of integers.

use crate::constants;
use hloom_ir::{self as ir, Builder, Type, Value};
use melior::ir::ValueLike;

/// Emits `base ^ exponent` of signed integers of type `element`, or of vectors of them.
///
/// The power is computed by repeated squaring, one step for each bit of the exponent, and wraps
/// around. Negative powers of 1 and -1 are 1 or -1, and all others are 0. The `math` dialect does
/// not define negative powers of 0.
pub fn emit<'a>(
    builder: Builder<'a>,
    base: Value<'a>,
    exponent: Value<'a>,
    element: Type<'a>,
) -> Value<'a> {
    let ty = base.r#type();
    let width = ir::element_width(element);
    let constant = |value: i64| constants::integer(builder, ty, value);
    let (zero, one) = (constant(0), constant(1));
    let bit_set = |value, mask| {
        let bit = builder.binary("arith.andi", value, mask);
        builder.cmpi("ne", bit, zero)
    };
    let odd = bit_set(exponent, one);
    let mut square = base;
    let mut power = builder.select(odd, base, one);
    for bit in 1..width.saturating_sub(1) {
        square = builder.binary("arith.muli", square, square);
        let product = builder.binary("arith.muli", power, square);
        power = builder.select(bit_set(exponent, constant(1 << bit)), product, power);
    }
    // A negative power is 0 unless the base is 1 or -1. For -1 it depends on the last bit.
    let minus_one = constant(-1);
    let is_one = builder.cmpi("eq", base, one);
    let is_minus_one = builder.cmpi("eq", base, minus_one);
    let of_minus_one = builder.select(odd, minus_one, one);
    let inverse = builder.select(is_minus_one, of_minus_one, zero);
    let inverse = builder.select(is_one, one, inverse);
    let negative = builder.cmpi("slt", exponent, zero);
    builder.select(negative, inverse, power)
}
