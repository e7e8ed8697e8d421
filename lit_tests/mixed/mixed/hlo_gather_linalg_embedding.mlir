// An embedding by a StableHLO gather, positions added by linalg.generic, normalized by math.
// Expected values: NumPy.
// INPUT: dense<[[-2.25, -0.5, 1.25, -1.75], [0.0, -2.25, -0.5, 1.25], [-1.75, 0.0, -2.25, -0.5], [1.25, -1.75, 0.0, -2.25], [-0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75], [0.0, -2.25, -0.5, 1.25]]> : tensor<7x4xf32>
// INPUT: dense<[[0], [3], [6], [2], [5]]> : tensor<5x1xi32>
// INPUT: dense<[[-0.25, 1.5, -1.5, 0.25], [2.0, -0.25, 1.5, -1.5], [0.25, 2.0, -0.25, 1.5], [-1.5, 0.25, 2.0, -0.25], [1.5, -1.5, 0.25, 2.0]]> : tensor<5x4xf32>
// EXPECT: dense<[[-0.7692308, 0.30769232, -0.07692308, -0.46153846], [0.5756497, -0.35424596, 0.26568446, -0.66421115], [0.08219949, -0.08219949, -0.24659847, 0.9041944], [-0.9285714, 0.071428575, -0.071428575, -0.21428572], [-0.26726124, -0.7126967, 0.5345225, 0.089087084]]> : tensor<5x4xf32>
func.func @main(%t: tensor<7x4xf32>, %n: tensor<5x1xi32>, %p: tensor<5x4xf32>) -> tensor<5x4xf32> {
  %0 = "stablehlo.gather"(%t, %n) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>} : (tensor<7x4xf32>, tensor<5x1xi32>) -> tensor<5x4xf32>
  %e = tensor.empty() : tensor<5x4xf32>
  %1 = linalg.add ins(%0, %p : tensor<5x4xf32>, tensor<5x4xf32>) outs(%e : tensor<5x4xf32>) -> tensor<5x4xf32>
  %one = arith.constant dense<1.0> : tensor<5xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%1 : tensor<5x4xf32>) outs(%one : tensor<5xf32>) {
  ^bb0(%a: f32, %b: f32):
    %2 = math.fma %a, %a, %b : f32
    linalg.yield %2 : f32
  } -> tensor<5xf32>
  %r = math.rsqrt %s : tensor<5xf32>
  %q = stablehlo.broadcast_in_dim %r, dims = [0] : (tensor<5xf32>) -> tensor<5x4xf32>
  %m = stablehlo.multiply %1, %q : tensor<5x4xf32>
  return %m : tensor<5x4xf32>
}
