// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Linear algebra, Fourier transforms, batch normalization and random numbers.

#ifndef HLOOM_STABLEHLO_LINEAR_ALGEBRA_OPS
#define HLOOM_STABLEHLO_LINEAR_ALGEBRA_OPS

include "stablehlo/StablehloAttrs.td"

class Stablehlo_LinearAlgebraOp<string mnemonic, list<Trait> traits = []>
    : Stablehlo_Op<mnemonic, traits> {
  let family = "LinearAlgebra";
}

//===----------------------------------------------------------------------===//
// Linear algebra
//===----------------------------------------------------------------------===//

def Stablehlo_CholeskyOp
    : Stablehlo_LinearAlgebraOp<"cholesky", [Stablehlo_NotSpeculatable,
                                Stablehlo_InferTypes]> {
  let summary = "Cholesky factors";
  let description = [{
    Returns the lower or upper triangular factor of each matrix in a batch of
    Hermitian positive definite matrices. Specification: `cholesky`.
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
    : Stablehlo_LinearAlgebraOp<"triangular_solve", [Stablehlo_NotSpeculatable,
                                        Stablehlo_InferTypes]> {
  let summary = "solutions of triangular systems";
  let description = [{
    Solves `op(a) * x = b` if `left_side` is set, otherwise `x * op(a) = b`, for
    a batch of triangular matrices `a`, and returns `x`. `transpose_a` selects
    `op`: identity, transpose or adjoint. Specification: `triangular_solve`.
  }];
  let arguments = (ins Stablehlo_FloatOrComplexTensor:$a,
                       Stablehlo_FloatOrComplexTensor:$b, BoolAttr:$left_side,
                       BoolAttr:$lower, BoolAttr:$unit_diagonal,
                       Stablehlo_TransposeAttr:$transpose_a);
  let results = (outs Stablehlo_FloatOrComplexTensor:$result);
}

def Stablehlo_FftOp
    : Stablehlo_LinearAlgebraOp<"fft", [Stablehlo_Pure, Stablehlo_InferTypes]> {
  let summary = "Fourier transforms";
  let description = [{
    Computes the discrete Fourier transform, forward or inverse, of complex or
    real data. The number of elements of `fft_length` is the number of trailing
    dimensions that are transformed. Specification: `fft`.
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
    : Stablehlo_LinearAlgebraOp<"batch_norm_grad", [Stablehlo_Pure, Stablehlo_InferTypes]> {
  let family = "Reduction";
  let summary = "gradients of batch normalization";
  let description = [{
    Returns the gradients of `batch_norm_training` with respect to its operand,
    scale and offset. `grad_output` is the gradient of its output.
    Specification: `batch_norm_grad`.
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
    : Stablehlo_LinearAlgebraOp<"batch_norm_inference", [Stablehlo_Pure,
                                            Stablehlo_InferTypes]> {
  let family = "Reduction";
  let summary = "normalization by given statistics";
  let description = [{
    Normalizes the operand by `mean` and `variance` along all dimensions except
    `feature_index`. Then multiplies it by `scale` and adds `offset`.
    Specification: `batch_norm_inference`.
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
    : Stablehlo_LinearAlgebraOp<"batch_norm_training", [Stablehlo_Pure,
                                           Stablehlo_InferTypes]> {
  let family = "Reduction";
  let summary = "normalization by a batch's own statistics";
  let description = [{
    Computes mean and variance along all dimensions except `feature_index` and
    normalizes the operand by them. Then multiplies it by `scale` and adds
    `offset`. Specification: `batch_norm_training`.
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

// Every execution of `rng` reads and changes a hidden state. The op has no
// effect trait, so that passes keep it and never merge two `rng` ops.

def Stablehlo_RngOp : Stablehlo_LinearAlgebraOp<"rng", [Stablehlo_InferTypes]> {
  let family = "Random";
  let summary = "random numbers from a hidden state";
  let description = [{
    Returns random numbers in the given shape. `a` and `b` are the bounds of a
    uniform distribution, or the mean and the standard deviation of a normal
    distribution. Specification: `rng`.
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
    : Stablehlo_LinearAlgebraOp<"rng_bit_generator", [Stablehlo_Pure]> {
  let family = "Random";
  let summary = "random bits from a given state";
  let description = [{
    Returns the next state of the generator and uniformly distributed bits.
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
