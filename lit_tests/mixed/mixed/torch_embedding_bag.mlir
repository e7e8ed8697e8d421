// An index check with cf.assert and a mean of rows, as torch-mlir emits it.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-2.25, -0.5, 1.25], [-1.75, 0.0, -2.25], [-0.5, 1.25, -1.75], [0.0, -2.25, -0.5], [1.25, -1.75, 0.0], [-2.25, -0.5, 1.25]]> : tensor<6x3xf32>
// INPUT: dense<[[0, 3, 0, 3], [0, 3, 0, 3]]> : tensor<2x4xi64>
// EXPECT: dense<[[-1.125, -1.375, 0.375], [-1.125, -1.375, 0.375]]> : tensor<2x3xf32>
func.func @main(%t: tensor<6x3xf32>, %n: tensor<2x4xi64>) -> tensor<2x3xf32> {
  %z = arith.constant dense<0.0> : tensor<2x3xf32>
  %c6 = arith.constant 6 : i64
  %q = arith.constant dense<0.25> : tensor<2x3xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d2)>], iterator_types = ["parallel", "reduction", "parallel"]} ins(%n : tensor<2x4xi64>) outs(%z : tensor<2x3xf32>) {
  ^bb0(%i: i64, %o: f32):
    %1 = arith.cmpi slt, %i, %c6 : i64
    cf.assert %1, "index must be smaller than dim size"
    %2 = arith.index_cast %i : i64 to index
    %3 = linalg.index 2 : index
    %4 = tensor.extract %t[%2, %3] : tensor<6x3xf32>
    %5 = arith.addf %4, %o : f32
    linalg.yield %5 : f32
  } -> tensor<2x3xf32>
  %6 = arith.mulf %0, %q : tensor<2x3xf32>
  return %6 : tensor<2x3xf32>
}
