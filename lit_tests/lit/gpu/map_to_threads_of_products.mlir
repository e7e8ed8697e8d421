// Blocks compute tiles of matrix products, if there are enough for a GPU.
// RUN: hlo-opt %s --pass-pipeline='builtin.module(func.func(hloom-map-to-threads{shared-bytes=32768}),canonicalize{region-simplify=disabled},cse)' | FileCheck %s
// RUN: hlo-opt %s --pass-pipeline='builtin.module(func.func(hloom-map-to-threads))' | FileCheck %s --check-prefix=WITHOUT

// Without shared memory each thread computes an element.
// WITHOUT-LABEL: func.func @product
// WITHOUT: scf.forall (%{{.*}}, %{{.*}}) in (256, 256) {
// WITHOUT-NOT: mapping

// 64 blocks compute 32 rows and 32 columns each, and a thread 2 of both. The fill is the start of the sums.
// CHECK-LABEL: func.func @product
// CHECK-SAME: (%[[A:.*]]: memref<256x20xf32>, %[[B:.*]]: memref<20x256xf32>, %[[C:.*]]: memref<256x256xf32>)
// CHECK: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: scf.forall (%{{.*}}, %[[I:.*]], %[[J:.*]]) in (1, 8, 8) {
// CHECK: %[[ROWS:.*]] = memref.memory_space_cast %{{.*}} : memref<16x33xf32, #gpu.address_space<workgroup>> to memref<16x33xf32>
// CHECK: %[[COLUMNS:.*]] = memref.memory_space_cast %{{.*}} : memref<16x33xf32, #gpu.address_space<workgroup>> to memref<16x33xf32>
// CHECK: scf.forall (%[[Y:.*]], %[[X:.*]]) in (16, 16) {
// CHECK: %[[SUMS:.*]]:4 = scf.for %[[K:.*]] = %c0 to %c20 step %c16 iter_args(%{{.*}} = %[[ZERO]], %{{.*}} = %[[ZERO]], %{{.*}} = %[[ZERO]], %{{.*}} = %[[ZERO]])

// Neighboring threads load neighboring elements: those of a row of the first input. Its 20 columns end within
// the second 16.
// CHECK: %[[STEP:.*]] = arith.remui %{{.*}}, %c16
// CHECK: %[[LINE:.*]] = arith.divui %{{.*}}, %c16
// CHECK: %[[COLUMN:.*]] = arith.addi %[[K]], %[[STEP]]
// CHECK: %[[IS_INSIDE:.*]] = arith.cmpi ult, %[[COLUMN]], %c20
// CHECK: %[[LAST:.*]] = arith.minui %[[COLUMN]], %c19
// CHECK: %[[LOADED:.*]] = memref.load %[[A]][%{{.*}}, %[[LAST]]]
// CHECK: %[[PADDED:.*]] = arith.select %[[IS_INSIDE]], %[[LOADED]], %[[ZERO]]
// CHECK: memref.load %[[A]]
// CHECK: memref.store %[[PADDED]], %[[ROWS]][%[[STEP]], %[[LINE]]]
// CHECK: memref.store %{{.*}}, %[[ROWS]]
// CHECK-COUNT-2: memref.load %[[B]]
// CHECK-COUNT-2: memref.store %{{.*}}, %[[COLUMNS]]

// All threads wait before and after they load from shared memory.
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: %{{.*}}:4 = scf.for %[[S:.*]] = %c0 to %c16 step %c1
// CHECK-NEXT: memref.load %[[ROWS]][%[[S]], %[[Y]]]
// CHECK-NEXT: memref.load %[[ROWS]][%[[S]],
// CHECK-NEXT: memref.load %[[COLUMNS]][%[[S]], %[[X]]]
// CHECK-NEXT: memref.load %[[COLUMNS]][%[[S]],
// CHECK-COUNT-4: arith.mulf
// CHECK: gpu.barrier
// CHECK-NEXT: scf.yield
// CHECK-NEXT: }
// CHECK-COUNT-4: memref.store %[[SUMS]]#{{[0-3]}}, %[[C]]
// CHECK-NEXT: } {mapping = [#gpu.thread<linear_dim_1>, #gpu.thread<linear_dim_0>]}
// CHECK-NEXT: } {mapping = [#gpu.block<linear_dim_2>, #gpu.block<linear_dim_1>, #gpu.block<linear_dim_0>]}
func.func @product(%a: memref<256x20xf32>, %b: memref<20x256xf32>, %c: memref<256x256xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.generic {indexing_maps = [affine_map<(i, j) -> ()>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%zero : f32) outs(%c : memref<256x256xf32>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  }
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : memref<256x20xf32>, memref<20x256xf32>) outs(%c : memref<256x256xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %0 = arith.mulf %x, %y : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// Rows beyond the last one are loaded as the last one, and not stored.
// CHECK-LABEL: func.func @odd_rows
// CHECK: scf.forall (%{{.*}}, %{{.*}}, %{{.*}}) in (1, 8, 8) {
// CHECK-DAG: arith.cmpi ult, %{{.*}}, %c250
// CHECK-DAG: arith.minui %{{.*}}, %c249
// CHECK: gpu.barrier
// CHECK: gpu.barrier
// CHECK: scf.if
// CHECK-NEXT: memref.store
func.func @odd_rows(%a: memref<250x16xf32>, %b: memref<16x256xf32>, %c: memref<250x256xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : memref<250x16xf32>, memref<16x256xf32>) outs(%c : memref<250x256xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %0 = arith.mulf %x, %y : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// The input of a convolution is indexed as it is: a row is a place of the result, and a column a channel.
// CHECK-LABEL: func.func @convolution
// CHECK-SAME: (%[[X:.*]]: memref<4x34x34x8xf32>
// CHECK: scf.forall (%{{.*}}, %{{.*}}, %{{.*}}) in (1, 64, 2) {
// CHECK: %[[H:.*]] = affine.apply
// CHECK: %[[W:.*]] = affine.apply
// CHECK: memref.load %[[X]][%{{.*}}, %[[H]], %[[W]], %{{.*}}]
func.func @convolution(%x: memref<4x34x34x8xf32>, %f: memref<3x3x8x128xf32>, %y: memref<4x32x32x128xf32>) {
  linalg.generic {indexing_maps = [affine_map<(n, h, w, o, a, b, i) -> (n, h + a, w + b, i)>, affine_map<(n, h, w, o, a, b, i) -> (a, b, i, o)>, affine_map<(n, h, w, o, a, b, i) -> (n, h, w, o)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%x, %f : memref<4x34x34x8xf32>, memref<3x3x8x128xf32>) outs(%y : memref<4x32x32x128xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %0 = arith.mulf %p, %q : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// 16 tiles are too few for a GPU. So is a reduction of 8 steps for a tile.
// CHECK-LABEL: func.func @few_tiles
// CHECK-NOT: mapping
// CHECK-LABEL: func.func @short
// CHECK-NOT: mapping
func.func @few_tiles(%a: memref<128x64xf32>, %b: memref<64x128xf32>, %c: memref<128x128xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : memref<128x64xf32>, memref<64x128xf32>) outs(%c : memref<128x128xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %0 = arith.mulf %x, %y : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  }
  return
}
func.func @short(%a: memref<512x8xf32>, %b: memref<8x512xf32>, %c: memref<512x512xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : memref<512x8xf32>, memref<8x512xf32>) outs(%c : memref<512x512xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %0 = arith.mulf %x, %y : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  }
  return
}
