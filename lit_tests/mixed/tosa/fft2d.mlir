// An inverse Fourier transform of complex numbers in two tensors.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[[-2.25, -0.5, 1.25, -1.75], [0.0, -2.25, -0.5, 1.25]]]> : tensor<1x2x4xf32>
// INPUT: dense<[[[-1.25, 0.5, 2.25, -0.75], [1.0, -1.25, 0.5, 2.25]]]> : tensor<1x2x4xf32>
// EXPECT: dense<[[[-4.75, -0.75, 1.7500002, -5.25], [-1.7499998, -8.75, 0.74999994, 0.75000095]]]> : tensor<1x2x4xf32>
// EXPECT: dense<[[[3.25, -5.25, 1.7500005, -0.7500001], [-1.7499998, 0.74999917, 0.7500001, -8.75]]]> : tensor<1x2x4xf32>
func.func @main(%re: tensor<1x2x4xf32>, %im: tensor<1x2x4xf32>) -> (tensor<1x2x4xf32>, tensor<1x2x4xf32>) {
  %0, %1 = tosa.fft2d %re, %im {inverse = true} : (tensor<1x2x4xf32>, tensor<1x2x4xf32>) -> (tensor<1x2x4xf32>, tensor<1x2x4xf32>)
  return %0, %1 : tensor<1x2x4xf32>, tensor<1x2x4xf32>
}
