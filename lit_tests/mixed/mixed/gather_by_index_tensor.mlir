// linalg.generic that reads a table at a tensor of index.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5]> : tensor<7xf64>
// INPUT: dense<[0, 2, 4, 6, 1, 3, 5, 0, 2]> : tensor<9xi64>
// EXPECT: dense<[-2.25, 1.25, 0.0, -0.5, -0.5, -1.75, -2.25, -2.25, 1.25]> : tensor<9xf64>
func.func @main(%t: tensor<7xf64>, %n: tensor<9xindex>) -> tensor<9xf64> {
  %e = tensor.empty() : tensor<9xf64>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%n : tensor<9xindex>) outs(%e : tensor<9xf64>) {
  ^bb0(%i: index, %o: f64):
    %1 = tensor.extract %t[%i] : tensor<7xf64>
    linalg.yield %1 : f64
  } -> tensor<9xf64>
  return %0 : tensor<9xf64>
}
