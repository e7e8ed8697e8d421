// A pooling of minima of unsigned i8.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[[[-6], [-1], [4], [-4], [3]], [[-5], [0], [5], [-1], [4]], [[-4], [1], [-5], [0], [5]], [[-3], [4], [-4], [1], [6]], [[0], [5], [-3], [2], [-4]]]]> : tensor<1x5x5x1xi8>
// EXPECT: dense<[[[[0], [0], [4], [3]], [[0], [0], [0], [0]], [[1], [1], [0], [0]], [[0], [4], [1], [1]]]]> : tensor<1x4x4x1xi8>
func.func @main(%x: tensor<1x5x5x1xi8>) -> tensor<1x4x4x1xi8> {
  %z = arith.constant dense<-1> : tensor<1x4x4x1xi8>
  %w = tensor.empty() : tensor<2x2xi8>
  %0 = linalg.pooling_nhwc_min_unsigned {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%x, %w : tensor<1x5x5x1xi8>, tensor<2x2xi8>) outs(%z : tensor<1x4x4x1xi8>) -> tensor<1x4x4x1xi8>
  return %0 : tensor<1x4x4x1xi8>
}
