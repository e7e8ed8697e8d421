// A StableHLO optimization barrier over values of arith and linalg.
// Expected values: NumPy.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0]> : tensor<5xf64>
// EXPECT: dense<[-6.328125, 0.125, 3.515625, -2.296875, 0.0]> : tensor<5xf64>
func.func @main(%x: tensor<5xf64>) -> tensor<5xf64> {
  %one = arith.constant dense<1.0> : tensor<5xf64>
  %0 = arith.addf %x, %one : tensor<5xf64>
  %e = tensor.empty() : tensor<5xf64>
  %1 = linalg.square ins(%x : tensor<5xf64>) outs(%e : tensor<5xf64>) -> tensor<5xf64>
  %2:2 = stablehlo.optimization_barrier %0, %1 : tensor<5xf64>, tensor<5xf64>
  %3 = arith.mulf %2#0, %2#1 : tensor<5xf64>
  return %3 : tensor<5xf64>
}
