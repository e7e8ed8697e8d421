// A cumulative sum as torch-mlir emits it: tm_tensor's scan written as linalg over a triangle.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5], [1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75], [0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25]]> : tensor<3x7xf32>
// EXPECT: dense<[[-2.25, -2.75, -1.5, -3.25, -3.25, -5.5, -6.0], [1.25, -0.5, -0.5, -2.75, -3.25, -2.0, -3.75], [0.0, -2.25, -2.75, -1.5, -3.25, -3.25, -5.5]]> : tensor<3x7xf32>
func.func @main(%x: tensor<3x7xf32>) -> tensor<3x7xf32> {
  %z = arith.constant dense<0.0> : tensor<3x7xf32>
  %zero = arith.constant 0.0 : f32
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x : tensor<3x7xf32>) outs(%z : tensor<3x7xf32>) {
  ^bb0(%a: f32, %s: f32):
    %j = linalg.index 1 : index
    %k = linalg.index 2 : index
    %p = arith.cmpi ule, %k, %j : index
    %v = arith.select %p, %a, %zero : f32
    %1 = arith.addf %s, %v : f32
    linalg.yield %1 : f32
  } -> tensor<3x7xf32>
  return %0 : tensor<3x7xf32>
}
