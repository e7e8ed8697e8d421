// Poolings of maxima with channels last and first.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[[[-2.25, -0.5], [1.25, -1.75], [0.0, -2.25], [-0.5, 1.25], [-1.75, 0.0], [-2.25, -0.5]], [[1.25, -1.75], [0.0, -2.25], [-0.5, 1.25], [-1.75, 0.0], [-2.25, -0.5], [1.25, -1.75]], [[0.0, -2.25], [-0.5, 1.25], [-1.75, 0.0], [-2.25, -0.5], [1.25, -1.75], [0.0, -2.25]], [[-0.5, 1.25], [-1.75, 0.0], [-2.25, -0.5], [1.25, -1.75], [0.0, -2.25], [-0.5, 1.25]], [[-1.75, 0.0], [-2.25, -0.5], [1.25, -1.75], [0.0, -2.25], [-0.5, 1.25], [-1.75, 0.0]], [[-2.25, -0.5], [1.25, -1.75], [0.0, -2.25], [-0.5, 1.25], [-1.75, 0.0], [-2.25, -0.5]]]]> : tensor<1x6x6x2xf32>
// INPUT: dense<[[[[-1.25, 0.5, 2.25, -0.75, 1.0, -1.25], [0.5, 2.25, -0.75, 1.0, -1.25, 0.5], [2.25, -0.75, 1.0, -1.25, 0.5, 2.25], [-0.75, 1.0, -1.25, 0.5, 2.25, -0.75], [1.0, -1.25, 0.5, 2.25, -0.75, 1.0], [-1.25, 0.5, 2.25, -0.75, 1.0, -1.25]], [[0.5, 2.25, -0.75, 1.0, -1.25, 0.5], [2.25, -0.75, 1.0, -1.25, 0.5, 2.25], [-0.75, 1.0, -1.25, 0.5, 2.25, -0.75], [1.0, -1.25, 0.5, 2.25, -0.75, 1.0], [-1.25, 0.5, 2.25, -0.75, 1.0, -1.25], [0.5, 2.25, -0.75, 1.0, -1.25, 0.5]]]]> : tensor<1x2x6x6xf32>
// EXPECT: dense<[[[[1.25, -0.5], [0.0, 1.25], [1.25, 0.0]], [[0.0, 1.25], [1.25, 0.0], [1.25, 1.25]], [[1.25, 0.0], [1.25, 1.25], [-0.5, 1.25]]]]> : tensor<1x3x3x2xf32>
// EXPECT: dense<2.25> : tensor<1x2x4x4xf32>
func.func @main(%x: tensor<1x6x6x2xf32>, %y: tensor<1x2x6x6xf32>) -> (tensor<1x3x3x2xf32>, tensor<1x2x4x4xf32>) {
  %low = arith.constant 0xFF800000 : f32
  %w = tensor.empty() : tensor<2x2xf32>
  %v = tensor.empty() : tensor<3x3xf32>
  %e = tensor.empty() : tensor<1x3x3x2xf32>
  %f = tensor.empty() : tensor<1x2x4x4xf32>
  %a = linalg.fill ins(%low : f32) outs(%e : tensor<1x3x3x2xf32>) -> tensor<1x3x3x2xf32>
  %b = linalg.fill ins(%low : f32) outs(%f : tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  %0 = linalg.pooling_nhwc_max {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%x, %w : tensor<1x6x6x2xf32>, tensor<2x2xf32>) outs(%a : tensor<1x3x3x2xf32>) -> tensor<1x3x3x2xf32>
  %1 = linalg.pooling_nchw_max {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%y, %v : tensor<1x2x6x6xf32>, tensor<3x3xf32>) outs(%b : tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  return %0, %1 : tensor<1x3x3x2xf32>, tensor<1x2x4x4xf32>
}
