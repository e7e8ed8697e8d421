// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Emits `compare` on scalars (StableHLO specification, section "compare").

use super::{complex, integer};
use hloom_ir::{self as ir, Builder, Op, Value};
use hloom_values::ElementClass;
use melior::ir::ValueLike;

/// Emits the comparison `op` of two scalars. Returns `None` if its direction is not defined on this
/// kind of number.
pub fn emit<'a>(
    builder: Builder<'a>,
    op: Op<'a>,
    kind: ElementClass,
    arguments: &[Value<'a>],
) -> Option<Value<'a>> {
    let direction = ir::enum_case(op, "comparison_direction")?;
    let total = ir::enum_case(op, "compare_type").as_deref() == Some("TOTALORDER");
    let (lhs, rhs) = (arguments[0], arguments[1]);
    let integer_predicate = |signed| match (direction.as_str(), signed) {
        ("EQ", _) => Some("eq"),
        ("NE", _) => Some("ne"),
        ("LT", true) => Some("slt"),
        ("LE", true) => Some("sle"),
        ("GT", true) => Some("sgt"),
        ("GE", true) => Some("sge"),
        ("LT", false) => Some("ult"),
        ("LE", false) => Some("ule"),
        ("GT", false) => Some("ugt"),
        ("GE", false) => Some("uge"),
        _ => None,
    };
    match kind {
        ElementClass::Signed => Some(builder.cmpi(integer_predicate(true)?, lhs, rhs)),
        ElementClass::Boolean | ElementClass::Unsigned => {
            Some(builder.cmpi(integer_predicate(false)?, lhs, rhs))
        }
        ElementClass::Float if total => {
            let (lhs, rhs) = (total_order_key(builder, lhs), total_order_key(builder, rhs));
            Some(builder.cmpi(integer_predicate(true)?, lhs, rhs))
        }
        ElementClass::Float => Some(builder.cmpf(float_predicate(&direction)?, lhs, rhs)),
        ElementClass::Complex => equality(builder, &direction, lhs, rhs),
    }
}

fn float_predicate(direction: &str) -> Option<&'static str> {
    Some(match direction {
        "EQ" => "oeq",
        // NaN is not equal to any value (IEEE 754-2019, section 5.11).
        "NE" => "une",
        "LT" => "olt",
        "LE" => "ole",
        "GT" => "ogt",
        "GE" => "oge",
        _ => return None,
    })
}

/// Emits an integer whose signed order is IEEE 754's totalOrder: complements the magnitude bits of
/// negative numbers.
fn total_order_key<'a>(builder: Builder<'a>, value: Value<'a>) -> Value<'a> {
    let width = ir::element_width(value.r#type());
    let ty = ir::int(builder.context(), width);
    let bits = builder.simple("arith.bitcast", &[value], ty);
    let negative = builder.cmpi("slt", bits, builder.int(0, ty));
    let most = if width >= 64 { i64::MAX } else { (1 << (width - 1)) - 1 };
    let flipped = builder.binary("arith.xori", bits, builder.int(most, ty));
    builder.select(negative, flipped, bits)
}

fn equality<'a>(
    builder: Builder<'a>,
    direction: &str,
    lhs: Value<'a>,
    rhs: Value<'a>,
) -> Option<Value<'a>> {
    let same = |name| {
        let (a, b) = (
            complex::part(builder, ElementClass::Complex, name, lhs),
            complex::part(builder, ElementClass::Complex, name, rhs),
        );
        builder.cmpf("oeq", a, b)
    };
    let equal = builder.binary("arith.andi", same("real"), same("imag"));
    match direction {
        "EQ" => Some(equal),
        "NE" => Some(integer::not(builder, equal)),
        _ => None,
    }
}
