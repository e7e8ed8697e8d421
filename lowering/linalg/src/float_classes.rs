// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Expands the predicates of the math dialect to comparisons: `math.isfinite`, `math.isinf`,
//! `math.isnan` and `math.isnormal`.
//!
//! Upstream converts only two of the predicates to LLVM. The expansion must run before the passes
//! that extend operations on f16 to f32, because subnormal f16 numbers are normal numbers in f32.

use hloom_ir::{self as ir, Builder, Context, Op, Type, Value};
use melior::ir::{TypeLike, ValueLike};

/// Returns true for `math.isfinite`, `math.isinf`, `math.isnan` and `math.isnormal` on a scalar of
/// type f16, bf16, f32 or f64.
pub fn is_predicate(op: Op) -> bool {
    let names = ["math.isfinite", "math.isinf", "math.isnan", "math.isnormal"];
    names.contains(&ir::op_name(op))
        && ir::operands(op).first().is_some_and(|it| smallest_normal(it.r#type()).is_some())
}

/// Replaces all operations inside `root` for which [`is_predicate`] is true.
pub fn expand<'a>(context: &'a Context, root: Op<'a>) {
    for op in ir::walk(root).into_iter().filter(|op| is_predicate(*op)).collect::<Vec<_>>() {
        if let Some(value) = emit(Builder::before(context, op), op) {
            ir::replace(op, [value]);
        }
    }
}

fn emit<'a>(builder: Builder<'a>, op: Op<'a>) -> Option<Value<'a>> {
    let x = *ir::operands(op).first()?;
    let smallest = smallest_normal(x.r#type())?;
    let number = |value: f64| builder.float(value, x.r#type());
    let magnitude = || builder.unary("math.absf", x);
    Some(match ir::op_name(op) {
        "math.isnan" => builder.cmpf("uno", x, x),
        "math.isinf" => builder.cmpf("oeq", magnitude(), number(f64::INFINITY)),
        "math.isfinite" => builder.cmpf("olt", magnitude(), number(f64::INFINITY)),
        "math.isnormal" => {
            let magnitude = magnitude();
            let is_finite = builder.cmpf("olt", magnitude, number(f64::INFINITY));
            let is_large = builder.cmpf("oge", magnitude, number(smallest));
            builder.binary("arith.andi", is_finite, is_large)
        }
        _ => return None,
    })
}

/// Returns the smallest positive normal number of a type. Returns `None` for types other than f16,
/// bf16, f32 and f64.
fn smallest_normal(ty: Type) -> Option<f64> {
    if ty.is_f16() {
        Some(2f64.powi(-14))
    } else if ty.is_bf16() || ty.is_f32() {
        Some(f64::from(f32::MIN_POSITIVE))
    } else if ty.is_f64() {
        Some(f64::MIN_POSITIVE)
    } else {
        None
    }
}
