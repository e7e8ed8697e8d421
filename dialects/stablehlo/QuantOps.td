// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversions between floating-point and quantized elements.

#ifndef HLOOM_STABLEHLO_QUANT_OPS
#define HLOOM_STABLEHLO_QUANT_OPS

include "stablehlo/StablehloAttrs.td"
include "stablehlo/ElementwiseOps.td"

def Stablehlo_UniformQuantizeOp
    : Stablehlo_UnaryOp<"uniform_quantize", Stablehlo_FloatOrAnyQuantizedTensor,
                        Stablehlo_QuantizedTensor> {
  let family = "Quant";
  let summary = "conversion to a quantized element type";
  let description = [{
    Divides by the result's scale, rounds, adds the zero point and clamps to the
    storage range. A quantized operand is dequantized first. Specification:
    `uniform_quantize`.
  }];
}

def Stablehlo_UniformDequantizeOp
    : Stablehlo_UnaryOp<"uniform_dequantize", Stablehlo_QuantizedTensor,
                        Stablehlo_FloatTensor, [Stablehlo_InferTypes]> {
  let family = "Quant";
  let summary = "conversion from a quantized element type";
  let description = [{
    Subtracts the zero point and multiplies by the scale. Specification:
    `uniform_dequantize`.
  }];
}

#endif // HLOOM_STABLEHLO_QUANT_OPS
