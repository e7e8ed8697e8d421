// Quotients that round to zero.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-6, -1, 4, -4, 3, -5, 0, 5, -1, 4, -4, 1, -5]> : tensor<13xi32>
// INPUT: dense<[1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2, 3]> : tensor<13xi32>
// EXPECT: dense<[-6, 0, 1, -1, 0, -5, 0, 1, 0, 0, -4, 0, -1]> : tensor<13xi32>
func.func @main(%x: tensor<13xi32>, %y: tensor<13xi32>) -> tensor<13xi32> {
  %0 = tosa.intdiv %x, %y : (tensor<13xi32>, tensor<13xi32>) -> tensor<13xi32>
  return %0 : tensor<13xi32>
}
