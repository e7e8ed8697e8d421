// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Quantized tensors (specification, "Types", sections "uniform_quantize",
//! "uniform_dequantize", and in "Notation" the functions on quantization).
//!
//! An operation that computes on the numbers that quantized tensors represent is evaluated as
//! `dequantize_op_quantize`. Its operands are dequantized, the same operation runs on tensors of
//! the expressed types, and its results are quantized. Families need no code for this, because
//! they decode an operation of the expressed types.

mod expressed;
mod numbers;

pub use numbers::{dequantize, quantize, to_destination_type, zeros};

use super::on_tensors::{on_tensors, one};
use super::types::{operand_types, result_types};
use crate::program::{Frame, Operation, Region};
use crate::{Element, Error, Type, Value};
use expressed::Expressed;
use hloom_dialects::op::Op;
use hloom_dialects::op_view::OpView;

/// Returns true if an operation computes on the numbers that quantized tensors represent.
///
/// # Errors
/// Fails if the evaluator does not support a type of the operation.
pub fn is_rewritten(op: &OpView) -> Result<bool, Error> {
    let dialect = op.op().facts().dialect;
    if !matches!(dialect, "stablehlo" | "chlo") || moves_elements(op.op()) {
        return Ok(false);
    }
    let (operands, results) = (operand_types(op)?, result_types(op)?);
    if !operands.iter().chain(&results).any(|ty| matches!(ty, Type::Tensor(_)) && ty.is_quantized())
    {
        return Ok(false);
    }
    // A `select` between tensors of one type does not compute on numbers.
    let same = operands.iter().skip(1).chain(&results).map(element).collect::<Vec<_>>();
    Ok(op.op() != Op::StablehloSelect || same.windows(2).any(|pair| pair[0] != pair[1]))
}

/// Returns true if an operation does not use the numbers that elements represent. Such an operation
/// moves elements, combines them by functions of the program, or returns them unchanged.
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

/// Decodes an operation on represented numbers: it dequantizes its operands and quantizes its
/// results. `decode_plain` decodes the copy of the operation on the expressed types.
///
/// # Errors
/// Fails if the operation has regions, or if it cannot be evaluated on the expressed types.
pub fn decode(
    op: &OpView,
    decode_plain: impl FnOnce(&OpView) -> Result<Box<dyn Operation>, Error>,
) -> Result<Box<dyn Operation>, Error> {
    if op.region_count() > 0 {
        let message =
            format!("`{}` has a region, so it cannot be evaluated on quantized tensors", op.op());
        return Err(Error::invalid(message));
    }
    let operands = operand_types(op)?.iter().map(quantized).collect();
    let results = result_types(op)?.iter().map(quantized).collect();
    let expressed = Expressed::new(op)?;
    let plain = decode_plain(&expressed.view()?)?;
    Ok(Box::new(DequantizeOpQuantize { operands, plain, results }))
}

/// Decodes a conversion from or to quantized tensors.
///
/// # Errors
/// Fails if the evaluator does not support a type of the operation.
pub fn decode_conversion(op: &OpView) -> Result<Box<dyn Operation>, Error> {
    let operand = operand_types(op)?.first().and_then(quantized);
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

/// An operation on represented numbers. The lists `operands` and `results` contain the element
/// types of quantized tensors, and `None` for other values.
#[derive(Debug)]
struct DequantizeOpQuantize {
    operands: Vec<Option<Element>>,
    plain: Box<dyn Operation>,
    results: Vec<Option<Element>>,
}

impl Operation for DequantizeOpQuantize {
    fn evaluate(&self, operands: Vec<Value>, frame: &mut dyn Frame) -> Result<Vec<Value>, Error> {
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

fn element(ty: &Type) -> Option<&Element> {
    ty.tensor().ok().map(|tensor| &tensor.element)
}

/// Returns the element type of a quantized tensor, or `None` for other types.
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
