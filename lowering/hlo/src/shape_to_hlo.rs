// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-shape-to-hlo`: converts size computations with `shape`, `tensor` and `arith` operations
//! on `index` to StableHLO on 32-bit integers.
//!
//! ```mlir
//! shape.num_elements %sizes : tensor<2xindex> -> index
//! // becomes a product of slices of
//! builtin.unrealized_conversion_cast %sizes : tensor<2xindex> to tensor<2xi32>
//! ```
//!
//! If a whole program is converted, the casts between `index` and 32-bit integers cancel, and
//! `canonicalize` removes them. This is stablehlo-opt's pass `shape-legalize-to-stablehlo`.

mod sizes;

use crate::build::Hlo;
use hloom_dialects::op::Op as Kind;
use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Builder, Context, Op, Shaped, Value};
use melior::ir::attribute::IntegerAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::{TypeLike, ValueLike};
use sizes::{Sizes, is_index};

/// The pass `hloom-shape-to-hlo`.
pub static PASS: PassInfo = PassInfo {
    argument: "hloom-shape-to-hlo",
    description: "convert computations of sizes with `shape`, `tensor` and `arith` operations on \
                  `index` to StableHLO",
    anchor: "",
    level: Level::Hlo,
    options: &[],
    dialects: &["stablehlo", "builtin"],
    run,
};

fn run<'a>(context: &'a Context, root: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    let mut failed = Failure::default();
    let mut constants = Vec::new();
    for op in ir::walk(root) {
        let name = ir::op_name(op);
        if name == "arith.constant" {
            constants.push(op);
        }
        if ir::hlo_op(op).is_some_and(|kind| {
            matches!(kind, Kind::StablehloDynamicReshape | Kind::StablehloDynamicBroadcastInDim)
        }) {
            let sizes = Sizes { hlo: Hlo { at: Builder::before(context, op) } };
            for (position, operand) in ir::operands(op).into_iter().enumerate().skip(1) {
                if is_index(operand.r#type())
                    && let Some(cast) = sizes.to_i32(operand)
                {
                    ir::set_operand(op, position, cast);
                }
            }
            continue;
        }
        let is_known = ir::dialect(op) == "shape"
            || ir::dialect(op) == "tensor" && name != "tensor.cast"
            || matches!(name, "arith.index_cast" | "arith.muli");
        if !is_known {
            continue;
        }
        let sizes = Sizes { hlo: Hlo { at: Builder::before(context, op) } };
        match converted(&sizes, op) {
            Some(value) => ir::replace(op, [value]),
            None => failed.merge(Failure::at(
                op,
                format!("failed to legalize operation '{name}' that was explicitly marked illegal"),
            )),
        }
    }
    for constant in constants.into_iter().rev() {
        ir::erase_unused(constant);
    }
    failed.into_result()
}

/// Returns the value that replaces the result of an operation, or `None` if the operation cannot be
/// converted.
fn converted<'a>(sizes: &Sizes<'a>, op: Op<'a>) -> Option<Value<'a>> {
    let operands = ir::operands(op);
    let [result] = ir::results(op)[..] else { return None };
    let ty = result.r#type();
    let hlo = sizes.hlo;
    match ir::op_name(op) {
        "shape.const_shape" => {
            let attribute = op.attribute("shape").ok()?.to_string();
            let rank = Shaped::of(ty)?.shape.first().copied()?;
            let digits = attribute.split_once("<")?.1.split_once(">")?.0.to_owned();
            let new = ir::tensor(&[rank], ir::int(hlo.at.context(), 32));
            let value = ir::parse_attribute(hlo.at.context(), &format!("dense<{digits}> : {new}"));
            sizes.to(hlo.constant(value, new), ty)
        }
        "shape.num_elements" if ir::is_index(ty) => {
            let shape = sizes.to_i32(operands[0])?;
            let [rank] = ir::shape_of(shape)[..] else { return None };
            let mut product = hlo.int(1, sizes.scalar());
            for dim in 0..rank {
                product = hlo.binary("multiply", product, sizes.element(shape, &[dim]));
            }
            sizes.to(product, ty)
        }
        "shape.shape_of" => {
            let shape = Shaped::of(operands[0].r#type())?.shape;
            if !operands[0].r#type().is_ranked_tensor() || !is_index(ty) {
                return None;
            }
            let vector = ir::tensor(&[1], ir::int(hlo.at.context(), 32));
            let parts = (0..shape.len()).map(|dim| {
                let size = sizes.dimension(operands[0], dim as i64);
                hlo.at.simple("stablehlo.reshape", &[size], vector)
            });
            let parts: Vec<_> = parts.collect();
            sizes.to(sizes.vector(&parts), ty)
        }
        "tensor.dim" => {
            let dim = index_constant(operands[1])?;
            let rank = Shaped::of(operands[0].r#type())?.shape.len() as i64;
            let is_dim = operands[0].r#type().is_ranked_tensor() && (0..rank).contains(&dim);
            is_dim.then(|| sizes.to(sizes.dimension(operands[0], dim), ty))?
        }
        "tensor.from_elements" => {
            let shaped = Shaped::of(ty)?;
            let (i32, i64) = (ir::int(hlo.at.context(), 32), ir::int(hlo.at.context(), 64));
            if shaped.shape.is_empty() {
                let element = operands[0].r#type();
                let is_known = element == i32 || element == i64 || ir::is_index(element);
                let new =
                    if ir::is_index(element) { sizes.scalar() } else { ir::tensor(&[], element) };
                return is_known.then(|| sizes.to(sizes.cast(operands[0], new), ty))?;
            }
            if shaped.shape.len() != 1 || !ir::is_index(shaped.element) {
                return None;
            }
            let vector = ir::tensor(&[1], i32);
            let mut parts = Vec::new();
            for operand in operands {
                parts.push(match index_constant(operand) {
                    Some(value) => hlo.int(value, vector),
                    None => {
                        let element = sizes.to_i32(operand)?;
                        hlo.at.simple("stablehlo.reshape", &[element], vector)
                    }
                });
            }
            sizes.to(sizes.vector(&parts), ty)
        }
        "shape.broadcast" if is_index(ty) => {
            let [x, y] = operands[..] else { return None };
            let (x, y) = (sizes.to_i32(x)?, sizes.to_i32(y)?);
            let rank = |value| ir::shape_of(value).first().copied();
            let all = rank(x)?.max(rank(y)?);
            let padded = |value| {
                let missing = all - rank(value)?;
                if missing == 0 {
                    return Some(value);
                }
                let ones = ir::tensor(&[missing], ir::int(hlo.at.context(), 32));
                Some(hlo.concatenate(&[hlo.int(1, ones), value], 0))
            };
            sizes.to(hlo.binary("maximum", padded(x)?, padded(y)?), ty)
        }
        "arith.muli" if is_index(ty) => {
            let factor = |value| match index_constant(value) {
                Some(number) => Some(hlo.int(number, sizes.scalar())),
                None => sizes.to_i32(value),
            };
            sizes.to(hlo.binary("multiply", factor(operands[0])?, factor(operands[1])?), ty)
        }
        "arith.index_cast" => sizes.index_cast(operands[0], ty),
        "tensor.extract" => {
            let shaped = Shaped::of(operands[0].r#type())?;
            if !shaped.is_static() {
                return None;
            }
            let at = operands[1..].iter().map(|index| index_constant(*index));
            let at: Vec<_> = at.collect::<Option<_>>()?;
            if at.iter().zip(&shaped.shape).any(|(at, size)| !(0..*size).contains(at)) {
                return None;
            }
            let input = match ir::is_index(shaped.element) {
                true => sizes.to_i32(operands[0])?,
                false => operands[0],
            };
            sizes.to(sizes.element(input, &at), ty)
        }
        _ => None,
    }
}

/// Returns the integer value of an `index` constant, or `None` for other values.
fn index_constant(value: Value) -> Option<i64> {
    let constant = ir::defining_op(value).filter(|op| ir::op_name(*op) == "arith.constant")?;
    if !ir::is_index(value.r#type()) {
        return None;
    }
    IntegerAttribute::try_from(constant.attribute("value").ok()?).ok().map(|it| it.value())
}
