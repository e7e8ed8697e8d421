// Packed operands of linalg.mmt4d between linalg.pack and linalg.unpack, as IREE emits them.
// Expected values: NumPy.
// INPUT: dense<[[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25], [-0.5, 1.25, -1.75, 0.0, -2.25, -0.5], [1.25, -1.75, 0.0, -2.25, -0.5, 1.25], [-1.75, 0.0, -2.25, -0.5, 1.25, -1.75], [0.0, -2.25, -0.5, 1.25, -1.75, 0.0]]> : tensor<5x6xf32>
// INPUT: dense<[[-1.25, 0.5, 2.25, -0.75, 1.0, -1.25], [0.5, 2.25, -0.75, 1.0, -1.25, 0.5], [2.25, -0.75, 1.0, -1.25, 0.5, 2.25], [-0.75, 1.0, -1.25, 0.5, 2.25, -0.75], [1.0, -1.25, 0.5, 2.25, -0.75, 1.0], [-1.25, 0.5, 2.25, -0.75, 1.0, -1.25], [0.5, 2.25, -0.75, 1.0, -1.25, 0.5]]> : tensor<7x6xf32>
// EXPECT: dense<[[9.5, -6.0625, -6.3125, 0.4375, -7.1875, 9.5, -6.0625], [-4.3125, 6.4375, -6.0625, -0.875, -1.75, -4.3125, 6.4375], [-2.8125, -4.3125, 9.5, -5.875, 0.0, -2.8125, -4.3125], [0.9375, -2.125, -8.875, 8.0, -6.6875, 0.9375, -2.125], [-4.9375, -1.25, -1.25, -4.9375, 6.6875, -4.9375, -1.25]]> : tensor<5x7xf32>
func.func @main(%a: tensor<5x6xf32>, %b: tensor<7x6xf32>) -> tensor<5x7xf32> {
  %z = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<2x3x4x2xf32>
  %e1 = tensor.empty() : tensor<2x3x4x2xf32>
  %e2 = tensor.empty() : tensor<2x2x4x4xf32>
  %e3 = tensor.empty() : tensor<5x7xf32>
  %p = linalg.pack %a padding_value(%z : f32) inner_dims_pos = [0, 1] inner_tiles = [4, 2] into %e0 : tensor<5x6xf32> -> tensor<2x3x4x2xf32>
  %q = linalg.pack %b padding_value(%z : f32) inner_dims_pos = [0, 1] inner_tiles = [4, 2] into %e1 : tensor<7x6xf32> -> tensor<2x3x4x2xf32>
  %f = linalg.fill ins(%z : f32) outs(%e2 : tensor<2x2x4x4xf32>) -> tensor<2x2x4x4xf32>
  %m = linalg.mmt4d ins(%p, %q : tensor<2x3x4x2xf32>, tensor<2x3x4x2xf32>) outs(%f : tensor<2x2x4x4xf32>) -> tensor<2x2x4x4xf32>
  %u = linalg.unpack %m inner_dims_pos = [0, 1] inner_tiles = [4, 4] into %e3 : tensor<2x2x4x4xf32> -> tensor<5x7xf32>
  return %u : tensor<5x7xf32>
}
