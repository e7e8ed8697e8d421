// Minima of windows of sequences, of i64.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[[-6, -1], [4, -4], [3, -5], [0, 5], [-1, 4], [-4, 1], [-5, 0], [5, -3], [4, -4], [1, 6], [0, 5], [-3, 2], [-4, 1]]]> : tensor<1x13x2xi64>
// EXPECT: dense<[[[-6, -5], [0, -5], [-1, -5], [-4, 1], [-5, 0], [-5, -3], [-5, -4], [1, -4], [0, -4], [-3, 2], [-4, 1]]]> : tensor<1x11x2xi64>
func.func @main(%x: tensor<1x13x2xi64>) -> tensor<1x11x2xi64> {
  %z = arith.constant dense<1000> : tensor<1x11x2xi64>
  %w = tensor.empty() : tensor<3xi64>
  %0 = linalg.pooling_nwc_min {strides = dense<1> : tensor<1xi64>, dilations = dense<1> : tensor<1xi64>}
    ins(%x, %w : tensor<1x13x2xi64>, tensor<3xi64>) outs(%z : tensor<1x11x2xi64>) -> tensor<1x11x2xi64>
  return %0 : tensor<1x11x2xi64>
}
