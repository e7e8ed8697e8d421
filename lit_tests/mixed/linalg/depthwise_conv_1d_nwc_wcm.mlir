// A depthwise convolution of sequences with a multiplier.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[[-2.25, -0.5], [1.25, -1.75], [0.0, -2.25], [-0.5, 1.25], [-1.75, 0.0], [-2.25, -0.5], [1.25, -1.75], [0.0, -2.25], [-0.5, 1.25]]]> : tensor<1x9x2xf32>
// INPUT: dense<[[[-1.25, 0.5, 2.25], [-0.75, 1.0, -1.25]], [[0.5, 2.25, -0.75], [1.0, -1.25, 0.5]], [[2.25, -0.75, 1.0], [-1.25, 0.5, 2.25]]]> : tensor<3x2x3xf32>
// EXPECT: dense<[[[[3.4375, 1.6875, -6.0], [1.4375, 0.5625, -5.3125]], [[-2.6875, 1.0, 2.3125], [-2.5, 1.6875, 3.875]], [[-4.1875, 0.1875, -1.375], [2.9375, -3.8125, 3.4375]], [[-5.3125, -2.5, -2.0625], [-0.3125, 1.0, -2.6875]], [[3.875, -6.875, -1.0], [1.6875, -0.25, -4.1875]], [[3.4375, 1.6875, -6.0], [1.4375, 0.5625, -5.3125]], [[-2.6875, 1.0, 2.3125], [-2.5, 1.6875, 3.875]]]]> : tensor<1x7x2x3xf32>
func.func @main(%x: tensor<1x9x2xf32>, %k: tensor<3x2x3xf32>) -> tensor<1x7x2x3xf32> {
  %z = arith.constant dense<0.0> : tensor<1x7x2x3xf32>
  %0 = linalg.depthwise_conv_1d_nwc_wcm {strides = dense<1> : tensor<1xi64>, dilations = dense<1> : tensor<1xi64>}
    ins(%x, %k : tensor<1x9x2xf32>, tensor<3x2x3xf32>) outs(%z : tensor<1x7x2x3xf32>) -> tensor<1x7x2x3xf32>
  return %0 : tensor<1x7x2x3xf32>
}
