// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-expand-math`: expands functions of the `math` dialect to arithmetic.
//!
//! Each function becomes a straight line of `arith` operations, and of `math.fma`, `math.sqrt`,
//! `math.absf` and `math.copysign`, which compile to instructions. There are no branches, calls or
//! tables. Loops around the functions therefore vectorize, targets without a math library support
//! all functions, and results do not depend on the target, except for the option `fma`.
//!
//! Results are within 2 ulps over the whole range, including subnormals, infinities, zeros and NaN;
//! docs/math-accuracy.md lists measured errors. Floats of 16 bits and fewer are computed in f32 and
//! rounded. `sin`, `cos` and `tan` of f32 are computed in f64.
//!
//! An expansion is written once, generic over the traits in [`real`], in the file of its family.
//! [`functions`] lists all expansions. [`builder`] implements the traits for MLIR values, and
//! [`host`] for host numbers.

pub(crate) mod builder;
mod cbrt;
#[allow(clippy::approx_constant, clippy::excessive_precision)] // generated
mod coefficients;
mod double_word;
mod erf;
mod exp;
pub mod functions;
pub(crate) mod host;
mod hyperbolic;
mod integer_power;
mod inverse_hyperbolic;
mod inverse_trig;
mod lacking;
mod log;
mod power;
mod quadrant;
pub mod real;
mod trig;

use builder::{Float, Scope};
use hloom_ir::pass::{Failure, OptionValues, PassInfo, PassOption};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Builder, Context, Op, Shaped, Type, Value};
use melior::ir::{TypeLike, ValueLike};

/// The pass `hloom-expand-math`.
pub static PASS: PassInfo = PassInfo {
    argument: "hloom-expand-math",
    description: "expand functions of the math dialect to vectorizable arithmetic",
    anchor: "",
    level: Level::Target,
    options: &[
        PassOption {
            name: "fma",
            description: "whether the target has a fast fused multiply-add instruction",
            default: "true",
        },
        PassOption {
            name: "keep",
            description: "operations to keep, separated by commas, such as math.exp,math.tanh",
            default: "",
        },
        PassOption {
            name: "lacking",
            description: "operations without instructions on the target, which are expanded; a \
            subset of arith.maximumf,arith.minimumf,math.roundeven,math.trunc",
            default: "",
        },
    ],
    dialects: &["arith", "math"],
    run,
};

fn run<'a>(context: &'a Context, root: Op<'a>, options: &OptionValues) -> Result<(), Failure<'a>> {
    let fused = options.flag("fma", root)?;
    let list = |option| options.text(option).split(',').map(str::trim).collect::<Vec<_>>();
    let (keep, lacking) = (list("keep"), list("lacking"));
    for op in ir::walk(root) {
        let full = ir::op_name(op);
        if lacking.contains(&full)
            && let Some(value) = expand_lacking(context, op, full)
        {
            ir::replace(op, [value]);
            continue;
        }
        let Some(name) = full.strip_prefix("math.") else { continue };
        if keep.contains(&full) {
            continue;
        }
        let Some(values) = expand(context, op, name, fused) else { continue };
        ir::replace(op, values);
    }
    Ok(())
}

/// Emits the expansion of `op`, a `math.<name>`, before `op`, and returns the results. Returns
/// `None` if the operation is not expanded.
fn expand<'a>(context: &'a Context, op: Op<'a>, name: &str, fused: bool) -> Option<Vec<Value<'a>>> {
    let operands = ir::operands(op);
    let ty = operands.first()?.r#type();
    let element = element(ty)?;
    let builder = Builder::before(context, op);
    if name == "ipowi" {
        return Some(vec![integer_power::emit(builder, operands[0], operands[1], element)]);
    }
    let width = ir::is_float(element).then(|| ir::element_width(element))?;
    if !matches!(width, 4..=16 | 32 | 64) {
        return None;
    }
    let scope = Scope::new(builder, ty, fused);
    let float = |index: usize| scope.float(operands[index], width);
    let unary = |name: &str| functions::emit_unary(name, float(0));
    let values: Vec<Float> = match name {
        "sincos" => vec![unary("sin")?, unary("cos")?],
        "fpowi" => {
            let exponent = operands[1];
            let width = ir::element_width(self::element(exponent.r#type())?);
            let x = float(0);
            let n = scope.convert_integer(exponent, x);
            vec![power::fpowi(x, n, scope.is_odd(exponent, width))]
        }
        _ if functions::UNARY.contains(&name) => vec![unary(name)?],
        _ if functions::BINARY.contains(&name) => {
            vec![functions::emit_binary(name, float(0), float(1))?]
        }
        _ => return None,
    };
    Some(values.into_iter().map(|value| value.finish(element)).collect())
}

/// Emits the expansion of `op` from `lacking.rs` before `op`, and returns the result. Returns
/// `None` if there is no expansion.
fn expand_lacking<'a>(context: &'a Context, op: Op<'a>, name: &str) -> Option<Value<'a>> {
    let operands = ir::operands(op);
    let ty = operands.first()?.r#type();
    let element = element(ty)?;
    let width = ir::is_float(element).then(|| ir::element_width(element))?;
    let scope = Scope::new(Builder::before(context, op), ty, false);
    let value = match operands[..] {
        [x] => lacking::unary(name, scope.float(x, width)),
        [a, b] => lacking::binary(name, scope.float(a, width), scope.float(b, width)),
        _ => None,
    };
    value.map(|value| value.finish(element))
}

/// Returns a scalar type itself, or the element type of a fixed-length vector. Returns `None` for
/// other shaped types.
pub(crate) fn element(ty: Type) -> Option<Type> {
    match Shaped::of(ty) {
        Some(shaped) => (ty.is_vector() && !is_scalable(ty)).then_some(shaped.element),
        None => Some(ty),
    }
}

/// Returns true for a vector with a scalable dimension, whose size is not known at compile time.
pub(crate) fn is_scalable(ty: Type) -> bool {
    // A scalable dimension is printed in brackets.
    ty.is_vector() && ty.to_string().contains('[')
}

#[cfg(test)]
mod tests;
