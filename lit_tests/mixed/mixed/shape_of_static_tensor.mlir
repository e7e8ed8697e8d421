// Extents by shape and tensor.dim, used as data.
// Expected values: NumPy.
// INPUT: dense<[[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5], [1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75], [0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25], [-0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25], [-1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0]]> : tensor<5x7xf32>
// EXPECT: dense<[[32.75, 34.5, 36.25, 33.25, 35.0, 32.75, 34.5], [36.25, 33.25, 35.0, 32.75, 34.5, 36.25, 33.25], [35.0, 32.75, 34.5, 36.25, 33.25, 35.0, 32.75], [34.5, 36.25, 33.25, 35.0, 32.75, 34.5, 36.25], [33.25, 35.0, 32.75, 34.5, 36.25, 33.25, 35.0]]> : tensor<5x7xf32>
func.func @main(%x: tensor<5x7xf32>) -> tensor<5x7xf32> {
  %s = shape.shape_of %x : tensor<5x7xf32> -> tensor<2xindex>
  %n = shape.num_elements %s : tensor<2xindex> -> index
  %i = arith.index_cast %n : index to i32
  %f = arith.sitofp %i : i32 to f32
  %t = tensor.splat %f : tensor<5x7xf32>
  %r = stablehlo.add %x, %t : tensor<5x7xf32>
  return %r : tensor<5x7xf32>
}
