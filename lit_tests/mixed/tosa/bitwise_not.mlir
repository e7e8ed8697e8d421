// The complement of i16.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-6, -1, 4, -4, 3, -5, 0, 5, -1]> : tensor<9xi16>
// EXPECT: dense<[5, 0, -5, 3, -4, 4, -1, -6, 0]> : tensor<9xi16>
func.func @main(%x: tensor<9xi16>) -> tensor<9xi16> {
  %0 = tosa.bitwise_not %x : (tensor<9xi16>) -> tensor<9xi16>
  return %0 : tensor<9xi16>
}
