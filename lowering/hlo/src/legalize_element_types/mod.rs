// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-legalize-element-types`: stores quantized tensors and small floats as integers.
//!
//! Small floats are floats of 8 bits and fewer. Operations on such tensors become arithmetic on
//! other types. Products and convolutions of quantized integers of 8 bits and fewer become integer
//! sums, which are exact until they are scaled. Other computations use wider floats: operands are
//! decoded, and results are encoded. Operations that only move elements move the stored integers.

mod bitcast;
mod by_bits;
mod contraction;
mod next_after;
mod quantized;
mod reduce_precision;
mod scheme;
mod small_float;

use crate::build::Hlo;
use hloom_dialects::op::Op as Kind;
use hloom_ir::facts::{OPERAND_TYPES, RESULT_TYPES};
use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Builder, Context, Op, Value};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::FunctionType;
use scheme::{Scheme, decoded, encoded};

/// The pass `hlo-legalize-element-types`.
pub static PASS: PassInfo = PassInfo {
    argument: "hlo-legalize-element-types",
    description: "store quantized tensors and floats of 8 bits or fewer as integers, and expand \
                  the arithmetic on them",
    anchor: "builtin.module",
    level: Level::Hlo,
    options: &[],
    dialects: &["builtin", "stablehlo"],
    run,
};

fn run<'a>(context: &'a Context, module: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    let mut refused = Failure::default();
    for op in ir::walk(module) {
        if ir::hlo_op(op) == Some(Kind::StablehloCustomCall) {
            keep_types(context, op);
        }
        let values = ir::operands(op).into_iter().chain(ir::results(op));
        if !values.into_iter().any(|value| Scheme::of(value.r#type()).is_some()) {
            continue;
        }
        if let Err(failure) = rewrite(context, op) {
            refused.merge(failure);
        }
    }
    refused.into_result()?;
    for op in ir::walk(module) {
        store(context, op);
    }
    for op in ir::walk(module) {
        if ir::op_name(op) == "builtin.unrealized_conversion_cast" {
            let (operand, result) = (ir::operands(op)[0], ir::results(op)[0]);
            if operand.r#type() == result.r#type() {
                ir::replace(op, [operand]);
            }
        }
    }
    Ok(())
}

/// Replaces an operation that computes on quantized tensors or small floats by operations on other
/// types. Operations that only move elements remain.
///
/// # Errors
/// Fails if the operation is not supported on these types.
fn rewrite<'a>(context: &'a Context, op: Op<'a>) -> Result<(), Failure<'a>> {
    let Some(kind) = ir::hlo_op(op) else { return other_dialect(op) };
    if moves_elements(kind, op) {
        return Ok(());
    }
    let hlo = Hlo { at: Builder::before(context, op) };
    let operands = ir::operands(op);
    let results = ir::results(op);
    if let Some(new) = by_bits::results(hlo, kind, op)? {
        ir::replace(op, new);
        return Ok(());
    }
    let new = match kind {
        Kind::StablehloUniformQuantize | Kind::StablehloUniformDequantize => {
            vec![decoded(hlo, operands[0])]
        }
        Kind::StablehloConvert => vec![converted(hlo, operands[0], results[0])],
        Kind::StablehloDotGeneral | Kind::StablehloDot | Kind::StablehloConvolution => {
            match contraction::scaled_product(hlo, op) {
                Some(product) => vec![product],
                None => on_floats(hlo, op),
            }
        }
        _ if !ir::regions(op).is_empty() => {
            let message =
                format!("`{}` on `{}` is not supported", ir::op_name(op), results[0].r#type());
            return Err(Failure::at(op, message));
        }
        _ => on_floats(hlo, op),
    };
    for (result, new) in results.into_iter().zip(new) {
        let value = encoded(hlo, new, result.r#type());
        ir::replace_all_uses(
            result,
            value.ok_or_else(|| {
                let (name, ty) = (ir::op_name(op), result.r#type());
                Failure::at(op, format!("`{name}`: expected a static shape, found `{ty}`"))
            })?,
        );
    }
    ir::erase(op);
    Ok(())
}

/// Fails at an operation of a dialect other than StableHLO and CHLO, because the operation does not
/// support the stored integers. The dialects `builtin`, `func` and `sdy` accept any type.
fn other_dialect(op: Op) -> Result<(), Failure> {
    if matches!(ir::dialect(op), "builtin" | "func" | "sdy") {
        return Ok(());
    }
    let mut values = ir::operands(op).into_iter().chain(ir::results(op));
    let ty = values.find(|value| Scheme::of(value.r#type()).is_some()).map(|value| value.r#type());
    let ty = ty.map(|ty| format!(" on `{ty}`")).unwrap_or_default();
    let message = format!("`{}`{ty} is not supported; use StableHLO operations", ir::op_name(op));
    Err(Failure::at(op, message))
}

/// Builds the operation on the decoded operands, and returns its results.
fn on_floats<'a>(hlo: Hlo<'a>, op: Op<'a>) -> Vec<Value<'a>> {
    let context = hlo.at.context();
    let operands: Vec<_> = ir::operands(op).into_iter().map(|value| decoded(hlo, value)).collect();
    let expressed = |result: &Value<'a>| Scheme::expressed(context, result.r#type());
    let types: Vec<_> = ir::results(op).iter().map(expressed).collect();
    let new = hlo.at.op(ir::op_name(op)).operands(&operands).results(&types);
    let is_quantized =
        |value: Value<'a>| matches!(Scheme::of(value.r#type()), Some(Scheme::Quantized(_)));
    let quantized = ir::operands(op).into_iter().any(is_quantized);
    // The operands were compared as integers, and are floats now.
    let left_out: &[&str] = if quantized { &["compare_type"] } else { &[] };
    ir::results(new.attrs_of(op, left_out).build())
}

/// Returns the numbers to encode as the result of a conversion. If the result is a small float, f64
/// operands are not converted to f32 first, so that numbers are rounded only once.
fn converted<'a>(hlo: Hlo<'a>, operand: Value<'a>, result: Value<'a>) -> Value<'a> {
    let (context, number) = (hlo.at.context(), decoded(hlo, operand));
    let element = ir::element_of(number.r#type());
    let is_small = matches!(Scheme::of(result.r#type()), Some(Scheme::SmallFloat(_)));
    if is_small && element == ir::f64(context) {
        return number;
    }
    hlo.convert(number, ir::element_of(Scheme::expressed(context, result.r#type())))
}

/// Returns true if an operation needs only the stored integers of its operands. Such an
/// operation moves elements, or leaves the computation to its regions.
fn moves_elements(kind: Kind, op: Op) -> bool {
    match kind {
        // If all its tensors have one type.
        Kind::StablehloSelect => {
            let types: Vec<_> = ir::operands(op)[1..].iter().map(|it| it.r#type()).collect();
            ir::results(op).iter().all(|it| types.iter().all(|ty| *ty == it.r#type()))
        }
        // If elements fill whole bytes.
        Kind::StablehloBitcastConvert => [ir::operands(op)[0], ir::results(op)[0]]
            .iter()
            .all(|it| Scheme::of(it.r#type()).is_none_or(|scheme| scheme.is_whole_bytes())),
        Kind::ChloConstant
        | Kind::ChloScan
        | Kind::StablehloAfterAll
        | Kind::StablehloBroadcast
        | Kind::StablehloBroadcastInDim
        | Kind::StablehloCase
        | Kind::StablehloComposite
        | Kind::StablehloConcatenate
        | Kind::StablehloConstant
        | Kind::StablehloCustomCall
        | Kind::StablehloDynamicBroadcastInDim
        | Kind::StablehloDynamicGather
        | Kind::StablehloDynamicPad
        | Kind::StablehloDynamicReshape
        | Kind::StablehloDynamicSlice
        | Kind::StablehloDynamicUpdateSlice
        | Kind::StablehloGather
        | Kind::StablehloGetDimensionSize
        | Kind::StablehloGetTupleElement
        | Kind::StablehloIf
        | Kind::StablehloMap
        | Kind::StablehloOptimizationBarrier
        | Kind::StablehloPad
        | Kind::StablehloRealDynamicSlice
        | Kind::StablehloReduce
        | Kind::StablehloReduceWindow
        | Kind::StablehloReshape
        | Kind::StablehloReturn
        | Kind::StablehloReverse
        | Kind::StablehloScatter
        | Kind::StablehloSelectAndScatter
        | Kind::StablehloSetDimensionSize
        | Kind::StablehloSlice
        | Kind::StablehloSort
        | Kind::StablehloTranspose
        | Kind::StablehloTuple
        | Kind::StablehloWhile => true,
        _ => false,
    }
}

/// Changes the types of the results and block arguments of an operation to their storage types.
fn store<'a>(context: &'a Context, op: Op<'a>) {
    let kind = ir::hlo_op(op);
    let is_constant = matches!(kind, Some(Kind::ChloConstant | Kind::StablehloConstant));
    let arguments = ir::regions(op).into_iter().flat_map(ir::blocks).flat_map(ir::args);
    for value in ir::results(op).into_iter().chain(arguments) {
        let was_small = matches!(Scheme::of(value.r#type()), Some(Scheme::SmallFloat(_)));
        let stored = Scheme::storage(context, value.r#type());
        if stored == value.r#type() {
            continue;
        }
        ir::set_type(value, stored);
        if let (true, true, Ok(elements)) = (was_small, is_constant, op.attribute("value")) {
            // Each element is one byte, in either type.
            let bytes = ir::dense_data(elements, 1);
            let bytes = bytes.and_then(|(data, _)| ir::dense_from_data(stored, &data, 1));
            bytes.into_iter().for_each(|it| ir::set_attribute(op, "value", it));
        }
    }
    if ir::op_name(op) == "func.func" {
        store_signature(context, op);
    }
    match kind {
        // Both sides may have one type now.
        Some(Kind::StablehloBitcastConvert)
            if ir::operands(op)[0].r#type() == ir::results(op)[0].r#type() =>
        {
            ir::replace(op, [ir::operands(op)[0]]);
        }
        // The attribute holds signless integers, whatever the signedness of the storage type.
        _ if is_constant => {
            let (result, value) = (ir::results(op)[0], op.attribute("value").ok());
            if let Some(value) = value.and_then(|value| ir::dense_with_type(value, result.r#type()))
            {
                ir::set_attribute(op, "value", value);
            }
        }
        _ => {}
    }
}

/// Sets attributes on a custom call that specify which of its operands and results are small
/// floats. The callee needs this information, because these values are stored as integers.
fn keep_types<'a>(context: &'a Context, call: Op<'a>) {
    let is_small = |ty| matches!(Scheme::of(ty), Some(Scheme::SmallFloat(_)));
    let types = |values: Vec<Value<'a>>| values.into_iter().map(|value| value.r#type());
    let operands: Vec<_> = types(ir::operands(call)).collect();
    let results: Vec<_> = types(ir::results(call)).collect();
    if !operands.iter().chain(&results).any(|ty| is_small(*ty)) {
        return;
    }
    for (name, types) in [(OPERAND_TYPES, operands), (RESULT_TYPES, results)] {
        let kept = |ty| if is_small(ty) { ty } else { Scheme::storage(context, ty) };
        let types: Vec<_> = types.into_iter().map(|ty| ir::type_attr(kept(ty))).collect();
        ir::set_attribute(call, name, ir::array_attr(context, &types));
    }
}

fn store_signature<'a>(context: &'a Context, function: Op<'a>) {
    let Some(ty) = ir::function_type(function) else { return };
    let inputs = (0..ty.input_count()).filter_map(|index| ty.input(index).ok());
    let results = (0..ty.result_count()).filter_map(|index| ty.result(index).ok());
    let inputs: Vec<_> = inputs.map(|ty| Scheme::storage(context, ty)).collect();
    let results: Vec<_> = results.map(|ty| Scheme::storage(context, ty)).collect();
    let ty = FunctionType::new(context, &inputs, &results);
    ir::set_attribute(function, "function_type", ir::type_attr(ty.into()));
}
