// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The chlo dialect: this file has the ops that are not elementwise and includes
// the others.

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
  let summary = "dimension numbers of a ragged product";
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
  let summary = "a splat constant with the shape of an operand";
  let arguments = (ins TypedAttrInterface:$value, Chlo_Tensor:$operand);
  let results = (outs Chlo_Tensor:$result);
}

def Chlo_RaggedDotOp : Chlo_Op<"ragged_dot", [Pure, Chlo_InferTypes]> {
  let summary = "a matrix product with one dimension split into groups";
  let description = [{
    Computes `stablehlo.dot_general`, but splits one dimension of `lhs`, the
    ragged dimension, into consecutive groups of the sizes `group_sizes`. If the
    ragged dimension is neither batching nor contracting, each group is
    multiplied with its own slice of `rhs` along the group dimension. If it is
    contracting, each group has its own product along a new leading dimension.
    If it is batching, the groups only determine which batches exist.
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
  let summary = "a body applied along a dimension, with carried values";
  let description = [{
    Slices every input along `dimension` and calls the body on the slices in
    sequence, in reverse order if `is_reverse` is set. The arguments of the body
    are the slices and the carried values, which are initially `inits`. The body
    returns one slice of each output and the next carried values.
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
  let opcode = "topk";
  let summary = "the largest elements along the last dimension";
  let description = [{
    Returns the `k` largest elements of every row in descending order, and their
    positions in the row. If `is_stable` is set, equal elements are in the order
    of their positions.
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
