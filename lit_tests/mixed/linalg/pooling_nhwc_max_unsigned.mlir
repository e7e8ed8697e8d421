// Maxima of unsigned i8 in windows.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[[[-6, -1], [4, -4], [3, -5], [0, 5], [-1, 4]], [[-4, 1], [-5, 0], [5, -3], [4, -4], [1, 6]], [[0, 5], [-3, 2], [-4, 1], [6, -2], [5, -3]], [[2, -6], [1, 6], [-2, 3], [-3, 2], [-6, -1]], [[6, -2], [3, -5], [2, -6], [-1, 4], [-2, 3]]]]> : tensor<1x5x5x2xi8>
// EXPECT: dense<[[[[-4, -1], [-5, -3], [5, -3], [-1, -4]], [[-3, 5], [-3, -3], [-4, -2], [6, -2]], [[-3, -6], [-2, 6], [-2, -2], [-3, -1]], [[6, -2], [-2, -5], [-1, -6], [-1, -1]]]]> : tensor<1x4x4x2xi8>
func.func @main(%x: tensor<1x5x5x2xi8>) -> tensor<1x4x4x2xi8> {
  %z = arith.constant dense<0> : tensor<1x4x4x2xi8>
  %w = tensor.empty() : tensor<2x2xi8>
  %0 = linalg.pooling_nhwc_max_unsigned {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
    ins(%x, %w : tensor<1x5x5x2xi8>, tensor<2x2xi8>) outs(%z : tensor<1x4x4x2xi8>) -> tensor<1x4x4x2xi8>
  return %0 : tensor<1x4x4x2xi8>
}
