// A StableHLO pad with interior elements, the inverse by tensor.extract_slice.
// Expected values: NumPy.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0]> : tensor<5xf32>
// EXPECT: dense<[-2.25, 9.0, 9.0, -0.5, 9.0, 9.0, 1.25, 9.0, 9.0, -1.75, 9.0, 9.0, 0.0]> : tensor<13xf32>
// EXPECT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0]> : tensor<5xf32>
func.func @main(%x: tensor<5xf32>) -> (tensor<13xf32>, tensor<5xf32>) {
  %v = stablehlo.constant dense<9.0> : tensor<f32>
  %0 = stablehlo.pad %x, %v, low = [0], high = [0], interior = [2] : (tensor<5xf32>, tensor<f32>) -> tensor<13xf32>
  %1 = tensor.extract_slice %0[0] [5] [3] : tensor<13xf32> to tensor<5xf32>
  return %0, %1 : tensor<13xf32>, tensor<5xf32>
}
