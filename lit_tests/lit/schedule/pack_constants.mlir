// RUN: hlo-opt %s --pass-pipeline='builtin.module(one-shot-bufferize{bufferize-function-boundaries=true function-boundary-type-conversion=identity-layout-map},hloom-pack-constants{vector-bits=128 registers=16})' | FileCheck %s
// RUN: hlo-opt %s --pass-pipeline='builtin.module(one-shot-bufferize{bufferize-function-boundaries=true function-boundary-type-conversion=identity-layout-map},hloom-pack-constants{vector-bits=128 registers=16},func.func(hloom-contraction-to-loops{vector-bits=128 registers=16}),canonicalize,cse)' | FileCheck %s --check-prefix=LOOPS

// Row-major weights of 24 columns become panels of 8 or 12, one after the other. The kernel reads
// them in place: there is no buffer for a panel.
// CHECK-NOT: @__constant_2x24xf32 :
// CHECK: memref.global "private" constant @__constant_2x24xf32_panels_12 : memref<2x2x12xf32> = dense<{{\[\[\[}}0.000000e+00, {{.*}}, 1.100000e+01], [1.000000e+02, {{.*}}, 1.110000e+02]], {{\[\[}}1.200000e+01,
// CHECK-NOT: @__constant_2x24xf32 :
// CHECK-LABEL: func.func @weights
// CHECK: %[[W0:.*]] = memref.get_global @__constant_2x24xf32_panels_[[W:8|12]] : memref<[[N:[23]]]x2x[[W]]xf32>
// CHECK: %[[C:.*]] = memref.expand_shape %{{.*}} {{\[\[}}0], [1, 2]] output_shape [48, [[N]], [[W]]]
// CHECK: linalg.generic {{.*}}["parallel", "parallel", "parallel", "reduction"]} ins(%{{.*}}, %[[W0]] : {{.*}}) outs(%[[C]] :
// LOOPS-LABEL: func.func @weights
// LOOPS-NOT: linalg
// LOOPS-NOT: memref.alloca
// LOOPS: vector.fma
// LOOPS: return
func.func @weights(%a: tensor<48x2xf32>) -> tensor<48x24xf32> {
  %w = arith.constant dense<[[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0, 17.0, 18.0, 19.0, 20.0, 21.0, 22.0, 23.0], [100.0, 101.0, 102.0, 103.0, 104.0, 105.0, 106.0, 107.0, 108.0, 109.0, 110.0, 111.0, 112.0, 113.0, 114.0, 115.0, 116.0, 117.0, 118.0, 119.0, 120.0, 121.0, 122.0, 123.0]]> : tensor<2x24xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<48x24xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<48x24xf32>) -> tensor<48x24xf32>
  %c = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%a, %w : tensor<48x2xf32>, tensor<2x24xf32>) outs(%f : tensor<48x24xf32>) {
  ^bb0(%x: f32, %y: f32, %s: f32):
    %p = arith.mulf %x, %y : f32
    %t = arith.addf %s, %p : f32
    linalg.yield %t : f32
  } -> tensor<48x24xf32>
  return %c : tensor<48x24xf32>
}

#left = affine_map<(m, n, k) -> (m, k)>
#right = affine_map<(m, n, k) -> (k, n)>
#out = affine_map<(m, n, k) -> (m, n)>

// A tile of columns reads its own panels.
// CHECK-LABEL: func.func @columns
// CHECK: %[[ALL:.*]] = memref.get_global @v_panels_[[W:[0-9]*]] : memref<[[N:[0-9]*]]x2x[[W]]xf32>
// CHECK: scf.forall (%[[I:.*]]) = (0) to (48) step (24)
// CHECK: %[[FIRST:.*]] = arith.divui %[[I]], %c[[W]]
// CHECK: memref.subview %[[ALL]][%[[FIRST]], 0, 0] [{{[23]}}, 2, [[W]]] [1, 1, 1]
func.func @columns(%a: memref<48x2xf32>, %c: memref<48x48xf32>) {
  %v = memref.get_global @v : memref<2x48xf32>
  scf.forall (%i) = (0) to (48) step (24) {
    %part = memref.subview %v[0, %i] [2, 24] [1, 1] : memref<2x48xf32> to memref<2x24xf32, strided<[48, 1], offset: ?>>
    %tile = memref.subview %c[0, %i] [48, 24] [1, 1] : memref<48x48xf32> to memref<48x24xf32, strided<[48, 1], offset: ?>>
    linalg.generic {indexing_maps = [#left, #right, #out], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %part : memref<48x2xf32>, memref<2x24xf32, strided<[48, 1], offset: ?>>) outs(%tile : memref<48x24xf32, strided<[48, 1], offset: ?>>) {
    ^bb0(%x: f32, %y: f32, %s: f32):
      %p = arith.mulf %x, %y : f32
      %t = arith.addf %s, %p : f32
      linalg.yield %t : f32
    }
  }
  return
}

// Unchanged: one row reads each weight once, in any order; the elements of a splat are all the
// same; the first column of a tile may be within a panel; `@u` is not constant.
// CHECK-LABEL: func.func @left_alone
// CHECK-COUNT-4: memref.get_global @{{[tsuv]}} :
// CHECK-NOT: expand_shape
// CHECK: return
func.func @left_alone(%a: memref<48x2xf32>, %row: memref<1x2xf32>, %d: memref<1x24xf32>, %c: memref<48x24xf32>, %i: index) {
  %t = memref.get_global @t : memref<2x24xf32>
  linalg.generic {indexing_maps = [#left, #right, #out], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%row, %t : memref<1x2xf32>, memref<2x24xf32>) outs(%d : memref<1x24xf32>) {
  ^bb0(%x: f32, %y: f32, %s: f32):
    %p = arith.mulf %x, %y : f32
    %q = arith.addf %s, %p : f32
    linalg.yield %q : f32
  }
  %splat = memref.get_global @s : memref<2x24xf32>
  linalg.generic {indexing_maps = [#left, #right, #out], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%a, %splat : memref<48x2xf32>, memref<2x24xf32>) outs(%c : memref<48x24xf32>) {
  ^bb0(%x: f32, %y: f32, %s: f32):
    %p = arith.mulf %x, %y : f32
    %q = arith.addf %s, %p : f32
    linalg.yield %q : f32
  }
  %u = memref.get_global @u : memref<2x24xf32>
  linalg.generic {indexing_maps = [#left, #right, #out], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%a, %u : memref<48x2xf32>, memref<2x24xf32>) outs(%c : memref<48x24xf32>) {
  ^bb0(%x: f32, %y: f32, %s: f32):
    %p = arith.mulf %x, %y : f32
    %q = arith.addf %s, %p : f32
    linalg.yield %q : f32
  }
  %v = memref.get_global @v : memref<2x48xf32>
  %part = memref.subview %v[0, %i] [2, 24] [1, 1] : memref<2x48xf32> to memref<2x24xf32, strided<[48, 1], offset: ?>>
  linalg.generic {indexing_maps = [#left, #right, #out], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%a, %part : memref<48x2xf32>, memref<2x24xf32, strided<[48, 1], offset: ?>>) outs(%c : memref<48x24xf32>) {
  ^bb0(%x: f32, %y: f32, %s: f32):
    %p = arith.mulf %x, %y : f32
    %q = arith.addf %s, %p : f32
    linalg.yield %q : f32
  }
  return
}

// `@v` has another use.
// CHECK: memref.global "private" constant @v_panels_
// CHECK: memref.global "private" constant @v :
memref.global "private" constant @v : memref<2x48xf32> = dense<[[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0, 17.0, 18.0, 19.0, 20.0, 21.0, 22.0, 23.0, 24.0, 25.0, 26.0, 27.0, 28.0, 29.0, 30.0, 31.0, 32.0, 33.0, 34.0, 35.0, 36.0, 37.0, 38.0, 39.0, 40.0, 41.0, 42.0, 43.0, 44.0, 45.0, 46.0, 47.0], [100.0, 101.0, 102.0, 103.0, 104.0, 105.0, 106.0, 107.0, 108.0, 109.0, 110.0, 111.0, 112.0, 113.0, 114.0, 115.0, 116.0, 117.0, 118.0, 119.0, 120.0, 121.0, 122.0, 123.0, 124.0, 125.0, 126.0, 127.0, 128.0, 129.0, 130.0, 131.0, 132.0, 133.0, 134.0, 135.0, 136.0, 137.0, 138.0, 139.0, 140.0, 141.0, 142.0, 143.0, 144.0, 145.0, 146.0, 147.0]]>
memref.global "private" constant @t : memref<2x24xf32> = dense<[[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0, 17.0, 18.0, 19.0, 20.0, 21.0, 22.0, 23.0], [100.0, 101.0, 102.0, 103.0, 104.0, 105.0, 106.0, 107.0, 108.0, 109.0, 110.0, 111.0, 112.0, 113.0, 114.0, 115.0, 116.0, 117.0, 118.0, 119.0, 120.0, 121.0, 122.0, 123.0]]>
memref.global "private" constant @s : memref<2x24xf32> = dense<2.0>
memref.global "private" @u : memref<2x24xf32> = dense<[[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0, 17.0, 18.0, 19.0, 20.0, 21.0, 22.0, 23.0], [100.0, 101.0, 102.0, 103.0, 104.0, 105.0, 106.0, 107.0, 108.0, 109.0, 110.0, 111.0, 112.0, 113.0, 114.0, 115.0, 116.0, 117.0, 118.0, 119.0, 120.0, 121.0, 122.0, 123.0]]>
