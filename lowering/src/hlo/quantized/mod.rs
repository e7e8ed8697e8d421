// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-legalize-quantized`: quantized tensors become the integers they are stored as,
//! and operations on them arithmetic (specification, "Notation", section "Quantization
//! computations").
//!
//! Products and convolutions of 8-bit integers and fewer are sums of integers, exact
//! until they are scaled. Other operations that compute do so on floats, between
//! dequantizing operands and quantizing results. Those that only move elements move
//! what is stored.

mod contraction;
mod convert;

use crate::ffi;
use crate::hlo::build::Hlo;
use crate::ir::{self, Builder, Context, Op, Type, Value};
use crate::pass::{Failure, OptionValues, PassInfo};
use convert::{Scheme, is_quantized, storage_type};
use hloom_dialects::op::Op as Kind;
use melior::ir::ValueLike;
use melior::ir::attribute::TypeAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::FunctionType;

/// The pass.
pub static PASS: PassInfo = PassInfo {
    argument: "hlo-legalize-quantized",
    description: "replace quantized tensors by their integers, operations by arithmetic",
    anchor: "builtin.module",
    options: &[],
    dialects: &["builtin", "stablehlo"],
    run,
};

fn run<'a>(context: &'a Context, module: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    let mut refused = Failure::default();
    for op in ir::walk(module) {
        let values = ir::operands(op).into_iter().chain(ir::results(op));
        if !values.into_iter().any(|value| is_quantized(value.r#type())) {
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
                ir::replace_all_uses(result, operand);
                ir::erase(op);
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
    let new = match kind {
        Kind::StablehloUniformQuantize | Kind::StablehloUniformDequantize => {
            vec![floats(hlo, operands[0])]
        }
        Kind::StablehloDotGeneral | Kind::StablehloDot | Kind::StablehloConvolution => {
            match contraction::scaled_product(hlo, op) {
                Some(product) => vec![product],
                None => on_floats(hlo, op),
            }
        }
        _ => on_floats(hlo, op),
    };
    for (result, new) in results.into_iter().zip(new) {
        let value = match Scheme::of(result.r#type()) {
            Some(scheme) => scheme.quantize(hlo, new).ok_or_else(|| {
                Failure::at(op, format!("`{}` has a size only the run knows", result.r#type()))
            })?,
            None => new,
        };
        ir::replace_all_uses(result, value);
    }
    ir::erase(op);
    Ok(())
}

/// The results of the operation on the numbers that its operands stand for.
fn on_floats<'a>(hlo: Hlo<'a>, op: Op<'a>) -> Vec<Value<'a>> {
    let operands: Vec<_> = ir::operands(op).into_iter().map(|value| floats(hlo, value)).collect();
    let expressed = |result: &Value<'a>| convert::expressed_type(result.r#type());
    let types: Vec<_> = ir::results(op).iter().map(expressed).collect();
    let mut new = hlo.at.op(ir::op_name(op)).operands(&operands).results(&types);
    for (name, value) in op.attributes() {
        // What is compared are floats now.
        let name = name.as_string_ref().as_str().unwrap_or_default().to_owned();
        if name != "compare_type" {
            new = new.attr(&name, value);
        }
    }
    ir::results(new.build())
}

/// The numbers that a tensor stands for.
fn floats<'a>(hlo: Hlo<'a>, value: Value<'a>) -> Value<'a> {
    Scheme::of(value.r#type()).map_or(value, |scheme| scheme.dequantize(hlo, value))
}

/// Whether an operation on quantized tensors needs nothing but what is stored: it moves
/// elements, or leaves what is done with them to its regions.
fn moves_elements(kind: Kind, op: Op) -> bool {
    match kind {
        // Between tensors of one type.
        Kind::StablehloSelect => {
            let types: Vec<_> = ir::operands(op)[1..].iter().map(|it| it.r#type()).collect();
            ir::results(op).iter().all(|it| types.iter().all(|ty| *ty == it.r#type()))
        }
        Kind::StablehloAfterAll
        | Kind::StablehloBitcastConvert
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
        let stored = stored(context, value.r#type());
        if stored != value.r#type() {
            ffi::set_type(value, stored);
        }
    }
    match ir::op_name(op) {
        "func.func" => store_signature(context, op),
        // Of one type on both sides now.
        "stablehlo.bitcast_convert"
            if ir::operands(op)[0].r#type() == ir::results(op)[0].r#type() =>
        {
            ir::replace_all_uses(ir::results(op)[0], ir::operands(op)[0]);
            ir::erase(op);
        }
        // Its integers are signless, whatever the type says.
        "stablehlo.constant" => {
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

fn store_signature<'a>(context: &'a Context, function: Op<'a>) {
    let ty = function.attribute("function_type").ok();
    let ty = ty.and_then(|ty| TypeAttribute::try_from(ty).ok());
    let Some(ty) = ty.and_then(|ty| FunctionType::try_from(ty.value()).ok()) else { return };
    let inputs = (0..ty.input_count()).filter_map(|index| ty.input(index).ok());
    let results = (0..ty.result_count()).filter_map(|index| ty.result(index).ok());
    let inputs: Vec<_> = inputs.map(|ty| stored(context, ty)).collect();
    let results: Vec<_> = results.map(|ty| stored(context, ty)).collect();
    let ty = FunctionType::new(context, &inputs, &results);
    ffi::set_attribute(function, "function_type", ir::type_attr(ty.into()));
}

/// The type that values of a type are stored as.
fn stored<'a>(context: &'a Context, ty: Type<'a>) -> Type<'a> {
    storage_type(context, ty).unwrap_or(ty)
}
