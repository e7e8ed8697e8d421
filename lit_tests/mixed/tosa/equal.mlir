// Equal numbers, NaN is unequal to itself.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[0.0, 1.0, 2.0, 0x7FC00000, 1.0, 2.0, 0.0]> : tensor<7xf32>
// INPUT: dense<[0.0, 1.0, 0.0, 0x7FC00000, 0.0, 1.0, 0.0]> : tensor<7xf32>
// EXPECT: dense<[true, true, false, false, false, false, true]> : tensor<7xi1>
func.func @main(%x: tensor<7xf32>, %y: tensor<7xf32>) -> tensor<7xi1> {
  %0 = tosa.equal %x, %y : (tensor<7xf32>, tensor<7xf32>) -> tensor<7xi1>
  return %0 : tensor<7xi1>
}
