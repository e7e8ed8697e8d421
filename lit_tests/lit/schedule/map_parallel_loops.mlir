// RUN: hlo-opt %s --pass-pipeline='builtin.module(func.func(hloom-map-parallel-loops{threads=2}))' | FileCheck %s

// Blocks of eight rows are tasks. The sequential loop is outside of a block, so that a row of `%b`
// is read once for eight rows of `%c`.
// CHECK-LABEL: func @product(
func.func @product(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32>) {
  // CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
  // CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
  // CHECK-DAG: %[[C64:.*]] = arith.constant 64 : index
  // CHECK: scf.forall (%[[I0:.*]]) = (0) to (64) step (8) {
  // CHECK-NEXT: scf.for %[[K:.*]] = %[[C0]] to %[[C64]] step %[[C1]]
  // CHECK: %[[END:.*]] = arith.addi %[[I0]]
  // CHECK: scf.for %[[I:.*]] = %[[I0]] to %[[END]] step %[[C1]]
  // CHECK-NEXT: scf.for %[[J:.*]] = %[[C0]] to %[[C64]] step %[[C1]]
  // CHECK: memref.load %{{.*}}[%[[I]], %[[K]]]
  // CHECK: memref.load %{{.*}}[%[[K]], %[[J]]]
  // CHECK: memref.store %{{.*}}[%[[I]], %[[J]]]
  // CHECK-NOT: scf.parallel
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %n = arith.constant 64 : index
  scf.parallel (%i) = (%zero) to (%n) step (%one) {
    scf.parallel (%j) = (%zero) to (%n) step (%one) {
      scf.for %k = %zero to %n step %one {
        %0 = memref.load %a[%i, %k] : memref<64x64xf32>
        %1 = memref.load %b[%k, %j] : memref<64x64xf32>
        %2 = memref.load %c[%i, %j] : memref<64x64xf32>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        memref.store %4, %c[%i, %j] : memref<64x64xf32>
      }
    }
  }
  return
}

// Threads do not share little work. A loop whose innermost dimension is not contiguous keeps its
// order.
// CHECK-LABEL: func @small(
func.func @small(%a: memref<8x4xf32>, %n: index) {
  // CHECK-NOT: scf.forall
  // CHECK: scf.for %[[I:.*]] =
  // CHECK: scf.for %[[J:.*]] =
  // CHECK: scf.for %[[K:.*]] =
  // CHECK: memref.store %{{.*}}[%[[J]], %[[I]]]
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %four = arith.constant 4 : index
  scf.parallel (%i, %j) = (%zero, %zero) to (%four, %n) step (%one, %one) {
    scf.for %k = %zero to %four step %one {
      %0 = memref.load %a[%j, %i] : memref<8x4xf32>
      %1 = arith.negf %0 : f32
      memref.store %1, %a[%j, %i] : memref<8x4xf32>
    }
  }
  return
}
