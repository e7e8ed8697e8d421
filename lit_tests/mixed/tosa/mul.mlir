// A product of integers, shifted with rounding.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-500000, -376543, -253086, -129629, -6172, 117285, 240742, 364199, 487656]> : tensor<9xi32>
// INPUT: dense<[-30000000, -22345679, -14691358, -7037037, 617284, 8271605, 15925926, 23580247, 31234568]> : tensor<9xi32>
// EXPECT: dense<[14305115, 8024320, 3545930, 869946, -3633, 925193, 3656425, 8190062, 14526104]> : tensor<9xi32>
func.func @main(%x: tensor<9xi32>, %y: tensor<9xi32>) -> tensor<9xi32> {
  %shift = "tosa.const"() {values = dense<20> : tensor<1xi8>} : () -> tensor<1xi8>
  %0 = tosa.mul %x, %y, %shift : (tensor<9xi32>, tensor<9xi32>, tensor<1xi8>) -> tensor<9xi32>
  return %0 : tensor<9xi32>
}
