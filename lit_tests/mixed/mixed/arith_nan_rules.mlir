// minimumf and maximumf spread NaN, minnumf and maxnumf do not.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[0x7FC00000, -2.0, -1.0, 0x7FC00000, 1.0, 2.0, 0x7FC00000, 4.0, 5.0]> : tensor<9xf32>
// INPUT: dense<[3.0, 0x7FC00000, 1.0, 0.0, -1.0, 0x7FC00000, -3.0, -4.0, -5.0]> : tensor<9xf32>
// EXPECT: dense<[0x7FC00000, 0x7FC00000, -1.0, 0x7FC00000, -1.0, 0x7FC00000, 0x7FC00000, -4.0, -5.0]> : tensor<9xf32>
// EXPECT: dense<[0x7FC00000, 0x7FC00000, 1.0, 0x7FC00000, 1.0, 0x7FC00000, 0x7FC00000, 4.0, 5.0]> : tensor<9xf32>
// EXPECT: dense<[3.0, -2.0, -1.0, 0.0, -1.0, 2.0, -3.0, -4.0, -5.0]> : tensor<9xf32>
// EXPECT: dense<[3.0, -2.0, 1.0, 0.0, 1.0, 2.0, -3.0, 4.0, 5.0]> : tensor<9xf32>
func.func @main(%x: tensor<9xf32>, %y: tensor<9xf32>) -> (tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>) {
  %0 = arith.minimumf %x, %y : tensor<9xf32>
  %1 = arith.maximumf %x, %y : tensor<9xf32>
  %2 = arith.minnumf %x, %y : tensor<9xf32>
  %3 = arith.maxnumf %x, %y : tensor<9xf32>
  return %0, %1, %2, %3 : tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>
}
