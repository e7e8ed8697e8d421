// The smallest i32 in absolute values, negations and saturated shifts of StableHLO and arith.
// Expected values: NumPy.
// INPUT: dense<[-2147483648, 2147483647, -1, 0]> : tensor<4xi32>
// EXPECT: dense<[-2147483648, 2147483647, 1, 0]> : tensor<4xi32>
// EXPECT: dense<[-2147483648, -2147483647, 1, 0]> : tensor<4xi32>
// EXPECT: dense<[-1, 0, -1, 0]> : tensor<4xi32>
func.func @main(%x: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) {
  %z = arith.constant dense<0> : tensor<4xi32>
  %s = stablehlo.constant dense<40> : tensor<4xi32>
  %0 = math.absi %x : tensor<4xi32>
  %1 = arith.subi %z, %x : tensor<4xi32>
  %2 = stablehlo.shift_right_arithmetic %x, %s : tensor<4xi32>
  return %0, %1, %2 : tensor<4xi32>, tensor<4xi32>, tensor<4xi32>
}
