// 129 rows gathered by StableHLO from a table that linalg makes, and scattered into 13 sums.
// Expected values: NumPy.
// EXPECT: dense<[[45.0, 55.0, 54.0, 53.0, 41.0], [59.0, 47.0, 35.0, 45.0, 55.0], [38.0, 37.0, 47.0, 57.0, 56.0], [63.0, 62.0, 50.0, 38.0, 37.0], [50.0, 38.0, 37.0, 47.0, 57.0], [45.0, 55.0, 54.0, 53.0, 41.0], [65.0, 53.0, 41.0, 40.0, 50.0], [38.0, 37.0, 47.0, 57.0, 56.0], [58.0, 68.0, 56.0, 44.0, 32.0], [53.0, 41.0, 40.0, 50.0, 60.0], [40.0, 50.0, 60.0, 59.0, 47.0], [60.0, 59.0, 47.0, 46.0, 45.0], [34.0, 32.0, 41.0, 50.0, 59.0]]> : tensor<13x5xf32>
func.func @main() -> tensor<13x5xf32> {
  %t = tensor.generate {
  ^bb0(%i: index, %j: index):
    %0 = affine.apply affine_map<(d0, d1) -> ((d0 * 7 + d1) mod 11)>(%i, %j)
    %1 = arith.index_cast %0 : index to i32
    %2 = arith.sitofp %1 : i32 to f32
    tensor.yield %2 : f32
  } : tensor<31x5xf32>
  %n = stablehlo.iota dim = 0 : tensor<129x1xi32>
  %c17 = arith.constant dense<17> : tensor<129x1xi32>
  %c31 = arith.constant dense<31> : tensor<129x1xi32>
  %c13 = arith.constant dense<13> : tensor<129x1xi32>
  %0 = arith.muli %n, %c17 : tensor<129x1xi32>
  %k = stablehlo.remainder %0, %c31 : tensor<129x1xi32>
  %m = arith.remsi %n, %c13 : tensor<129x1xi32>
  %g = "stablehlo.gather"(%t, %k) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 5>} : (tensor<31x5xf32>, tensor<129x1xi32>) -> tensor<129x5xf32>
  %z = stablehlo.constant dense<0.0> : tensor<13x5xf32>
  %s = "stablehlo.scatter"(%z, %m, %g) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = arith.addf %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<13x5xf32>, tensor<129x1xi32>, tensor<129x5xf32>) -> tensor<13x5xf32>
  return %s : tensor<13x5xf32>
}
