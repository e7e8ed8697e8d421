// A quantized convolution with channels first and strides.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[[[-6, -1, 4, -4, 3, -5, 0], [5, -1, 4, -4, 1, -5, 0], [5, -3, 4, -4, 1, 6, 0], [5, -3, 2, -4, 1, 6, -2], [5, -3, 2, -6, 1, 6, -2], [3, -3, 2, -6, -1, 6, -2], [3, -5, 2, -6, -1, 4, -2]], [[3, -5, 0, -6, -1, 4, -4], [3, -5, 0, 5, -1, 4, -4], [1, -5, 0, 5, -3, 4, -4], [1, 6, 0, 5, -3, 2, -4], [1, 6, -2, 5, -3, 2, -6], [1, 6, -2, 3, -3, 2, -6], [-1, 6, -2, 3, -5, 2, -6]]]]> : tensor<1x2x7x7xi8>
// INPUT: dense<[[[[-3, 2, -6], [-1, 6, -2], [3, -5, 2]], [[-6, -1, 4], [-2, 3, -5], [0, -6, -1]]], [[[4, -4, 3], [-5, 0, 5], [-1, 4, -4]], [[1, -5, 0], [5, -3, 4], [-4, 1, 6]]], [[[0, 5, -3], [2, -4, 1], [6, -2, 5]], [[-3, 2, -6], [1, 6, -2], [3, -3, 2]]]]> : tensor<3x2x3x3xi8>
// EXPECT: dense<[[[[-41, -85, -139], [-67, -82, -9], [-64, -108, -19]], [[-120, -121, -149], [-78, -184, -211], [-141, -246, -235]], [[-103, -92, -118], [-46, -72, -113], [-26, -132, -145]]]]> : tensor<1x3x3x3xi32>
func.func @main(%x: tensor<1x2x7x7xi8>, %k: tensor<3x2x3x3xi8>) -> tensor<1x3x3x3xi32> {
  %xz = arith.constant 3 : i32
  %kz = arith.constant -2 : i32
  %z = arith.constant dense<0> : tensor<1x3x3x3xi32>
  %0 = linalg.conv_2d_nchw_fchw_q {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
    ins(%x, %k, %xz, %kz : tensor<1x2x7x7xi8>, tensor<3x2x3x3xi8>, i32, i32) outs(%z : tensor<1x3x3x3xi32>) -> tensor<1x3x3x3xi32>
  return %0 : tensor<1x3x3x3xi32>
}
