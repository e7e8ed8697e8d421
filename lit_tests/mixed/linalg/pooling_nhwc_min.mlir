// Minima of f64 in windows.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[[[-2.25], [-0.5], [1.25], [-1.75], [0.0], [-2.25]], [[-0.5], [1.25], [-1.75], [0.0], [-2.25], [-0.5]], [[1.25], [-1.75], [0.0], [-2.25], [-0.5], [1.25]], [[-1.75], [0.0], [-2.25], [-0.5], [1.25], [-1.75]], [[0.0], [-2.25], [-0.5], [1.25], [-1.75], [0.0]], [[-2.25], [-0.5], [1.25], [-1.75], [0.0], [-2.25]]]]> : tensor<1x6x6x1xf64>
// EXPECT: dense<-2.25> : tensor<1x2x2x1xf64>
func.func @main(%x: tensor<1x6x6x1xf64>) -> tensor<1x2x2x1xf64> {
  %z = arith.constant dense<0x7FF0000000000000> : tensor<1x2x2x1xf64>
  %w = tensor.empty() : tensor<3x3xf64>
  %0 = linalg.pooling_nhwc_min {strides = dense<3> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
    ins(%x, %w : tensor<1x6x6x1xf64>, tensor<3x3xf64>) outs(%z : tensor<1x2x2x1xf64>) -> tensor<1x2x2x1xf64>
  return %0 : tensor<1x2x2x1xf64>
}
