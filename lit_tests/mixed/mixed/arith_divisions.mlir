// Quotients that round down, up and to zero, and remainders of both signs.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-20, -17, -14, -11, -8, -5, -2, 1, 4, 7, 10, 13, 16]> : tensor<13xi32>
// INPUT: dense<[1, -2, 3, -4, 5, -6, 7, -8, 9, -10, 11, -12, 13]> : tensor<13xi32>
// EXPECT: dense<[-20, 8, -4, 2, -1, 0, 0, 0, 0, 0, 0, -1, 1]> : tensor<13xi32>
// EXPECT: dense<[-20, 8, -5, 2, -2, 0, -1, -1, 0, -1, 0, -2, 1]> : tensor<13xi32>
// EXPECT: dense<[-20, 9, -4, 3, -1, 1, 0, 0, 1, 0, 1, -1, 2]> : tensor<13xi32>
// EXPECT: dense<[0, -1, -2, -3, -3, -5, -2, 1, 4, 7, 10, 1, 3]> : tensor<13xi32>
// EXPECT: dense<[-20, 0, 1431655760, 0, 858993457, 1, 613566756, 0, 0, 0, 0, 0, 1]> : tensor<13xi32>
// EXPECT: dense<[-20, 1, 1431655761, 1, 858993458, 2, 613566757, 1, 1, 1, 1, 1, 2]> : tensor<13xi32>
func.func @main(%x: tensor<13xi32>, %y: tensor<13xi32>) -> (tensor<13xi32>, tensor<13xi32>, tensor<13xi32>, tensor<13xi32>, tensor<13xi32>, tensor<13xi32>) {
  %0 = arith.divsi %x, %y : tensor<13xi32>
  %1 = arith.floordivsi %x, %y : tensor<13xi32>
  %2 = arith.ceildivsi %x, %y : tensor<13xi32>
  %3 = arith.remsi %x, %y : tensor<13xi32>
  %4 = arith.divui %x, %y : tensor<13xi32>
  %5 = arith.ceildivui %x, %y : tensor<13xi32>
  return %0, %1, %2, %3, %4, %5 : tensor<13xi32>, tensor<13xi32>, tensor<13xi32>, tensor<13xi32>, tensor<13xi32>, tensor<13xi32>
}
