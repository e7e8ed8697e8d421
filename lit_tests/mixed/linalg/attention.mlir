// Scaled dot-product attention of one head.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-2.25, -0.5, 1.25, -1.75], [0.0, -2.25, -0.5, 1.25], [-1.75, 0.0, -2.25, -0.5], [1.25, -1.75, 0.0, -2.25], [-0.5, 1.25, -1.75, 0.0]]> : tensor<5x4xf32>
// INPUT: dense<[[-1.25, 0.5, 2.25, -0.75], [1.0, -1.25, 0.5, 2.25], [-0.75, 1.0, -1.25, 0.5], [2.25, -0.75, 1.0, -1.25], [0.5, 2.25, -0.75, 1.0], [-1.25, 0.5, 2.25, -0.75], [1.0, -1.25, 0.5, 2.25]]> : tensor<7x4xf32>
// INPUT: dense<[[-0.25, 1.5, -1.5], [0.25, 2.0, -0.25], [1.5, -1.5, 0.25], [2.0, -0.25, 1.5], [-1.5, 0.25, 2.0], [-0.25, 1.5, -1.5], [0.25, 2.0, -0.25]]> : tensor<7x3xf32>
// EXPECT: dense<[[-0.21343464, 1.4557797, -1.4473801], [0.30386794, 1.8565757, -0.19748446], [0.9656825, -0.9687542, 0.35928255], [1.8571823, -0.12712902, 1.3313048], [-0.0025945248, -0.45203328, 1.0060793]]> : tensor<5x3xf32>
#id = affine_map<(d0, d1) -> (d0, d1)>
#r = affine_map<(d0, d1) -> (d0)>
func.func @main(%q: tensor<5x4xf32>, %k: tensor<7x4xf32>, %v: tensor<7x3xf32>) -> tensor<5x3xf32> {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %half = arith.constant 0.5 : f32
  %e0 = tensor.empty() : tensor<4x7xf32>
  %kt = linalg.transpose ins(%k : tensor<7x4xf32>) outs(%e0 : tensor<4x7xf32>) permutation = [1, 0]
  %e1 = tensor.empty() : tensor<5x7xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<5x7xf32>) -> tensor<5x7xf32>
  %s = linalg.matmul ins(%q, %kt : tensor<5x4xf32>, tensor<4x7xf32>) outs(%f1 : tensor<5x7xf32>) -> tensor<5x7xf32>
  %e2 = tensor.empty() : tensor<5xf32>
  %f2 = linalg.fill ins(%low : f32) outs(%e2 : tensor<5xf32>) -> tensor<5xf32>
  %m = linalg.generic {indexing_maps = [#id, #r], iterator_types = ["parallel", "reduction"]} ins(%s : tensor<5x7xf32>) outs(%f2 : tensor<5xf32>) {
  ^bb0(%a: f32, %b: f32):
    %1 = arith.mulf %a, %half : f32
    %2 = arith.maximumf %1, %b : f32
    linalg.yield %2 : f32
  } -> tensor<5xf32>
  %x = linalg.generic {indexing_maps = [#id, #r, #id], iterator_types = ["parallel", "parallel"]} ins(%s, %m : tensor<5x7xf32>, tensor<5xf32>) outs(%e1 : tensor<5x7xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %1 = arith.mulf %a, %half : f32
    %2 = arith.subf %1, %b : f32
    %3 = math.exp %2 : f32
    linalg.yield %3 : f32
  } -> tensor<5x7xf32>
  %f3 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<5xf32>) -> tensor<5xf32>
  %sum = linalg.reduce {arith.addf} ins(%x : tensor<5x7xf32>) outs(%f3 : tensor<5xf32>) dimensions = [1]
  %p = linalg.generic {indexing_maps = [#id, #r, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %sum : tensor<5x7xf32>, tensor<5xf32>) outs(%e1 : tensor<5x7xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %1 = arith.divf %a, %b : f32
    linalg.yield %1 : f32
  } -> tensor<5x7xf32>
  %e4 = tensor.empty() : tensor<5x3xf32>
  %f4 = linalg.fill ins(%zero : f32) outs(%e4 : tensor<5x3xf32>) -> tensor<5x3xf32>
  %0 = linalg.matmul ins(%p, %v : tensor<5x7xf32>, tensor<7x3xf32>) outs(%f4 : tensor<5x3xf32>) -> tensor<5x3xf32>
  return %0 : tensor<5x3xf32>
}
