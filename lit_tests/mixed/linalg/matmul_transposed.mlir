// A product whose operands the indexing maps transpose.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5], [1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75], [0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25], [-0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25], [-1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0]]> : tensor<5x7xf32>
// INPUT: dense<[[-1.25, 0.5, 2.25, -0.75, 1.0], [-1.25, 0.5, 2.25, -0.75, 1.0], [-1.25, 0.5, 2.25, -0.75, 1.0]]> : tensor<3x5xf32>
// EXPECT: dense<[[2.0625, 2.0625, 2.0625], [-6.25, -6.25, -6.25], [-3.625, -3.625, -3.625], [3.375, 3.375, 3.375], [-1.25, -1.25, -1.25], [2.0625, 2.0625, 2.0625], [-6.25, -6.25, -6.25]]> : tensor<7x3xf32>
#a = affine_map<(d0, d1, d2) -> (d2, d0)>
#b = affine_map<(d0, d1, d2) -> (d1, d2)>
#c = affine_map<(d0, d1, d2) -> (d0, d1)>
func.func @main(%a: tensor<5x7xf32>, %b: tensor<3x5xf32>) -> tensor<7x3xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<7x3xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<7x3xf32>) -> tensor<7x3xf32>
  %0 = linalg.matmul indexing_maps = [#a, #b, #c] ins(%a, %b : tensor<5x7xf32>, tensor<3x5xf32>) outs(%f : tensor<7x3xf32>) -> tensor<7x3xf32>
  return %0 : tensor<7x3xf32>
}
