// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Checks that every operation of a function can be lowered before the pass builds anything.
//!
//! All errors are reported in one run, each at its source location.

use super::{class::class_of, emitter, family, runtime_call, upstream};
use hloom_dialects::op::Op as HloOp;
use hloom_ir::facts;
use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Op, Shaped, Type};
use hloom_values::ElementClass;
use melior::ir::{TypeLike, ValueLike};

/// The dialects of level `hlo`. Sharding annotations are the only `sdy` operations that can be
/// lowered.
const DIALECTS: [&str; 4] = ["chlo", "func", "sdy", "stablehlo"];

/// Adds a message to `refused` for every operation of `function` that cannot be lowered. If
/// `c_function` is true, this includes operations that become runtime calls, except exchanges between
/// ranks.
pub fn check<'a>(function: Op<'a>, c_function: bool, refused: &mut Failure<'a>) {
    for op in ir::walk(function) {
        let name = ir::op_name(op);
        let message = if !DIALECTS.contains(&ir::dialect(op)) && !upstream::contains(op) {
            let hint = match ir::dialect(op) {
                "memref" => "; functions on memrefs begin at level `buffers` (--start-at=buffers)",
                _ => "",
            };
            format!(
                "`{name}` is not a StableHLO operation; level `hlo` takes operations of stablehlo, \
                 chlo and func, and of {}{hint}",
                upstream::DIALECTS.join(", ")
            )
        } else if let Some(reason) = refusal(op) {
            format!("`{name}` cannot be lowered to linalg: {reason}")
        } else if c_function && needs_runtime(op) {
            facts::needs_runtime(name, |attribute| ir::text(op, attribute))
        } else {
            continue;
        };
        refused.merge(Failure::at(op, message));
    }
}

/// Returns true for operations that become runtime calls which C functions cannot execute.
fn needs_runtime(op: Op) -> bool {
    let target = ir::text(op, "call_target_name");
    runtime_call::is_runtime_call(op)
        && !emitter::is_skipped(op)
        && !target.is_some_and(|target| facts::is_in_c_functions(&target))
}

/// Returns the reason why an operation cannot be lowered, or `None` if it can be lowered.
fn refusal(op: Op) -> Option<String> {
    let name = ir::op_name(op);
    if name == "func.func" {
        return ir::regions(op)
            .into_iter()
            .filter_map(|region| ir::blocks(region).first().copied())
            .flat_map(ir::args)
            .find_map(|argument| upstream_refusal(argument.r#type()));
    }
    let is_terminator = name == "func.return" || ir::hlo_op(op) == Some(HloOp::StablehloReturn);
    if !is_terminator && family::emitter(op).is_none() {
        return Some("hloom has no lowering for this operation".to_owned());
    }
    let mut types = ir::operands(op).into_iter().chain(ir::results(op)).map(|value| value.r#type());
    let types = if ir::dialect(op) == "func" {
        types.find_map(upstream_refusal)
    } else if upstream::contains(op) {
        types.find_map(|ty| if is_scalar(ty) { None } else { upstream_refusal(ty) })
    } else {
        types.find_map(type_refusal)
    };
    types.or_else(|| family::refusal(op))
}

/// Returns true for the scalar types that values may have at level `linalg`: `index`, integers, floats
/// and complex numbers.
fn is_scalar(ty: Type) -> bool {
    ir::is_index(ty) || ir::is_integer(ty) || ir::is_float(ty) || ir::is_complex(ty).is_some()
}

/// Returns the reason why the type of a value of `func` or of an upstream operation is not supported, or
/// `None` if it is supported. Unlike [`type_refusal`], allows static tensors of `index`.
fn upstream_refusal(ty: Type) -> Option<String> {
    let is_of_index = |shaped: Shaped| shaped.is_static() && ir::is_index(shaped.element);
    if Shaped::of(ty).is_some_and(is_of_index) { None } else { type_refusal(ty) }
}

/// Returns the reason why the type of a StableHLO value is not supported, or `None` if it is supported.
fn type_refusal(ty: Type) -> Option<String> {
    let Some(shaped) = Shaped::of(ty) else {
        return Some(format!("expected a ranked tensor, found `{ty}`"));
    };
    if !shaped.is_static() {
        return Some(format!("expected a static shape, found `{ty}`"));
    }
    let bytes = shaped
        .shape
        .iter()
        .try_fold(u64::from(ir::element_width(shaped.element).div_ceil(8)), |size, dim| {
            size.checked_mul(u64::try_from(*dim).ok()?)
        })
        .filter(|size| i64::try_from(*size).is_ok());
    if bytes.is_none() {
        return Some(format!("the size of `{ty}` in bytes overflows 63 bits"));
    }
    let part = ir::is_complex(shaped.element).unwrap_or(shaped.element);
    let supported = match class_of(shaped.element) {
        Some(ElementClass::Float | ElementClass::Complex) => {
            part.is_f16() || part.is_bf16() || part.is_f32() || part.is_f64()
        }
        Some(_) => true,
        None => false,
    };
    (!supported).then(|| format!("element type `{}` is not supported", shaped.element))
}
