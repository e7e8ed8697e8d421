// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operations that read or write at positions known only at run time.

#ifndef HLOOM_STABLEHLO_INDEXING_OPS
#define HLOOM_STABLEHLO_INDEXING_OPS

include "stablehlo/StablehloAttrs.td"

def Stablehlo_DynamicSliceOp
    : Stablehlo_Op<"dynamic_slice", [Stablehlo_Pure, Stablehlo_InferTypes]> {
  let summary = "a part of constant size at a computed position";
  let description = [{
    The part of size `slice_sizes` that begins at `start_indices`, moved so far
    that it lies inside the operand. Specification: `dynamic_slice`.
  }];
  let arguments = (ins Stablehlo_Tensor:$operand,
                       Variadic<Stablehlo_ScalarIntTensor>:$start_indices,
                       DenseI64ArrayAttr:$slice_sizes);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` custom<VariadicOperandWithAttribute>($start_indices)
    `sizes` `=` $slice_sizes attr-dict `:` functional-type(operands, results)
  }];
}

def Stablehlo_DynamicUpdateSliceOp
    : Stablehlo_Op<"dynamic_update_slice", [Stablehlo_Pure,
                                            Stablehlo_InferTypes]> {
  let summary = "a tensor with a part replaced at a computed position";
  let description = [{
    The operand, with `update` in place of the part of its size that begins at
    `start_indices`, moved so far that it lies inside the operand.
    Specification: `dynamic_update_slice`.
  }];
  let arguments = (ins Stablehlo_Tensor:$operand, Stablehlo_Tensor:$update,
                       Variadic<Stablehlo_ScalarIntTensor>:$start_indices);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat =
      "operands attr-dict `:` functional-type(operands, results)";
}

def Stablehlo_GatherOp
    : Stablehlo_Op<"gather", [Stablehlo_Pure, Stablehlo_InferTypes]> {
  let summary = "slices at computed positions";
  let description = [{
    For every index vector in `start_indices` the slice of the operand of size
    `slice_sizes` that begins there, moved so far that it lies inside;
    `dimension_numbers` says where index vectors and slices lie in the tensors.
    Specification: `gather`.
  }];
  let arguments =
      (ins Stablehlo_Tensor:$operand, Stablehlo_IntTensor:$start_indices,
           Stablehlo_GatherDimensionNumbers:$dimension_numbers,
           DenseI64ArrayAttr:$slice_sizes,
           DefaultValuedOptionalAttr<BoolAttr, "false">:$indices_are_sorted);
  let results = (outs Stablehlo_Tensor:$result);
  // Whether the promise holds that indices are sorted is not known.
  let extraClassDeclaration = [{
    ::mlir::Speculation::Speculatability getSpeculatability();
  }];
}

def Stablehlo_ScatterOp
    : Stablehlo_Op<"scatter", [Stablehlo_RecursivelyPure,
                               SameVariadicOperandSize,
                               Stablehlo_Regions, Stablehlo_InferTypes]> {
  let summary = "updates at computed positions";
  let description = [{
    The inputs, where for every index vector in `scatter_indices` a window is
    combined with one of `updates` by `update_computation`, called with the old
    elements and the updates. Updates that would fall outside are skipped. The
    order of several updates of one element is not determined. Specification:
    `scatter`.
  }];
  let arguments =
      (ins Variadic<Stablehlo_Tensor>:$inputs,
           RankedTensorOf<[AnyInteger, Index]>:$scatter_indices,
           Variadic<Stablehlo_Tensor>:$updates,
           Stablehlo_ScatterDimensionNumbers:$scatter_dimension_numbers,
           DefaultValuedOptionalAttr<BoolAttr, "false">:$indices_are_sorted,
           DefaultValuedOptionalAttr<BoolAttr, "false">:$unique_indices);
  let results = (outs Variadic<Stablehlo_Tensor>:$results);
  let regions = (region SizedRegion<1>:$update_computation);
  // Whether the promises about the indices hold is not known.
  let extraClassDeclaration = [{
    ::mlir::Speculation::Speculatability getSpeculatability();
  }];
}

def Stablehlo_TorchIndexSelectOp
    : Stablehlo_Op<"torch_index_select", [Stablehlo_Pure]> {
  let summary = "slices chosen by index along a dimension";
  let description = [{
    The slices of the operand along `dim` that `index` names, for each element
    of the first `batch_dims` dimensions. Deprecated in favor of `gather`.
    Specification: Deprecated Operations.
  }];
  let arguments = (ins Stablehlo_Tensor:$operand, Stablehlo_Tensor:$index,
                       I64Attr:$dim, I64Attr:$batch_dims);
  let results = (outs Stablehlo_Tensor:$result);
}

def Stablehlo_SortOp
    : Stablehlo_Op<"sort", [Stablehlo_RecursivelyPure, Stablehlo_Regions,
                            Stablehlo_InferTypes]> {
  let summary = "sorting along a dimension";
  let description = [{
    Sorts all inputs together along `dimension` (from the last one if negative),
    in the order in which `comparator` says that one element of each comes
    before another. Equal ones keep their order if `is_stable`. Specification:
    `sort`.
  }];
  let arguments = (ins Variadic<Stablehlo_Tensor>:$inputs,
                       DefaultValuedOptionalAttr<I64Attr, "-1">:$dimension,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$is_stable);
  let results = (outs Variadic<Stablehlo_Tensor>:$results);
  let regions = (region SizedRegion<1>:$comparator);
}

#endif // HLOOM_STABLEHLO_INDEXING_OPS
