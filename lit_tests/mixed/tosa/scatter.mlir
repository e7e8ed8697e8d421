// Rows written at different places.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[[-6, -1, 4], [-4, 3, -5], [0, 5, -1], [4, -4, 1], [-5, 0, 5]], [[-3, 4, -4], [1, 6, 0], [5, -3, 2], [-4, 1, 6], [-2, 5, -3]]]> : tensor<2x5x3xi32>
// INPUT: dense<[[0, 3], [1, 4]]> : tensor<2x2xi32>
// INPUT: dense<[[[0, 5, -3], [2, -4, 1]], [[6, -2, 5], [-3, 2, -6]]]> : tensor<2x2x3xi32>
// EXPECT: dense<[[[0, 5, -3], [-4, 3, -5], [0, 5, -1], [2, -4, 1], [-5, 0, 5]], [[-3, 4, -4], [6, -2, 5], [5, -3, 2], [-4, 1, 6], [-3, 2, -6]]]> : tensor<2x5x3xi32>
func.func @main(%x: tensor<2x5x3xi32>, %i: tensor<2x2xi32>, %u: tensor<2x2x3xi32>) -> tensor<2x5x3xi32> {
  %0 = tosa.scatter %x, %i, %u : (tensor<2x5x3xi32>, tensor<2x2xi32>, tensor<2x2x3xi32>) -> tensor<2x5x3xi32>
  return %0 : tensor<2x5x3xi32>
}
