// Minima of windows of volumes.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[[[[-2.25, -0.5, 1.25], [-1.75, 0.0, -2.25], [-0.5, 1.25, -1.75]], [[0.0, -2.25, -0.5], [1.25, -1.75, 0.0], [-2.25, -0.5, 1.25]], [[-1.75, 0.0, -2.25], [-0.5, 1.25, -1.75], [0.0, -2.25, -0.5]]], [[[1.25, -1.75, 0.0], [-2.25, -0.5, 1.25], [-1.75, 0.0, -2.25]], [[-0.5, 1.25, -1.75], [0.0, -2.25, -0.5], [1.25, -1.75, 0.0]], [[-2.25, -0.5, 1.25], [-1.75, 0.0, -2.25], [-0.5, 1.25, -1.75]]], [[[0.0, -2.25, -0.5], [1.25, -1.75, 0.0], [-2.25, -0.5, 1.25]], [[-1.75, 0.0, -2.25], [-0.5, 1.25, -1.75], [0.0, -2.25, -0.5]], [[1.25, -1.75, 0.0], [-2.25, -0.5, 1.25], [-1.75, 0.0, -2.25]]]]]> : tensor<1x3x3x3x3xf32>
// EXPECT: dense<-2.25> : tensor<1x2x2x2x3xf32>
func.func @main(%x: tensor<1x3x3x3x3xf32>) -> tensor<1x2x2x2x3xf32> {
  %z = arith.constant dense<0x7F800000> : tensor<1x2x2x2x3xf32>
  %w = tensor.empty() : tensor<2x2x2xf32>
  %0 = linalg.pooling_ndhwc_min {strides = dense<1> : tensor<3xi64>, dilations = dense<1> : tensor<3xi64>}
    ins(%x, %w : tensor<1x3x3x3x3xf32>, tensor<2x2x2xf32>) outs(%z : tensor<1x2x2x2x3xf32>) -> tensor<1x2x2x2x3xf32>
  return %0 : tensor<1x2x2x2x3xf32>
}
