// Kernels of one thread compute the scalars of the host program, and store them in device memory.
// RUN: hlo-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(func.func(hloom-scalars-to-memory))' | FileCheck %s

// The kernel that uses a part at a run-time offset loads the offset, and computes the view.
// CHECK-LABEL: func.func @dynamic_slice
// CHECK-SAME: (%[[I:.*]]: memref<i32>, %[[X:.*]]: memref<16xf32>, %[[OUT:.*]]: memref<4xf32>)
// CHECK-NEXT: %[[OFFSET:.*]] = memref.alloc() : memref<index>
// CHECK: scf.forall (%{{.*}}) in (1) {
// CHECK-NEXT: memref.load %[[I]][]
// CHECK: %[[CLAMPED:.*]] = arith.minsi
// CHECK: memref.store %[[CLAMPED]], %[[OFFSET]][]
// CHECK-NEXT: }
// CHECK-NEXT: scf.forall (%[[K:.*]]) in (4) {
// CHECK-NEXT: %[[SAME:.*]] = memref.load %[[OFFSET]][]
// CHECK-NEXT: %[[PART:.*]] = memref.subview %[[X]][%[[SAME]]] [4] [1]
// CHECK-NEXT: memref.load %[[PART]][%[[K]]]
// CHECK-NEXT: memref.store %{{.*}}, %[[OUT]][%[[K]]]
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @dynamic_slice(%i: memref<i32>, %x: memref<16xf32>, %out: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c12 = arith.constant 12 : index
  %0 = memref.load %i[] : memref<i32>
  %1 = arith.index_cast %0 : i32 to index
  %2 = arith.maxsi %1, %c0 : index
  %3 = arith.minsi %2, %c12 : index
  %part = memref.subview %x[%3] [4] [1] : memref<16xf32> to memref<4xf32, strided<[1], offset: ?>>
  scf.forall (%k) in (4) {
    %a = memref.load %part[%k] : memref<4xf32, strided<[1], offset: ?>>
    memref.store %a, %out[%k] : memref<4xf32>
  }
  return
}

// A view whose offset the run of scalars computes is used in the same run, and by a later kernel.
// Both have a copy of it, and of the view that it is a part of.
// CHECK-LABEL: func.func @view_in_run
// CHECK-SAME: (%{{.*}}: memref<index>, %[[X:.*]]: memref<4x16xf32>, %[[OUT:.*]]: memref<4xf32>)
// CHECK: scf.forall (%{{.*}}) in (1) {
// CHECK-NEXT: %[[I:.*]] = memref.load
// CHECK-NEXT: %[[ROW:.*]] = memref.subview %[[X]][%[[I]], 0] [1, 16] [1, 1]
// CHECK-NEXT: %[[PART:.*]] = memref.subview %[[ROW]][0, 4] [1, 4] [1, 1]
// CHECK-NEXT: memref.load %[[PART]]
// CHECK: }
// CHECK-NEXT: scf.forall (%{{.*}}) in (4) {
// CHECK: %[[SAME:.*]] = memref.load %{{.*}}[] : memref<index>
// CHECK-NEXT: %[[ROW2:.*]] = memref.subview %[[X]][%[[SAME]], 0] [1, 16] [1, 1]
// CHECK-NEXT: %[[PART2:.*]] = memref.subview %[[ROW2]][0, 4] [1, 4] [1, 1]
// CHECK: memref.load %[[PART2]]
// CHECK-NOT: memref.subview
// CHECK: return
func.func @view_in_run(%i: memref<index>, %x: memref<4x16xf32>, %out: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = memref.load %i[] : memref<index>
  %row = memref.subview %x[%0, 0] [1, 16] [1, 1] : memref<4x16xf32> to memref<1x16xf32, strided<[16, 1], offset: ?>>
  %part = memref.subview %row[0, 4] [1, 4] [1, 1] : memref<1x16xf32, strided<[16, 1], offset: ?>> to memref<1x4xf32, strided<[16, 1], offset: ?>>
  %1 = memref.load %part[%c0, %c1] : memref<1x4xf32, strided<[16, 1], offset: ?>>
  %2 = arith.negf %1 : f32
  scf.forall (%k) in (4) {
    %a = memref.load %part[%c0, %k] : memref<1x4xf32, strided<[16, 1], offset: ?>>
    %b = arith.addf %a, %2 : f32
    memref.store %b, %out[%k] : memref<4xf32>
  }
  return
}

// `scf.condition` passes the counter on unchanged, so that both blocks and the result of the loop
// share its memory. The host loads the predicate just before it is used, and nothing else.
// CHECK-LABEL: func.func @while_kept
// CHECK-SAME: (%[[N:.*]]: memref<i32>, %[[X:.*]]: memref<16xf32>)
// CHECK: scf.forall (%{{.*}}) in (1) {
// CHECK-NEXT: memref.store %c0_i32, %[[I:.*]][] : memref<i32>
// CHECK-NEXT: }
// CHECK-NEXT: scf.while : () -> () {
// CHECK-NEXT: scf.forall (%{{.*}}) in (1) {
// CHECK-NEXT: %[[CURRENT:.*]] = memref.load %[[I]][]
// CHECK-NEXT: %[[LIMIT:.*]] = memref.load %[[N]][]
// CHECK-NEXT: %[[LESS:.*]] = arith.cmpi slt, %[[CURRENT]], %[[LIMIT]]
// CHECK-NEXT: memref.store %[[LESS]], %[[FLAG:.*]][] : memref<i1>
// CHECK-NEXT: }
// CHECK-NEXT: %[[PREDICATE:.*]] = memref.load %[[FLAG]][]
// CHECK-NEXT: scf.condition(%[[PREDICATE]])
// CHECK-NEXT: } do {
// CHECK-NEXT: scf.forall (%{{.*}}) in (16) {
// CHECK-NEXT: %[[INNER:.*]] = memref.load %[[I]][]
// CHECK-NEXT: arith.sitofp %[[INNER]]
// CHECK: scf.forall (%{{.*}}) in (1) {
// CHECK-NEXT: %[[OLD:.*]] = memref.load %[[I]][]
// CHECK-NEXT: %[[NEXT:.*]] = arith.addi %[[OLD]], %c1_i32
// CHECK-NEXT: memref.store %[[NEXT]], %[[I]][]
// CHECK-NEXT: }
// CHECK-NEXT: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: scf.forall (%{{.*}}) in (1) {
// CHECK-NEXT: %[[RESULT:.*]] = memref.load %[[I]][]
// CHECK-NEXT: memref.store %[[RESULT]], %[[N]][]
func.func @while_kept(%n: memref<i32>, %x: memref<16xf32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %result = scf.while (%i = %c0) : (i32) -> i32 {
    %limit = memref.load %n[] : memref<i32>
    %c = arith.cmpi slt, %i, %limit : i32
    scf.condition(%c) %i : i32
  } do {
  ^bb0(%i: i32):
    scf.forall (%k) in (16) {
      %f = arith.sitofp %i : i32 to f32
      memref.store %f, %x[%k] : memref<16xf32>
    }
    %next = arith.addi %i, %c1 : i32
    scf.yield %next : i32
  }
  memref.store %result, %n[] : memref<i32>
  return
}

// A scalar that the first block computes has memory of its own.
// CHECK-LABEL: func.func @while_computed
// CHECK: scf.while : () -> () {
// CHECK: scf.forall (%{{.*}}) in (1) {
// CHECK: %[[I:.*]] = memref.load %[[CARRIED:.*]][] : memref<i32>
// CHECK: %[[TWICE:.*]] = arith.addi %[[I]], %[[I]]
// CHECK: memref.store %[[TWICE]], %[[PASSED:.*]][] : memref<i32>
// CHECK: } do {
// CHECK: memref.load %[[PASSED]][]
// CHECK: scf.forall (%{{.*}}) in (1) {
// CHECK-NEXT: %[[NEXT:.*]] = memref.load %[[PASSED]][]
// CHECK-NEXT: memref.store %[[NEXT]], %[[CARRIED]][]
// CHECK: scf.yield
func.func @while_computed(%p: memref<i1>, %n: memref<i32>, %x: memref<16xi32>) {
  %start = memref.load %n[] : memref<i32>
  %result = scf.while (%i = %start) : (i32) -> i32 {
    %c = memref.load %p[] : memref<i1>
    %twice = arith.addi %i, %i : i32
    scf.condition(%c) %twice : i32
  } do {
  ^bb0(%i: i32):
    scf.forall (%k) in (16) {
      memref.store %i, %x[%k] : memref<16xi32>
    }
    scf.yield %i : i32
  }
  return
}

// Of two scalars that change places, both are loaded before one is stored.
// CHECK-LABEL: func.func @while_swapped
// CHECK: memref.store %cst, %[[A:.*]][] : memref<f32>
// CHECK-NEXT: memref.store %cst_{{[0-9]+}}, %[[B:.*]][] : memref<f32>
// CHECK: scf.while : () -> () {
// CHECK: } do {
// CHECK: scf.forall (%{{.*}}) in (16) {
// CHECK: scf.forall (%{{.*}}) in (1) {
// CHECK-DAG: %[[FIRST:.*]] = memref.load %[[A]][]
// CHECK-DAG: %[[SECOND:.*]] = memref.load %[[B]][]
// CHECK-NOT: memref.load
// CHECK-DAG: memref.store %[[SECOND]], %[[A]][]
// CHECK-DAG: memref.store %[[FIRST]], %[[B]][]
// CHECK: }
// CHECK-NEXT: scf.yield
func.func @while_swapped(%p: memref<i1>, %x: memref<16xf32>, %out: memref<f32>) {
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %result:2 = scf.while (%a = %one, %b = %two) : (f32, f32) -> (f32, f32) {
    %c = memref.load %p[] : memref<i1>
    scf.condition(%c) %a, %b : f32, f32
  } do {
  ^bb0(%a: f32, %b: f32):
    scf.forall (%k) in (16) {
      memref.store %a, %x[%k] : memref<16xf32>
    }
    scf.yield %b, %a : f32, f32
  }
  memref.store %result#0, %out[] : memref<f32>
  return
}

// A loop still carries memrefs.
// CHECK-LABEL: func.func @while_memrefs
// CHECK-SAME: (%{{.*}}: memref<i1>, %[[X:.*]]: memref<8xf32>, %[[Y:.*]]: memref<8xf32>)
// CHECK: %[[RESULT:.*]]:2 = scf.while (%[[A:.*]] = %[[X]], %[[B:.*]] = %[[Y]]) : (memref<8xf32>, memref<8xf32>) -> (memref<8xf32>, memref<8xf32>) {
// CHECK: scf.condition(%{{.*}}) %[[A]], %[[B]] : memref<8xf32>, memref<8xf32>
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%[[A:.*]]: memref<8xf32>, %[[B:.*]]: memref<8xf32>):
// CHECK: memref.store %{{.*}}, %[[A]][%{{.*}}]
// CHECK: scf.yield %[[B]], %[[A]] : memref<8xf32>, memref<8xf32>
// CHECK: memref.store %{{.*}}, %[[RESULT]]#1[%{{.*}}]
func.func @while_memrefs(%p: memref<i1>, %x: memref<8xf32>, %y: memref<8xf32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0.0 : f32
  %result:3 = scf.while (%a = %x, %i = %c0, %b = %y) : (memref<8xf32>, i32, memref<8xf32>) -> (memref<8xf32>, i32, memref<8xf32>) {
    %c = memref.load %p[] : memref<i1>
    scf.condition(%c) %a, %i, %b : memref<8xf32>, i32, memref<8xf32>
  } do {
  ^bb0(%a: memref<8xf32>, %i: i32, %b: memref<8xf32>):
    scf.forall (%k) in (8) {
      %f = arith.sitofp %i : i32 to f32
      memref.store %f, %a[%k] : memref<8xf32>
    }
    %next = arith.addi %i, %c1 : i32
    scf.yield %b, %next, %a : memref<8xf32>, i32, memref<8xf32>
  }
  scf.forall (%k) in (8) {
    memref.store %zero, %result#2[%k] : memref<8xf32>
  }
  return
}

// The device counts the iterations of a loop with kernels, too. The kernels load the counter and
// the sum, and compute the view of a row.
// CHECK-LABEL: func.func @counted
// CHECK-SAME: (%[[X:.*]]: memref<8x16xf32>, %[[OUT:.*]]: memref<f32>)
// CHECK: scf.forall (%{{.*}}) in (1) {
// CHECK-DAG: memref.store %cst, %[[SUM:.*]][] : memref<f32>
// CHECK-DAG: memref.store %c0, %[[COUNTER:.*]][] : memref<index>
// CHECK: }
// CHECK-NEXT: scf.for %{{.*}} = %c0 to %c8 step %c2 {
// CHECK-NEXT: scf.forall (%[[K:.*]]) in (16) {
// CHECK-DAG: %[[I:.*]] = memref.load %[[COUNTER]][]
// CHECK-DAG: %[[S:.*]] = memref.load %[[SUM]][]
// CHECK: %[[ROW:.*]] = memref.subview %[[X]][%[[I]], 0]
// CHECK: memref.store %[[S]], %[[ROW]]
// CHECK: scf.forall (%{{.*}}) in (1) {
// CHECK: %[[NEXT:.*]] = arith.addi %{{.*}}, %c2 : index
// CHECK: memref.store %[[NEXT]], %[[COUNTER]][]
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: scf.forall (%{{.*}}) in (1) {
// CHECK-NEXT: %[[RESULT:.*]] = memref.load %[[SUM]][]
// CHECK-NEXT: memref.store %[[RESULT]], %[[OUT]][]
func.func @counted(%x: memref<8x16xf32>, %out: memref<f32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %one = arith.constant 1.0 : f32
  %result = scf.for %i = %c0 to %c8 step %c2 iter_args(%s = %one) -> f32 {
    %row = memref.subview %x[%i, 0] [1, 16] [1, 1] : memref<8x16xf32> to memref<1x16xf32, strided<[16, 1], offset: ?>>
    scf.forall (%k) in (16) {
      memref.store %s, %row[%c0, %k] : memref<1x16xf32, strided<[16, 1], offset: ?>>
    }
    %t = arith.addf %s, %s : f32
    scf.yield %t : f32
  }
  memref.store %result, %out[] : memref<f32>
  return
}

// A counter that nothing uses needs no memory.
// CHECK-LABEL: func.func @repeated
// CHECK-NOT: memref.alloc
// CHECK: scf.for
// CHECK-NEXT: scf.forall (%{{.*}}) in (16) {
// CHECK-NOT: in (1)
// CHECK: return
func.func @repeated(%x: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    scf.forall (%k) in (16) {
      %0 = memref.load %x[%k] : memref<16xf32>
      %1 = arith.addf %0, %0 : f32
      memref.store %1, %x[%k] : memref<16xf32>
    }
  }
  return
}

// Both branches store the scalar that they yield.
// CHECK-LABEL: func.func @branch
// CHECK-SAME: (%{{.*}}: memref<i1>, %{{.*}}: memref<16xf32>, %[[OUT:.*]]: memref<f32>)
// CHECK: memref.store %{{.*}}, %[[FLAG:.*]][] : memref<i1>
// CHECK: }
// CHECK-NEXT: %[[PREDICATE:.*]] = memref.load %[[FLAG]][]
// CHECK-NEXT: scf.if %[[PREDICATE]] {
// CHECK-NEXT: scf.forall (%{{.*}}) in (16) {
// CHECK: scf.forall (%{{.*}}) in (1) {
// CHECK: %[[NEGATED:.*]] = arith.negf
// CHECK-NEXT: memref.store %[[NEGATED]], %[[RESULT:.*]][] : memref<f32>
// CHECK: } else {
// CHECK-NEXT: scf.forall (%{{.*}}) in (1) {
// CHECK: memref.store %{{.*}}, %[[RESULT]][]
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: scf.forall (%{{.*}}) in (1) {
// CHECK-NEXT: %[[NEW:.*]] = memref.load %[[RESULT]][]
// CHECK-NEXT: memref.store %[[NEW]], %[[OUT]][]
func.func @branch(%p: memref<i1>, %x: memref<16xf32>, %out: memref<f32>) {
  %c = memref.load %p[] : memref<i1>
  %old = memref.load %out[] : memref<f32>
  %result = scf.if %c -> f32 {
    scf.forall (%k) in (16) {
      memref.store %old, %x[%k] : memref<16xf32>
    }
    %0 = arith.negf %old : f32
    scf.yield %0 : f32
  } else {
    scf.yield %old : f32
  }
  memref.store %result, %out[] : memref<f32>
  return
}

// The host loads the selector of a switch.
// CHECK-LABEL: func.func @switch
// CHECK: %[[SELECTOR:.*]] = memref.load %{{.*}}[] : memref<index>
// CHECK-NEXT: scf.index_switch %[[SELECTOR]]
// CHECK-NEXT: case 3 {
// CHECK: memref.store %c1_i32, %[[RESULT:.*]][] : memref<i32>
// CHECK: default {
// CHECK: memref.store %c2_i32, %[[RESULT]][]
// CHECK: scf.forall (%{{.*}}) in (1) {
// CHECK-NEXT: memref.load %[[RESULT]][]
func.func @switch(%i: memref<i32>, %x: memref<16xf32>) {
  %zero = arith.constant 0.0 : f32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %0 = memref.load %i[] : memref<i32>
  %1 = arith.index_cast %0 : i32 to index
  %result = scf.index_switch %1 -> i32
  case 3 {
    scf.forall (%k) in (16) {
      memref.store %zero, %x[%k] : memref<16xf32>
    }
    scf.yield %c1 : i32
  }
  default {
    scf.yield %c2 : i32
  }
  memref.store %result, %i[] : memref<i32>
  return
}

// Branches that compare one number become a switch: the host loads one value. The scalar that is
// selected beside the inner branch is known in each case, and the load beside it is copied.
// CHECK-LABEL: func.func @chain
// CHECK-SAME: (%[[I:.*]]: memref<i32>, %[[X:.*]]: memref<16xf32>, %[[Y:.*]]: memref<16xf32>, %[[OUT:.*]]: memref<f32>)
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-DAG: %[[TWO:.*]] = arith.constant 2.000000e+00 : f32
// CHECK-DAG: %[[THREE:.*]] = arith.constant 3.000000e+00 : f32
// CHECK: scf.forall (%{{.*}}) in (1) {
// CHECK-NEXT: %[[N:.*]] = memref.load %[[I]][]
// CHECK-NEXT: %[[INDEX:.*]] = arith.index_cast %[[N]] : i32 to index
// CHECK-NEXT: memref.store %[[INDEX]], %[[SELECTED:.*]][] : memref<index>
// CHECK-NEXT: }
// CHECK-NEXT: %[[SELECTOR:.*]] = memref.load %[[SELECTED]][] : memref<index>
// CHECK-NEXT: scf.index_switch %[[SELECTOR]]
// CHECK-NEXT: case 0 {
// CHECK-NEXT: scf.forall (%{{.*}}) in (16) {
// CHECK-NEXT: memref.store %[[ONE]], %[[X]]
// CHECK: memref.store %[[ONE]], %[[RESULT:.*]][] : memref<f32>
// CHECK: case -2 {
// CHECK: memref.load %[[OUT]][]
// CHECK: scf.forall (%{{.*}}) in (16) {
// CHECK: memref.store %{{.*}}, %[[Y]]
// CHECK: memref.store %[[TWO]], %[[RESULT]][] : memref<f32>
// CHECK: default {
// CHECK-NOT: memref.load %[[OUT]][]
// CHECK: memref.store %[[THREE]], %[[X]]
// CHECK: memref.store %[[THREE]], %[[RESULT]][] : memref<f32>
// CHECK-NOT: scf.if
// CHECK: return
func.func @chain(%i: memref<i32>, %x: memref<16xf32>, %y: memref<16xf32>, %out: memref<f32>) {
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %three = arith.constant 3.0 : f32
  %c0 = arith.constant 0 : i32
  %c2 = arith.constant -2 : i32
  %0 = memref.load %i[] : memref<i32>
  %p = arith.cmpi eq, %0, %c0 : i32
  %result = scf.if %p -> f32 {
    scf.forall (%k) in (16) {
      memref.store %one, %x[%k] : memref<16xf32>
    }
    scf.yield %one : f32
  } else {
    %old = memref.load %out[] : memref<f32>
    %q = arith.cmpi eq, %0, %c2 : i32
    %s = arith.select %q, %two, %three : f32
    scf.if %q {
      scf.forall (%k) in (16) {
        memref.store %old, %y[%k] : memref<16xf32>
      }
    } else {
      scf.forall (%k) in (16) {
        memref.store %three, %x[%k] : memref<16xf32>
      }
    }
    scf.yield %s : f32
  }
  memref.store %result, %out[] : memref<f32>
  return
}

// The inner branch compares another number, or there is a kernel beside it: no switch.
// CHECK-LABEL: func.func @no_chain
// CHECK-NOT: scf.index_switch
// CHECK: return
func.func @no_chain(%i: memref<i32>, %j: memref<i32>, %x: memref<16xf32>) {
  %one = arith.constant 1.0 : f32
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0 = memref.load %i[] : memref<i32>
  %1 = memref.load %j[] : memref<i32>
  %p = arith.cmpi eq, %0, %c0 : i32
  scf.if %p {
    scf.forall (%k) in (16) {
      memref.store %one, %x[%k] : memref<16xf32>
    }
  } else {
    %q = arith.cmpi eq, %1, %c1 : i32
    scf.if %q {
      scf.forall (%k) in (8) {
        memref.store %one, %x[%k] : memref<16xf32>
      }
    }
  }
  scf.if %p {
    scf.forall (%k) in (16) {
      memref.store %one, %x[%k] : memref<16xf32>
    }
  } else {
    %q = arith.cmpi eq, %0, %c1 : i32
    scf.if %q {
      scf.forall (%k) in (8) {
        memref.store %one, %x[%k] : memref<16xf32>
      }
    }
    scf.forall (%k) in (4) {
      memref.store %one, %x[%k] : memref<16xf32>
    }
  }
  return
}

// A branch without a second region becomes the last case, and the default is empty.
// CHECK-LABEL: func.func @empty_default
// CHECK: scf.index_switch %{{.*}}
// CHECK: case 0 {
// CHECK: scf.forall (%{{.*}}) in (16) {
// CHECK: case 1 {
// CHECK: scf.forall (%{{.*}}) in (8) {
// CHECK: default {
// CHECK-NEXT: }
func.func @empty_default(%i: memref<index>, %x: memref<16xf32>) {
  %one = arith.constant 1.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = memref.load %i[] : memref<index>
  %p = arith.cmpi eq, %0, %c0 : index
  scf.if %p {
    scf.forall (%k) in (16) {
      memref.store %one, %x[%k] : memref<16xf32>
    }
  } else {
    %q = arith.cmpi eq, %c1, %0 : index
    scf.if %q {
      scf.forall (%k) in (8) {
        memref.store %one, %x[%k] : memref<16xf32>
      }
    }
  }
  return
}

// A loop of loads, stores and small structured operations runs on one thread. Its bounds may be
// computed, and it carries a scalar in a register.
// CHECK-LABEL: func.func @sequential
// CHECK: scf.forall (%{{.*}}) in (1) {
// CHECK-NEXT: %[[N:.*]] = memref.load
// CHECK-NEXT: %[[SUM:.*]] = scf.for %{{.*}} = %c0 to %[[N]] step %c1 iter_args
// CHECK: linalg.fill
// CHECK: memref.copy
// CHECK: scf.yield
// CHECK-NEXT: }
// CHECK: memref.store %[[SUM]], %[[RESULT:.*]][] : memref<f32>
// CHECK: }
// CHECK-NEXT: scf.forall (%{{.*}}) in (8) {
// CHECK-NEXT: memref.load %[[RESULT]][]
func.func @sequential(%n: memref<index>, %x: memref<8xf32>, %y: memref<8xf32>, %z: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %0 = memref.load %n[] : memref<index>
  %sum = scf.for %i = %c0 to %0 step %c1 iter_args(%s = %zero) -> f32 {
    %a = memref.load %x[%i] : memref<8xf32>
    %t = arith.addf %s, %a : f32
    linalg.fill ins(%t : f32) outs(%y : memref<8xf32>)
    memref.copy %y, %z : memref<8xf32> to memref<8xf32>
    scf.yield %t : f32
  }
  scf.forall (%k) in (8) {
    memref.store %sum, %x[%k] : memref<8xf32>
  }
  return
}

// A loop and a branch without kernels, copies and runtime calls run on one thread as a whole, and
// call the body of an operation. The body itself is unchanged.
// CHECK-LABEL: func.func private @body
// CHECK-NEXT: arith.mulf
// CHECK-NEXT: return
// CHECK-LABEL: func.func @scalars_only
// CHECK-NOT: memref.alloc
// CHECK: scf.forall (%{{.*}}) in (1) {
// CHECK: scf.while (%{{.*}} = %{{.*}}) : (f32) -> f32
// CHECK: func.call @body
// CHECK: scf.if
// CHECK-NOT: scf.forall
// CHECK: return
func.func private @body(%x: f32) -> f32 attributes {hloom.body} {
  %0 = arith.mulf %x, %x : f32
  return %0 : f32
}
func.func @scalars_only(%x: memref<f32>) {
  %limit = arith.constant 100.0 : f32
  %0 = memref.load %x[] : memref<f32>
  %1 = scf.while (%a = %0) : (f32) -> f32 {
    %c = arith.cmpf olt, %a, %limit : f32
    scf.condition(%c) %a : f32
  } do {
  ^bb0(%a: f32):
    %b = func.call @body(%a) : (f32) -> f32
    scf.yield %b : f32
  }
  %2 = arith.cmpf ogt, %1, %limit : f32
  scf.if %2 {
    memref.store %limit, %x[] : memref<f32>
  }
  return
}

// Copies, runtime calls and views at constant offsets remain in the host program. A scalar is
// loaded before the runtime call that follows it, because the call may overwrite the memory.
// CHECK: func.func private @hloom_call_0
// CHECK-LABEL: func.func @host
// CHECK-SAME: (%[[X:.*]]: memref<16xf32>, %[[Y:.*]]: memref<4xf32>, %[[OUT:.*]]: memref<f32>)
// CHECK: %[[PART:.*]] = memref.subview %[[X]][4] [4] [1]
// CHECK-NEXT: memref.copy %[[PART]], %[[Y]]
// CHECK-NEXT: scf.forall (%{{.*}}) in (1) {
// CHECK-NEXT: memref.load %[[Y]]
// CHECK-NEXT: memref.store %{{.*}}, %[[SCALAR:.*]][] : memref<f32>
// CHECK-NEXT: }
// CHECK-NEXT: call @hloom_call_0(%[[Y]])
// CHECK-NEXT: scf.forall (%{{.*}}) in (1) {
// CHECK-NEXT: %[[OLD:.*]] = memref.load %[[SCALAR]][]
// CHECK-NEXT: memref.store %[[OLD]], %[[OUT]][]
func.func private @hloom_call_0(memref<4xf32>)
func.func @host(%x: memref<16xf32>, %y: memref<4xf32>, %out: memref<f32>) {
  %c0 = arith.constant 0 : index
  %part = memref.subview %x[4] [4] [1] : memref<16xf32> to memref<4xf32, strided<[1], offset: 4>>
  memref.copy %part, %y : memref<4xf32, strided<[1], offset: 4>> to memref<4xf32>
  %0 = memref.load %y[%c0] : memref<4xf32>
  call @hloom_call_0(%y) : (memref<4xf32>) -> ()
  memref.store %0, %out[] : memref<f32>
  return
}

// -----

func.func @unknown_bound(%n: memref<index>, %x: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %0 = memref.load %n[] : memref<index>
  // expected-error @below {{`scf.for`: expected constant bounds of a loop with kernels, copies or runtime calls, found a bound computed at run time}}
  scf.for %i = %c0 to %0 step %c1 {
    scf.forall (%k) in (16) {
      memref.store %zero, %x[%k] : memref<16xf32>
    }
  }
  return
}

// -----

func.func @copy(%i: memref<index>, %x: memref<16xf32>, %y: memref<4xf32>) {
  %0 = memref.load %i[] : memref<index>
  %part = memref.subview %x[%0] [4] [1] : memref<16xf32> to memref<4xf32, strided<[1], offset: ?>>
  // expected-error @below {{`memref.copy`: expected operands at constant offsets in the host program of a GPU, found one that depends on a scalar computed at run time}}
  memref.copy %part, %y : memref<4xf32, strided<[1], offset: ?>> to memref<4xf32>
  return
}

// -----

func.func private @hloom_call_0(memref<4xf32, strided<[1], offset: ?>>)
func.func @runtime_call(%i: memref<index>, %x: memref<16xf32>) {
  %0 = memref.load %i[] : memref<index>
  %part = memref.subview %x[%0] [4] [1] : memref<16xf32> to memref<4xf32, strided<[1], offset: ?>>
  // expected-error @below {{`func.call`: expected operands at constant offsets in the host program of a GPU, found one that depends on a scalar computed at run time}}
  call @hloom_call_0(%part) : (memref<4xf32, strided<[1], offset: ?>>) -> ()
  return
}

// -----

// The offset of the memory that the branch yields is known only at run time.
func.func @yielded_view(%p: memref<i1>, %i: memref<index>, %x: memref<16xf32>, %y: memref<4xf32, strided<[1], offset: ?>>) {
  %zero = arith.constant 0.0 : f32
  %c = memref.load %p[] : memref<i1>
  %0 = memref.load %i[] : memref<index>
  %result = scf.if %c -> memref<4xf32, strided<[1], offset: ?>> {
    %part = memref.subview %x[%0] [4] [1] : memref<16xf32> to memref<4xf32, strided<[1], offset: ?>>
    // expected-error @below {{`scf.yield`: expected operands at constant offsets in the host program of a GPU, found one that depends on a scalar computed at run time}}
    scf.yield %part : memref<4xf32, strided<[1], offset: ?>>
  } else {
    scf.yield %y : memref<4xf32, strided<[1], offset: ?>>
  }
  scf.forall (%k) in (4) {
    memref.store %zero, %result[%k] : memref<4xf32, strided<[1], offset: ?>>
  }
  return
}

// -----

func.func @blocks(%p: memref<i1>, %x: memref<16xf32>) {
  %zero = arith.constant 0.0 : f32
  %c = memref.load %p[] : memref<i1>
  // expected-error @below {{`scf.execute_region`: expected regions of one block, found}}
  scf.execute_region {
    cf.cond_br %c, ^fill, ^end
  ^fill:
    scf.forall (%k) in (16) {
      memref.store %zero, %x[%k] : memref<16xf32>
    }
    cf.br ^end
  ^end:
    scf.yield
  }
  return
}

// -----

func.func @bound(%n: memref<index>, %x: memref<16xf32>) {
  %zero = arith.constant 0.0 : f32
  %i = memref.load %n[] : memref<index>
  // expected-error @below {{`scf.forall`: expected static bounds, found one that is computed at run time}}
  scf.forall (%k) in (%i) {
    memref.store %zero, %x[%k] : memref<16xf32>
  }
  return
}
