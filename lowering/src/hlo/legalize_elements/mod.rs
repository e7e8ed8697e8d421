// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-legalize-elements`: quantized tensors, and those of floats of 8 bits and fewer,
//! become the integers they are stored as, and operations on them arithmetic.
//!
//! Products and convolutions of 8-bit integers and fewer are sums of integers, exact
//! until they are scaled. Other operations that compute do so on wider floats, between
//! decoding operands and encoding results. Those that only move elements move
//! what is stored.

mod by_bits;
mod contraction;
mod next_after;
mod quantized;
mod reduce_precision;
mod scheme;
mod small_float;

use crate::ffi;
use crate::hlo::build::Hlo;
use crate::hlo::ffi as hlo_ffi;
use crate::ir::{self, Builder, Context, Op, Value};
use crate::pass::{Failure, OptionValues, PassInfo};
use hloom_dialects::op::Op as Kind;
use melior::ir::ValueLike;
use melior::ir::attribute::TypeAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::FunctionType;
use scheme::{Scheme, decoded, encoded};

/// The attributes of a call with the types that its operands and results had.
pub const OPERAND_TYPES: &str = "hloom.operand_types";
pub const RESULT_TYPES: &str = "hloom.result_types";

/// The pass.
pub static PASS: PassInfo = PassInfo {
    argument: "hlo-legalize-elements",
    description: "replace quantized tensors and small floats by integers and arithmetic on them",
    anchor: "builtin.module",
    options: &[],
    dialects: &["builtin", "stablehlo"],
    run,
};

fn run<'a>(context: &'a Context, module: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    let mut refused = Failure::default();
    for op in ir::walk(module) {
        if ir::op_name(op) == "stablehlo.custom_call" {
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

/// Replaces an operation that computes on quantized tensors by arithmetic.
fn rewrite<'a>(context: &'a Context, op: Op<'a>) -> Result<(), Failure<'a>> {
    let Some(kind) = Kind::from_name(ir::op_name(op)) else { return Ok(()) };
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
                Failure::at(op, format!("`{}` has a size only the run knows", result.r#type()))
            })?,
        );
    }
    ir::erase(op);
    Ok(())
}

/// The results of the operation on the numbers that its operands stand for.
fn on_floats<'a>(hlo: Hlo<'a>, op: Op<'a>) -> Vec<Value<'a>> {
    let context = hlo.at.context();
    let operands: Vec<_> = ir::operands(op).into_iter().map(|value| decoded(hlo, value)).collect();
    let expressed = |result: &Value<'a>| Scheme::expressed(context, result.r#type());
    let types: Vec<_> = ir::results(op).iter().map(expressed).collect();
    let new = hlo.at.op(ir::op_name(op)).operands(&operands).results(&types);
    let is_quantized =
        |value: Value<'a>| matches!(Scheme::of(value.r#type()), Some(Scheme::Quantized(_)));
    let quantized = ir::operands(op).into_iter().any(is_quantized);
    // Integers were compared where floats are now.
    let left_out: &[&str] = if quantized { &["compare_type"] } else { &[] };
    ir::results(new.attrs_of(op, left_out).build())
}

/// The number that is to be encoded for a conversion: of a double that is not rounded
/// on the way.
fn converted<'a>(hlo: Hlo<'a>, operand: Value<'a>, result: Value<'a>) -> Value<'a> {
    let (context, number) = (hlo.at.context(), decoded(hlo, operand));
    let element = ir::element_of(number.r#type());
    let is_small = matches!(Scheme::of(result.r#type()), Some(Scheme::SmallFloat(_)));
    if is_small && element == ir::f64(context) {
        return number;
    }
    hlo.convert(number, ir::element_of(Scheme::expressed(context, result.r#type())))
}

/// Whether an operation needs nothing of its operands but what is stored: it moves
/// elements, or leaves what is done with them to its regions.
fn moves_elements(kind: Kind, op: Op) -> bool {
    match kind {
        // Between tensors of one type.
        Kind::StablehloSelect => {
            let types: Vec<_> = ir::operands(op)[1..].iter().map(|it| it.r#type()).collect();
            ir::results(op).iter().all(|it| types.iter().all(|ty| *ty == it.r#type()))
        }
        // Of whole bytes.
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

/// Gives the values of an operation the types they are stored as.
fn store<'a>(context: &'a Context, op: Op<'a>) {
    let arguments = ir::regions(op).into_iter().flat_map(ir::blocks).flat_map(ir::args);
    for value in ir::results(op).into_iter().chain(arguments) {
        let was_small = matches!(Scheme::of(value.r#type()), Some(Scheme::SmallFloat(_)));
        let stored = Scheme::storage(context, value.r#type());
        if stored == value.r#type() {
            continue;
        }
        ffi::set_type(value, stored);
        if let (true, "chlo.constant" | "stablehlo.constant", Ok(elements)) =
            (was_small, ir::op_name(op), op.attribute("value"))
        {
            // A byte each, in either type.
            let bytes = hlo_ffi::dense_data(elements, 1);
            let bytes = bytes.and_then(|(data, _)| hlo_ffi::dense_from_data(stored, &data, 1));
            bytes.into_iter().for_each(|it| ffi::set_attribute(op, "value", it));
        }
    }
    match ir::op_name(op) {
        "func.func" => store_signature(context, op),
        // Of one type on both sides now.
        "stablehlo.bitcast_convert"
            if ir::operands(op)[0].r#type() == ir::results(op)[0].r#type() =>
        {
            ir::replace(op, [ir::operands(op)[0]]);
        }
        // Its integers are signless, whatever the type says.
        "chlo.constant" | "stablehlo.constant" => {
            let (result, value) = (ir::results(op)[0], op.attribute("value").ok());
            if let Some(value) =
                value.and_then(|value| ffi::dense_with_type(value, result.r#type()))
            {
                ffi::set_attribute(op, "value", value);
            }
        }
        _ => {}
    }
}

/// Says of a call what its floats are that are stored as integers: whoever is called is to
/// know.
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
        ffi::set_attribute(call, name, ir::array_attr(context, &types));
    }
}

fn store_signature<'a>(context: &'a Context, function: Op<'a>) {
    let ty = function.attribute("function_type").ok();
    let ty = ty.and_then(|ty| TypeAttribute::try_from(ty).ok());
    let Some(ty) = ty.and_then(|ty| FunctionType::try_from(ty.value()).ok()) else { return };
    let inputs = (0..ty.input_count()).filter_map(|index| ty.input(index).ok());
    let results = (0..ty.result_count()).filter_map(|index| ty.result(index).ok());
    let inputs: Vec<_> = inputs.map(|ty| Scheme::storage(context, ty)).collect();
    let results: Vec<_> = results.map(|ty| Scheme::storage(context, ty)).collect();
    let ty = FunctionType::new(context, &inputs, &results);
    ffi::set_attribute(function, "function_type", ir::type_attr(ty.into()));
}
