// A quantized convolution with zero points.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[[[-6, -1], [4, -4], [3, -5], [0, 5], [-1, 4]], [[-4, 1], [-5, 0], [5, -3], [4, -4], [1, 6]], [[0, 5], [-3, 2], [-4, 1], [6, -2], [5, -3]], [[2, -6], [1, 6], [-2, 3], [-3, 2], [-6, -1]], [[6, -2], [3, -5], [2, -6], [-1, 4], [-2, 3]]]]> : tensor<1x5x5x2xi8>
// INPUT: dense<[[[[-3, 2, -6], [-1, 6, -2]], [[3, -5, 2], [-6, -1, 4]]], [[[-2, 3, -5], [0, -6, -1]], [[4, -4, 3], [-5, 0, 5]]]]> : tensor<2x2x2x3xi8>
// EXPECT: dense<[[[[32, -53, 3], [75, -72, -26], [1, -13, -29], [-47, 72, 20]], [[-26, -5, -12], [30, -50, 11], [73, -69, -18], [-1, -10, -21]], [[-45, 82, 12], [-28, -2, -4], [28, -47, 19], [6, -27, -62]], [[1, -26, -29], [5, 72, -58], [-43, 66, 4], [-26, 8, -12]]]]> : tensor<1x4x4x3xi32>
func.func @main(%x: tensor<1x5x5x2xi8>, %k: tensor<2x2x2x3xi8>) -> tensor<1x4x4x3xi32> {
  %xz = arith.constant 2 : i32
  %kz = arith.constant -1 : i32
  %z = arith.constant dense<0> : tensor<1x4x4x3xi32>
  %0 = linalg.conv_2d_nhwc_hwcf_q {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%x, %k, %xz, %kz : tensor<1x5x5x2xi8>, tensor<2x2x2x3xi8>, i32, i32) outs(%z : tensor<1x4x4x3xi32>) -> tensor<1x4x4x3xi32>
  return %0 : tensor<1x4x4x3xi32>
}
