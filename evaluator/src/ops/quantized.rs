// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Quantized tensors (specification, "Types", sections "uniform_quantize",
//! "uniform_dequantize", and in "Notation" the functions on quantization).
//!
//! An operation that computes on the numbers that quantized tensors stand for is
//! `dequantize_op_quantize`: the same operation on tensors of the expressed types,
//! between dequantizing its operands and quantizing its results. Families know
//! nothing of it: they are given an operation of those types to read.

mod expressed;
mod numbers;

pub use numbers::{dequantize, quantize, to_destination_type, zeros};

use super::{decode_plain, on_tensors, one, result_types};
use crate::program::{Decoder, Operation, Region};
use crate::run::Frame;
use crate::{Element, Error, Type, Value};
use expressed::Expressed;
use hloom_dialects::op::Op;
use hloom_dialects::op_view::OpView;

/// Whether an operation computes on the numbers that quantized tensors stand for.
pub fn is_rewritten(op: &OpView) -> Result<bool, Error> {
    let dialect = op.op().facts().dialect;
    if !matches!(dialect, "stablehlo" | "chlo") || moves_elements(op.op()) {
        return Ok(false);
    }
    let (operands, results) = (types(op)?, result_types(op)?);
    if !operands.iter().chain(&results).any(|ty| matches!(ty, Type::Tensor(_)) && ty.is_quantized())
    {
        return Ok(false);
    }
    // A choice between tensors of one type is none between numbers.
    let same = operands.iter().skip(1).chain(&results).map(element).collect::<Vec<_>>();
    Ok(op.op() != Op::StablehloSelect || same.windows(2).any(|pair| pair[0] != pair[1]))
}

/// Whether an operation has elements in other places, combines them by functions of the
/// program, or hands them on, and does not look at what they stand for.
fn moves_elements(op: Op) -> bool {
    matches!(
        op,
        Op::ChloScan
            | Op::StablehloAfterAll
            | Op::StablehloAllGather
            | Op::StablehloAllReduce
            | Op::StablehloAllToAll
            | Op::StablehloAsyncDone
            | Op::StablehloAsyncStart
            | Op::StablehloBitcastConvert
            | Op::StablehloBroadcast
            | Op::StablehloBroadcastInDim
            | Op::StablehloCase
            | Op::StablehloCollectiveBroadcast
            | Op::StablehloCollectivePermute
            | Op::StablehloCollectiveReduce
            | Op::StablehloComposite
            | Op::StablehloComputeReshapeShape
            | Op::StablehloConcatenate
            | Op::StablehloConstant
            | Op::StablehloCreateToken
            | Op::StablehloCstrReshapable
            | Op::StablehloCustomCall
            | Op::StablehloDynamicBroadcastInDim
            | Op::StablehloDynamicGather
            | Op::StablehloDynamicPad
            | Op::StablehloDynamicReshape
            | Op::StablehloDynamicSlice
            | Op::StablehloDynamicUpdateSlice
            | Op::StablehloGather
            | Op::StablehloGetDimensionSize
            | Op::StablehloGetTupleElement
            | Op::StablehloIf
            | Op::StablehloInfeed
            | Op::StablehloMap
            | Op::StablehloOptimizationBarrier
            | Op::StablehloOutfeed
            | Op::StablehloPad
            | Op::StablehloPartitionId
            | Op::StablehloRealDynamicSlice
            | Op::StablehloRecv
            | Op::StablehloReduce
            | Op::StablehloReduceScatter
            | Op::StablehloReduceWindow
            | Op::StablehloReplicaId
            | Op::StablehloReshape
            | Op::StablehloReturn
            | Op::StablehloReverse
            | Op::StablehloScatter
            | Op::StablehloSelectAndScatter
            | Op::StablehloSend
            | Op::StablehloSetDimensionSize
            | Op::StablehloSlice
            | Op::StablehloSort
            | Op::StablehloTorchIndexSelect
            | Op::StablehloTrace
            | Op::StablehloTranspose
            | Op::StablehloTuple
            | Op::StablehloUniformDequantize
            | Op::StablehloUniformQuantize
            | Op::StablehloWhile
    )
}

/// The operation on numbers, between dequantizing operands and quantizing results.
pub fn decode(op: &OpView, decoder: &mut Decoder) -> Result<Box<dyn Operation>, Error> {
    if op.region_count() > 0 {
        let message = format!("`{}` cannot be evaluated on quantized tensors", op.op());
        return Err(Error::invalid(message));
    }
    let operands = types(op)?.iter().map(quantized).collect();
    let results = result_types(op)?.iter().map(quantized).collect();
    let expressed = Expressed::new(op)?;
    let plain = decode_plain(&expressed.view()?, decoder)?;
    Ok(Box::new(OnNumbers { operands, plain, results }))
}

/// Conversions from and to quantized tensors.
pub fn decode_conversion(op: &OpView) -> Result<Box<dyn Operation>, Error> {
    let operand = types(op)?.first().and_then(quantized);
    let result = result_types(op)?.first().and_then(quantized);
    Ok(on_tensors(move |operands| {
        let numbers = match &operand {
            Some(element) => dequantize(operands[0], element)?,
            None => operands[0].clone(),
        };
        one(match &result {
            Some(element) => quantize(&numbers, element),
            None => Ok(numbers),
        })
    }))
}

/// An operation on numbers, and the types of those that are stored as integers.
#[derive(Debug)]
struct OnNumbers {
    operands: Vec<Option<Element>>,
    plain: Box<dyn Operation>,
    results: Vec<Option<Element>>,
}

impl Operation for OnNumbers {
    fn evaluate(&self, operands: Vec<Value>, frame: &mut Frame) -> Result<Vec<Value>, Error> {
        let numbers = operands.into_iter().zip(&self.operands).map(|(value, element)| {
            let Some(element) = element else { return Ok(value) };
            dequantize(value.tensor()?, element).map(Value::from)
        });
        let results = self.plain.evaluate(numbers.collect::<Result<_, Error>>()?, frame)?;
        let stored = results.into_iter().zip(&self.results).map(|(value, element)| {
            let Some(element) = element else { return Ok(value) };
            quantize(value.tensor()?, element).map(Value::from)
        });
        stored.collect()
    }

    fn regions(&self) -> Vec<&Region> {
        self.plain.regions()
    }
}

fn types(op: &OpView) -> Result<Vec<Type>, Error> {
    op.operand_types().into_iter().map(Type::read).collect()
}

fn element(ty: &Type) -> Option<&Element> {
    ty.tensor().ok().map(|tensor| &tensor.element)
}

/// The element type of a quantized tensor.
fn quantized(ty: &Type) -> Option<Element> {
    element(ty).filter(|element| element.quantization.is_some()).cloned()
}

#[cfg(test)]
mod tests {
    use crate::ops::testing::results;

    const TENSOR: &str = "tensor<2x!quant.uniform<i8:f32, 0.5:3>>";
    const AXIS: &str = "tensor<2x!quant.uniform<i8:f32:0, {0.1:-30,0.5:-20}>>";

    #[test]
    fn conversions() {
        let body = format!(
            "%x = stablehlo.constant dense<[4.0, 15.0]> : tensor<2xf32>
             %q = stablehlo.uniform_quantize %x : (tensor<2xf32>) -> {AXIS}
             %d = stablehlo.uniform_dequantize %q : ({AXIS}) -> tensor<2xf32>
             %r = stablehlo.uniform_quantize %q : ({AXIS}) -> {TENSOR}
             return %q, %d, %r : {AXIS}, tensor<2xf32>, {TENSOR}"
        );
        let results = results(&body, &[AXIS, "tensor<2xf32>", TENSOR]);
        assert_eq!(results[0], "tensor<2xi8> [10 10]");
        assert_eq!(results[1], "tensor<2xf32> [ 4.0 15.0]");
        assert_eq!(results[2], "tensor<2xi8> [11 33]");
    }

    #[test]
    fn what_moves_elements_moves_integers() {
        let body = format!(
            "%x = \"stablehlo.constant\"() {{value = dense<[-7, 9]> : tensor<2xi8>}} : () -> {TENSOR}
             %r = stablehlo.reverse %x, dims = [0] : {TENSOR}
             return %r : {TENSOR}"
        );
        assert_eq!(results(&body, &[TENSOR]), ["tensor<2xi8> [ 9 -7]"]);
    }

    /// `iota` computes its elements, but has no operands and is of another family.
    #[test]
    fn numbers_are_quantized() {
        let body = format!(
            "%x = stablehlo.iota dim = 0 : {TENSOR}
             return %x : {TENSOR}"
        );
        assert_eq!(results(&body, &[TENSOR]), ["tensor<2xi8> [3 5]"]);
    }
}
