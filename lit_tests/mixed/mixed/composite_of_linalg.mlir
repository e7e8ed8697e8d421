// A StableHLO composite whose decomposition is written in linalg and arith.
// Expected values: NumPy.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5]> : tensor<7xf32>
// EXPECT: dense<[-0.022499999, -0.005, 1.25, -0.0175, 0.0, -0.022499999, -0.005]> : tensor<7xf32>
func.func private @leaky(%x: tensor<7xf32>) -> tensor<7xf32> {
  %z = arith.constant dense<0.0> : tensor<7xf32>
  %s = arith.constant dense<0.01> : tensor<7xf32>
  %e = tensor.empty() : tensor<7xf32>
  %0 = linalg.max ins(%x, %z : tensor<7xf32>, tensor<7xf32>) outs(%e : tensor<7xf32>) -> tensor<7xf32>
  %1 = arith.minimumf %x, %z : tensor<7xf32>
  %2 = arith.mulf %1, %s : tensor<7xf32>
  %3 = arith.addf %0, %2 : tensor<7xf32>
  return %3 : tensor<7xf32>
}
func.func @main(%x: tensor<7xf32>) -> tensor<7xf32> {
  %0 = stablehlo.composite "nn.leaky" %x {decomposition = @leaky} : (tensor<7xf32>) -> tensor<7xf32>
  return %0 : tensor<7xf32>
}
