// A batch of products whose second operand has no batch, by indexing maps.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[[-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0]], [[-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0]], [[-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0]]]> : tensor<3x2x5xf32>
// INPUT: dense<[[-1.25, 0.5, 2.25, -0.75], [1.0, -1.25, 0.5, 2.25], [-0.75, 1.0, -1.25, 0.5], [2.25, -0.75, 1.0, -1.25], [0.5, 2.25, -0.75, 1.0]]> : tensor<5x4xf32>
// EXPECT: dense<[[[-2.5625, 2.0625, -8.625, 3.375], [-2.5625, 2.0625, -8.625, 3.375]], [[-2.5625, 2.0625, -8.625, 3.375], [-2.5625, 2.0625, -8.625, 3.375]], [[-2.5625, 2.0625, -8.625, 3.375], [-2.5625, 2.0625, -8.625, 3.375]]]> : tensor<3x2x4xf32>
func.func @main(%a: tensor<3x2x5xf32>, %b: tensor<5x4xf32>) -> tensor<3x2x4xf32> {
  %c = arith.constant dense<0.0> : tensor<3x2x4xf32>
  %0 = linalg.batch_matmul indexing_maps = [affine_map<(b, i, j, k) -> (b, i, k)>, affine_map<(b, i, j, k) -> (k, j)>, affine_map<(b, i, j, k) -> (b, i, j)>] ins(%a, %b : tensor<3x2x5xf32>, tensor<5x4xf32>) outs(%c : tensor<3x2x4xf32>) -> tensor<3x2x4xf32>
  return %0 : tensor<3x2x4xf32>
}
