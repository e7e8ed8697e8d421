// f8E4M3FN and f8E5M2 by arith between StableHLO conversions.
// Expected values: NumPy.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75]> : tensor<19xf32>
// EXPECT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75]> : tensor<19xf32>
// EXPECT: dense<[-2.0, -0.5, 1.25, -1.75, 0.0, -2.0, -0.5, 1.25, -1.75, 0.0, -2.0, -0.5, 1.25, -1.75, 0.0, -2.0, -0.5, 1.25, -1.75]> : tensor<19xf32>
func.func @main(%x: tensor<19xf32>) -> (tensor<19xf32>, tensor<19xf32>) {
  %0 = arith.truncf %x : tensor<19xf32> to tensor<19xf8E4M3FN>
  %1 = stablehlo.convert %0 : (tensor<19xf8E4M3FN>) -> tensor<19xf32>
  %2 = stablehlo.convert %x : (tensor<19xf32>) -> tensor<19xf8E5M2>
  %3 = arith.extf %2 : tensor<19xf8E5M2> to tensor<19xf32>
  return %1, %3 : tensor<19xf32>, tensor<19xf32>
}
