// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operations that move, repeat, cut or create elements, with shapes known from
// their types.

#ifndef HLOOM_STABLEHLO_SHAPE_OPS
#define HLOOM_STABLEHLO_SHAPE_OPS

include "mlir/IR/OpAsmInterface.td"
include "stablehlo/StablehloAttrs.td"

//===----------------------------------------------------------------------===//
// Tensors from nothing
//===----------------------------------------------------------------------===//

def Stablehlo_NamesResults
    : DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>;

def Stablehlo_ConstantOp
    : Stablehlo_Op<"constant", [ConstantLike, Pure, Stablehlo_NamesResults,
                                DeclareOpInterfaceMethods<
                                    InferTypeOpInterface>]> {
  let summary = "a constant tensor";
  let description = [{
    The value of its attribute. The value of a quantized constant is that of its
    storage. Specification: `constant`.
  }];
  let arguments = (ins ElementsAttr:$value);
  let results = (outs Stablehlo_StaticTensor:$output);
  let hasCustomAssemblyFormat = 1;
  let hasFolder = 1;
  // A quantized result has a value of its storage type.
  let extraClassDeclaration = [{
    static bool isCompatibleReturnTypes(::mlir::TypeRange inferred,
                                        ::mlir::TypeRange declared);
  }];
}

def Stablehlo_IotaOp : Stablehlo_Op<"iota", [Pure]> {
  let summary = "positions along a dimension";
  let description = [{
    Every element is its own position along `iota_dimension`, counted from zero.
    Specification: `iota`.
  }];
  let arguments = (ins I64Attr:$iota_dimension);
  let results = (outs Stablehlo_StaticNumberTensor:$output);
  let assemblyFormat = "`dim` `=` $iota_dimension attr-dict `:` type($output)";
}

//===----------------------------------------------------------------------===//
// Repetition
//===----------------------------------------------------------------------===//

def Stablehlo_BroadcastOp
    : Stablehlo_Op<"broadcast", [Stablehlo_Pure, Stablehlo_InferTypes]> {
  let summary = "repetition along new leading dimensions";
  let description = [{
    Repeats the operand along new dimensions of the sizes `broadcast_sizes`,
    before its own. Deprecated in favor of `broadcast_in_dim`. Specification:
    Deprecated Operations.
  }];
  let arguments = (ins Stablehlo_Tensor:$operand,
                       DenseI64ArrayAttr:$broadcast_sizes);
  let results = (outs Stablehlo_AnyTensor:$result);
  let assemblyFormat = [{
    $operand `,` `sizes` `=` $broadcast_sizes attr-dict
    `:` functional-type(operands, results)
  }];
}

def Stablehlo_BroadcastInDimOp
    : Stablehlo_Op<"broadcast_in_dim", [Stablehlo_Pure]> {
  let summary = "repetition along dimensions";
  let description = [{
    Makes dimension i of the operand dimension `broadcast_dimensions[i]` of the
    result, and repeats it along the others and along those where the operand
    has size 1. Specification: `broadcast_in_dim`.
  }];
  let arguments = (ins Stablehlo_AnyTensor:$operand,
                       DenseI64ArrayAttr:$broadcast_dimensions);
  let results = (outs Stablehlo_StaticOrBoundedTensor:$result);
  let assemblyFormat = [{
    $operand `,` `dims` `=` $broadcast_dimensions attr-dict
    `:` functional-type(operands, results)
  }];
}

//===----------------------------------------------------------------------===//
// The same elements in another shape or order
//===----------------------------------------------------------------------===//

def Stablehlo_ReshapeOp : Stablehlo_Op<"reshape", [Stablehlo_Pure]> {
  let summary = "the same elements in another shape";
  let description = [{
    Keeps the row-major order of the elements. Specification: `reshape`.
  }];
  let arguments = (ins Stablehlo_AnyTensor:$operand);
  let results = (outs Stablehlo_StaticOrBoundedTensor:$result);
  let assemblyFormat =
      "operands attr-dict `:` functional-type(operands, results)";
}

def Stablehlo_ReverseOp
    : Stablehlo_Op<"reverse", [Stablehlo_Pure, Stablehlo_InferTypes]> {
  let summary = "the opposite order along dimensions";
  let description = [{
    Reverses the elements along `dimensions`. Specification: `reverse`.
  }];
  let arguments = (ins Stablehlo_Tensor:$operand,
                       DenseI64ArrayAttr:$dimensions);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` `dims` `=` $dimensions attr-dict
    `:` custom<SameOperandsAndResultType>(type($operand), type($result))
  }];
}

def Stablehlo_TransposeOp
    : Stablehlo_Op<"transpose", [Stablehlo_Pure, Stablehlo_InferTypes]> {
  let summary = "permutation of the dimensions";
  let description = [{
    Dimension i of the result is dimension `permutation[i]` of the operand.
    Specification: `transpose`.
  }];
  let arguments = (ins Stablehlo_AnyTensor:$operand,
                       DenseI64ArrayAttr:$permutation);
  let results = (outs Stablehlo_AnyTensor:$result);
  let assemblyFormat = [{
    $operand `,` `dims` `=` $permutation attr-dict
    `:` functional-type(operands, results)
  }];
}

//===----------------------------------------------------------------------===//
// Pieces
//===----------------------------------------------------------------------===//

def Stablehlo_ConcatenateOp
    : Stablehlo_Op<"concatenate", [Stablehlo_Pure, Stablehlo_InferTypes]> {
  let summary = "tensors one after another";
  let description = [{
    Joins the inputs along `dimension`; their other dimensions are the same.
    Specification: `concatenate`.
  }];
  let arguments = (ins Variadic<Stablehlo_Tensor>:$inputs, I64Attr:$dimension);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    custom<VariadicOperandWithAttribute>($inputs) `dim` `=` $dimension attr-dict
    `:` functional-type(operands, results)
  }];
}

def Stablehlo_PadOp
    : Stablehlo_Op<"pad", [Stablehlo_Pure, Stablehlo_InferTypes]> {
  let summary = "padding around and between elements";
  let description = [{
    Puts `padding_value` before, after and between the elements along each
    dimension; negative numbers before and after take elements away.
    Specification: `pad`.
  }];
  let arguments = (ins Stablehlo_Tensor:$operand,
                       Stablehlo_ScalarTensor:$padding_value,
                       DenseI64ArrayAttr:$edge_padding_low,
                       DenseI64ArrayAttr:$edge_padding_high,
                       DenseI64ArrayAttr:$interior_padding);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` $padding_value `,`
    `low` `=` $edge_padding_low `,`
    `high` `=` $edge_padding_high `,`
    `interior` `=` $interior_padding
    attr-dict `:` functional-type(operands, results)
  }];
}

def Stablehlo_SliceOp
    : Stablehlo_Op<"slice", [Stablehlo_Pure, Stablehlo_InferTypes]> {
  let summary = "a part with constant bounds";
  let description = [{
    The elements at `start_indices`, every `strides` further, below
    `limit_indices`. Written as `[start:limit:stride, ...]`; a stride of 1 is
    not written. Specification: `slice`.
  }];
  let arguments = (ins Stablehlo_Tensor:$operand,
                       DenseI64ArrayAttr:$start_indices,
                       DenseI64ArrayAttr:$limit_indices,
                       DenseI64ArrayAttr:$strides);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    $operand custom<SliceRanges>($start_indices, $limit_indices, $strides)
    attr-dict `:` functional-type(operands, results)
  }];
}

#endif // HLOOM_STABLEHLO_SHAPE_OPS
