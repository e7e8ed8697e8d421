// Both of two booleans.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[true, false, false], [true, false, false], [true, false, false]]> : tensor<3x3xi1>
// INPUT: dense<false> : tensor<3x3xi1>
// EXPECT: dense<false> : tensor<3x3xi1>
func.func @main(%x: tensor<3x3xi1>, %y: tensor<3x3xi1>) -> tensor<3x3xi1> {
  %0 = tosa.logical_and %x, %y : (tensor<3x3xi1>, tensor<3x3xi1>) -> tensor<3x3xi1>
  return %0 : tensor<3x3xi1>
}
