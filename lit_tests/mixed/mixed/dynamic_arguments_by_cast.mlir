// Dynamic extents between casts, with chlo broadcasting and shape operations, as frontends emit them.
// Expected values: NumPy.
// INPUT: dense<[[-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0]]> : tensor<3x5xf32>
// INPUT: dense<[-1.25, 0.5, 2.25, -0.75, 1.0]> : tensor<5xf32>
// EXPECT: dense<[[-3.5, 0.0, 3.5, -2.5, 1.0], [-3.5, 0.0, 3.5, -2.5, 1.0], [-3.5, 0.0, 3.5, -2.5, 1.0]]> : tensor<3x5xf32>
func.func @main(%x: tensor<3x5xf32>, %y: tensor<5xf32>) -> tensor<3x5xf32> {
  %a = tensor.cast %x : tensor<3x5xf32> to tensor<?x5xf32>
  %b = tensor.cast %y : tensor<5xf32> to tensor<?xf32>
  %0 = chlo.broadcast_add %a, %b : (tensor<?x5xf32>, tensor<?xf32>) -> tensor<?x5xf32>
  %1 = tensor.cast %0 : tensor<?x5xf32> to tensor<3x5xf32>
  return %1 : tensor<3x5xf32>
}
