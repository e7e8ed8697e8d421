// Shifts that round, of negative numbers.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-6, -1, 4, -4, 3, -5, 0, 5, -1, 4, -4, 1, -5]> : tensor<13xi32>
// EXPECT: dense<[-2, 0, 1, -1, 1, -1, 0, 1, 0, 1, -1, 0, -1]> : tensor<13xi32>
func.func @main(%x: tensor<13xi32>) -> tensor<13xi32> {
  %one = "tosa.const"() {values = dense<1> : tensor<13xi32>} : () -> tensor<13xi32>
  %0 = tosa.arithmetic_right_shift %x, %one {round = true} : (tensor<13xi32>, tensor<13xi32>) -> tensor<13xi32>
  %1 = tosa.arithmetic_right_shift %0, %one {round = false} : (tensor<13xi32>, tensor<13xi32>) -> tensor<13xi32>
  return %1 : tensor<13xi32>
}
