// Unsigned comparisons, minima, maxima and casts of signless integers.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-6, -1, 4, -4, 3, -5, 0, 5, -1, 4, -4]> : tensor<11xi16>
// INPUT: dense<[-3, 2, -6, -1, 6, -2, 3, -5, 2, -6, -1]> : tensor<11xi16>
// EXPECT: dense<[-6, 2, 4, -4, 3, -5, 0, 5, 2, 4, -4]> : tensor<11xi16>
// EXPECT: dense<[-3, -1, -6, -1, 6, -2, 3, -5, -1, -6, -1]> : tensor<11xi16>
// EXPECT: dense<[true, false, true, true, true, true, true, true, false, true, true]> : tensor<11xi1>
// EXPECT: dense<[65530, 65535, 4, 65532, 3, 65531, 0, 5, 65535, 4, 65532]> : tensor<11xi64>
// EXPECT: dense<[65533.0, 2.0, 65530.0, 65535.0, 6.0, 65534.0, 3.0, 65531.0, 2.0, 65530.0, 65535.0]> : tensor<11xf32>
func.func @main(%x: tensor<11xi16>, %y: tensor<11xi16>) -> (tensor<11xi16>, tensor<11xi16>, tensor<11xi1>, tensor<11xi64>, tensor<11xf32>) {
  %0 = arith.minui %x, %y : tensor<11xi16>
  %1 = arith.maxui %x, %y : tensor<11xi16>
  %2 = arith.cmpi ult, %x, %y : tensor<11xi16>
  %3 = arith.extui %x : tensor<11xi16> to tensor<11xi64>
  %4 = arith.uitofp %y : tensor<11xi16> to tensor<11xf32>
  return %0, %1, %2, %3, %4 : tensor<11xi16>, tensor<11xi16>, tensor<11xi1>, tensor<11xi64>, tensor<11xf32>
}
