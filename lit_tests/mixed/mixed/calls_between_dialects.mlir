// Private functions, each in a dialect of its own, that call each other.
// Expected values: NumPy.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5]> : tensor<7xf32>
// EXPECT: dense<[0.00024676323, 0.23840582, 1.9866142, 0.001822114, 1.0, 0.00024676323, 0.23840582]> : tensor<7xf32>
func.func private @in_arith(%x: tensor<7xf32>) -> tensor<7xf32> {
  %two = arith.constant dense<2.0> : tensor<7xf32>
  %0 = arith.mulf %x, %two : tensor<7xf32>
  %1 = call @in_math(%0) : (tensor<7xf32>) -> tensor<7xf32>
  return %1 : tensor<7xf32>
}
func.func private @in_math(%x: tensor<7xf32>) -> tensor<7xf32> {
  %0 = math.tanh %x : tensor<7xf32>
  return %0 : tensor<7xf32>
}
func.func @main(%x: tensor<7xf32>) -> tensor<7xf32> {
  %one = stablehlo.constant dense<1.0> : tensor<7xf32>
  %0 = call @in_arith(%x) : (tensor<7xf32>) -> tensor<7xf32>
  %1 = stablehlo.add %0, %one : tensor<7xf32>
  return %1 : tensor<7xf32>
}
