// A product of i8 in i32, whose casts linalg.matmul implies.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-6, -1, 4, -4, 3, -5, 0, 5, -1, 4, -4, 1, -5], [0, 5, -3, 4, -4, 1, 6, 0, 5, -3, 2, -4, 1], [6, -2, 5, -3, 2, -6, 1, 6, -2, 3, -3, 2, -6], [-1, 6, -2, 3, -5, 2, -6, -1, 4, -2, 3, -5, 0], [-6, -1, 4, -4, 3, -5, 0, 5, -1, 4, -4, 1, -5]]> : tensor<5x13xi8>
// INPUT: dense<[[-3, 2, -6], [-1, 6, -2], [3, -5, 2], [-6, -1, 4], [-2, 3, -5], [0, -6, -1], [4, -4, 3], [-5, 0, 5], [-1, 4, -4], [1, -5, 0], [5, -3, 4], [-4, 1, 6], [0, 5, -3]]> : tensor<13x3xi8>
// INPUT: dense<[[0, 5, -3], [2, -4, 1], [6, -2, 5], [-3, 2, -6], [1, 6, -2]]> : tensor<5x3xi32>
// EXPECT: dense<[[5, -26, 51], [14, 25, -1], [-25, -28, 26], [-10, 52, -38], [6, -25, 52]]> : tensor<5x3xi32>
func.func @main(%a: tensor<5x13xi8>, %b: tensor<13x3xi8>, %c: tensor<5x3xi32>) -> tensor<5x3xi32> {
  %0 = linalg.matmul ins(%a, %b : tensor<5x13xi8>, tensor<13x3xi8>) outs(%c : tensor<5x3xi32>) -> tensor<5x3xi32>
  return %0 : tensor<5x3xi32>
}
