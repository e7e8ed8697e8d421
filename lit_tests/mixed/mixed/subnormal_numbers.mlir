// Subnormal numbers of f32, scaled up and down.
// Expected values: NumPy.
// INPUT: dense<[0.0, 1.0e-39, 2.0e-39, 3.0e-39, 4.0e-39]> : tensor<5xf32>
// EXPECT: dense<[0.0, 1.0000002e-09, 2.0000004e-09, 3.0000007e-09, 3.9999994e-09]> : tensor<5xf32>
// EXPECT: dense<[0.0, 2.0e-39, 4.000001e-39, 6.000001e-39, 7.999999e-39]> : tensor<5xf32>
func.func @main(%x: tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>) {
  %c = arith.constant dense<1.0e30> : tensor<5xf32>
  %0 = arith.mulf %x, %c : tensor<5xf32>
  %1 = stablehlo.add %x, %x : tensor<5xf32>
  return %0, %1 : tensor<5xf32>, tensor<5xf32>
}
