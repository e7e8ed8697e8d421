// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Everything of the chlo dialect; here the ops that are not elementwise.

#ifndef HLOOM_CHLO_OPS
#define HLOOM_CHLO_OPS

include "chlo/BroadcastOps.td"
include "chlo/ChloBase.td"
include "chlo/ChloEnums.td"
include "chlo/ElementwiseOps.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/OpAsmInterface.td"

def Chlo_Dims : OptionalArrayRefParameter<"int64_t", "dimension numbers"> {
  let parser = "hloom::parseDims($_parser)";
  let printer = "hloom::printDims($_printer, $_self)";
}

def Chlo_RaggedDotDimensionNumbersAttr
    : AttrDef<Chlo_Dialect, "RaggedDotDimensionNumbers"> {
  let mnemonic = "ragged_dot";
  let summary = "which dimensions of a ragged product play which role";
  let parameters = (ins Chlo_Dims:$lhs_batching_dimensions,
                        Chlo_Dims:$rhs_batching_dimensions,
                        Chlo_Dims:$lhs_contracting_dimensions,
                        Chlo_Dims:$rhs_contracting_dimensions,
                        Chlo_Dims:$lhs_ragged_dimensions,
                        Chlo_Dims:$rhs_group_dimensions);
  let assemblyFormat = "`<` struct(params) `>`";
}

def Chlo_ConstantOp
    : Chlo_Op<"constant", [ConstantLike, Pure, Chlo_InferTypes]> {
  let summary = "a constant tensor";
  let arguments = (ins ElementsAttr:$value);
  let results = (outs StaticShapeTensorOf<[Chlo_Float, Chlo_Pred, Chlo_Int,
                                           Chlo_Complex,
                                           Chlo_Quantized]>:$output);
  let assemblyFormat = "attr-dict $value";
  let hasFolder = 1;
}

def Chlo_ConstantLikeOp
    : Chlo_Op<"constant_like", [Pure, SameOperandsAndResultShape,
                                Chlo_InferTypes]> {
  let summary = "one constant in every element of an operand's shape";
  let arguments = (ins TypedAttrInterface:$value, Chlo_Tensor:$operand);
  let results = (outs Chlo_Tensor:$result);
}

def Chlo_RaggedDotOp : Chlo_Op<"ragged_dot", [Pure, Chlo_InferTypes]> {
  let summary = "a matrix product with one dimension cut into groups";
  let description = [{
    As `stablehlo.dot_general`, but one dimension of `lhs`, the ragged one, is
    cut into consecutive groups whose sizes `group_sizes` gives. Where that
    dimension is neither batching nor contracting, every group meets its own
    slice of `rhs` along the group dimension; where it is contracting, every
    group gives its own product, along a new leading dimension; where it is
    batching, the groups only say which batches exist.
  }];
  let arguments = (ins Chlo_Tensor:$lhs, Chlo_Tensor:$rhs,
                       Chlo_IntTensor:$group_sizes,
                       Chlo_RaggedDotDimensionNumbersAttr:
                           $ragged_dot_dimension_numbers,
                       OptionalAttr<Chlo_PrecisionConfigAttr>:
                           $precision_config);
  let results = (outs Chlo_Tensor:$result);
}

def Chlo_ScanOp
    : Chlo_Op<"scan", [AttrSizedOperandSegments, AttrSizedResultSegments,
                       IsolatedFromAbove, RecursiveMemoryEffects,
                       DeclareOpInterfaceMethods<OpAsmOpInterface,
                                                 ["getAsmBlockArgumentNames"]>,
                       Chlo_InferTypes]> {
  let summary = "a body applied along a dimension, carrying values";
  let description = [{
    Slices every input along `dimension` and calls the body on one slice after
    the other, from the back if `is_reverse`. The body gets the slices and the
    carried values, which start as the inits, and yields one slice of each
    output and the next carried values.
  }];
  let arguments = (ins Variadic<Chlo_Tensor>:$inputs,
                       Variadic<Chlo_Tensor>:$inits,
                       ConfinedAttr<I64Attr, [IntNonNegative]>:$dimension,
                       OptionalAttr<ConfinedAttr<
                           I64Attr, [IntNonNegative]>>:$scan_dim_size,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$is_reverse,
                       OptionalAttr<BoolAttr>:$is_associative);
  let results = (outs Variadic<Chlo_Tensor>:$outputs,
                      Variadic<Chlo_Tensor>:$carries);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
}

def Chlo_TopKOp : Chlo_Op<"top_k", [Pure, Chlo_InferTypes]> {
  let summary = "the largest elements along the last dimension";
  let description = [{
    The `k` largest elements of every row in descending order, and their
    positions in it. If `is_stable`, of two equal elements the one with the
    lower position comes first.
  }];
  let arguments = (ins Chlo_Tensor:$operand, I64Attr:$k,
                       DefaultValuedOptionalAttr<BoolAttr, "true">:$is_stable);
  let results = (outs Chlo_Tensor:$values, Chlo_Tensor:$indices);
  let useCustomPropertiesEncoding = 1;
  let assemblyFormat = [{
    `(` $operand `,` `k` `=` $k (`,` `is_stable` `=` $is_stable^)? `)`
    attr-dict `:` type($operand) `->`
    `(` type($values) `,` type($indices) `)`
  }];
}

#endif // HLOOM_CHLO_OPS
