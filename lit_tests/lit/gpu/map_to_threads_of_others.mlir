// A mapping is removed where the iterations of a loop cannot be blocks, or those of an inner loop cannot be
// threads of a block. Each iteration of the outer loop is then that of a thread.
// RUN: hlo-opt %s --pass-pipeline='builtin.module(func.func(hloom-map-to-threads{shared-bytes=8192}))' | FileCheck %s

// All threads of a block would store.
// CHECK-LABEL: func.func @store
// CHECK: memref.store
// CHECK-NEXT: }
// CHECK-NOT: mapping
func.func @store(%x: memref<8xf32>) {
  %one = arith.constant 1.0 : f32
  scf.forall (%b) in (8) {
    memref.store %one, %x[%b] : memref<8xf32>
  } {mapping = [#gpu.block<linear_dim_0>]}
  return
}

// A loop of a block has no results.
// CHECK-LABEL: func.func @loop
// CHECK: scf.for
// CHECK-NOT: mapping
func.func @loop(%x: memref<8xf32>, %y: memref<8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.forall (%b) in (8) {
    %0 = scf.for %i = %c0 to %n step %c1 iter_args(%k = %c0) -> (index) {
      memref.copy %x, %y : memref<8xf32> to memref<8xf32>
      %1 = arith.addi %k, %i : index
      scf.yield %1 : index
    }
  } {mapping = [#gpu.block<linear_dim_0>]}
  return
}

// There is no loop over blocks.
// CHECK-LABEL: func.func @threads
// CHECK: scf.forall
// CHECK-NOT: mapping
func.func @threads(%x: memref<8x8xf32>) {
  %one = arith.constant 1.0 : f32
  scf.forall (%i) in (8) {
    scf.forall (%j) in (8) {
      memref.store %one, %x[%i, %j] : memref<8x8xf32>
    } {mapping = [#gpu.thread<linear_dim_0>]}
  }
  return
}

// A thread cannot wait for others inside of a loop over threads.
// CHECK-LABEL: func.func @nested
// CHECK: scf.forall
// CHECK-NOT: mapping
func.func @nested(%x: memref<8x8x8xf32>) {
  %one = arith.constant 1.0 : f32
  scf.forall (%b) in (8) {
    scf.forall (%i) in (8) {
      scf.forall (%j) in (8) {
        memref.store %one, %x[%b, %i, %j] : memref<8x8x8xf32>
      } {mapping = [#gpu.thread<linear_dim_0>]}
    } {mapping = [#gpu.thread<linear_dim_0>]}
  } {mapping = [#gpu.block<linear_dim_0>]}
  return
}
