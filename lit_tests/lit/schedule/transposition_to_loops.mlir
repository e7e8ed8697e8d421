// RUN: hlo-opt %s --pass-pipeline='builtin.module(func.func(hloom-transposition-to-loops{vector-bits=128 registers=16}))' | FileCheck %s
// RUN: hlo-opt %s --pass-pipeline='builtin.module(func.func(hloom-transposition-to-loops{vector-bits=256 registers=16}))' | FileCheck %s --check-prefix=WIDE
// RUN: hlo-opt %s --pass-pipeline='builtin.module(func.func(hloom-transposition-to-loops{vector-bits=0 registers=0}))' | FileCheck %s --check-prefix=SCALAR

// Four rows are read, interleaved twice, and written as four columns. Vectors of 256 bits are
// interleaved within 128 bits first.
// CHECK-LABEL: func.func @square
// CHECK: scf.forall (%{{.*}}) in (1)
// CHECK: scf.for
// CHECK: scf.for
// CHECK-COUNT-4: vector.load %{{.*}} : memref<128xf32, strided<[1]>>, vector<4xf32>
// CHECK: vector.shuffle %{{.*}}, %{{.*}} [0, 4, 1, 5] : vector<4xf32>, vector<4xf32>
// CHECK: vector.shuffle %{{.*}}, %{{.*}} [2, 6, 3, 7] : vector<4xf32>, vector<4xf32>
// CHECK-COUNT-6: vector.shuffle
// CHECK-NOT: vector.shuffle
// CHECK-COUNT-4: vector.store
// CHECK-NOT: linalg.generic
// WIDE-LABEL: func.func @square
// WIDE-COUNT-8: vector.load
// WIDE: vector.shuffle %{{.*}}, %{{.*}} [0, 8, 1, 9, 4, 12, 5, 13]
// WIDE: vector.shuffle %{{.*}}, %{{.*}} [0, 1, 2, 3, 8, 9, 10, 11]
// WIDE-NOT: nontemporal
// SCALAR-LABEL: func.func @square
// SCALAR: memref.load
// SCALAR: memref.store
func.func @square(%in: memref<8x16xf32>, %out: memref<16x8xf32>) {
  linalg.generic {
    indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>],
    iterator_types = ["parallel", "parallel"]
  } ins(%in : memref<8x16xf32>) outs(%out : memref<16x8xf32>) {
  ^bb0(%i: f32, %o: f32):
    linalg.yield %i : f32
  }
  return
}

// Height and width are one loop. The last block of the odd extent begins earlier.
// CHECK-LABEL: func.func @odd
// CHECK: scf.forall (%{{.*}}) in (2)
// CHECK: scf.for %{{.*}} = %c0{{.*}} to %c21
// CHECK: %[[LAST:.*]] = arith.constant 17 : index
// CHECK: arith.minsi %{{.*}}, %[[LAST]]
func.func @odd(%in: memref<2x3x7x8xi32>, %out: memref<2x8x3x7xi32>) {
  linalg.generic {
    indexing_maps = [
      affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>,
      affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>],
    iterator_types = ["parallel", "parallel", "parallel", "parallel"]
  } ins(%in : memref<2x3x7x8xi32>) outs(%out : memref<2x8x3x7xi32>) {
  ^bb0(%i: i32, %o: i32):
    linalg.yield %i : i32
  }
  return
}

// A large result that nothing else reads is streamed if the caller's memory is aligned.
// CHECK-LABEL: func.func @large
// WIDE-LABEL: func.func @large
// WIDE: scf.if
// WIDE-COUNT-16: vector.store {{.*}} {alignment = 32 : i64, nontemporal = true}
// WIDE: llvm.fence seq_cst
// WIDE: else
// WIDE-NOT: nontemporal
func.func @large(%in: memref<2048x2048xf32>, %out: memref<2048x2048xf32>, %arena: memref<0xi8>) attributes {hloom.inputs = 1 : i64} {
  linalg.generic {
    indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>],
    iterator_types = ["parallel", "parallel"]
  } ins(%in : memref<2048x2048xf32>) outs(%out : memref<2048x2048xf32>) {
  ^bb0(%i: f32, %o: f32):
    linalg.yield %i : f32
  }
  return
}

// Rows stay rows, so vectors copy them without shuffles. Booleans and complex numbers have no
// vectors.
// CHECK-LABEL: func.func @unchanged
// CHECK-COUNT-3: linalg.generic
func.func @unchanged(%a: memref<8x9x16xf32>, %b: memref<9x8x16xf32>, %c: memref<8x16xi1>, %d: memref<16x8xi1>, %e: memref<8x16xcomplex<f32>>, %f: memref<16x8xcomplex<f32>>) {
  linalg.generic {
    indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>],
    iterator_types = ["parallel", "parallel", "parallel"]
  } ins(%a : memref<8x9x16xf32>) outs(%b : memref<9x8x16xf32>) {
  ^bb0(%i: f32, %o: f32):
    linalg.yield %i : f32
  }
  linalg.generic {
    indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>],
    iterator_types = ["parallel", "parallel"]
  } ins(%c : memref<8x16xi1>) outs(%d : memref<16x8xi1>) {
  ^bb0(%i: i1, %o: i1):
    linalg.yield %i : i1
  }
  linalg.generic {
    indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>],
    iterator_types = ["parallel", "parallel"]
  } ins(%e : memref<8x16xcomplex<f32>>) outs(%f : memref<16x8xcomplex<f32>>) {
  ^bb0(%i: complex<f32>, %o: complex<f32>):
    linalg.yield %i : complex<f32>
  }
  return
}
