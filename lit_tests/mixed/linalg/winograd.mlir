// The named transforms of Winograd's convolution with 3x3 kernels.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[[[-2.25], [-0.5], [1.25], [-1.75], [0.0], [-2.25]], [[-0.5], [1.25], [-1.75], [0.0], [-2.25], [-0.5]], [[1.25], [-1.75], [0.0], [-2.25], [-0.5], [1.25]], [[-1.75], [0.0], [-2.25], [-0.5], [1.25], [-1.75]], [[0.0], [-2.25], [-0.5], [1.25], [-1.75], [0.0]], [[-2.25], [-0.5], [1.25], [-1.75], [0.0], [-2.25]]]]> : tensor<1x6x6x1xf32>
// INPUT: dense<[[[[-1.25], [0.5], [2.25]], [[-0.75], [1.0], [-1.25]], [[0.5], [2.25], [-0.75]]]]> : tensor<1x3x3x1xf32>
// EXPECT: dense<[[[[7.3989544e+07], [-4.562501], [-3.0], [-7.687501]], [[-4.5625005], [-3.0], [-7.6875], [1.25]], [[-2.9999998], [-7.6875005], [1.2500007], [5.875002]], [[-7.687499], [1.2500019], [5.875004], [-4.562496]]]]> : tensor<1x4x4x1xf32>
func.func @main(%x: tensor<1x6x6x1xf32>, %k: tensor<1x3x3x1xf32>) -> tensor<1x4x4x1xf32> {
  %e = tensor.empty() : tensor<6x6x1x1xf32>
  %f = tensor.empty() : tensor<6x6x1x1x1x1xf32>
  %g = tensor.empty() : tensor<1x4x4x1xf32>
  %z = arith.constant dense<0.0> : tensor<36x1x1xf32>
  %0 = linalg.winograd_filter_transform fmr(F_4_3) ins(%k : tensor<1x3x3x1xf32>) outs(%e : tensor<6x6x1x1xf32>) -> tensor<6x6x1x1xf32>
  %1 = linalg.winograd_input_transform fmr(F_4_3) ins(%x : tensor<1x6x6x1xf32>) outs(%f : tensor<6x6x1x1x1x1xf32>) -> tensor<6x6x1x1x1x1xf32>
  %2 = tensor.collapse_shape %0 [[0, 1], [2], [3]] : tensor<6x6x1x1xf32> into tensor<36x1x1xf32>
  %3 = tensor.collapse_shape %1 [[0, 1], [2, 3, 4], [5]] : tensor<6x6x1x1x1x1xf32> into tensor<36x1x1xf32>
  %4 = linalg.batch_matmul ins(%3, %2 : tensor<36x1x1xf32>, tensor<36x1x1xf32>) outs(%z : tensor<36x1x1xf32>) -> tensor<36x1x1xf32>
  %5 = tensor.expand_shape %4 [[0, 1], [2, 3, 4], [5]] output_shape [6, 6, 1, 1, 1, 1] : tensor<36x1x1xf32> into tensor<6x6x1x1x1x1xf32>
  %6 = linalg.winograd_output_transform fmr(F_4_3) ins(%5 : tensor<6x6x1x1x1x1xf32>) outs(%g : tensor<1x4x4x1xf32>) -> tensor<1x4x4x1xf32>
  return %6 : tensor<1x4x4x1xf32>
}
