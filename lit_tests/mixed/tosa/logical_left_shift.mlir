// Shifts to the left that drop bits of i8.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-6, -1, 4, -4, 3, -5, 0, 5, -1]> : tensor<9xi8>
// EXPECT: dense<[-6, -2, 16, -32, 48, 96, 0, -128, -2]> : tensor<9xi8>
func.func @main(%x: tensor<9xi8>) -> tensor<9xi8> {
  %n = "tosa.const"() {values = dense<[0, 1, 2, 3, 4, 5, 6, 7, 1]> : tensor<9xi8>} : () -> tensor<9xi8>
  %0 = tosa.logical_left_shift %x, %n : (tensor<9xi8>, tensor<9xi8>) -> tensor<9xi8>
  return %0 : tensor<9xi8>
}
