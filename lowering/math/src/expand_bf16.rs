// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-expand-bf16`: converts conversions to and from bf16 to integer arithmetic, and makes all
//! other operations move bf16 values as `i16`.
//!
//! LLVM would select instructions that flush subnormals on targets that have conversions, and calls
//! of a compiler runtime library on targets that lack them. With the option `f16`, values of type
//! f16 are also moved as `i16`, because LLVM would otherwise convert them on targets without f16
//! registers.
//!
//! The pass expands conversions of bf16 to f32 and f64, and of f32, f64 and integers to bf16, for
//! scalars and fixed-length vectors. It refuses conversions to and from other floats, conversions
//! of scalable vectors, and conversions with a rounding mode. It also refuses arithmetic in bf16
//! and conversions of bf16 to integers, which must be emulated in f32 beforehand.

mod ffi;

use crate::constants;
use crate::expand_math::is_scalable;
use hloom_ir::pass::{Failure, OptionValues, PassInfo, PassOption};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Builder, Context, Op, Type, Value};
use melior::ir::operation::OperationLike;
use melior::ir::{TypeLike, ValueLike};

/// The pass `hloom-expand-bf16`.
pub static PASS: PassInfo = PassInfo {
    argument: "hloom-expand-bf16",
    description: "expand conversions to and from bf16 to integer arithmetic, and replace bf16 by \
                  i16 in all other operations",
    anchor: "",
    level: Level::Target,
    options: &[PassOption {
        name: "f16",
        description: "also replace f16 by i16; the program must not contain arithmetic or \
                      conversions of f16",
        default: "false",
    }],
    dialects: &["arith"],
    run,
};

/// The conversions whose result may be bf16.
const CONVERSIONS: [&str; 3] = ["arith.sitofp", "arith.truncf", "arith.uitofp"];

/// Operations of the dialects `arith` and `vector` that only move data.
const MOVERS: [&str; 20] = [
    "arith.bitcast",
    "arith.constant",
    "arith.select",
    "vector.bitcast",
    "vector.broadcast",
    "vector.extract",
    "vector.extract_strided_slice",
    "vector.from_elements",
    "vector.insert",
    "vector.insert_strided_slice",
    "vector.load",
    "vector.maskedload",
    "vector.maskedstore",
    "vector.shape_cast",
    "vector.shuffle",
    "vector.store",
    "vector.to_elements",
    "vector.transfer_read",
    "vector.transfer_write",
    "vector.transpose",
];

fn run<'a>(context: &'a Context, root: Op<'a>, options: &OptionValues) -> Result<(), Failure<'a>> {
    let f16 = options.flag("f16", root)?;
    for op in ir::walk(root) {
        expand(context, op)?;
    }
    for op in ir::walk(root) {
        refuse_arithmetic(op, f16)?;
    }
    let i16 = ir::int(context, 16);
    let bf16 = ir::bf16(context);
    if f16 {
        ffi::replace_floats(root, &[bf16, ir::f16(context)], i16);
    } else {
        ffi::replace_floats(root, &[bf16], i16);
    }
    for op in ir::walk(root).into_iter().filter(|op| ir::op_name(*op) == "arith.bitcast") {
        let (operand, result) = (ir::operands(op)[0], ir::results(op)[0]);
        if operand.r#type() == result.r#type() {
            ir::replace(op, [operand]);
        }
    }
    Ok(())
}

fn is_bf16(ty: Type) -> bool {
    ir::element_of(ty).is_bf16()
}

/// Expands an operation if it is a conversion to or from bf16.
///
/// # Errors
/// Fails if the operation has a rounding mode, or a type that has no expansion.
fn expand<'a>(context: &'a Context, op: Op<'a>) -> Result<(), Failure<'a>> {
    let (operands, results) = (ir::operands(op), ir::results(op));
    let ([operand], [result]) = (&operands[..], &results[..]) else { return Ok(()) };
    let (from, to) = (operand.r#type(), result.r#type());
    let at = Builder::before(context, op);
    let name = ir::op_name(op);
    let is_widening = name == "arith.extf" && is_bf16(from);
    if is_widening || CONVERSIONS.contains(&name) && is_bf16(to) {
        check_conversion(op, name, if is_widening { to } else { from })?;
    }
    let wide = || at.simple(name, &[*operand], ir::like(to, ir::f32(context)));
    let new = match name {
        "arith.extf" if is_widening => widen(at, *operand, to),
        // Integers that f32 rounds are rounded twice, as in XLA.
        "arith.sitofp" | "arith.uitofp" if is_bf16(to) => round(at, wide(), to),
        "arith.truncf" if is_bf16(to) => match ir::element_width(ir::element_of(from)) {
            64 => round(at, round_to_odd(at, *operand), to),
            _ => round(at, *operand, to),
        },
        _ => return Ok(()),
    };
    ir::replace(op, [new]);
    Ok(())
}

/// Checks that a conversion between bf16 and the type `other` has an expansion.
fn check_conversion<'a>(op: Op<'a>, name: &str, other: Type<'a>) -> Result<(), Failure<'a>> {
    let (end, element) = (if name == "arith.extf" { "from" } else { "to" }, ir::element_of(other));
    let conversion = format!("`{name}` {end} bf16");
    let refused = |message: String| Err(Failure::at(op, message));
    if op.has_attribute("roundingmode") {
        return refused(format!("{conversion} with a rounding mode is not supported"));
    }
    if is_scalable(other) {
        let expected = "expected a vector of fixed length";
        return refused(format!("{conversion}: {expected}, found `{other}`"));
    }
    if ir::is_float(element) && !element.is_f32() && !element.is_f64() {
        return refused(format!("{conversion}: expected f32 or f64, found `{element}`"));
    }
    Ok(())
}

/// Widens bf16 to f32 or f64, exactly.
fn widen<'a>(at: Builder<'a>, operand: Value<'a>, to: Type<'a>) -> Value<'a> {
    let like = |element| ir::like(to, element);
    let (i16, i32, f32) = (
        like(ir::int(at.context(), 16)),
        like(ir::int(at.context(), 32)),
        like(ir::f32(at.context())),
    );
    let bits = at.simple("arith.bitcast", &[operand], i16);
    let bits = at.simple("arith.extui", &[bits], i32);
    let high = at.binary("arith.shli", bits, constants::integer(at, i32, 16));
    let number = at.simple("arith.bitcast", &[high], f32);
    if f32 == to { number } else { at.simple("arith.extf", &[number], to) }
}

/// Rounds f32 to bf16, to nearest, ties to even.
///
/// A NaN keeps its sign, as in XLA. Upstream's expansion makes every NaN positive.
fn round<'a>(at: Builder<'a>, number: Value<'a>, to: Type<'a>) -> Value<'a> {
    let like = |element| ir::like(to, element);
    let (i16, i32) = (like(ir::int(at.context(), 16)), like(ir::int(at.context(), 32)));
    let is_nan = at.cmpf("une", number, number);
    let bits = at.simple("arith.bitcast", &[number], i32);
    let half = constants::integer(at, i32, 16);
    let high = at.binary("arith.shrui", bits, half);
    // One less than half of the last kept digit, plus one if that digit is odd.
    let odd = at.binary("arith.andi", high, constants::integer(at, i32, 1));
    let less = at.binary("arith.addi", odd, constants::integer(at, i32, 0x7fff));
    let sum = at.binary("arith.addi", bits, less);
    let nearest = at.binary("arith.shrui", sum, half);
    let quiet = at.binary("arith.ori", high, constants::integer(at, i32, 0x40));
    let chosen = at.select(is_nan, quiet, nearest);
    let rounded = at.simple("arith.trunci", &[chosen], i16);
    at.simple("arith.bitcast", &[rounded], to)
}

/// Rounds f64 to f32 with rounding to odd: the last bit is set if the result is inexact.
///
/// A second rounding, from f32 to the nearest bf16, then yields the bf16 nearest to the f64 (Boldo
/// and Melquiond, "When double rounding is odd", 2005).
fn round_to_odd<'a>(at: Builder<'a>, exact: Value<'a>) -> Value<'a> {
    let context = at.context();
    let ty = exact.r#type();
    let (f32, i32) = (ir::like(ty, ir::f32(context)), ir::like(ty, ir::int(context, 32)));
    let near = at.simple("arith.truncf", &[exact], f32);
    let again = at.simple("arith.extf", &[near], ty);
    let zero = ir::float_attr(context, ir::element_of(ty), 0.0);
    let zero = constants::constant(at, ty, zero);
    // Truncate towards zero: step back if rounding went away from zero.
    let above = at.cmpf("ogt", again, exact);
    let below = at.cmpf("olt", again, exact);
    let negative = at.cmpf("olt", exact, zero);
    let away = at.select(negative, below, above);
    let inexact = at.cmpf("one", again, exact);
    let bits = at.simple("arith.bitcast", &[near], i32);
    let step = at.simple("arith.extui", &[away], i32);
    let cut = at.binary("arith.subi", bits, step);
    let sticky = at.simple("arith.extui", &[inexact], i32);
    let odd = at.binary("arith.ori", cut, sticky);
    at.simple("arith.bitcast", &[odd], f32)
}

/// Refuses an operation that computes with bf16 values, or with f16 values if `f16` is true. The
/// operation would otherwise compute with their bits as integers.
fn refuse_arithmetic<'a>(op: Op<'a>, f16: bool) -> Result<(), Failure<'a>> {
    let name = ir::op_name(op);
    let computes = matches!(ir::dialect(op), "arith" | "math" | "vector" | "linalg" | "complex")
        && !MOVERS.contains(&name);
    if !computes && name != "memref.atomic_rmw" {
        return Ok(());
    }
    for value in ir::operands(op).into_iter().chain(ir::results(op)) {
        let element = ir::element_of(value.r#type());
        if element.is_bf16() || (f16 && element.is_f16()) {
            let message =
                format!("`{name}` computes in {element}; emulate this operation in f32 first");
            return Err(Failure::at(op, message));
        }
    }
    Ok(())
}
