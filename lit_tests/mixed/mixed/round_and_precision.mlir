// StableHLO roundings and reduce_precision beside arith.truncf and arith.extf.
// Expected values: NumPy.
// INPUT: dense<[-2.5, -2.13, -1.76, -1.39, -1.02, -0.65, -0.28, 0.09, 0.46, 0.83, 1.2, 1.57, 1.94]> : tensor<13xf32>
// EXPECT: dense<[-2.0, -2.0, -2.0, -1.0, -1.0, -1.0, -0.0, 0.0, 0.0, 1.0, 1.0, 2.0, 2.0]> : tensor<13xf32>
// EXPECT: dense<[0.0, 0.005859375, 0.001953125, -0.0009765625, -0.00390625, 0.0014648438, 0.0007324219, -0.00018310547, 0.0009765625, -0.001953125, 0.0029296875, 0.0, -0.0029296875]> : tensor<13xf32>
func.func @main(%x: tensor<13xf32>) -> (tensor<13xf32>, tensor<13xf32>) {
  %0 = stablehlo.round_nearest_even %x : tensor<13xf32>
  %1 = stablehlo.reduce_precision %x, format = e8m7 : tensor<13xf32>
  %2 = arith.truncf %x : tensor<13xf32> to tensor<13xf16>
  %3 = arith.extf %2 : tensor<13xf16> to tensor<13xf32>
  %4 = arith.subf %1, %3 : tensor<13xf32>
  return %0, %4 : tensor<13xf32>, tensor<13xf32>
}
