// Maxima of unsigned i16 in windows of sequences.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[[-6, -1], [4, -4], [3, -5], [0, 5], [-1, 4], [-4, 1], [-5, 0], [5, -3], [4, -4], [1, 6], [0, 5], [-3, 2], [-4, 1]]]> : tensor<1x13x2xi16>
// EXPECT: dense<[[[-6, -1], [4, -4], [-1, -5], [-1, 5], [-1, 4], [-4, -3], [-5, -3], [5, -3], [4, -4], [-3, 6], [-3, 5]]]> : tensor<1x11x2xi16>
func.func @main(%x: tensor<1x13x2xi16>) -> tensor<1x11x2xi16> {
  %z = arith.constant dense<0> : tensor<1x11x2xi16>
  %w = tensor.empty() : tensor<3xi16>
  %0 = linalg.pooling_nwc_max_unsigned {strides = dense<1> : tensor<1xi64>, dilations = dense<1> : tensor<1xi64>}
    ins(%x, %w : tensor<1x13x2xi16>, tensor<3xi16>) outs(%z : tensor<1x11x2xi16>) -> tensor<1x11x2xi16>
  return %0 : tensor<1x11x2xi16>
}
