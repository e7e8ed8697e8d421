// A dilated convolution as a generic operation with sums of indices.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-2.25, -0.5], [1.25, -1.75], [0.0, -2.25], [-0.5, 1.25], [-1.75, 0.0], [-2.25, -0.5], [1.25, -1.75], [0.0, -2.25], [-0.5, 1.25], [-1.75, 0.0], [-2.25, -0.5], [1.25, -1.75], [0.0, -2.25]]> : tensor<13x2xf32>
// INPUT: dense<[[-1.25, 0.5], [2.25, -0.75], [1.0, -1.25]]> : tensor<3x2xf32>
// EXPECT: dense<[3.9375, -7.875, 2.25, -3.5625]> : tensor<4xf32>
#x = affine_map<(d0, d1, d2) -> (d0 * 2 + d1 * 3, d2)>
#k = affine_map<(d0, d1, d2) -> (d1, d2)>
#y = affine_map<(d0, d1, d2) -> (d0)>
func.func @main(%x: tensor<13x2xf32>, %k: tensor<3x2xf32>) -> tensor<4xf32> {
  %z = arith.constant dense<0.0> : tensor<4xf32>
  %0 = linalg.generic {indexing_maps = [#x, #k, #y], iterator_types = ["parallel", "reduction", "reduction"]} ins(%x, %k : tensor<13x2xf32>, tensor<3x2xf32>) outs(%z : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %1 = arith.mulf %a, %b : f32
    %2 = arith.addf %c, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
