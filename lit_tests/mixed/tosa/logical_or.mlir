// Any of two booleans, broadcast.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[true], [false], [false], [true], [false]]> : tensor<5x1xi1>
// INPUT: dense<false> : tensor<1x5xi1>
// EXPECT: dense<[[true, true, true, true, true], [false, false, false, false, false], [false, false, false, false, false], [true, true, true, true, true], [false, false, false, false, false]]> : tensor<5x5xi1>
func.func @main(%x: tensor<5x1xi1>, %y: tensor<1x5xi1>) -> tensor<5x5xi1> {
  %0 = tosa.logical_or %x, %y : (tensor<5x1xi1>, tensor<1x5xi1>) -> tensor<5x5xi1>
  return %0 : tensor<5x5xi1>
}
