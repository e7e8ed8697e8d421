// Results of branches get memory of their own if their layout is dynamic.
// RUN: hlo-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(hloom-copy-branch-results))' | FileCheck %s

// CHECK-LABEL: func.func @slices
// CHECK-SAME: (%[[C:[^:]*]]: i1, %[[I:[^:]*]]: index, %[[X:[^:]*]]: memref<64xf32>, %[[Y:[^:]*]]: memref<8xf32>, 
// CHECK: %[[OWN:.*]] = memref.alloc() : memref<8xf32>
// CHECK: %[[VIEW:.*]] = memref.cast %[[OWN]]
// CHECK: %[[KEPT:.*]] = scf.if %[[C]] -> (memref<8xf32>) {
// CHECK: %[[SLICE:.*]] = memref.subview %[[X]][%[[I]]]
// CHECK: linalg.generic {{.*}} ins(%[[SLICE]] : {{.*}}) outs(%[[OWN]] : memref<8xf32>)
// CHECK: scf.yield %[[Y]]
// CHECK: } else {
// CHECK: linalg.generic {{.*}} outs(%[[OWN]] : memref<8xf32>)
// CHECK: memref.load %[[VIEW]]
// CHECK: memref.load %[[KEPT]]
func.func @slices(%c: i1, %i: index, %x: memref<64xf32>, %y: memref<8xf32>, %z: memref<8xf32>) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %0:2 = scf.if %c -> (memref<8xf32, strided<[1], offset: ?>>, memref<8xf32>) {
    %1 = memref.subview %x[%i] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
    scf.yield %1, %y : memref<8xf32, strided<[1], offset: ?>>, memref<8xf32>
  } else {
    %1 = memref.cast %z : memref<8xf32> to memref<8xf32, strided<[1], offset: ?>>
    scf.yield %1, %z : memref<8xf32, strided<[1], offset: ?>>, memref<8xf32>
  }
  %2 = memref.load %0#0[%c0] : memref<8xf32, strided<[1], offset: ?>>
  %3 = memref.load %0#1[%c0] : memref<8xf32>
  return %2, %3 : f32, f32
}

// -----

// A selection becomes a branch.
// CHECK-LABEL: func.func @selection
// CHECK: %[[OWN:.*]] = memref.alloc() : memref<8xf32>
// CHECK: scf.if %{{.*}} {
// CHECK: linalg.generic {{.*}} ins(%[[A:.*]] : memref<8xf32>) outs(%[[OWN]] : memref<8xf32>)
// CHECK: } else {
// CHECK: linalg.generic {{.*}} outs(%[[OWN]] : memref<8xf32>)
// CHECK: return %[[OWN]]
func.func @selection(%c: i1, %a: memref<8xf32>, %b: memref<8xf32>) -> memref<8xf32> {
  %0 = arith.select %c, %a, %b : memref<8xf32>
  return %0 : memref<8xf32>
}

// -----

// Branches between whole buffers stay: the host chooses between them.
// CHECK-LABEL: func.func @whole
// CHECK-NOT: memref.alloc
// CHECK: scf.index_switch %{{.*}} -> memref<8xf32>
func.func @whole(%i: index, %a: memref<8xf32>, %b: memref<8xf32>) -> memref<8xf32> {
  %0 = scf.index_switch %i -> memref<8xf32>
  case 0 {
    scf.yield %a : memref<8xf32>
  }
  default {
    scf.yield %b : memref<8xf32>
  }
  return %0 : memref<8xf32>
}
