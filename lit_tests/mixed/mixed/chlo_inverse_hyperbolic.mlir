// Inverse functions of chlo undo those of math.
// Expected values: NumPy.
// INPUT: dense<[-0.6, -0.4, -0.2, 1.110223e-16, 0.2, 0.4, 0.6]> : tensor<7xf32>
// EXPECT: dense<[-0.6, -0.4, -0.2, 1.110223e-16, 0.2, 0.4, 0.6]> : tensor<7xf32>
// EXPECT: dense<[-0.6, -0.4, -0.2, 1.110223e-16, 0.2, 0.4, 0.6]> : tensor<7xf32>
// EXPECT: dense<[-0.5669356, -0.38974112, -0.19867985, 1.110223e-16, 0.19867985, 0.38974112, 0.5669356]> : tensor<7xf32>
func.func @main(%x: tensor<7xf32>) -> (tensor<7xf32>, tensor<7xf32>, tensor<7xf32>) {
  %0 = math.sinh %x : tensor<7xf32>
  %1 = chlo.asinh %0 : tensor<7xf32> -> tensor<7xf32>
  %2 = math.tanh %x : tensor<7xf32>
  %3 = chlo.atanh %2 : tensor<7xf32> -> tensor<7xf32>
  %4 = chlo.asin %2 : tensor<7xf32> -> tensor<7xf32>
  return %1, %3, %4 : tensor<7xf32>, tensor<7xf32>, tensor<7xf32>
}
