// A generic operation in place and one with a reduction, on memrefs.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5], [1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75], [0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25], [-0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25], [-1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0]]> : tensor<5x7xf32>
// INPUT: dense<[-1.25, 0.5, 2.25, -0.75, 1.0, -1.25, 0.5]> : tensor<7xf32>
// EXPECT: dense<[[5.0625, 0.25, 1.5625, 3.0625, 0.0, 5.0625, 0.25], [1.5625, 3.0625, 0.0, 5.0625, 0.25, 1.5625, 3.0625], [0.0, 5.0625, 0.25, 1.5625, 3.0625, 0.0, 5.0625], [0.25, 1.5625, 3.0625, 0.0, 5.0625, 0.25, 1.5625], [3.0625, 0.0, 5.0625, 0.25, 1.5625, 3.0625, 0.0]]> : tensor<5x7xf32>
// EXPECT: dense<[8.6875, 10.4375, 12.1875, 9.1875, 10.9375, 8.6875, 10.4375]> : tensor<7xf32>
func.func @main(%x: memref<5x7xf32>, %s: memref<7xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%x : memref<5x7xf32>) {
  ^bb0(%a: f32):
    %0 = arith.mulf %a, %a : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>], iterator_types = ["reduction", "parallel"]} ins(%x : memref<5x7xf32>) outs(%s : memref<7xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    linalg.yield %0 : f32
  }
  return
}
