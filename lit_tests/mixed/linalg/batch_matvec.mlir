// A batch of matrices times vectors, and of vectors times matrices.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[[-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0]], [[-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0]]]> : tensor<2x3x5xf32>
// INPUT: dense<[[-1.25, 0.5, 2.25, -0.75, 1.0], [-1.25, 0.5, 2.25, -0.75, 1.0]]> : tensor<2x5xf32>
// INPUT: dense<[[-0.25, 1.5, -1.5], [0.25, 2.0, -0.25]]> : tensor<2x3xf32>
// EXPECT: dense<6.6875> : tensor<2x3xf32>
// EXPECT: dense<[[0.5625, 0.125, -0.3125, 0.4375, 0.0], [-4.5, -1.0, 2.5, -3.5, 0.0]]> : tensor<2x5xf32>
func.func @main(%a: tensor<2x3x5xf32>, %x: tensor<2x5xf32>, %y: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x5xf32>) {
  %u = arith.constant dense<0.0> : tensor<2x3xf32>
  %v = arith.constant dense<0.0> : tensor<2x5xf32>
  %0 = linalg.batch_matvec ins(%a, %x : tensor<2x3x5xf32>, tensor<2x5xf32>) outs(%u : tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = linalg.batch_vecmat ins(%y, %a : tensor<2x3xf32>, tensor<2x3x5xf32>) outs(%v : tensor<2x5xf32>) -> tensor<2x5xf32>
  return %0, %1 : tensor<2x3xf32>, tensor<2x5xf32>
}
