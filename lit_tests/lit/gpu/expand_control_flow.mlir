// A switch becomes nested branches, and control flow in the condition of a loop moves out of it.
// RUN: hlo-opt %s --split-input-file --pass-pipeline='builtin.module(gpu.module(hloom-expand-control-flow))' | FileCheck %s

// CHECK-LABEL: func.func @switch
// CHECK-SAME: (%[[I:.*]]: index, %[[X:.*]]: f32)
// CHECK-NEXT: %[[TWO:.*]] = arith.constant 2 : index
// CHECK-NEXT: %[[IS_TWO:.*]] = arith.cmpi eq, %[[I]], %[[TWO]] : index
// CHECK-NEXT: %[[A:.*]] = scf.if %[[IS_TWO]] -> (f32) {
// CHECK-NEXT: %[[NEGATED:.*]] = arith.negf %[[X]]
// CHECK-NEXT: scf.yield %[[NEGATED]]
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[FIVE:.*]] = arith.constant 5 : index
// CHECK-NEXT: %[[IS_FIVE:.*]] = arith.cmpi eq, %[[I]], %[[FIVE]] : index
// CHECK-NEXT: %[[B:.*]] = scf.if %[[IS_FIVE]] -> (f32) {
// CHECK-NEXT: %[[SUM:.*]] = arith.addf %[[X]], %[[X]]
// CHECK-NEXT: scf.yield %[[SUM]]
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %[[X]]
// CHECK-NEXT: }
// CHECK-NEXT: scf.yield %[[B]]
// CHECK-NEXT: }
// CHECK-NEXT: return %[[A]]
gpu.module @kernels {
  func.func @switch(%i: index, %x: f32) -> f32 {
    %0 = scf.index_switch %i -> f32
    case 2 {
      %1 = arith.negf %x : f32
      scf.yield %1 : f32
    }
    case 5 {
      %1 = arith.addf %x, %x : f32
      scf.yield %1 : f32
    }
    default {
      scf.yield %x : f32
    }
    return %0 : f32
  }
}

// -----

// The branch in the condition is computed before the loop and at the end of each iteration, with a
// switch in it that is expanded first. The other loop has a condition of one block.
// CHECK-LABEL: func.func @while
// CHECK-SAME: (%[[X:.*]]: memref<16xi32>, %[[N:.*]]: index, %[[P:.*]]: i1)
// CHECK: %[[FIRST:.*]] = scf.if %[[P]] -> (i1) {
// CHECK-NEXT: memref.load %[[X]][%[[N]]]
// CHECK-NOT: scf.index_switch
// CHECK: %[[R:.*]]:2 = scf.while (%[[C:.*]] = %[[FIRST]], %[[J:.*]] = %[[N]]) : (i1, index) -> (i1, index) {
// CHECK-NEXT: scf.condition(%[[C]]) %[[C]], %[[J]] : i1, index
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%{{.*}}: i1, %[[K:.*]]: index):
// CHECK: %[[M:.*]] = arith.subi %[[K]], %{{.*}} : index
// CHECK-NEXT: %[[NEXT:.*]] = scf.if %[[P]] -> (i1) {
// CHECK-NEXT: memref.load %[[X]][%[[M]]]
// CHECK: scf.yield %[[NEXT]], %[[M]] : i1, index
// CHECK-NEXT: }
// CHECK-NEXT: %[[S:.*]] = scf.while (%[[Q:.*]] = %[[R]]#1) : (index) -> index {
// CHECK-NEXT: %[[LESS:.*]] = arith.cmpi ult, %[[Q]], %[[N]] : index
// CHECK-NEXT: scf.condition(%[[LESS]]) %[[Q]] : index
// CHECK: return %[[S]]
gpu.module @kernels {
  func.func @while(%x: memref<16xi32>, %n: index, %p: i1) -> index {
    %c1 = arith.constant 1 : index
    %false = arith.constant false
    %true = arith.constant true
    %r = scf.while (%j = %n) : (index) -> index {
      %c = scf.if %p -> i1 {
        %a = memref.load %x[%j] : memref<16xi32>
        %i = arith.index_cast %a : i32 to index
        %s = scf.index_switch %i -> i1
        case 0 {
          scf.yield %false : i1
        }
        default {
          scf.yield %true : i1
        }
        scf.yield %s : i1
      } else {
        scf.yield %false : i1
      }
      scf.condition(%c) %j : index
    } do {
    ^bb0(%j: index):
      %k = arith.subi %j, %c1 : index
      scf.yield %k : index
    }
    %s = scf.while (%j = %r) : (index) -> index {
      %c = arith.cmpi ult, %j, %n : index
      scf.condition(%c) %j : index
    } do {
    ^bb0(%j: index):
      %k = arith.addi %j, %c1 : index
      scf.yield %k : index
    }
    return %s : index
  }
}

// -----

// A copy becomes loops later, so that it is no part of a condition either.
// CHECK-LABEL: func.func @copy
// CHECK: memref.copy
// CHECK: scf.while
// CHECK-NEXT: scf.condition
// CHECK: memref.copy
gpu.module @kernels {
  func.func @copy(%x: memref<16xi32>, %y: memref<16xi32>) {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0 : i32
    scf.while : () -> () {
      memref.copy %x, %y : memref<16xi32> to memref<16xi32>
      %a = memref.load %y[%c0] : memref<16xi32>
      %c = arith.cmpi ne, %a, %zero : i32
      scf.condition(%c)
    } do {
      memref.store %zero, %x[%c0] : memref<16xi32>
      scf.yield
    }
    return
  }
}
