// A step of k-means: distances in linalg, the nearest by tosa.argmax, sums by a StableHLO scatter.
// Expected values: NumPy.
// INPUT: dense<[[-2.25, -0.5], [1.25, -1.75], [0.0, -2.25], [-0.5, 1.25], [-1.75, 0.0], [-2.25, -0.5], [1.25, -1.75], [0.0, -2.25], [-0.5, 1.25], [-1.75, 0.0], [-2.25, -0.5], [1.25, -1.75], [0.0, -2.25]]> : tensor<13x2xf32>
// INPUT: dense<[[-1.25, 0.5], [2.25, -0.75], [1.0, -1.25]]> : tensor<3x2xf32>
// EXPECT: dense<[0, 2, 2, 0, 0, 0, 2, 2, 0, 0, 0, 2, 2]> : tensor<13xi32>
// EXPECT: dense<[[-11.25, 1.0], [0.0, 0.0], [3.75, -12.0]]> : tensor<3x2xf32>
func.func @main(%x: tensor<13x2xf32>, %c: tensor<3x2xf32>) -> (tensor<13xi32>, tensor<3x2xf32>) {
  %z = arith.constant dense<0.0> : tensor<13x3xf32>
  %d = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %c : tensor<13x2xf32>, tensor<3x2xf32>) outs(%z : tensor<13x3xf32>) {
  ^bb0(%a: f32, %b: f32, %s: f32):
    %0 = arith.subf %a, %b : f32
    %1 = arith.mulf %0, %0 : f32
    %2 = arith.subf %s, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<13x3xf32>
  %k = tosa.argmax %d {axis = 1 : i32} : (tensor<13x3xf32>) -> tensor<13xi32>
  %i = stablehlo.reshape %k : (tensor<13xi32>) -> tensor<13x1xi32>
  %z2 = stablehlo.constant dense<0.0> : tensor<3x2xf32>
  %s = "stablehlo.scatter"(%z2, %i, %x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %0 : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3x2xf32>, tensor<13x1xi32>, tensor<13x2xf32>) -> tensor<3x2xf32>
  return %k, %s : tensor<13xi32>, tensor<3x2xf32>
}
