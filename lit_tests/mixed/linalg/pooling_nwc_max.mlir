// Maxima of windows of sequences.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[[-2.25, -0.5], [1.25, -1.75], [0.0, -2.25], [-0.5, 1.25], [-1.75, 0.0], [-2.25, -0.5], [1.25, -1.75], [0.0, -2.25], [-0.5, 1.25], [-1.75, 0.0], [-2.25, -0.5], [1.25, -1.75], [0.0, -2.25], [-0.5, 1.25], [-1.75, 0.0], [-2.25, -0.5], [1.25, -1.75], [0.0, -2.25], [-0.5, 1.25], [-1.75, 0.0], [-2.25, -0.5], [1.25, -1.75], [0.0, -2.25], [-0.5, 1.25], [-1.75, 0.0], [-2.25, -0.5], [1.25, -1.75], [0.0, -2.25], [-0.5, 1.25], [-1.75, 0.0], [-2.25, -0.5]]]> : tensor<1x31x2xf32>
// EXPECT: dense<1.25> : tensor<1x27x2xf32>
func.func @main(%x: tensor<1x31x2xf32>) -> tensor<1x27x2xf32> {
  %z = arith.constant dense<0xFF800000> : tensor<1x27x2xf32>
  %w = tensor.empty() : tensor<5xf32>
  %0 = linalg.pooling_nwc_max {strides = dense<1> : tensor<1xi64>, dilations = dense<1> : tensor<1xi64>}
    ins(%x, %w : tensor<1x31x2xf32>, tensor<5xf32>) outs(%z : tensor<1x27x2xf32>) -> tensor<1x27x2xf32>
  return %0 : tensor<1x27x2xf32>
}
