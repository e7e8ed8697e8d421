// One value returned three times, and an argument that is unused.
// Expected values: NumPy.
// INPUT: dense<[-2.25, -0.5, 1.25]> : tensor<3xf32>
// INPUT: dense<[-3, 2]> : tensor<2xi64>
// EXPECT: dense<[-4.5, -1.0, 2.5]> : tensor<3xf32>
// EXPECT: dense<[-4.5, -1.0, 2.5]> : tensor<3xf32>
// EXPECT: dense<[-4.5, -1.0, 2.5]> : tensor<3xf32>
func.func @main(%x: tensor<3xf32>, %y: tensor<2xi64>) -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %0 = stablehlo.add %x, %x : tensor<3xf32>
  %1 = arith.addf %x, %x : tensor<3xf32>
  return %0, %1, %0 : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
}
