// Sums of windows of sequences with channels first, in i32.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[[-6, -1, 4, -4, 3, -5, 0, 5, -1, 4, -4, 1, -5], [0, 5, -3, 4, -4, 1, 6, 0, 5, -3, 2, -4, 1], [6, -2, 5, -3, 2, -6, 1, 6, -2, 3, -3, 2, -6]], [[-1, 6, -2, 3, -5, 2, -6, -1, 4, -2, 3, -5, 0], [-6, -1, 4, -4, 3, -5, 0, 5, -1, 4, -4, 1, -5], [0, 5, -3, 4, -4, 1, 6, 0, 5, -3, 2, -4, 1]]]> : tensor<2x3x13xi32>
// EXPECT: dense<[[[-7, 2, -2, -6, 3, -1, 8, 4, 0, -4], [6, 2, -2, 7, 3, 12, 8, 4, 0, -4], [6, 2, -2, -6, 3, -1, 8, 4, 0, -4]], [[6, 2, -2, -6, -10, -1, -5, 4, 0, -4], [-7, 2, -2, -6, 3, -1, 8, 4, 0, -4], [6, 2, -2, 7, 3, 12, 8, 4, 0, -4]]]> : tensor<2x3x10xi32>
func.func @main(%x: tensor<2x3x13xi32>) -> tensor<2x3x10xi32> {
  %z = arith.constant dense<0> : tensor<2x3x10xi32>
  %w = tensor.empty() : tensor<4xi32>
  %0 = linalg.pooling_ncw_sum {strides = dense<1> : tensor<1xi64>, dilations = dense<1> : tensor<1xi64>}
    ins(%x, %w : tensor<2x3x13xi32>, tensor<4xi32>) outs(%z : tensor<2x3x10xi32>) -> tensor<2x3x10xi32>
  return %0 : tensor<2x3x10xi32>
}
