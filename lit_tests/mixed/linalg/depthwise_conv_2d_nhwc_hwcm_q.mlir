// A quantized depthwise convolution with a multiplier.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[[[-6, -1], [4, -4], [3, -5], [0, 5]], [[-1, 4], [-4, 1], [-5, 0], [5, -3]], [[4, -4], [1, 6], [0, 5], [-3, 2]], [[-4, 1], [6, -2], [5, -3], [2, -6]]]]> : tensor<1x4x4x2xi8>
// INPUT: dense<[[[[-3, 2, -6], [-1, 6, -2]], [[3, -5, 2], [-6, -1, 4]]], [[[-2, 3, -5], [0, -6, -1]], [[4, -4, 3], [-5, 0, 5]]]]> : tensor<2x2x2x3xi8>
// EXPECT: dense<[[[[[-28, -45, 17], [32, -47, -55]], [[-49, -15, -23], [30, -62, -71]], [[-3, -35, 22], [-4, -62, -33]]], [[[-43, 14, -25], [-14, 40, 2]], [[-51, -8, -13], [10, -27, -1]], [[-18, -41, 19], [28, -40, -41]]], [[[7, -31, 24], [-8, -55, -19]], [[-1, 12, -3], [3, 34, -35]], [[-33, 18, -23], [21, 21, -75]]]]]> : tensor<1x3x3x2x3xi32>
func.func @main(%x: tensor<1x4x4x2xi8>, %k: tensor<2x2x2x3xi8>) -> tensor<1x3x3x2x3xi32> {
  %xz = arith.constant 3 : i32
  %kz = arith.constant -2 : i32
  %z = arith.constant dense<0> : tensor<1x3x3x2x3xi32>
  %0 = linalg.depthwise_conv_2d_nhwc_hwcm_q {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
    ins(%x, %k, %xz, %kz : tensor<1x4x4x2xi8>, tensor<2x2x2x3xi8>, i32, i32) outs(%z : tensor<1x3x3x2x3xi32>) -> tensor<1x3x3x2x3xi32>
  return %0 : tensor<1x3x3x2x3xi32>
}
