// RUN: hlo-opt %s --pass-pipeline='builtin.module(func.func(hloom-contraction-to-loops{vector-bits=256 registers=16}),canonicalize,cse)' | FileCheck %s
// RUN: hlo-opt %s --pass-pipeline='builtin.module(func.func(hloom-contraction-to-loops{vector-bits=512 registers=32 threads=2}),canonicalize,cse)' | FileCheck %s --check-prefix=WIDE

// Accumulators of five rows by two vectors stay in registers; the fill is erased. The last of the
// seven tiles overlaps the one before, and stores only its own rows.
// CHECK-LABEL: func.func @product
// CHECK-NOT: linalg
// CHECK: scf.for
// CHECK: %[[SUMS:.*]]:10 = scf.for
// CHECK-COUNT-2: vector.load
// CHECK-COUNT-10: vector.fma {{.*}} : vector<8xf32>
// CHECK: scf.yield
// CHECK: scf.if
// CHECK-COUNT-10: vector.store
// CHECK: else
// CHECK: scf.for
// CHECK-COUNT-2: vector.load
// CHECK: return
// WIDE-LABEL: func.func @product
// WIDE: vector.fma {{.*}} : vector<16xf32>
func.func @product(%a: memref<32x64xf32>, %b: memref<64x16xf32>, %c: memref<32x16xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<32x16xf32>)
  linalg.matmul ins(%a, %b : memref<32x64xf32>, memref<64x16xf32>) outs(%c : memref<32x16xf32>)
  return
}

// The product is added to the content of the output.
// CHECK-LABEL: func.func @added_to
// CHECK: vector.fma
// CHECK: %[[OLD:.*]] = vector.load
// CHECK: arith.addf %[[OLD]]
// CHECK: vector.store
func.func @added_to(%a: memref<32x64xf32>, %b: memref<64x16xf32>, %c: memref<32x16xf32>) {
  linalg.matmul ins(%a, %b : memref<32x64xf32>, memref<64x16xf32>) outs(%c : memref<32x16xf32>)
  return
}

// A dot product of rows: vectors run along the contracted dimension and are reduced at the end.
// CHECK-LABEL: func.func @rows_by_rows
// CHECK: vector.fma
// CHECK: vector.reduction <add>
func.func @rows_by_rows(%a: memref<2x512xf32>, %b: memref<4x512xf32>, %c: memref<2x4xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<2x4xf32>)
  linalg.generic {
    indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>],
    iterator_types = ["parallel", "parallel", "reduction"]
  } ins(%a, %b : memref<2x512xf32>, memref<4x512xf32>) outs(%c : memref<2x4xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %product = arith.mulf %x, %y : f32
    %next = arith.addf %sum, %product : f32
    linalg.yield %next : f32
  }
  return
}

// bf16 factors are converted once, when they are packed.
// CHECK-LABEL: func.func @converted
// CHECK: arith.extf {{.*}} : vector<8xbf16> to vector<8xf32>
// CHECK: vector.fma {{.*}} : vector<8xf32>
func.func @converted(%a: memref<32x64xbf16>, %b: memref<64x16xbf16>, %c: memref<32x16xf32>) {
  linalg.generic {
    indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
    iterator_types = ["parallel", "parallel", "reduction"]
  } ins(%a, %b : memref<32x64xbf16>, memref<64x16xbf16>) outs(%c : memref<32x16xf32>) {
  ^bb0(%x: bf16, %y: bf16, %sum: f32):
    %left = arith.extf %x : bf16 to f32
    %right = arith.extf %y : bf16 to f32
    %product = arith.mulf %left, %right : f32
    %next = arith.addf %sum, %product : f32
    linalg.yield %next : f32
  }
  return
}

// Tiles are the iterations of a loop that threads share.
// WIDE-LABEL: func.func @shared_out
// WIDE: scf.forall
// WIDE: vector.fma
func.func @shared_out(%a: memref<512x256xf32>, %b: memref<256x512xf32>, %c: memref<512x512xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<512x512xf32>)
  linalg.matmul ins(%a, %b : memref<512x256xf32>, memref<256x512xf32>) outs(%c : memref<512x512xf32>)
  return
}

// One row reads the right operand once, in place. It prefetches the next block of rows.
// WIDE-LABEL: func.func @one_row
// WIDE: memref.prefetch %{{.*}}, read, locality<2>, data
// WIDE: vector.fma
func.func @one_row(%a: memref<1x512xf32>, %b: memref<512x512xf32>, %c: memref<1x512xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<1x512xf32>)
  linalg.matmul ins(%a, %b : memref<1x512xf32>, memref<512x512xf32>) outs(%c : memref<1x512xf32>)
  return
}

// Images of 7x7: tiles of five rows continue in the next line, where each row has its own position.
// CHECK-LABEL: func.func @lines
// CHECK: scf.for %{{.*}} = %c0 to %c10 step %c1
// CHECK-COUNT-5: arith.divui
// CHECK: %[[SUMS:.*]]:10 = scf.for
// CHECK-COUNT-10: vector.fma {{.*}} : vector<8xf32>
func.func @lines(%a: memref<1x9x9x16xf32>, %b: memref<3x3x16x16xf32>, %c: memref<1x7x7x16xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<1x7x7x16xf32>)
  linalg.conv_2d_nhwc_hwcf ins(%a, %b : memref<1x9x9x16xf32>, memref<3x3x16x16xf32>) outs(%c : memref<1x7x7x16xf32>)
  return
}

// Rows are contiguous in the left operand. A tile's rows of each iteration of the depth are packed
// one after another, before the columns.
// CHECK-LABEL: func.func @contiguous_rows
// CHECK-DAG: memref.alloca() {{.*}} : memref<24576xf32>
// CHECK: vector.load {{.*}} vector<6xf32>
// CHECK: vector.store {{.*}} vector<6xf32>
// CHECK: memref.prefetch
// CHECK-COUNT-12: vector.fma {{.*}} : vector<8xf32>
func.func @contiguous_rows(%a: memref<256x96xf32>, %b: memref<256x512xf32>, %c: memref<96x512xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<96x512xf32>)
  linalg.generic {
    indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
    iterator_types = ["parallel", "parallel", "reduction"]
  } ins(%a, %b : memref<256x96xf32>, memref<256x512xf32>) outs(%c : memref<96x512xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %product = arith.mulf %x, %y : f32
    %next = arith.addf %sum, %product : f32
    linalg.yield %next : f32
  }
  return
}

// Each row of the left operand is on a page of its own. Rows are packed before the columns, with a
// vector between rows so that they are in different sets of a cache.
// CHECK-LABEL: func.func @distant_rows
// CHECK-DAG: memref.alloca() {{.*}} : memref<25344xf32>
// CHECK: vector.load {{.*}} vector<8xf32>
// CHECK: vector.store {{.*}} vector<8xf32>
// CHECK: memref.prefetch
// CHECK-COUNT-12: vector.fma {{.*}} : vector<8xf32>
// The row tiles share the cache lines of the next part of the right operand: each prefetches one line of a row.
// WIDE-LABEL: func.func @distant_rows
// WIDE: memref.prefetch
// WIDE-NOT: memref.prefetch
// WIDE: vector.fma
// WIDE-NOT: memref.prefetch
// WIDE-LABEL: func.func @left_alone
func.func @distant_rows(%a: memref<96x1024xf32>, %b: memref<1024x512xf32>, %c: memref<96x512xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<96x512xf32>)
  linalg.matmul ins(%a, %b : memref<96x1024xf32>, memref<1024x512xf32>) outs(%c : memref<96x512xf32>)
  return
}

// Small products stay for plain loops, and a reduction other than a sum is not a contraction.
// CHECK-LABEL: func.func @left_alone
// CHECK: linalg.matmul
// CHECK: linalg.generic
func.func @left_alone(%a: memref<4x4xf32>, %c: memref<4x4xf32>, %d: memref<64x64xf32>, %e: memref<64xf32>) {
  linalg.matmul ins(%a, %a : memref<4x4xf32>, memref<4x4xf32>) outs(%c : memref<4x4xf32>)
  linalg.generic {
    indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (i)>],
    iterator_types = ["parallel", "reduction"]
  } ins(%d, %d : memref<64x64xf32>, memref<64x64xf32>) outs(%e : memref<64xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %product = arith.mulf %x, %y : f32
    %next = arith.maximumf %sum, %product : f32
    linalg.yield %next : f32
  }
  return
}

// The contracted dimension is empty, so only the fill remains.
// CHECK-LABEL: func.func @no_depth
// CHECK: linalg.fill
// CHECK-NOT: linalg.matmul
func.func @no_depth(%a: memref<4x0xf32>, %b: memref<0x4xf32>, %c: memref<4x4xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<4x4xf32>)
  linalg.matmul ins(%a, %b : memref<4x0xf32>, memref<0x4xf32>) outs(%c : memref<4x4xf32>)
  return
}
