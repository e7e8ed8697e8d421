// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-expand-f16`: expands conversions to and from f16 to integer arithmetic, for targets
//! without such instructions. On these targets, LLVM would call a compiler runtime library.

use crate::expand_math::builder::{Integer, Scope};
use crate::expand_math::element;
use crate::expand_math::real::{F32, Format, Int, Real, Select};
use hloom_ir::pass::{Failure, OptionValues, PassInfo, PassOption};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Builder, Context, Op, Type, Value};
use melior::ir::operation::OperationLike;
use melior::ir::{TypeLike, ValueLike};

/// The pass `hloom-expand-f16`.
pub static PASS: PassInfo = PassInfo {
    argument: "hloom-expand-f16",
    description: "expand conversions to and from f16 to integer arithmetic",
    anchor: "",
    level: Level::Target,
    options: &[PassOption {
        name: "only-f64",
        description: "expand only conversions from f64 to f16, for targets with instructions that \
                      convert between f32 and f16",
        default: "false",
    }],
    dialects: &["arith", "math"],
    run,
};

/// The number of fraction bits of f16.
const FRACTION: u32 = 10;
/// The exponent bias of f16.
const BIAS: i64 = 15;
/// The bits of infinity in f16.
const INFINITY: i64 = 0x7c00;
/// The bits of a quiet NaN in f16.
const QUIET: i64 = 0x7e00;
/// The smallest number that rounds to infinity in f16: halfway between the largest finite number,
/// 65504, and 65536.
const OVERFLOW: f64 = 65520.0;

/// Converts f16 to the format of `like`, exactly. The low 16 bits of `half` are the f16 number.
pub fn widen<F: Real>(like: F, half: F::Int) -> F {
    let format = like.format();
    let magnitude = half.and(0x7fff);
    let sign = half.and(0x8000) << (format.bits - 16);
    let rebias = (format.bias - BIAS) << format.fraction();
    let scaled = (magnitude << (format.fraction() - FRACTION)).plus(rebias);
    let normal = scaled.real();
    // The last bit of `holder` weighs 2^-24, as the last bit of a subnormal f16 does. Adding the
    // magnitude to the bits of `holder` therefore adds its value.
    let holder = holder(format);
    let small = (magnitude + like.lit(holder).bits()).real().plus(-holder);
    let finite = normal.below(format.power_of_two(1 - BIAS as i32)).select(small, normal);
    let special = scaled.plus(rebias).real();
    let number = finite.ge(like.lit(65536.0)).select(special, finite);
    (number.bits() | sign).real()
}

/// Rounds a number to f16, to nearest, ties to even. The low 16 bits of the result are the f16
/// number.
pub fn round<F: Real>(x: F) -> F::Int {
    let format = x.format();
    let cut = format.fraction() - FRACTION;
    let magnitude = x.abs();
    let bits = magnitude.bits();
    let sign = (x.bits() >> (format.bits - 16)).and(0x8000);
    // Ties to even: add one less than half of the last kept digit, plus one if that digit is odd.
    let odd = (bits >> cut).and(1);
    let rounded = (bits + odd).plus((1 << (cut - 1)) - 1) >> cut;
    let normal = rounded.plus(-((format.bias - BIAS) << FRACTION));
    let holder = holder(format);
    let small = magnitude.plus(holder).bits() - x.lit(holder).bits();
    let finite = magnitude.below(format.power_of_two(1 - BIAS as i32)).select(small, normal);
    let number = magnitude.ge(x.lit(OVERFLOW)).select(x.int(INFINITY), finite);
    let nan = (bits >> cut).and(0x3ff) | x.int(QUIET);
    magnitude.eq(magnitude).select(number, nan) | sign
}

/// Returns a power of two whose unit in the last place equals that of f16's subnormal numbers.
fn holder(format: &Format) -> f64 {
    format.power_of_two(format.fraction() as i32 - 24)
}

fn run<'a>(context: &'a Context, root: Op<'a>, options: &OptionValues) -> Result<(), Failure<'a>> {
    let only_f64 = options.flag("only-f64", root)?;
    let is_half = |ty: Type<'a>| element(ty).is_some_and(|element| element.is_f16());
    // Users before producers: a widening may not need the rounding that produces its operand.
    for op in ir::walk(root).into_iter().rev() {
        let (operands, results) = (ir::operands(op), ir::results(op));
        let ([operand], [result]) = (&operands[..], &results[..]) else { continue };
        let (from, to) = (operand.r#type(), result.r#type());
        let builder = Builder::before(context, op);
        let name = ir::op_name(op);
        if only_f64 && !(name == "arith.truncf" && element(from).is_some_and(|it| it.is_f64())) {
            continue;
        }
        let new = match name {
            "arith.extf" if is_half(from) => {
                not_rounded(op, *operand).unwrap_or_else(|| widened(builder, *operand, to))
            }
            "arith.truncf" if is_half(to) => rounded(builder, *operand, to),
            // Integers that f32 cannot represent exactly are infinite in f16.
            "arith.sitofp" | "arith.uitofp" if is_half(to) => {
                let wide = builder.simple(name, &[*operand], ir::like(to, ir::f32(context)));
                rounded(builder, wide, to)
            }
            "arith.fptosi" | "arith.fptoui" if is_half(from) => {
                let wide = widened(builder, *operand, ir::like(from, ir::f32(context)));
                builder.simple(name, &[wide], to)
            }
            _ => continue,
        };
        ir::replace(op, [new]);
    }
    Ok(())
}

/// Returns the number from which a rounding to f16 produced `half`. Returns `None` unless that
/// rounding and `widening` have the fast-math flag `contract`, and the types of the number and the
/// result agree. The emulation of f16 arithmetic emits such pairs of conversions, which are folded
/// on all targets.
fn not_rounded<'a>(widening: Op<'a>, half: Value<'a>) -> Option<Value<'a>> {
    let contracts = |op: Op<'a>| {
        let flags = op.attribute("fastmath").ok();
        flags.is_some_and(|flags| flags.to_string().contains("contract"))
    };
    let rounding = ir::defining_op(half).filter(|op| ir::op_name(*op) == "arith.truncf")?;
    let number = ir::operands(rounding).first().copied()?;
    let same = number.r#type() == ir::results(widening).first()?.r#type();
    (same && contracts(widening) && contracts(rounding)).then_some(number)
}

fn widened<'a>(builder: Builder<'a>, half: Value<'a>, to: Type<'a>) -> Value<'a> {
    let context = builder.context();
    let cast = |name, value, element| builder.simple(name, &[value], ir::like(to, element));
    let bits = cast("arith.bitcast", half, ir::int(context, 16));
    let bits = cast("arith.extui", bits, ir::int(context, 32));
    let scope = Scope::new(builder, to, false);
    let bits = Integer::new(&scope, bits, &F32);
    let number = widen(bits.real(), bits).value();
    let wide = element(to).filter(|element| element.is_f64());
    wide.map_or(number, |wide| cast("arith.extf", number, wide))
}

fn rounded<'a>(builder: Builder<'a>, number: Value<'a>, to: Type<'a>) -> Value<'a> {
    let context = builder.context();
    let cast = |name, value, element| builder.simple(name, &[value], ir::like(to, element));
    let width = element(number.r#type()).map_or(32, ir::element_width);
    let scope = Scope::new(builder, to, false);
    let bits = round(scope.float(number, width)).value();
    let bits = cast("arith.trunci", bits, ir::int(context, 16));
    cast("arith.bitcast", bits, ir::f16(context))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expand_math::host::{Host, HostInt};
    use half::f16;

    #[test]
    fn every_half_is_widened_to_its_number() {
        for bits in 0..=u16::MAX {
            let expected = f16::from_bits(bits);
            let f32 = widen(Host::<f32, false>(0.0), HostInt(bits.into()));
            let f64 = widen(Host::<f64, false>(0.0), HostInt(bits.into()));
            if expected.is_nan() {
                assert!(f32.0.is_nan() && f64.0.is_nan(), "{bits:#x}");
                continue;
            }
            assert_eq!(f32.0.to_bits(), expected.to_f32().to_bits(), "{bits:#x}");
            assert_eq!(f64.0.to_bits(), expected.to_f64().to_bits(), "{bits:#x}");
        }
    }

    #[test]
    fn numbers_around_every_half_are_rounded_to_the_nearest() {
        // For the bits of infinity, return the power of two after the largest finite number.
        let number = |bits: u16| {
            if bits & 0x7fff == 0x7c00 { 65536.0 } else { f16::from_bits(bits).to_f64().abs() }
        };
        let finite = (0..=u16::MAX).filter(|bits| bits & 0x7fff < 0x7c00);
        for (bits, next) in finite.map(|bits| (bits, bits + 1)) {
            let sign = if bits & 0x8000 == 0 { 1.0 } else { -1.0 };
            let middle = f64::midpoint(number(bits), number(next));
            let even = if bits % 2 == 0 { bits } else { next };
            let cases = [
                (number(bits), bits),
                (middle.next_down(), bits),
                (middle, even),
                (middle.next_up(), next),
            ];
            for (number, expected) in cases {
                let rounded = round(Host::<f64, false>(number * sign)).0;
                assert_eq!(rounded, i64::from(expected), "{number:e}");
            }
            let middle = middle as f32;
            let cases = [(middle.next_down(), bits), (middle, even), (middle.next_up(), next)];
            for (number, expected) in cases {
                let rounded = round(Host::<f32, false>(number * sign as f32)).0;
                assert_eq!(rounded, i32::from(expected), "{number:e}");
            }
        }
    }

    #[test]
    fn what_is_no_number_and_what_is_too_large_stay_so() {
        for (number, expected) in [
            (f64::INFINITY, 0x7c00),
            (f64::NEG_INFINITY, 0xfc00),
            (1e300, 0x7c00),
            (-70000.0, 0xfc00),
            (f64::NAN, 0x7e00),
            (-f64::NAN, 0xfe00),
            (f64::from_bits(0x7ff0_0000_0000_0001), 0x7e00),
            (5e-324, 0),
            (-1e-40, 0x8000),
        ] {
            assert_eq!(round(Host::<f64, false>(number)).0, expected, "{number:e}");
        }
    }
}
