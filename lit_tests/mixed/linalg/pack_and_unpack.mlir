// Tiles of a matrix, padded, transposed, and back.
// Expected values: NumPy.
// INPUT: dense<[[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5], [1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75], [0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25], [-0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25], [-1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0]]> : tensor<5x7xf32>
// EXPECT: dense<[[[[-2.25, -0.5], [1.25, -1.75], [0.0, -2.25]], [[-0.5, 1.25], [-1.75, 0.0], [0.0, 0.0]]], [[[1.25, -1.75], [0.0, -2.25], [-0.5, 1.25]], [[-1.75, 0.0], [-2.25, -0.5], [0.0, 0.0]]], [[[0.0, -2.25], [-0.5, 1.25], [-1.75, 0.0]], [[-2.25, -0.5], [1.25, -1.75], [0.0, 0.0]]], [[[-0.5, 0.0], [-1.75, 0.0], [-2.25, 0.0]], [[1.25, 0.0], [0.0, 0.0], [0.0, 0.0]]]]> : tensor<4x2x3x2xf32>
// EXPECT: dense<[[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5], [1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75], [0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25], [-0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25], [-1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0]]> : tensor<5x7xf32>
func.func @main(%x: tensor<5x7xf32>) -> (tensor<4x2x3x2xf32>, tensor<5x7xf32>) {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x2x3x2xf32>
  %f = tensor.empty() : tensor<5x7xf32>
  %0 = linalg.pack %x padding_value(%z : f32) outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [3, 2] into %e : tensor<5x7xf32> -> tensor<4x2x3x2xf32>
  %1 = linalg.unpack %0 outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [3, 2] into %f : tensor<4x2x3x2xf32> -> tensor<5x7xf32>
  return %0, %1 : tensor<4x2x3x2xf32>, tensor<5x7xf32>
}
