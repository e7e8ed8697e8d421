// Wavefronts of AMD's GPUs compute products by their matrix units.
// RUN: hlo-opt %s --pass-pipeline='builtin.module(func.func(hloom-map-to-threads{shared-bytes=49152 matrix-unit=cdna2}),canonicalize{region-simplify=disabled},cse)' | FileCheck %s --check-prefixes=CDNA,CDNA2
// RUN: hlo-opt %s --pass-pipeline='builtin.module(func.func(hloom-map-to-threads{shared-bytes=49152 matrix-unit=cdna3}),canonicalize{region-simplify=disabled},cse)' | FileCheck %s --check-prefixes=CDNA,CDNA3
// RUN: hlo-opt %s --pass-pipeline='builtin.module(func.func(hloom-map-to-threads{shared-bytes=49152 matrix-unit=rdna3}),canonicalize{region-simplify=disabled},cse)' | FileCheck %s --check-prefixes=RDNA,RDNA3
// RUN: hlo-opt %s --pass-pipeline='builtin.module(func.func(hloom-map-to-threads{shared-bytes=49152 matrix-unit=rdna4}),canonicalize{region-simplify=disabled},cse)' | FileCheck %s --check-prefixes=RDNA,RDNA4

// A block has 64 rows and columns and 32 iterations. Each of four wavefronts of 64 threads has 32 rows and
// columns: four results of 16 by 16, and two steps of 16 iterations. Each of eight wavefronts of 32 threads
// has half of the columns.
// CDNA-LABEL: func.func @bf16
// CDNA-COUNT-8: rocdl.mfma.f32.16x16x16bf16.1k %{{.*}} : (vector<4xi16>, vector<4xi16>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
// CDNA-NOT: rocdl.mfma
// RDNA-LABEL: func.func @bf16
// RDNA3-COUNT-4: rocdl.wmma.f32.16x16x16.bf16 %{{.*}} : (vector<16xi16>, vector<16xi16>, vector<8xf32>) -> vector<8xf32>
// RDNA4-COUNT-4: rocdl.wmma.f32.16x16x16.bf16 %{{.*}} : (vector<8xi16>, vector<8xi16>, vector<8xf32>) -> vector<8xf32>
// RDNA-NOT: rocdl.wmma
func.func @bf16(%a: memref<512x64xbf16>, %b: memref<64x512xbf16>, %c: memref<512x512xf32>) {
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

// The units of CDNA 2 take subnormal numbers of f16 for zeros, so they are not used.
// CDNA-LABEL: func.func @f16
// CDNA2-NOT: rocdl.mfma
// CDNA3: rocdl.mfma.f32.16x16x16f16 %{{.*}} : (vector<4xf16>, vector<4xf16>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
// RDNA-LABEL: func.func @f16
// RDNA3: rocdl.wmma.f32.16x16x16.f16 %{{.*}} : (vector<16xf16>, vector<16xf16>, vector<8xf32>) -> vector<8xf32>
// RDNA4: rocdl.wmma.f32.16x16x16.f16 %{{.*}} : (vector<8xf16>, vector<8xf16>, vector<8xf32>) -> vector<8xf32>
func.func @f16(%a: memref<512x64xf16>, %b: memref<64x512xf16>, %c: memref<512x512xf32>) {
  linalg.generic {
    indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
    iterator_types = ["parallel", "parallel", "reduction"]
  } ins(%a, %b : memref<512x64xf16>, memref<64x512xf16>) outs(%c : memref<512x512xf32>) {
  ^bb0(%x: f16, %y: f16, %sum: f32):
    %0 = arith.extf %x : f16 to f32
    %1 = arith.extf %y : f16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %sum, %2 : f32
    linalg.yield %3 : f32
  }
  return
}

// CDNA multiplies f32 without loss.
// CDNA-LABEL: func.func @f32
// CDNA: rocdl.mfma.f32.16x16x4f32 %{{.*}} : (f32, f32, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
// RDNA-LABEL: func.func @f32
// RDNA-NOT: rocdl.wmma
func.func @f32(%a: memref<512x64xf32>, %b: memref<64x512xf32>, %c: memref<512x512xf32>) {
  linalg.generic {
    indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
    iterator_types = ["parallel", "parallel", "reduction"]
  } ins(%a, %b : memref<512x64xf32>, memref<64x512xf32>) outs(%c : memref<512x512xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %0 = arith.mulf %x, %y : f32
    %1 = arith.addf %sum, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// CDNA-LABEL: func.func @signed
// CDNA2: rocdl.mfma.i32.16x16x16i8 %{{.*}} : (i32, i32, vector<4xi32>, i32, i32, i32) -> vector<4xi32>
// CDNA3: rocdl.mfma.i32.16x16x32.i8 %{{.*}} : (i64, i64, vector<4xi32>, i32, i32, i32) -> vector<4xi32>
// RDNA-LABEL: func.func @signed
// RDNA3: rocdl.wmma.i32.16x16x16.iu8 %{{.*}} {signA = true, signB = true} : (vector<4xi32>, vector<4xi32>, vector<8xi32>) -> vector<8xi32>
// RDNA4: rocdl.wmma.i32.16x16x16.iu8 %{{.*}} {signA = true, signB = true} : (vector<2xi32>, vector<2xi32>, vector<8xi32>) -> vector<8xi32>
func.func @signed(%a: memref<512x64xi8>, %b: memref<64x512xi8>, %c: memref<512x512xi32>) {
  linalg.generic {
    indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
    iterator_types = ["parallel", "parallel", "reduction"]
  } ins(%a, %b : memref<512x64xi8>, memref<64x512xi8>) outs(%c : memref<512x512xi32>) {
  ^bb0(%x: i8, %y: i8, %sum: i32):
    %0 = arith.extsi %x : i8 to i32
    %1 = arith.extsi %y : i8 to i32
    %2 = arith.muli %0, %1 : i32
    %3 = arith.addi %sum, %2 : i32
    linalg.yield %3 : i32
  }
  return
}

// CDNA multiplies only signed integers.
// CDNA-LABEL: func.func @mixed
// CDNA-NOT: rocdl.mfma
// RDNA-LABEL: func.func @mixed
// RDNA: rocdl.wmma.i32.16x16x16.iu8 %{{.*}} {signA = true}
func.func @mixed(%a: memref<512x64xi8>, %b: memref<64x512xi8>, %c: memref<512x512xi32>) {
  linalg.generic {
    indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
    iterator_types = ["parallel", "parallel", "reduction"]
  } ins(%a, %b : memref<512x64xi8>, memref<64x512xi8>) outs(%c : memref<512x512xi32>) {
  ^bb0(%x: i8, %y: i8, %sum: i32):
    %0 = arith.extsi %x : i8 to i32
    %1 = arith.extui %y : i8 to i32
    %2 = arith.muli %0, %1 : i32
    %3 = arith.addi %sum, %2 : i32
    linalg.yield %3 : i32
  }
  return
}
