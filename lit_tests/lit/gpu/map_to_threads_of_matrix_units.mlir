// Warps compute products by their matrix units, if the GPU has some for the types.
// RUN: hlo-opt %s --pass-pipeline='builtin.module(func.func(hloom-map-to-threads{shared-bytes=49152 matrix-unit=mma.sync}),canonicalize{region-simplify=disabled},cse)' | FileCheck %s
// RUN: hlo-opt %s --pass-pipeline='builtin.module(func.func(hloom-map-to-threads{shared-bytes=49152 matrix-unit=wgmma}),canonicalize{region-simplify=disabled},cse)' | FileCheck %s --check-prefix=GROUP
// RUN: not hlo-opt %s --pass-pipeline='builtin.module(func.func(hloom-map-to-threads{matrix-unit=mfma}))' 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// UNKNOWN: error: option `matrix-unit`: expected one of `none`, `mma.sync`, `wgmma`, `cdna2`, `cdna3`, `rdna3`, `rdna4`, found `mfma`

// A block has 64 rows and columns, each of eight warps 32 rows and 16 columns of them. There are two
// chunks of both inputs in shared memory: 32 iterations as 16 words, with padding. Rows have their
// words next to each other, as in memory; columns are next to each other, so words have two iterations.
// CHECK-LABEL: func.func @product
// CHECK-SAME: (%[[A:.*]]: memref<512x64xbf16>, %[[B:.*]]: memref<64x512xbf16>, %[[C:.*]]: memref<512x512xf32>)
// CHECK: scf.forall (%{{.*}}, %{{.*}}) in (1, 64) {
// CHECK: memref.alloca() : memref<2x64x20xi32, #gpu.address_space<workgroup>>
// CHECK: memref.alloca() : memref<2x16x72xi32, #gpu.address_space<workgroup>>
// CHECK: scf.forall (%{{.*}}) in (256) {
// CHECK: vector.load %[[A]]{{.*}} {alignment = 16 : i64} : memref<512x64xbf16>, vector<8xbf16>
// CHECK: vector.load %[[B]]{{.*}} {alignment = 8 : i64} : memref<64x512xbf16>, vector<4xbf16>
// CHECK: vector.load %[[B]]
// CHECK: vector.interleave
// CHECK-COUNT-2: vector.store
// CHECK-NEXT: gpu.barrier
// CHECK: scf.for

// The next chunk is loaded before the current one is multiplied, and stored after it.
// CHECK-COUNT-3: vector.load
// CHECK-NOT: vector.store
// CHECK-COUNT-8: nvvm.mma.sync
// CHECK: vector.store
// CHECK: vector.store
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: scf.yield
// CHECK-COUNT-16: memref.store %{{.*}}, %[[C]]
// CHECK: mapping = [#gpu.thread<linear_dim_0>]
// CHECK: mapping = [#gpu.block<linear_dim_1>, #gpu.block<linear_dim_0>]
func.func @product(%a: memref<512x64xbf16>, %b: memref<64x512xbf16>, %c: memref<512x512xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.generic {
    indexing_maps = [affine_map<(i, j) -> ()>, affine_map<(i, j) -> (i, j)>],
    iterator_types = ["parallel", "parallel"]
  } ins(%zero : f32) outs(%c : memref<512x512xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  linalg.generic {
    indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
    iterator_types = ["parallel", "parallel", "reduction"]
  } ins(%a, %b : memref<512x64xbf16>, memref<64x512xbf16>) outs(%c : memref<512x512xf32>) {
  ^bb0(%x: bf16, %y: bf16, %sum: f32):
    %0 = arith.extf %x : bf16 to f32
    %1 = arith.extf %y : bf16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %sum, %2 : f32
    linalg.yield %3 : f32
  }
  return
}

// Four warps of each half of a block multiply 64 rows by 128 columns in shared memory: 64 iterations in
// four steps. The next chunk is loaded meanwhile. The threads apply the operation after the product to its
// sums, so that the product itself is not stored, and its memory is not allocated.
// GROUP-LABEL: func.func @large
// GROUP-SAME: (%{{.*}}, %[[C:.*]]: memref<1280x1280xbf16>)
// GROUP-NOT: memref.alloc()
// GROUP: scf.forall (%{{.*}}, %{{.*}}) in (1, 100) {
// GROUP-COUNT-2: memref.alloca() : memref<4096xi32, #gpu.address_space<workgroup>>
// GROUP: scf.for
// GROUP-COUNT-8: vector.store
// GROUP: nvvm.fence.proxy
// GROUP-NEXT: gpu.barrier
// GROUP-COUNT-8: vector.load
// GROUP: nvvm.wgmma.fence.aligned
// GROUP-COUNT-4: nvvm.wgmma.mma_async {{.*}} <m = 64, n = 128, k = 16>, {{.*}} A[<bf16>, <one>, <row>], B[<bf16>, <one>, <row>]
// GROUP: nvvm.wgmma.commit.group.sync.aligned
// GROUP-NEXT: nvvm.wgmma.wait.group.sync.aligned 0
// GROUP: gpu.barrier
// GROUP-NEXT: scf.yield
// GROUP-COUNT-64: memref.store %{{.*}}, %[[C]]
// GROUP-NOT: memref.store
// GROUP: return
func.func @large(%a: memref<1280x128xbf16>, %b: memref<128x1280xbf16>, %c: memref<1280x1280xbf16>) {
  %zero = arith.constant 0.0 : f32
  %product = memref.alloc() : memref<1280x1280xf32>
  linalg.generic {
    indexing_maps = [affine_map<(i, j) -> ()>, affine_map<(i, j) -> (i, j)>],
    iterator_types = ["parallel", "parallel"]
  } ins(%zero : f32) outs(%product : memref<1280x1280xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  linalg.generic {
    indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
    iterator_types = ["parallel", "parallel", "reduction"]
  } ins(%a, %b : memref<1280x128xbf16>, memref<128x1280xbf16>) outs(%product : memref<1280x1280xf32>) {
  ^bb0(%x: bf16, %y: bf16, %sum: f32):
    %0 = arith.extf %x : bf16 to f32
    %1 = arith.extf %y : bf16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %sum, %2 : f32
    linalg.yield %3 : f32
  }
  linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
    iterator_types = ["parallel", "parallel"]
  } ins(%product : memref<1280x1280xf32>) outs(%c : memref<1280x1280xbf16>) {
  ^bb0(%x: f32, %y: bf16):
    %0 = arith.truncf %x : f32 to bf16
    linalg.yield %0 : bf16
  }
  return
}

// An operation that overwrites an input is a kernel of its own: other blocks still read the input.
// CHECK-LABEL: func.func @overwritten
// CHECK: nvvm.mma.sync
// CHECK: scf.forall (%{{.*}}, %{{.*}}) in (128, 512) {
func.func @overwritten(%a: memref<512x512xf16>, %b: memref<512x512xf16>) {
  %zero = arith.constant 0.0 : f32
  %product = memref.alloc() : memref<512x512xf32>
  linalg.generic {
    indexing_maps = [affine_map<(i, j) -> ()>, affine_map<(i, j) -> (i, j)>],
    iterator_types = ["parallel", "parallel"]
  } ins(%zero : f32) outs(%product : memref<512x512xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  linalg.generic {
    indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
    iterator_types = ["parallel", "parallel", "reduction"]
  } ins(%a, %b : memref<512x512xf16>, memref<512x512xf16>) outs(%product : memref<512x512xf32>) {
  ^bb0(%x: f16, %y: f16, %sum: f32):
    %0 = arith.extf %x : f16 to f32
    %1 = arith.extf %y : f16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %sum, %2 : f32
    linalg.yield %3 : f32
  }
  linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
    iterator_types = ["parallel", "parallel"]
  } ins(%product : memref<512x512xf32>) outs(%a : memref<512x512xf16>) {
  ^bb0(%x: f32, %y: f16):
    %0 = arith.truncf %x : f32 to f16
    linalg.yield %0 : f16
  }
  return
}
