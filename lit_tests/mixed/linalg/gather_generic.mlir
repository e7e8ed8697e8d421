// Rows of an embedding table, read in the body by tensor.extract.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0]]> : tensor<7x5xf32>
// INPUT: dense<[[0, 5, 3], [1, 6, 4]]> : tensor<2x3xi64>
// EXPECT: dense<[[[-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0]], [[-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0]]]> : tensor<2x3x5xf32>
func.func @main(%t: tensor<7x5xf32>, %n: tensor<2x3xi64>) -> tensor<2x3x5xf32> {
  %e = tensor.empty() : tensor<2x3x5xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%n : tensor<2x3xi64>) outs(%e : tensor<2x3x5xf32>) {
  ^bb0(%i: i64, %o: f32):
    %1 = arith.index_cast %i : i64 to index
    %2 = linalg.index 2 : index
    %3 = tensor.extract %t[%1, %2] : tensor<7x5xf32>
    linalg.yield %3 : f32
  } -> tensor<2x3x5xf32>
  return %0 : tensor<2x3x5xf32>
}
