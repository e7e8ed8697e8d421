// The diagonal of a matrix, and a matrix from a diagonal.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5], [1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75], [0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25], [-0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25], [-1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5], [1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75]]> : tensor<7x7xf32>
// EXPECT: dense<[-2.25, -1.75, -0.5, 0.0, 1.25, -2.25, -1.75]> : tensor<7xf32>
// EXPECT: dense<[[-2.25, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, -1.75, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, -0.5, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 1.25, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, -2.25, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -1.75]]> : tensor<7x7xf32>
func.func @main(%x: tensor<7x7xf32>) -> (tensor<7xf32>, tensor<7x7xf32>) {
  %e = tensor.empty() : tensor<7xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0, d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<7x7xf32>) outs(%e : tensor<7xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<7xf32>
  %z = arith.constant 0.0 : f32
  %f = tensor.empty() : tensor<7x7xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<7xf32>) outs(%f : tensor<7x7xf32>) {
  ^bb0(%a: f32, %b: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %2 = arith.cmpi eq, %i, %j : index
    %3 = arith.select %2, %a, %z : f32
    linalg.yield %3 : f32
  } -> tensor<7x7xf32>
  return %0, %1 : tensor<7xf32>, tensor<7x7xf32>
}
