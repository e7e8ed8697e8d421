// bf16 weights: StableHLO converts, linalg multiplies in f32, arith truncates.
// Expected values: NumPy.
// INPUT: dense<[[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5], [1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75], [0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25]]> : tensor<3x7xbf16>
// INPUT: dense<[[-1.25, 0.5, 2.25, -0.75, 1.0], [-1.25, 0.5, 2.25, -0.75, 1.0], [-1.25, 0.5, 2.25, -0.75, 1.0], [-1.25, 0.5, 2.25, -0.75, 1.0], [-1.25, 0.5, 2.25, -0.75, 1.0], [-1.25, 0.5, 2.25, -0.75, 1.0], [-1.25, 0.5, 2.25, -0.75, 1.0]]> : tensor<7x5xbf16>
// EXPECT: dense<[[7.5, -3.0, -13.5, 4.5, -6.0], [4.6875, -1.875, -8.4375, 2.8125, -3.75], [6.875, -2.75, -12.375, 4.125, -5.5]]> : tensor<3x5xbf16>
func.func @main(%x: tensor<3x7xbf16>, %w: tensor<7x5xbf16>) -> tensor<3x5xbf16> {
  %0 = stablehlo.convert %x : (tensor<3x7xbf16>) -> tensor<3x7xf32>
  %1 = arith.extf %w : tensor<7x5xbf16> to tensor<7x5xf32>
  %z = arith.constant dense<0.0> : tensor<3x5xf32>
  %2 = linalg.matmul ins(%0, %1 : tensor<3x7xf32>, tensor<7x5xf32>) outs(%z : tensor<3x5xf32>) -> tensor<3x5xf32>
  %3 = arith.truncf %2 : tensor<3x5xf32> to tensor<3x5xbf16>
  return %3 : tensor<3x5xbf16>
}
