// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operations whose result shapes depend on values, and those on dynamic sizes.
// Such values are not known to fit, so most of these do not run speculatively.

#ifndef HLOOM_STABLEHLO_DYNAMIC_OPS
#define HLOOM_STABLEHLO_DYNAMIC_OPS

include "stablehlo/StablehloAttrs.td"

//===----------------------------------------------------------------------===//
// Shapes from operands
//===----------------------------------------------------------------------===//

def Stablehlo_DynamicBroadcastInDimOp
    : Stablehlo_Op<"dynamic_broadcast_in_dim", [Stablehlo_NotSpeculatable]> {
  let summary = "repetition along dimensions, to a computed shape";
  let description = [{
    A `broadcast_in_dim` to the shape `output_dimensions`. The dimensions known
    to expand, or not to, may be named. Specification:
    `dynamic_broadcast_in_dim`.
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
    : Stablehlo_Op<"dynamic_gather", [Stablehlo_NotSpeculatable,
                                      Stablehlo_InferTypes]> {
  let summary = "slices of computed size at computed positions";
  let description = [{
    A `gather` of slices of the size `slice_sizes`. Specification:
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
    : Stablehlo_Op<"dynamic_iota", [Stablehlo_NotSpeculatable]> {
  let summary = "positions along a dimension, in a computed shape";
  let description = [{
    An `iota` of the shape `output_shape`. Specification: `dynamic_iota`.
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
    : Stablehlo_Op<"dynamic_pad", [Stablehlo_NotSpeculatable]> {
  let summary = "padding by computed numbers";
  let description = [{
    A `pad` by the numbers in its operands. Specification: `dynamic_pad`.
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
    : Stablehlo_Op<"dynamic_reshape", [Stablehlo_NotSpeculatable]> {
  let summary = "the same elements in a computed shape";
  let description = [{
    A `reshape` to the shape `output_shape`. Specification: `dynamic_reshape`.
  }];
  let arguments = (ins Stablehlo_AnyTensor:$operand,
                       Stablehlo_StaticDimensionTensor:$output_shape);
  let results = (outs Stablehlo_AnyTensor:$result);
  let assemblyFormat =
      "operands attr-dict `:` functional-type(operands, results)";
}

def Stablehlo_RealDynamicSliceOp
    : Stablehlo_Op<"real_dynamic_slice", [Stablehlo_NotSpeculatable]> {
  let summary = "a part with computed bounds";
  let description = [{
    A `slice` with the bounds and strides in its operands. Specification:
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
    : Stablehlo_Op<"get_dimension_size", [Pure, Stablehlo_InferTypes]> {
  let summary = "the size of a dimension";
  let description = [{
    The size of `dimension` as a scalar. Specification: `get_dimension_size`.
  }];
  let arguments = (ins Stablehlo_AnyTensor:$operand, I64Attr:$dimension);
  let results = (outs Stablehlo_I32Tensor:$result);
  let assemblyFormat = [{
    $operand `,` `dim` `=` $dimension attr-dict
    `:` functional-type(operands, results)
  }];
}

def Stablehlo_SetDimensionSizeOp
    : Stablehlo_Op<"set_dimension_size", [Stablehlo_NotSpeculatable,
                                          Stablehlo_InferTypes]> {
  let summary = "a tensor with a dimension of another size";
  let description = [{
    The operand with `dimension` made dynamic, of the size `size`; its size in
    the operand's type becomes the bound. Specification: Types.
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
// Checks of shapes
//===----------------------------------------------------------------------===//

def Stablehlo_ComputeReshapeShapeOp
    : Stablehlo_Op<"compute_reshape_shape", [Stablehlo_NotSpeculatable]> {
  let summary = "the shape of a reshape with one size left open";
  let description = [{
    `dynamic_shape` with -1 replaced by the size that makes `num_elements`.
    Removed from StableHLO; kept for old programs.
  }];
  let arguments = (ins Index:$num_elements,
                       Stablehlo_DimensionTensor:$dynamic_shape);
  let results = (outs Stablehlo_DimensionTensor:$result);
  let assemblyFormat =
      "operands attr-dict `:` functional-type(operands, results)";
}

def Stablehlo_CstrReshapableOp
    : Stablehlo_Op<"cstr_reshapable", [Stablehlo_NotSpeculatable]> {
  let summary = "a witness that a shape fits a number of elements";
  let description = [{
    Fails at run time unless `dynamic_shape`, with at most one -1, can hold
    `num_elements`. Removed from StableHLO; kept for old programs.
  }];
  let arguments = (ins Index:$num_elements,
                       Stablehlo_DimensionTensor:$dynamic_shape);
  let results = (outs Stablehlo_Witness:$result);
  let assemblyFormat =
      "operands attr-dict `:` functional-type(operands, results)";
}

#endif // HLOOM_STABLEHLO_DYNAMIC_OPS
