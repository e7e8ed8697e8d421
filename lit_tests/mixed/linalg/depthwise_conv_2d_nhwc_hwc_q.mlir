// A quantized depthwise convolution.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[[[-6, -1, 4], [-4, 3, -5], [0, 5, -1], [4, -4, 1], [-5, 0, 5]], [[-3, 4, -4], [1, 6, 0], [5, -3, 2], [-4, 1, 6], [-2, 5, -3]], [[2, -6, 1], [6, -2, 3], [-3, 2, -6], [-1, 6, -2], [3, -5, 2]], [[-6, -1, 4], [-2, 3, -5], [0, -6, -1], [4, -4, 3], [-5, 0, 5]], [[-1, 4, -4], [1, -5, 0], [5, -3, 4], [-4, 1, 6], [0, 5, -3]]]]> : tensor<1x5x5x3xi8>
// INPUT: dense<[[[-3, 2, -6], [-1, 6, -2]], [[3, -5, 2], [-6, -1, 4]]]> : tensor<2x2x3xi8>
// EXPECT: dense<[[[[-20, -16, -50], [-14, 1, 14], [42, -32, 30], [-24, -44, -16]], [[-13, 50, 20], [43, -22, -42], [-23, -34, -62], [-18, -9, -38]], [[-21, -64, -36], [-22, -37, -56], [-17, 40, 20], [41, -34, 32]], [[-8, -27, -50], [-16, -54, 26], [42, -76, 38], [-32, -44, -24]]]]> : tensor<1x4x4x3xi32>
func.func @main(%x: tensor<1x5x5x3xi8>, %k: tensor<2x2x3xi8>) -> tensor<1x4x4x3xi32> {
  %xz = arith.constant 3 : i32
  %kz = arith.constant -2 : i32
  %z = arith.constant dense<0> : tensor<1x4x4x3xi32>
  %0 = linalg.depthwise_conv_2d_nhwc_hwc_q {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
    ins(%x, %k, %xz, %kz : tensor<1x5x5x3xi8>, tensor<2x2x3xi8>, i32, i32) outs(%z : tensor<1x4x4x3xi32>) -> tensor<1x4x4x3xi32>
  return %0 : tensor<1x4x4x3xi32>
}
