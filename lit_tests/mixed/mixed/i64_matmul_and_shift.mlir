// A product of i64 matrices, shifted.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-6, -1, 4, -4, 3], [-5, 0, 5, -1, 4], [-4, 1, -5, 0, 5]]> : tensor<3x5xi64>
// INPUT: dense<[[-3, 2], [-6, -1], [6, -2], [3, -5], [2, -6]]> : tensor<5x2xi64>
// EXPECT: dense<[[35, 20], [37, 15], [21, 17]]> : tensor<3x2xi64>
func.func @main(%a: tensor<3x5xi64>, %b: tensor<5x2xi64>) -> tensor<3x2xi64> {
  %z = arith.constant dense<100> : tensor<3x2xi64>
  %s = arith.constant dense<2> : tensor<3x2xi64>
  %0 = linalg.matmul ins(%a, %b : tensor<3x5xi64>, tensor<5x2xi64>) outs(%z : tensor<3x2xi64>) -> tensor<3x2xi64>
  %1 = arith.shrsi %0, %s : tensor<3x2xi64>
  return %1 : tensor<3x2xi64>
}
