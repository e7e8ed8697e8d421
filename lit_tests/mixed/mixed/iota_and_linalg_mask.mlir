// A causal mask: StableHLO iotas compared by arith, and linalg.select.
// Expected values: NumPy.
// INPUT: dense<[[-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0]]> : tensor<5x5xf32>
// EXPECT: dense<[[-2.25, -1.0e+09, -1.0e+09, -1.0e+09, -1.0e+09], [-2.25, -0.5, -1.0e+09, -1.0e+09, -1.0e+09], [-2.25, -0.5, 1.25, -1.0e+09, -1.0e+09], [-2.25, -0.5, 1.25, -1.75, -1.0e+09], [-2.25, -0.5, 1.25, -1.75, 0.0]]> : tensor<5x5xf32>
func.func @main(%x: tensor<5x5xf32>) -> tensor<5x5xf32> {
  %i = stablehlo.iota dim = 0 : tensor<5x5xi32>
  %j = stablehlo.iota dim = 1 : tensor<5x5xi32>
  %m = arith.cmpi sge, %i, %j : tensor<5x5xi32>
  %low = arith.constant dense<-1.0e9> : tensor<5x5xf32>
  %e = tensor.empty() : tensor<5x5xf32>
  %r = linalg.select ins(%m, %x, %low : tensor<5x5xi1>, tensor<5x5xf32>, tensor<5x5xf32>) outs(%e : tensor<5x5xf32>) -> tensor<5x5xf32>
  return %r : tensor<5x5xf32>
}
