// Common bits of i16.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-6, -1, 4, -4, 3, -5, 0]> : tensor<7xi16>
// INPUT: dense<[-3, 2, -6, -1, 6, -2, 3]> : tensor<7xi16>
// EXPECT: dense<[-8, 2, 0, -4, 2, -6, 0]> : tensor<7xi16>
func.func @main(%x: tensor<7xi16>, %y: tensor<7xi16>) -> tensor<7xi16> {
  %0 = tosa.bitwise_and %x, %y : (tensor<7xi16>, tensor<7xi16>) -> tensor<7xi16>
  return %0 : tensor<7xi16>
}
