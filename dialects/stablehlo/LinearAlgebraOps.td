// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matrix factorizations, Fourier transforms, normalization, random numbers.

#ifndef HLOOM_STABLEHLO_LINEAR_ALGEBRA_OPS
#define HLOOM_STABLEHLO_LINEAR_ALGEBRA_OPS

include "stablehlo/StablehloAttrs.td"

//===----------------------------------------------------------------------===//
// Linear algebra
//===----------------------------------------------------------------------===//

def Stablehlo_CholeskyOp
    : Stablehlo_Op<"cholesky", [Stablehlo_NotSpeculatable,
                                Stablehlo_InferTypes]> {
  let summary = "Cholesky factors";
  let description = [{
    The lower or upper triangular factor of each of a batch of Hermitian
    positive definite matrices. Specification: `cholesky`.
  }];
  let arguments = (ins Stablehlo_FloatComplexOrQuantizedTensor:$a,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$lower);
  let results = (outs Stablehlo_FloatComplexOrQuantizedTensor:$result);
  let assemblyFormat = [{
    $a (`,` `lower` `=` $lower^)? attr-dict
    `:` custom<SameOperandsAndResultType>(type($a), type($result))
  }];
}

def Stablehlo_TriangularSolveOp
    : Stablehlo_Op<"triangular_solve", [Stablehlo_NotSpeculatable,
                                        Stablehlo_InferTypes]> {
  let summary = "solutions of triangular systems";
  let description = [{
    The `x` with `op(a) * x = b`, or `x * op(a) = b` unless `left_side`, for a
    batch of triangular matrices `a`; `transpose_a` says which form of it `op`
    is. Specification: `triangular_solve`.
  }];
  let arguments = (ins Stablehlo_FloatOrComplexTensor:$a,
                       Stablehlo_FloatOrComplexTensor:$b, BoolAttr:$left_side,
                       BoolAttr:$lower, BoolAttr:$unit_diagonal,
                       Stablehlo_TransposeAttr:$transpose_a);
  let results = (outs Stablehlo_FloatOrComplexTensor:$result);
}

def Stablehlo_FftOp
    : Stablehlo_Op<"fft", [Stablehlo_Pure, Stablehlo_InferTypes]> {
  let summary = "Fourier transforms";
  let description = [{
    The discrete Fourier transform, forward or inverse, of complex or real data,
    over as many of the last dimensions as `fft_length` has elements.
    Specification: `fft`.
  }];
  let arguments = (ins Stablehlo_FloatOrComplexTensor:$operand,
                       Stablehlo_FftTypeAttr:$fft_type,
                       DenseI64ArrayAttr:$fft_length);
  let results = (outs Stablehlo_FloatOrComplexTensor:$result);
  let assemblyFormat = [{
    $operand `,` `type` `=` custom<Case>($fft_type) `,`
    `length` `=` $fft_length attr-dict
    `:` functional-type(operands, results)
  }];
}

//===----------------------------------------------------------------------===//
// Batch normalization
//===----------------------------------------------------------------------===//

def Stablehlo_BatchNormGradOp
    : Stablehlo_Op<"batch_norm_grad", [Stablehlo_Pure, Stablehlo_InferTypes]> {
  let summary = "gradients of batch normalization";
  let description = [{
    The gradients of `batch_norm_training` with respect to its operand, scale
    and offset, for the gradient `grad_output` of its output. Specification:
    `batch_norm_grad`.
  }];
  let arguments = (ins Stablehlo_FloatOrQuantizedTensor:$operand,
                       Stablehlo_FloatVector:$scale,
                       Stablehlo_FloatVector:$mean,
                       Stablehlo_FloatVector:$variance,
                       Stablehlo_FloatOrQuantizedTensor:$grad_output,
                       F32Attr:$epsilon, I64Attr:$feature_index);
  let results = (outs Stablehlo_FloatOrQuantizedTensor:$grad_operand,
                      Stablehlo_FloatVector:$grad_scale,
                      Stablehlo_FloatVector:$grad_offset);
}

def Stablehlo_BatchNormInferenceOp
    : Stablehlo_Op<"batch_norm_inference", [Stablehlo_Pure,
                                            Stablehlo_InferTypes]> {
  let summary = "normalization by given statistics";
  let description = [{
    Normalizes the operand by `mean` and `variance` along all dimensions but
    `feature_index`, then scales it and adds `offset`. Specification:
    `batch_norm_inference`.
  }];
  let arguments = (ins Stablehlo_FloatOrQuantizedTensor:$operand,
                       Stablehlo_FloatVector:$scale,
                       Stablehlo_FloatVector:$offset,
                       Stablehlo_FloatVector:$mean,
                       Stablehlo_FloatVector:$variance, F32Attr:$epsilon,
                       I64Attr:$feature_index);
  let results = (outs Stablehlo_FloatOrQuantizedTensor:$result);
}

def Stablehlo_BatchNormTrainingOp
    : Stablehlo_Op<"batch_norm_training", [Stablehlo_Pure,
                                           Stablehlo_InferTypes]> {
  let summary = "normalization by a batch's own statistics";
  let description = [{
    Computes mean and variance along all dimensions but `feature_index`,
    normalizes the operand by them, scales it and adds `offset`. Specification:
    `batch_norm_training`.
  }];
  let arguments = (ins Stablehlo_FloatOrQuantizedTensor:$operand,
                       Stablehlo_FloatVector:$scale,
                       Stablehlo_FloatVector:$offset, F32Attr:$epsilon,
                       I64Attr:$feature_index);
  let results = (outs Stablehlo_FloatOrQuantizedTensor:$output,
                      Stablehlo_FloatVector:$batch_mean,
                      Stablehlo_FloatVector:$batch_var);
}

//===----------------------------------------------------------------------===//
// Random numbers
//===----------------------------------------------------------------------===//

// Every execution reads and changes a hidden state: no trait, so it is kept and
// never merged with another.

def Stablehlo_RngOp : Stablehlo_Op<"rng", [Stablehlo_InferTypes]> {
  let summary = "random numbers from a hidden state";
  let description = [{
    Numbers of the distribution, with the bounds or the mean and deviation `a`
    and `b`, in the shape that `shape` holds. Specification: `rng`.
  }];
  let arguments = (ins Stablehlo_ScalarPredIntOrFloatTensor:$a,
                       Stablehlo_ScalarPredIntOrFloatTensor:$b,
                       Stablehlo_StaticDimensionTensor:$shape,
                       Stablehlo_RngDistributionAttr:$rng_distribution);
  let results = (outs Stablehlo_PredIntOrFloatTensor:$result);
  let assemblyFormat = [{
    $a `,` $b `,` $shape `,`
    `distribution` `=` custom<Case>($rng_distribution)
    attr-dict `:` functional-type(operands, results)
  }];
}

def Stablehlo_RngBitGeneratorOp
    : Stablehlo_Op<"rng_bit_generator", [Stablehlo_Pure]> {
  let summary = "random bits from a given state";
  let description = [{
    Uniformly distributed bits, and the state to draw the next ones from.
    Specification: `rng_bit_generator`.
  }];
  let arguments = (ins Stablehlo_RngAlgorithmAttr:$rng_algorithm,
                       Stablehlo_IntOrFloatTensor:$initial_state);
  let results = (outs Stablehlo_IntOrFloatTensor:$output_state,
                      Stablehlo_StaticIntOrFloatTensor:$output);
  let assemblyFormat = [{
    $initial_state `,` `algorithm` `=` custom<Case>($rng_algorithm)
    attr-dict `:` functional-type(operands, results)
  }];
}

#endif // HLOOM_STABLEHLO_LINEAR_ALGEBRA_OPS
