// Shifts to the right that fill with zeros.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-6, -1, 4, -4, 3, -5, 0, 5, -1]> : tensor<9xi32>
// EXPECT: dense<[-6, 2147483647, 1, 536870911, 0, 134217727, 0, 0, 1]> : tensor<9xi32>
func.func @main(%x: tensor<9xi32>) -> tensor<9xi32> {
  %n = "tosa.const"() {values = dense<[0, 1, 2, 3, 4, 5, 6, 7, 31]> : tensor<9xi32>} : () -> tensor<9xi32>
  %0 = tosa.logical_right_shift %x, %n : (tensor<9xi32>, tensor<9xi32>) -> tensor<9xi32>
  return %0 : tensor<9xi32>
}
