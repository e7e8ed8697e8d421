// A dense layer: the product in StableHLO, the bias by linalg.generic, the activation in tosa.
// Expected values: NumPy.
// INPUT: dense<[[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5], [1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75], [0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25], [-0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25], [-1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0]]> : tensor<5x7xf32>
// INPUT: dense<[[-1.25, 0.5, 2.25], [-0.75, 1.0, -1.25], [0.5, 2.25, -0.75], [1.0, -1.25, 0.5], [2.25, -0.75, 1.0], [-1.25, 0.5, 2.25], [-0.75, 1.0, -1.25]]> : tensor<7x3xf32>
// INPUT: dense<[-0.25, 1.5, -1.5]> : tensor<3xf32>
// EXPECT: dense<[[5.0, 3.25, 0.0], [0.0, 2.4375, 6.875], [0.1875, 0.0, 3.375], [0.0, 1.25, 0.0], [5.3125, 0.0, 0.0]]> : tensor<5x3xf32>
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d1)>
func.func @main(%x: tensor<5x7xf32>, %w: tensor<7x3xf32>, %b: tensor<3xf32>) -> tensor<5x3xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<5x7xf32>, tensor<7x3xf32>) -> tensor<5x3xf32>
  %e = tensor.empty() : tensor<5x3xf32>
  %1 = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%0, %b : tensor<5x3xf32>, tensor<3xf32>) outs(%e : tensor<5x3xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %s = arith.addf %p, %q : f32
    linalg.yield %s : f32
  } -> tensor<5x3xf32>
  %2 = tosa.clamp %1 {min_val = 0.0 : f32, max_val = 3.40282347E+38 : f32} : (tensor<5x3xf32>) -> tensor<5x3xf32>
  return %2 : tensor<5x3xf32>
}
