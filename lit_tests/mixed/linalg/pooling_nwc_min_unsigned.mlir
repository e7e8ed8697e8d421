// Minima of unsigned i32 in windows of sequences.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[[-6], [-1], [4], [-4], [3], [-5], [0], [5], [-1], [4], [-4], [1], [-5]]]> : tensor<1x13x1xi32>
// EXPECT: dense<[[[-6], [4], [4], [3], [3], [0], [0], [5], [4], [4], [1], [1]]]> : tensor<1x12x1xi32>
func.func @main(%x: tensor<1x13x1xi32>) -> tensor<1x12x1xi32> {
  %z = arith.constant dense<-1> : tensor<1x12x1xi32>
  %w = tensor.empty() : tensor<2xi32>
  %0 = linalg.pooling_nwc_min_unsigned {strides = dense<1> : tensor<1xi64>, dilations = dense<1> : tensor<1xi64>}
    ins(%x, %w : tensor<1x13x1xi32>, tensor<2xi32>) outs(%z : tensor<1x12x1xi32>) -> tensor<1x12x1xi32>
  return %0 : tensor<1x12x1xi32>
}
