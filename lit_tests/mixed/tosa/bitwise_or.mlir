// Bits of either operand; i32.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-6, -1, 4], [-4, 3, -5]]> : tensor<2x3xi32>
// INPUT: dense<[[-3, 2, -6], [-1, 6, -2]]> : tensor<2x3xi32>
// EXPECT: dense<[[-1, -1, -2], [-1, 7, -1]]> : tensor<2x3xi32>
func.func @main(%x: tensor<2x3xi32>, %y: tensor<2x3xi32>) -> tensor<2x3xi32> {
  %0 = tosa.bitwise_or %x, %y : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}
