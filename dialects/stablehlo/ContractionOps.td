// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matrix products, einsums and convolutions.

#ifndef HLOOM_STABLEHLO_CONTRACTION_OPS
#define HLOOM_STABLEHLO_CONTRACTION_OPS

include "stablehlo/StablehloAttrs.td"

class Stablehlo_ContractionOp<string mnemonic, list<Trait> traits = []>
    : Stablehlo_Op<mnemonic, traits> {
  let family = "Contraction";
}

def Stablehlo_DotOp : Stablehlo_ContractionOp<"dot", [Stablehlo_Pure]> {
  let summary = "product of matrices or vectors";
  let description = [{
    Multiplies two vectors, two matrices, or a vector and a matrix. Contracts
    the last dimension of `lhs` with the first of `rhs`. Deprecated in favor of
    `dot_general`. Specification: Deprecated Operations.
  }];
  let arguments =
      (ins Stablehlo_Tensor:$lhs, Stablehlo_AnyTensor:$rhs,
           OptionalAttr<Stablehlo_PrecisionConfigAttr>:$precision_config);
  let results = (outs Stablehlo_AnyTensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `` custom<PrecisionConfig>($precision_config) attr-dict
    `:` functional-type(operands, results)
  }];
}

def Stablehlo_DotGeneralOp : Stablehlo_ContractionOp<"dot_general", [Stablehlo_Pure]> {
  let summary = "sums of products over pairs of dimensions";
  let description = [{
    Multiplies the elements whose positions along the paired batching and
    contracting dimensions are equal, and sums along the contracting dimensions.
    The result has the batching dimensions, the other dimensions of `lhs` and
    the other dimensions of `rhs`, in this order. Specification: `dot_general`.
  }];
  let arguments =
      (ins Stablehlo_Tensor:$lhs, Stablehlo_AnyTensor:$rhs,
           Stablehlo_DotDimensionNumbers:$dot_dimension_numbers,
           OptionalAttr<Stablehlo_PrecisionConfigAttr>:$precision_config,
           OptionalAttr<Stablehlo_DotAlgorithm>:$algorithm);
  let results = (outs Stablehlo_AnyTensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` custom<DotDimensionNumbers>($dot_dimension_numbers) ``
    custom<PrecisionConfigAndAlgorithm>($precision_config, $algorithm) attr-dict
    `:` functional-type(operands, results)
  }];
}

def Stablehlo_EinsumOp : Stablehlo_ContractionOp<"einsum", [Stablehlo_Pure]> {
  let summary = "sums of products by Einstein's convention";
  let description = [{
    Computes the sums of products that `einsum_config` describes, such as
    `ij,jk->ik`. Deprecated in favor of `dot_general`. Specification: Deprecated
    Operations.
  }];
  let arguments = (ins Stablehlo_Tensor:$lhs, Stablehlo_Tensor:$rhs,
                       StrAttr:$einsum_config);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` `config` `=` $einsum_config attr-dict
    `:` functional-type(operands, results)
  }];
}

def Stablehlo_UnaryEinsumOp : Stablehlo_ContractionOp<"unary_einsum", [Stablehlo_Pure]> {
  let summary = "sums and transposition by Einstein's convention";
  let description = [{
    Computes the sums and transpositions that `einsum_config` describes, such as
    `ij->j`. Deprecated in favor of `reduce` and `transpose`. Specification:
    Deprecated Operations.
  }];
  let arguments = (ins Stablehlo_Tensor:$operand, StrAttr:$einsum_config);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` `config` `=` $einsum_config attr-dict
    `:` functional-type(operands, results)
  }];
}

def Stablehlo_ConvolutionOp : Stablehlo_ContractionOp<"convolution", [Stablehlo_Pure]> {
  let family = "Convolution";
  let summary = "convolution of windows with a kernel";
  let description = [{
    Slides a window over the padded and dilated spatial dimensions of `lhs`. At
    each position it sums the products of the window's elements with those of
    `rhs`, for each output feature. Groups split features or batches into
    independent convolutions. Specification: `convolution`.
  }];
  let arguments =
      (ins Stablehlo_Tensor:$lhs, Stablehlo_AnyTensor:$rhs,
           OptionalAttr<DenseI64ArrayAttr>:$window_strides,
           OptionalAttr<I64ElementsAttr>:$padding,
           OptionalAttr<DenseI64ArrayAttr>:$lhs_dilation,
           OptionalAttr<DenseI64ArrayAttr>:$rhs_dilation,
           OptionalAttr<DenseBoolArrayAttr>:$window_reversal,
           Stablehlo_ConvDimensionNumbers:$dimension_numbers,
           I64Attr:$feature_group_count, I64Attr:$batch_group_count,
           OptionalAttr<Stablehlo_PrecisionConfigAttr>:$precision_config);
  let results = (outs Stablehlo_AnyTensor:$result);
  let assemblyFormat = [{
    `(` operands `)`
    `dim_numbers` `=` custom<ConvolutionDimensions>($dimension_numbers) `,`
    `window` `=` `{` custom<WindowAttributes>($window_strides, $padding,
                                          $lhs_dilation, $rhs_dilation,
                                          $window_reversal) `}`
    attr-dict `:` functional-type(operands, results)
  }];
}

def Stablehlo_DynamicConvOp
    : Stablehlo_ContractionOp<"dynamic_conv", [Stablehlo_NotSpeculatable]> {
  let family = "Convolution";
  let summary = "convolution with padding known at run time";
  let description = [{
    Computes a `convolution` whose padding is known only at run time.
    Specification: `dynamic_conv`.
  }];
  let arguments =
      (ins Stablehlo_Tensor:$lhs, Stablehlo_Tensor:$rhs,
           Stablehlo_StaticIntMatrix:$padding,
           OptionalAttr<DenseI64ArrayAttr>:$window_strides,
           OptionalAttr<DenseI64ArrayAttr>:$lhs_dilation,
           OptionalAttr<DenseI64ArrayAttr>:$rhs_dilation,
           OptionalAttr<DenseBoolArrayAttr>:$window_reversal,
           Stablehlo_ConvDimensionNumbers:$dimension_numbers,
           I64Attr:$feature_group_count, I64Attr:$batch_group_count,
           OptionalAttr<Stablehlo_PrecisionConfigAttr>:$precision_config);
  let results = (outs Stablehlo_Tensor:$result);
}

#endif // HLOOM_STABLEHLO_CONTRACTION_OPS
