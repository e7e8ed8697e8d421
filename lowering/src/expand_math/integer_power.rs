// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `ipowi`: integers to integer powers.

use crate::ir::{self, Builder, Shaped, Type, Value};
use melior::ir::ValueLike;
use melior::ir::attribute::DenseElementsAttribute;

/// `base ^ exponent`, both signed integers of type `element` or vectors of it,
/// by squaring, one step a bit. It wraps; of negative powers, those of 1 and -1
/// are 1 or -1 and all others 0 (that of 0 has no value in the dialect).
pub fn emit<'a>(
    builder: Builder<'a>,
    base: Value<'a>,
    exponent: Value<'a>,
    element: Type<'a>,
) -> Value<'a> {
    let ty = base.r#type();
    let width = ir::element_width(element);
    let constant = |value: i64| match Shaped::of(ty) {
        None => builder.int(value, ty),
        Some(_) => {
            let value = ir::int_attr(element, value);
            let splat = DenseElementsAttribute::new(ty, &[value]);
            builder.constant(splat.expect("a vector can be a splat").into(), ty)
        }
    };
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
    // 1 / base where that is an integer, to the power of 0 or 1.
    let minus_one = constant(-1);
    let is_one = builder.cmpi("eq", base, one);
    let is_minus_one = builder.cmpi("eq", base, minus_one);
    let of_minus_one = builder.select(odd, minus_one, one);
    let inverse = builder.select(is_minus_one, of_minus_one, zero);
    let inverse = builder.select(is_one, one, inverse);
    let negative = builder.cmpi("slt", exponent, zero);
    builder.select(negative, inverse, power)
}
