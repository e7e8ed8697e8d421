// shape.assuming on shapes that are statically broadcastable.
// Expected values: NumPy.
// INPUT: dense<[[-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0]]> : tensor<3x5xf32>
// INPUT: dense<[[-1.25, 0.5, 2.25, -0.75, 1.0], [-1.25, 0.5, 2.25, -0.75, 1.0], [-1.25, 0.5, 2.25, -0.75, 1.0]]> : tensor<3x5xf32>
// EXPECT: dense<[[-3.5, 0.0, 3.5, -2.5, 1.0], [-3.5, 0.0, 3.5, -2.5, 1.0], [-3.5, 0.0, 3.5, -2.5, 1.0]]> : tensor<3x5xf32>
func.func @main(%x: tensor<3x5xf32>, %y: tensor<3x5xf32>) -> tensor<3x5xf32> {
  %s = shape.shape_of %x : tensor<3x5xf32> -> tensor<2xindex>
  %t = shape.shape_of %y : tensor<3x5xf32> -> tensor<2xindex>
  %w = shape.cstr_broadcastable %s, %t : tensor<2xindex>, tensor<2xindex>
  %r = shape.assuming %w -> tensor<3x5xf32> {
    %0 = stablehlo.add %x, %y : tensor<3x5xf32>
    shape.assuming_yield %0 : tensor<3x5xf32>
  }
  return %r : tensor<3x5xf32>
}
