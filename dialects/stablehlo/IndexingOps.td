// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operations that read or write at positions known only at run time, and sort.

#ifndef HLOOM_STABLEHLO_INDEXING_OPS
#define HLOOM_STABLEHLO_INDEXING_OPS

include "stablehlo/StablehloAttrs.td"

class Stablehlo_IndexingOp<string mnemonic, list<Trait> traits = []>
    : Stablehlo_Op<mnemonic, traits> {
  let family = "Indexing";
}

def Stablehlo_DynamicSliceOp
    : Stablehlo_IndexingOp<"dynamic_slice", [Stablehlo_Pure, Stablehlo_InferTypes]> {
  let summary = "slice of constant size at a computed position";
  let description = [{
    Returns the slice of size `slice_sizes` that begins at `start_indices`. The
    start is clamped so that the slice is inside of the operand. Specification:
    `dynamic_slice`.
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
    : Stablehlo_IndexingOp<"dynamic_update_slice", [Stablehlo_Pure,
                                            Stablehlo_InferTypes]> {
  let summary = "replacement of a slice at a computed position";
  let description = [{
    Returns the operand, in which `update` replaces the slice that begins at
    `start_indices`. The start is clamped so that the slice is inside of the
    operand. Specification: `dynamic_update_slice`.
  }];
  let arguments = (ins Stablehlo_Tensor:$operand, Stablehlo_Tensor:$update,
                       Variadic<Stablehlo_ScalarIntTensor>:$start_indices);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat =
      "operands attr-dict `:` functional-type(operands, results)";
}

def Stablehlo_GatherOp
    : Stablehlo_IndexingOp<"gather", [Stablehlo_Pure, Stablehlo_InferTypes]> {
  let summary = "slices at computed positions";
  let description = [{
    Returns, for every index vector in `start_indices`, the slice of the operand
    with the sizes `slice_sizes` that begins at this position. The start is
    clamped so that the slice is inside of the operand. `dimension_numbers`
    gives the dimensions of index vectors and slices. Specification: `gather`.
  }];
  let arguments =
      (ins Stablehlo_Tensor:$operand, Stablehlo_IntTensor:$start_indices,
           Stablehlo_GatherDimensionNumbers:$dimension_numbers,
           DenseI64ArrayAttr:$slice_sizes,
           DefaultValuedOptionalAttr<BoolAttr, "false">:$indices_are_sorted);
  let results = (outs Stablehlo_Tensor:$result);
  // An op with a promise that the verifier cannot check is not speculatable.
  let extraClassDeclaration = [{
    ::mlir::Speculation::Speculatability getSpeculatability();
  }];
}

def Stablehlo_ScatterOp
    : Stablehlo_IndexingOp<"scatter", [Stablehlo_RecursivelyPure,
                               SameVariadicOperandSize,
                               Stablehlo_Regions, Stablehlo_InferTypes]> {
  let summary = "updates at computed positions";
  let description = [{
    Combines, for every index vector in `scatter_indices`, a window of the
    inputs with a window of `updates`. `update_computation` receives the old
    elements and the updates. Updates outside the inputs are skipped. The order
    of several updates of one element is unspecified. Specification: `scatter`.
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
  // An op with a promise that the verifier cannot check is not speculatable.
  let extraClassDeclaration = [{
    ::mlir::Speculation::Speculatability getSpeculatability();
  }];
}

def Stablehlo_TorchIndexSelectOp
    : Stablehlo_IndexingOp<"torch_index_select", [Stablehlo_Pure]> {
  let summary = "slices chosen by index along a dimension";
  let description = [{
    Returns the slices of the operand along `dim` at the positions in `index`.
    The first `batch_dims` dimensions are batch dimensions. Deprecated in favor
    of `gather`. Specification: Deprecated Operations.
  }];
  let arguments = (ins Stablehlo_Tensor:$operand, Stablehlo_Tensor:$index,
                       I64Attr:$dim, I64Attr:$batch_dims);
  let results = (outs Stablehlo_Tensor:$result);
}

def Stablehlo_SortOp
    : Stablehlo_IndexingOp<"sort", [Stablehlo_RecursivelyPure, Stablehlo_Regions,
                            Stablehlo_InferTypes]> {
  let family = "Sort";
  let summary = "sorting along a dimension";
  let description = [{
    Sorts all inputs together along `dimension`; a negative `dimension` counts
    from the end. `comparator` returns true if the first elements of all inputs
    precede the second elements. Equal elements keep their order if `is_stable`
    is set. Specification: `sort`.
  }];
  let arguments = (ins Variadic<Stablehlo_Tensor>:$inputs,
                       DefaultValuedOptionalAttr<I64Attr, "-1">:$dimension,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$is_stable);
  let results = (outs Variadic<Stablehlo_Tensor>:$results);
  let regions = (region SizedRegion<1>:$comparator);
}

#endif // HLOOM_STABLEHLO_INDEXING_OPS
