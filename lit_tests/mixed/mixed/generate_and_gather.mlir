// tensor.generate makes indices with which StableHLO gathers.
// Expected values: NumPy.
// INPUT: dense<[[-2.25, -0.5], [1.25, -1.75], [0.0, -2.25], [-0.5, 1.25], [-1.75, 0.0]]> : tensor<5x2xf32>
// EXPECT: dense<[[-2.25, -0.5], [-0.5, 1.25], [1.25, -1.75], [-1.75, 0.0], [0.0, -2.25], [-2.25, -0.5], [-0.5, 1.25]]> : tensor<7x2xf32>
func.func @main(%x: tensor<5x2xf32>) -> tensor<7x2xf32> {
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %i = tensor.generate {
  ^bb0(%a: index, %b: index):
    %0 = arith.muli %a, %c3 : index
    %1 = arith.remui %0, %c5 : index
    %2 = arith.index_cast %1 : index to i32
    tensor.yield %2 : i32
  } : tensor<7x1xi32>
  %r = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>} : (tensor<5x2xf32>, tensor<7x1xi32>) -> tensor<7x2xf32>
  return %r : tensor<7x2xf32>
}
