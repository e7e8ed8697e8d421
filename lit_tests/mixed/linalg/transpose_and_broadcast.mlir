// Axes in another order, then new axes.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[[-6, -1, 4, -4, 3], [-5, 0, 5, -1, 4], [-4, 1, -5, 0, 5]], [[-3, 4, -4, 1, 6], [0, 5, -3, 2, -4], [1, 6, -2, 5, -3]]]> : tensor<2x3x5xi16>
// EXPECT: dense<[[[[-6, -5, -4], [-3, 0, 1]], [[-6, -5, -4], [-3, 0, 1]], [[-6, -5, -4], [-3, 0, 1]], [[-6, -5, -4], [-3, 0, 1]]], [[[-1, 0, 1], [4, 5, 6]], [[-1, 0, 1], [4, 5, 6]], [[-1, 0, 1], [4, 5, 6]], [[-1, 0, 1], [4, 5, 6]]], [[[4, 5, -5], [-4, -3, -2]], [[4, 5, -5], [-4, -3, -2]], [[4, 5, -5], [-4, -3, -2]], [[4, 5, -5], [-4, -3, -2]]], [[[-4, -1, 0], [1, 2, 5]], [[-4, -1, 0], [1, 2, 5]], [[-4, -1, 0], [1, 2, 5]], [[-4, -1, 0], [1, 2, 5]]], [[[3, 4, 5], [6, -4, -3]], [[3, 4, 5], [6, -4, -3]], [[3, 4, 5], [6, -4, -3]], [[3, 4, 5], [6, -4, -3]]]]> : tensor<5x4x2x3xi16>
func.func @main(%x: tensor<2x3x5xi16>) -> tensor<5x4x2x3xi16> {
  %e = tensor.empty() : tensor<5x2x3xi16>
  %f = tensor.empty() : tensor<5x4x2x3xi16>
  %0 = linalg.transpose ins(%x : tensor<2x3x5xi16>) outs(%e : tensor<5x2x3xi16>) permutation = [2, 0, 1]
  %1 = linalg.broadcast ins(%0 : tensor<5x2x3xi16>) outs(%f : tensor<5x4x2x3xi16>) dimensions = [1]
  return %1 : tensor<5x4x2x3xi16>
}
