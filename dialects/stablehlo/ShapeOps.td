// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operations that create, move, repeat or slice elements, with result shapes
// that the types determine.

#ifndef HLOOM_STABLEHLO_SHAPE_OPS
#define HLOOM_STABLEHLO_SHAPE_OPS

include "mlir/IR/OpAsmInterface.td"
include "stablehlo/StablehloAttrs.td"

class Stablehlo_ShapeOp<string mnemonic, list<Trait> traits = []>
    : Stablehlo_Op<mnemonic, traits> {
  let family = "Shape";
}

//===----------------------------------------------------------------------===//
// Constants and iota
//===----------------------------------------------------------------------===//

def Stablehlo_NamesResults
    : DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>;

def Stablehlo_ConstantOp
    : Stablehlo_ShapeOp<"constant", [ConstantLike, Pure, Stablehlo_NamesResults,
                                DeclareOpInterfaceMethods<
                                    InferTypeOpInterface>]> {
  let summary = "a constant tensor";
  let description = [{
    Returns the value of its attribute. The attribute of a quantized constant
    has the storage type. Specification: `constant`.
  }];
  let arguments = (ins ElementsAttr:$value);
  let results = (outs Stablehlo_StaticTensor:$output);
  let hasCustomAssemblyFormat = 1;
  let hasFolder = 1;
  // A quantized result is compatible with a value of its storage type.
  let extraClassDeclaration = [{
    static bool isCompatibleReturnTypes(::mlir::TypeRange inferred,
                                        ::mlir::TypeRange declared);
  }];
}

def Stablehlo_IotaOp : Stablehlo_ShapeOp<"iota", [Pure]> {
  let summary = "positions along a dimension";
  let description = [{
    Returns a tensor whose elements are their positions along `iota_dimension`,
    counted from zero. Specification: `iota`.
  }];
  let arguments = (ins I64Attr:$iota_dimension);
  let results = (outs Stablehlo_StaticNumberTensor:$output);
  let assemblyFormat = "`dim` `=` $iota_dimension attr-dict `:` type($output)";
}

//===----------------------------------------------------------------------===//
// Repetition
//===----------------------------------------------------------------------===//

def Stablehlo_BroadcastOp
    : Stablehlo_ShapeOp<"broadcast", [Stablehlo_Pure, Stablehlo_InferTypes]> {
  // HLO's broadcast is `broadcast_in_dim`.
  let opcode = "";
  let summary = "repetition along new leading dimensions";
  let description = [{
    Repeats the operand along new dimensions of the sizes `broadcast_sizes`. The
    new dimensions precede the dimensions of the operand. Deprecated in favor of
    `broadcast_in_dim`. Specification: Deprecated Operations.
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
    : Stablehlo_ShapeOp<"broadcast_in_dim", [Stablehlo_Pure]> {
  let opcode = "broadcast";
  let summary = "repetition along dimensions";
  let description = [{
    Maps dimension i of the operand to dimension `broadcast_dimensions[i]` of
    the result. Repeats the operand along all other dimensions, and along
    dimensions in which the operand has size 1. Specification:
    `broadcast_in_dim`.
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
// Shape and order
//===----------------------------------------------------------------------===//

def Stablehlo_ReshapeOp : Stablehlo_ShapeOp<"reshape", [Stablehlo_Pure]> {
  let summary = "change of the shape";
  let description = [{
    Returns a tensor of another shape with the same elements in row-major order.
    Specification: `reshape`.
  }];
  let arguments = (ins Stablehlo_AnyTensor:$operand);
  let results = (outs Stablehlo_StaticOrBoundedTensor:$result);
  let assemblyFormat =
      "operands attr-dict `:` functional-type(operands, results)";
}

def Stablehlo_ReverseOp
    : Stablehlo_ShapeOp<"reverse", [Stablehlo_Pure, Stablehlo_InferTypes]> {
  let summary = "reversal along dimensions";
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
    : Stablehlo_ShapeOp<"transpose", [Stablehlo_Pure, Stablehlo_InferTypes]> {
  let summary = "permutation of the dimensions";
  let description = [{
    Permutes the dimensions: dimension i of the result is dimension
    `permutation[i]` of the operand. Specification: `transpose`.
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
// Concatenation, padding and slices
//===----------------------------------------------------------------------===//

def Stablehlo_ConcatenateOp
    : Stablehlo_ShapeOp<"concatenate", [Stablehlo_Pure, Stablehlo_InferTypes]> {
  let summary = "concatenation along a dimension";
  let description = [{
    Concatenates the inputs along `dimension`. Their other dimensions are equal.
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
    : Stablehlo_ShapeOp<"pad", [Stablehlo_Pure, Stablehlo_InferTypes]> {
  let summary = "padding around and between elements";
  let description = [{
    Inserts `padding_value` before, after and between the elements along each
    dimension. Negative padding before or after removes elements. Specification:
    `pad`.
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
    : Stablehlo_ShapeOp<"slice", [Stablehlo_Pure, Stablehlo_InferTypes]> {
  let summary = "slice with constant bounds";
  let description = [{
    Returns the elements from `start_indices` to `limit_indices` (exclusive)
    with the distance `strides`. The assembly is `[start:limit:stride, ...]`,
    without a stride of 1. Specification: `slice`.
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
