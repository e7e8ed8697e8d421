// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operations whose result shapes depend on values, and operations on dynamic
// sizes. The values may be invalid at run time, so most of these operations are
// not speculatable.

#ifndef HLOOM_STABLEHLO_DYNAMIC_OPS
#define HLOOM_STABLEHLO_DYNAMIC_OPS

include "stablehlo/StablehloAttrs.td"

class Stablehlo_DynamicOp<string mnemonic, list<Trait> traits = []>
    : Stablehlo_Op<mnemonic, traits> {
  let family = "Dynamic";
}

//===----------------------------------------------------------------------===//
// Shapes from operands
//===----------------------------------------------------------------------===//

def Stablehlo_DynamicBroadcastInDimOp
    : Stablehlo_DynamicOp<"dynamic_broadcast_in_dim", [Stablehlo_NotSpeculatable]> {
  let summary = "repetition along dimensions, to a computed shape";
  let description = [{
    Computes a `broadcast_in_dim` to the shape `output_dimensions`. Attributes
    may list the dimensions that are known to expand or not to expand.
    Specification: `dynamic_broadcast_in_dim`.
  }];
  let arguments =
      (ins Stablehlo_AnyTensor:$operand,
           Stablehlo_StaticDimensionTensor:$output_dimensions,
           DenseI64ArrayAttr:$broadcast_dimensions,
           OptionalAttr<DenseI64ArrayAttr>:$known_expanding_dimensions,
           OptionalAttr<DenseI64ArrayAttr>:$known_nonexpanding_dimensions);
  let results = (outs Stablehlo_AnyTensor:$result);
  let assemblyFormat = [{
    $operand `,` $output_dimensions `,` `dims` `=` $broadcast_dimensions
    attr-dict
    `:` functional-type(operands, results)
  }];
}

def Stablehlo_DynamicGatherOp
    : Stablehlo_DynamicOp<"dynamic_gather", [Stablehlo_NotSpeculatable,
                                      Stablehlo_InferTypes]> {
  let family = "Indexing";
  let summary = "slices of computed size at computed positions";
  let description = [{
    Computes a `gather` of slices with the sizes `slice_sizes`. Specification:
    `dynamic_gather`.
  }];
  let arguments =
      (ins Stablehlo_Tensor:$operand, Stablehlo_IntTensor:$start_indices,
           Stablehlo_StaticIntVector:$slice_sizes,
           Stablehlo_GatherDimensionNumbers:$dimension_numbers,
           DefaultValuedOptionalAttr<BoolAttr, "false">:$indices_are_sorted);
  let results = (outs Stablehlo_Tensor:$result);
}

def Stablehlo_DynamicIotaOp
    : Stablehlo_DynamicOp<"dynamic_iota", [Stablehlo_NotSpeculatable]> {
  let summary = "positions along a dimension, in a computed shape";
  let description = [{
    Computes an `iota` of the shape `output_shape`. Specification:
    `dynamic_iota`.
  }];
  let arguments = (ins Stablehlo_StaticDimensionTensor:$output_shape,
                       I64Attr:$iota_dimension);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    $output_shape `,` `dim` `=` $iota_dimension attr-dict
    `:` functional-type(operands, results)
  }];
}

def Stablehlo_DynamicPadOp
    : Stablehlo_DynamicOp<"dynamic_pad", [Stablehlo_NotSpeculatable]> {
  let summary = "padding with computed sizes";
  let description = [{
    Computes a `pad` whose padding sizes are operands. Specification:
    `dynamic_pad`.
  }];
  let arguments = (ins Stablehlo_Tensor:$operand,
                       Stablehlo_ScalarTensor:$padding_value,
                       Stablehlo_StaticDimensionTensor:$edge_padding_low,
                       Stablehlo_StaticDimensionTensor:$edge_padding_high,
                       Stablehlo_StaticDimensionTensor:$interior_padding);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat =
      "operands attr-dict `:` functional-type(operands, results)";
}

def Stablehlo_DynamicReshapeOp
    : Stablehlo_DynamicOp<"dynamic_reshape", [Stablehlo_NotSpeculatable]> {
  // HLO's dynamic-reshape takes each size as a separate operand.
  let opcode = "";
  let summary = "reshape to a computed shape";
  let description = [{
    Computes a `reshape` to the shape `output_shape`. Specification:
    `dynamic_reshape`.
  }];
  let arguments = (ins Stablehlo_AnyTensor:$operand,
                       Stablehlo_StaticDimensionTensor:$output_shape);
  let results = (outs Stablehlo_AnyTensor:$result);
  let assemblyFormat =
      "operands attr-dict `:` functional-type(operands, results)";
}

def Stablehlo_RealDynamicSliceOp
    : Stablehlo_DynamicOp<"real_dynamic_slice", [Stablehlo_NotSpeculatable]> {
  let summary = "slice with computed bounds";
  let description = [{
    Computes a `slice` whose bounds and strides are operands. Specification:
    Dynamism.
  }];
  let arguments = (ins Stablehlo_Tensor:$operand,
                       Stablehlo_DimensionTensor:$start_indices,
                       Stablehlo_DimensionTensor:$limit_indices,
                       Stablehlo_DimensionTensor:$strides);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat =
      "operands attr-dict `:` functional-type(operands, results)";
}

//===----------------------------------------------------------------------===//
// Dynamic sizes
//===----------------------------------------------------------------------===//

def Stablehlo_GetDimensionSizeOp
    : Stablehlo_DynamicOp<"get_dimension_size", [Pure, Stablehlo_InferTypes]> {
  let family = "Shape";
  let summary = "the size of a dimension";
  let description = [{
    Returns the size of `dimension` as a scalar. Specification:
    `get_dimension_size`.
  }];
  let arguments = (ins Stablehlo_AnyTensor:$operand, I64Attr:$dimension);
  let results = (outs Stablehlo_I32Tensor:$result);
  let assemblyFormat = [{
    $operand `,` `dim` `=` $dimension attr-dict
    `:` functional-type(operands, results)
  }];
}

def Stablehlo_SetDimensionSizeOp
    : Stablehlo_DynamicOp<"set_dimension_size", [Stablehlo_NotSpeculatable,
                                          Stablehlo_InferTypes]> {
  let family = "Shape";
  let summary = "a tensor with another size of a dimension";
  let description = [{
    Returns the operand with `dimension` made dynamic and of size `size`. The
    size in the operand's type becomes the bound. Specification: Types.
  }];
  let arguments = (ins Stablehlo_Tensor:$operand, Stablehlo_I32Tensor:$size,
                       I64Attr:$dimension);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` $size `,` `dim` `=` $dimension attr-dict
    `:` functional-type(operands, results)
  }];
}

//===----------------------------------------------------------------------===//
// Shape checks
//===----------------------------------------------------------------------===//

def Stablehlo_ComputeReshapeShapeOp
    : Stablehlo_DynamicOp<"compute_reshape_shape", [Stablehlo_NotSpeculatable]> {
  let summary = "the shape of a reshape with one inferred size";
  let description = [{
    Replaces the -1 in `dynamic_shape` by the size that gives `num_elements`
    elements. StableHLO has removed the operation; it is kept for old programs.
  }];
  let arguments = (ins Index:$num_elements,
                       Stablehlo_DimensionTensor:$dynamic_shape);
  let results = (outs Stablehlo_DimensionTensor:$result);
  let assemblyFormat =
      "operands attr-dict `:` functional-type(operands, results)";
}

def Stablehlo_CstrReshapableOp
    : Stablehlo_DynamicOp<"cstr_reshapable", [Stablehlo_NotSpeculatable]> {
  let summary = "a witness that a shape fits a number of elements";
  let description = [{
    Fails at run time unless `dynamic_shape`, with at most one -1, can have
    `num_elements` elements. StableHLO has removed the operation; it is kept for
    old programs.
  }];
  let arguments = (ins Index:$num_elements,
                       Stablehlo_DimensionTensor:$dynamic_shape);
  let results = (outs Stablehlo_Witness:$result);
  let assemblyFormat =
      "operands attr-dict `:` functional-type(operands, results)";
}

#endif // HLOOM_STABLEHLO_DYNAMIC_OPS
