// A linear layer as torch-mlir emits it: transpose, fill, matmul, bias, relu in one generic.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5], [1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75]]> : tensor<2x7xf32>
// INPUT: dense<[[-1.25, 0.5, 2.25, -0.75, 1.0, -1.25, 0.5], [2.25, -0.75, 1.0, -1.25, 0.5, 2.25, -0.75], [1.0, -1.25, 0.5, 2.25, -0.75, 1.0, -1.25], [0.5, 2.25, -0.75, 1.0, -1.25, 0.5, 2.25], [-0.75, 1.0, -1.25, 0.5, 2.25, -0.75, 1.0]]> : tensor<5x7xf32>
// INPUT: dense<[-0.25, 1.5, -1.5, 0.25, 2.0]> : tensor<5xf32>
// EXPECT: dense<[[9.0, 0.0, 0.0, 0.0, 1.9375], [0.0, 12.3125, 0.6875, 0.0, 0.0]]> : tensor<2x5xf32>
#id = affine_map<(d0, d1) -> (d0, d1)>
#c = affine_map<(d0, d1) -> (d1)>
func.func @main(%x: tensor<2x7xf32>, %w: tensor<5x7xf32>, %b: tensor<5xf32>) -> tensor<2x5xf32> {
  %cst = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<7x5xf32>
  %t = linalg.transpose ins(%w : tensor<5x7xf32>) outs(%0 : tensor<7x5xf32>) permutation = [1, 0]
  %1 = tensor.empty() : tensor<2x5xf32>
  %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<2x5xf32>) -> tensor<2x5xf32>
  %3 = linalg.matmul ins(%x, %t : tensor<2x7xf32>, tensor<7x5xf32>) outs(%2 : tensor<2x5xf32>) -> tensor<2x5xf32>
  %4 = linalg.generic {indexing_maps = [#id, #c, #id], iterator_types = ["parallel", "parallel"]} ins(%3, %b : tensor<2x5xf32>, tensor<5xf32>) outs(%1 : tensor<2x5xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %6 = arith.addf %in, %in_0 : f32
    linalg.yield %6 : f32
  } -> tensor<2x5xf32>
  %5 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%4 : tensor<2x5xf32>) outs(%1 : tensor<2x5xf32>) {
  ^bb0(%in: f32, %out: f32):
    %6 = arith.cmpf ugt, %in, %cst : f32
    %7 = arith.select %6, %in, %cst : f32
    linalg.yield %7 : f32
  } -> tensor<2x5xf32>
  return %5 : tensor<2x5xf32>
}
