// Maxima of windows of sequences with channels first, of f16.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25], [-1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25]]]> : tensor<1x2x13xf16>
// EXPECT: dense<[[[1.25, 1.25, 1.25, 0.0, 0.0, 1.25, 1.25, 1.25, 0.0, 0.0, 1.25], [0.0, 0.0, 1.25, 1.25, 1.25, 0.0, 0.0, 1.25, 1.25, 1.25, 0.0]]]> : tensor<1x2x11xf16>
func.func @main(%x: tensor<1x2x13xf16>) -> tensor<1x2x11xf16> {
  %z = arith.constant dense<0xFC00> : tensor<1x2x11xf16>
  %w = tensor.empty() : tensor<3xf16>
  %0 = linalg.pooling_ncw_max {strides = dense<1> : tensor<1xi64>, dilations = dense<1> : tensor<1xi64>}
    ins(%x, %w : tensor<1x2x13xf16>, tensor<3xf16>) outs(%z : tensor<1x2x11xf16>) -> tensor<1x2x11xf16>
  return %0 : tensor<1x2x11xf16>
}
