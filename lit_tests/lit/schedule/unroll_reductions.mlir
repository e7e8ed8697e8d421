// RUN: hlo-opt %s --pass-pipeline='builtin.module(func.func(hloom-unroll-reductions))' | FileCheck %s

// CHECK-DAG: #[[FIRST:.*]] = affine_map<(d0, d1) -> (d0, 0, d1)>
// CHECK-DAG: #[[LAST:.*]] = affine_map<(d0, d1) -> (d0, 7, d1)>

// Eight rows are loaded for each load and store of the sums, and added in order.
// CHECK-LABEL: func.func @columns
// CHECK: %[[X:.*]] = memref.expand_shape %arg0 {{\[\[}}0, 1], [2]] output_shape [8, 8, 32]
// CHECK: linalg.generic {indexing_maps = [#[[FIRST]], {{.*}}, #[[LAST]], #{{.*}}], iterator_types = ["reduction", "parallel"]}
// CHECK: ^bb0(%[[A:[a-z0-9_]+]]: f32, %[[B:[a-z0-9_]+]]: f32, {{.*}}, %[[OUT:[a-z0-9_]+]]: f32):
// CHECK-NEXT: %[[SUM:.*]] = arith.addf %[[OUT]], %[[A]]
// CHECK-NEXT: arith.addf %[[SUM]], %[[B]]
func.func @columns(%x: memref<64x32xf32>, %out: memref<32xf32>) {
  linalg.generic {
    indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>],
    iterator_types = ["reduction", "parallel"]
  } ins(%x : memref<64x32xf32>) outs(%out : memref<32xf32>) {
  ^bb0(%a: f32, %sum: f32):
    %0 = arith.addf %sum, %a : f32
    linalg.yield %0 : f32
  }
  return
}

// A window is unrolled whole. Each element of it is a view of the operand with the size of the
// output. The operand that only has the window's size is not read.
// CHECK-LABEL: func.func @window
// CHECK: %[[V0:.*]] = memref.subview %arg0[0, 0] [8, 16] [1, 1]
// CHECK: %[[V1:.*]] = memref.subview %arg0[1, 0] [8, 16] [1, 1]
// CHECK: linalg.generic {{.*}}["parallel", "parallel"]} ins(%[[V0]], %[[V1]] :
// CHECK-COUNT-2: arith.maximumf
func.func @window(%x: memref<9x16xf32>, %window: memref<2xf32>, %out: memref<8x16xf32>) {
  linalg.generic {
    indexing_maps = [
      affine_map<(d0, d1, d2) -> (d0 + d2, d1)>, affine_map<(d0, d1, d2) -> (d2)>,
      affine_map<(d0, d1, d2) -> (d0, d1)>],
    iterator_types = ["parallel", "parallel", "reduction"]
  } ins(%x, %window : memref<9x16xf32>, memref<2xf32>) outs(%out : memref<8x16xf32>) {
  ^bb0(%a: f32, %w: f32, %max: f32):
    %0 = arith.maximumf %max, %a : f32
    linalg.yield %0 : f32
  }
  return
}

// LLVM vectorizes the reduction itself.
// CHECK-LABEL: func.func @rows
// CHECK: linalg.generic {{.*}}["parallel", "reduction"]} ins(%arg0 : memref<32x64xf32>)
func.func @rows(%x: memref<32x64xf32>, %out: memref<32xf32>) {
  linalg.generic {
    indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>],
    iterator_types = ["parallel", "reduction"]
  } ins(%x : memref<32x64xf32>) outs(%out : memref<32xf32>) {
  ^bb0(%a: f32, %sum: f32):
    %0 = arith.addf %sum, %a : f32
    linalg.yield %0 : f32
  }
  return
}
