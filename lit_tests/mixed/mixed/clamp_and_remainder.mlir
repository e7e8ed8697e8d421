// StableHLO clamp, remainder and sign beside math.trunc, f64.
// Expected values: NumPy.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75]> : tensor<19xf64>
// EXPECT: dense<[-0.75, -0.5, 1.0, -0.25, 0.0, -0.75, -0.5, 1.0, -0.25, 0.0, -0.75, -0.5, 1.0, -0.25, 0.0, -0.75, -0.5, 1.0, -0.25]> : tensor<19xf64>
// EXPECT: dense<[-1.0, 0.0, 1.0, -1.0, 0.0, -1.0, 0.0, 1.0, -1.0, 0.0, -1.0, 0.0, 1.0, -1.0, 0.0, -1.0, 0.0, 1.0, -1.0]> : tensor<19xf64>
func.func @main(%x: tensor<19xf64>) -> (tensor<19xf64>, tensor<19xf64>) {
  %c = stablehlo.constant dense<1.5> : tensor<19xf64>
  %lo = stablehlo.constant dense<-1.0> : tensor<f64>
  %hi = stablehlo.constant dense<1.0> : tensor<f64>
  %0 = stablehlo.remainder %x, %c : tensor<19xf64>
  %1 = stablehlo.clamp %lo, %0, %hi : (tensor<f64>, tensor<19xf64>, tensor<f64>) -> tensor<19xf64>
  %2 = math.trunc %x : tensor<19xf64>
  %3 = stablehlo.sign %2 : tensor<19xf64>
  return %1, %3 : tensor<19xf64>, tensor<19xf64>
}
