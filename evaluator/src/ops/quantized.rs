// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Quantized tensors (specification, "Types" and sections "uniform_quantize",
//! "uniform_dequantize", and in "Notation" the functions on quantization).

use crate::Error;
use crate::program::{Decoder, Operation};
use hloom_dialects::op_view::OpView;

/// Whether an operation computes on the numbers that quantized tensors stand for.
pub fn is_rewritten(_op: &OpView) -> Result<bool, Error> {
    Ok(false)
}

/// The operation on numbers, between dequantizing operands and quantizing results.
pub fn decode(op: &OpView, _decoder: &mut Decoder) -> Result<Box<dyn Operation>, Error> {
    Err(Error::invalid(format!("`{}` cannot be evaluated on quantized tensors", op.op())))
}

/// Conversions from and to quantized tensors.
pub fn decode_conversion(op: &OpView) -> Result<Box<dyn Operation>, Error> {
    Err(Error::invalid(format!("`{}` cannot be evaluated", op.op())))
}
