// One of two booleans.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[true, false, false, true, false, false, true]> : tensor<7xi1>
// INPUT: dense<false> : tensor<7xi1>
// EXPECT: dense<[true, false, false, true, false, false, true]> : tensor<7xi1>
func.func @main(%x: tensor<7xi1>, %y: tensor<7xi1>) -> tensor<7xi1> {
  %0 = tosa.logical_xor %x, %y : (tensor<7xi1>, tensor<7xi1>) -> tensor<7xi1>
  return %0 : tensor<7xi1>
}
