// A StableHLO tuple of results of arith and math.
// Expected values: NumPy.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0]> : tensor<5xf32>
// EXPECT: dense<[-1.25, 0.5, 2.25, -0.75, 1.0]> : tensor<5xf32>
// EXPECT: dense<[2.25, 0.5, 1.25, 1.75, 0.0]> : tensor<5xf32>
func.func @main(%x: tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>) {
  %one = arith.constant dense<1.0> : tensor<5xf32>
  %0 = arith.addf %x, %one : tensor<5xf32>
  %1 = math.absf %x : tensor<5xf32>
  %t = stablehlo.tuple %0, %1 : tuple<tensor<5xf32>, tensor<5xf32>>
  %2 = stablehlo.get_tuple_element %t[0] : (tuple<tensor<5xf32>, tensor<5xf32>>) -> tensor<5xf32>
  %3 = stablehlo.get_tuple_element %t[1] : (tuple<tensor<5xf32>, tensor<5xf32>>) -> tensor<5xf32>
  return %2, %3 : tensor<5xf32>, tensor<5xf32>
}
