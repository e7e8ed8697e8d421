// A layer norm with a variance of shifted values, then scale and bias.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25], [-1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25], [-0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75]]> : tensor<3x13xf32>
// INPUT: dense<[-1.25, 0.5, 2.25, -0.75, 1.0, -1.25, 0.5, 2.25, -0.75, 1.0, -1.25, 0.5, 2.25]> : tensor<13xf32>
// INPUT: dense<[-0.25, 1.5, -1.5, 0.25, 2.0, -0.25, 1.5, -1.5, 0.25, 2.0, -0.25, 1.5, -1.5]> : tensor<13xf32>
// EXPECT: dense<[[1.3268839, 1.5445238, 1.739105, 0.9067258, 2.4749203, 1.3268839, 1.5445238, 1.739105, 0.9067258, 2.4749203, 1.3268839, 1.5445238, 1.739105], [0.7112617, 1.8295754, -4.148374, 0.061671197, 3.6792653, 0.7112617, 1.8295754, -4.148374, 0.061671197, 3.6792653, 0.7112617, 1.8295754, -4.148374], [-0.3267143, 2.228786, -3.6058078, -0.09521437, 0.66517115, -0.3267143, 2.228786, -3.6058078, -0.09521437, 0.66517115, -0.3267143, 2.228786, -3.6058078]]> : tensor<3x13xf32>
#id = affine_map<(d0, d1) -> (d0, d1)>
#r = affine_map<(d0, d1) -> (d0)>
#c = affine_map<(d0, d1) -> (d1)>
func.func @main(%x: tensor<3x13xf32>, %g: tensor<13xf32>, %b: tensor<13xf32>) -> tensor<3x13xf32> {
  %z = arith.constant dense<0.0> : tensor<3xf32>
  %n = arith.constant 13.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %e = tensor.empty() : tensor<3x13xf32>
  %s = linalg.reduce {arith.addf} ins(%x : tensor<3x13xf32>) outs(%z : tensor<3xf32>) dimensions = [1]
  %d = linalg.generic {indexing_maps = [#id, #r, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %s : tensor<3x13xf32>, tensor<3xf32>) outs(%e : tensor<3x13xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %1 = arith.divf %q, %n : f32
    %2 = arith.subf %p, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<3x13xf32>
  %v = linalg.generic {indexing_maps = [#id, #r], iterator_types = ["parallel", "reduction"]} ins(%d : tensor<3x13xf32>) outs(%z : tensor<3xf32>) {
  ^bb0(%p: f32, %o: f32):
    %1 = arith.mulf %p, %p : f32
    %2 = arith.addf %o, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<3xf32>
  %0 = linalg.generic {indexing_maps = [#id, #r, #c, #c, #id], iterator_types = ["parallel", "parallel"]} ins(%d, %v, %g, %b : tensor<3x13xf32>, tensor<3xf32>, tensor<13xf32>, tensor<13xf32>) outs(%e : tensor<3x13xf32>) {
  ^bb0(%p: f32, %q: f32, %h: f32, %k: f32, %o: f32):
    %1 = arith.divf %q, %n : f32
    %2 = arith.addf %1, %eps : f32
    %3 = math.rsqrt %2 : f32
    %4 = arith.mulf %p, %3 : f32
    %5 = arith.mulf %4, %h : f32
    %6 = arith.addf %5, %k : f32
    linalg.yield %6 : f32
  } -> tensor<3x13xf32>
  return %0 : tensor<3x13xf32>
}
