// Bits counted by StableHLO and by math, which agree.
// Expected values: NumPy.
// INPUT: dense<[-6, -1, 4, -4, 3, -5, 0, 5, -1, 4, -4]> : tensor<11xi32>
// EXPECT: dense<[60, 64, 2, 60, 4, 62, 0, 4, 64, 2, 60]> : tensor<11xi32>
// EXPECT: dense<[0, 0, 58, 0, 60, 0, 64, 58, 0, 58, 0]> : tensor<11xi32>
func.func @main(%x: tensor<11xi32>) -> (tensor<11xi32>, tensor<11xi32>) {
  %0 = stablehlo.popcnt %x : tensor<11xi32>
  %1 = math.ctpop %x : tensor<11xi32>
  %2 = arith.addi %0, %1 : tensor<11xi32>
  %3 = stablehlo.count_leading_zeros %x : tensor<11xi32>
  %4 = tosa.clz %x : (tensor<11xi32>) -> tensor<11xi32>
  %5 = stablehlo.add %3, %4 : tensor<11xi32>
  return %2, %5 : tensor<11xi32>, tensor<11xi32>
}
