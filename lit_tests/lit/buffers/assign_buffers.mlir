// RUN: hlo-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(func.func(hloom-assign-buffers))' | FileCheck %s

// The first and the third buffer are not live together, and share bytes.
// CHECK-LABEL: func.func @shares
// CHECK-SAME: %[[ARENA:[a-z0-9]+]]: memref<128xi8>
// CHECK-SAME: hloom.arena_bytes = 128
func.func @shares(%out: memref<16xf32>) {
  // CHECK: %[[C0:.*]] = arith.constant 0 : index
  // CHECK: %[[A:.*]] = memref.view %[[ARENA]][%[[C0]]][] : memref<128xi8> to memref<16xf32>
  %a = memref.alloc() : memref<16xf32>
  %c = arith.constant 1.0 : f32
  linalg.fill ins(%c : f32) outs(%a : memref<16xf32>)
  // CHECK: %[[C64:.*]] = arith.constant 64 : index
  // CHECK: memref.view %[[ARENA]][%[[C64]]][]
  %b = memref.alloc() : memref<16xf32>
  memref.copy %a, %b : memref<16xf32> to memref<16xf32>
  // CHECK: memref.view %[[ARENA]][%{{.*}}][]
  %d = memref.alloc() : memref<16xf32>
  memref.copy %b, %d : memref<16xf32> to memref<16xf32>
  memref.copy %d, %out : memref<16xf32> to memref<16xf32>
  return
}

// -----

// Nothing else uses the memory of the result, so the temporary is computed there.
// CHECK-LABEL: func.func @result
// CHECK-SAME: (%[[X:.*]]: memref<4x4xf32>, %[[OUT:.*]]: memref<16xf32>, %{{.*}}: memref<0xi8>)
func.func @result(%x: memref<4x4xf32>, %out: memref<16xf32>) attributes {hloom.inputs = 1 : i64} {
  // CHECK: %[[SQUARE:.*]] = memref.expand_shape %[[OUT]] {{\[\[}}0, 1]] output_shape [4, 4] : memref<16xf32> into memref<4x4xf32>
  // CHECK: memref.copy %[[X]], %[[SQUARE]]
  // CHECK-NOT: memref.copy
  %a = memref.alloc() : memref<4x4xf32>
  memref.copy %x, %a : memref<4x4xf32> to memref<4x4xf32>
  %flat = memref.collapse_shape %a [[0, 1]] : memref<4x4xf32> into memref<16xf32>
  memref.copy %flat, %out : memref<16xf32> to memref<16xf32>
  return
}

// -----

// Two results have the same value: one is computed in place, the other is copied from it.
// CHECK-LABEL: func.func @two_results
// CHECK-SAME: %[[X:.*]]: memref<16xf32>, %[[ONE:.*]]: memref<16xf32>, %[[OTHER:.*]]: memref<16xf32>, %{{.*}}: memref<0xi8>
func.func @two_results(%x: memref<16xf32>, %one: memref<16xf32>, %other: memref<16xf32>) attributes {hloom.inputs = 1 : i64} {
  // CHECK: memref.copy %[[X]], %[[OTHER]]
  // CHECK-NEXT: memref.copy %[[OTHER]], %[[ONE]]
  // CHECK-NOT: memref.copy
  %a = memref.alloc() : memref<16xf32>
  memref.copy %x, %a : memref<16xf32> to memref<16xf32>
  memref.copy %a, %one : memref<16xf32> to memref<16xf32>
  memref.copy %a, %other : memref<16xf32> to memref<16xf32>
  return
}

// -----

// The memory of the result holds a donated argument, which is still read: the temporary remains.
// CHECK-LABEL: func.func @donated
// CHECK-SAME: %{{.*}}: memref<16xf32>, %[[OUT:[a-z0-9]+]]: memref<16xf32>, %{{.*}}: memref<64xi8>
func.func @donated(%x: memref<16xf32>, %out: memref<16xf32>) attributes {hloom.inputs = 1 : i64} {
  // CHECK: %[[A:.*]] = memref.view
  // CHECK: memref.copy %[[A]], %[[OUT]]
  %a = memref.alloc() : memref<16xf32>
  linalg.add ins(%x, %out : memref<16xf32>, memref<16xf32>) outs(%a : memref<16xf32>)
  memref.copy %a, %out : memref<16xf32> to memref<16xf32>
  return
}

// -----

// The temporary changes after it is copied, so it needs memory of its own.
// CHECK-LABEL: func.func @changed_later
// CHECK-SAME: %{{.*}}: memref<64xi8>
func.func @changed_later(%x: memref<16xf32>, %one: memref<16xf32>, %other: memref<16xf32>) attributes {hloom.inputs = 1 : i64} {
  %a = memref.alloc() : memref<16xf32>
  memref.copy %x, %a : memref<16xf32> to memref<16xf32>
  memref.copy %a, %one : memref<16xf32> to memref<16xf32>
  linalg.add ins(%x, %x : memref<16xf32>, memref<16xf32>) outs(%a : memref<16xf32>)
  linalg.add ins(%a, %x : memref<16xf32>, memref<16xf32>) outs(%other : memref<16xf32>)
  return
}

// -----

// Part of a temporary is not the memory of a result. The pass removes no copy here, so it leaves
// the strided one unchanged.
// CHECK-LABEL: func.func @part
// CHECK-SAME: %{{.*}}: memref<128xi8>
// CHECK: memref.copy
// CHECK: memref.copy {{.*}} : memref<4x4xf32, strided<[8, 1]>> to memref<4x4xf32>
// CHECK: return
func.func @part(%x: memref<4x8xf32>, %out: memref<4x4xf32>) attributes {hloom.inputs = 1 : i64} {
  %a = memref.alloc() : memref<4x8xf32>
  memref.copy %x, %a : memref<4x8xf32> to memref<4x8xf32>
  %part = memref.subview %a[0, 0] [4, 4] [1, 1] : memref<4x8xf32> to memref<4x4xf32, strided<[8, 1]>>
  memref.copy %part, %out : memref<4x4xf32, strided<[8, 1]>> to memref<4x4xf32>
  return
}

// -----

// A use in a loop keeps the buffer until the loop ends: %b must not share with %a.
// CHECK-LABEL: func.func @loop
// CHECK-SAME: memref<128xi8>
func.func @loop(%out: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<16xf32>
  scf.for %i = %c0 to %c1 step %c1 {
    memref.copy %a, %out : memref<16xf32> to memref<16xf32>
    %b = memref.alloc() : memref<16xf32>
    memref.copy %out, %b : memref<16xf32> to memref<16xf32>
  }
  return
}

// -----

// A task of a parallel loop has its temporaries on its stack.
// CHECK-LABEL: func.func @parallel
// CHECK-SAME: memref<0xi8>
func.func @parallel() {
  // CHECK: scf.forall
  // CHECK: memref.alloca() {alignment = 64 : i64} : memref<4xf32>
  scf.forall (%i) in (8) {
    %a = memref.alloc() : memref<4xf32>
    %c = arith.constant 1.0 : f32
    linalg.fill ins(%c : f32) outs(%a : memref<4xf32>)
  }
  return
}

// -----

// Temporaries too large for the stack get a part for each task: 12 of 400 KB.
// CHECK-LABEL: func.func @parallel_large
// CHECK-SAME: %[[ARENA:.*]]: memref<4800000xi8>
// CHECK: %[[ALL:.*]] = memref.view %[[ARENA]]
// CHECK: scf.forall (%[[I:.*]], %[[J:.*]]) = (0, 2) to (3, 10) step (1, 2)
// CHECK: memref.view %[[ALL]][%{{.*}}][] : memref<4800000xi8> to memref<100000xf32>
// CHECK: memref.alloca() {alignment = 64 : i64} : memref<4xf32>
func.func @parallel_large() {
  scf.forall (%i, %j) = (0, 2) to (3, 10) step (1, 2) {
    %a = memref.alloc() : memref<100000xf32>
    %b = memref.alloc() : memref<4xf32>
    %c = arith.constant 1.0 : f32
    linalg.fill ins(%c : f32) outs(%a : memref<100000xf32>)
    linalg.fill ins(%c : f32) outs(%b : memref<4xf32>)
  }
  return
}

// -----

func.func @dynamic(%n: index) {
  // expected-error@+1 {{expected an allocation of static shape, found `memref<?xf32>`}}
  %a = memref.alloc(%n) : memref<?xf32>
  memref.copy %a, %a : memref<?xf32> to memref<?xf32>
  return
}

// -----

func.func @escapes() -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  // expected-error@+1 {{the memory of a temporary escapes through `func.return`}}
  return %a : memref<4xf32>
}

// -----

// A lifetime begins at the first use: %early is allocated and viewed while %a is live, but used
// only afterwards.
// CHECK-LABEL: func.func @early
// CHECK-SAME: hloom.arena_bytes = 64
func.func @early(%x: memref<16xf32>, %out: memref<16xf32>) {
  %a = memref.alloc() : memref<16xf32>
  %early = memref.alloc() : memref<16xf32>
  %view = memref.expand_shape %early [[0, 1]] output_shape [4, 4] : memref<16xf32> into memref<4x4xf32>
  memref.copy %x, %a : memref<16xf32> to memref<16xf32>
  memref.copy %a, %out : memref<16xf32> to memref<16xf32>
  %c = arith.constant 1.0 : f32
  linalg.fill ins(%c : f32) outs(%view : memref<4x4xf32>)
  memref.copy %early, %out : memref<16xf32> to memref<16xf32>
  return
}

// -----

// A part of a temporary is copied to a result right after the last write, although it is read once
// more. The memory of the temporary is free after this read.
// CHECK-LABEL: func.func @copied_early
// CHECK-SAME: hloom.arena_bytes = 128
// CHECK: %[[A:.*]] = memref.view {{.*}} to memref<2x16xf32>
// CHECK: linalg.fill {{.*}} outs(%[[A]] :
// CHECK: %[[WRITTEN:.*]] = memref.subview %[[A]][1, 0]
// CHECK: linalg.fill {{.*}} outs(%[[WRITTEN]] :
// CHECK: %[[PART:.*]] = memref.subview %[[A]][0, 0]
// CHECK: memref.copy %[[PART]], %[[OUT:.*]] :
// CHECK: linalg.add ins(%[[A]],
// CHECK: linalg.add
// CHECK: linalg.add
// CHECK-NEXT: return
func.func @copied_early(%x: memref<2x16xf32>, %out: memref<16xf32, strided<[1]>>, %other: memref<2x16xf32>) attributes {hloom.inputs = 1 : i64} {
  %c = arith.constant 1.0 : f32
  %a = memref.alloc() : memref<2x16xf32>
  linalg.fill ins(%c : f32) outs(%a : memref<2x16xf32>)
  %written = memref.subview %a[1, 0] [1, 16] [1, 1] : memref<2x16xf32> to memref<16xf32, strided<[1], offset: 16>>
  linalg.fill ins(%c : f32) outs(%written : memref<16xf32, strided<[1], offset: 16>>)
  linalg.add ins(%a, %x : memref<2x16xf32>, memref<2x16xf32>) outs(%other : memref<2x16xf32>)
  %b = memref.alloc() : memref<2x16xf32>
  linalg.add ins(%x, %x : memref<2x16xf32>, memref<2x16xf32>) outs(%b : memref<2x16xf32>)
  linalg.add ins(%b, %x : memref<2x16xf32>, memref<2x16xf32>) outs(%other : memref<2x16xf32>)
  %part = memref.subview %a[0, 0] [1, 16] [1, 1] : memref<2x16xf32> to memref<16xf32, strided<[1]>>
  memref.copy %part, %out : memref<16xf32, strided<[1]>> to memref<16xf32, strided<[1]>>
  return
}

// -----

// Two results of a loop are computed in their columns of an array. The third is not: the array's
// last column is read while it is computed.
// CHECK-LABEL: func.func @columns
// CHECK: memref.view %{{.*}} to memref<8x1xf32>
// CHECK-NOT: memref.view
// CHECK: scf.forall
// CHECK: linalg.generic {{.*}} outs(%{{.*}}, %{{.*}}, %{{.*}} : memref<4x1xf32, strided<[3, 1], offset: ?>>, memref<4x1xf32, strided<[3, 1], offset: ?>>, memref<4x1xf32, strided<[1, 1], offset: ?>>)
// CHECK: linalg.generic
// CHECK-NOT: linalg.generic
#columns = affine_map<(d0, d1) -> (d0, d1)>
func.func @columns(%out: memref<8x3xf32>) {
  %a = memref.alloc() : memref<8x1xf32>
  %b = memref.alloc() : memref<8x1xf32>
  %c = memref.alloc() : memref<8x1xf32>
  %last = memref.subview %out[0, 2] [8, 1] [1, 1] : memref<8x3xf32> to memref<8x1xf32, strided<[3, 1], offset: 2>>
  scf.forall (%i) = (0) to (8) step (4) {
    %a0 = memref.subview %a[%i, 0] [4, 1] [1, 1] : memref<8x1xf32> to memref<4x1xf32, strided<[1, 1], offset: ?>>
    %b0 = memref.subview %b[%i, 0] [4, 1] [1, 1] : memref<8x1xf32> to memref<4x1xf32, strided<[1, 1], offset: ?>>
    %c0 = memref.subview %c[%i, 0] [4, 1] [1, 1] : memref<8x1xf32> to memref<4x1xf32, strided<[1, 1], offset: ?>>
    %l0 = memref.subview %last[%i, 0] [4, 1] [1, 1] : memref<8x1xf32, strided<[3, 1], offset: 2>> to memref<4x1xf32, strided<[3, 1], offset: ?>>
    linalg.generic {indexing_maps = [#columns, #columns, #columns, #columns], iterator_types = ["parallel", "parallel"]} ins(%l0 : memref<4x1xf32, strided<[3, 1], offset: ?>>) outs(%a0, %b0, %c0 : memref<4x1xf32, strided<[1, 1], offset: ?>>, memref<4x1xf32, strided<[1, 1], offset: ?>>, memref<4x1xf32, strided<[1, 1], offset: ?>>) {
    ^bb0(%x: f32, %o: f32, %p: f32, %q: f32):
      %s = arith.addf %x, %x : f32
      linalg.yield %s, %x, %x : f32, f32, f32
    }
  }
  %first = memref.subview %out[0, 0] [8, 1] [1, 1] : memref<8x3xf32> to memref<8x1xf32, strided<[3, 1]>>
  linalg.generic {indexing_maps = [#columns, #columns], iterator_types = ["parallel", "parallel"]} ins(%a : memref<8x1xf32>) outs(%first : memref<8x1xf32, strided<[3, 1]>>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  }
  %second = memref.subview %out[0, 1] [8, 1] [1, 1] : memref<8x3xf32> to memref<8x1xf32, strided<[3, 1], offset: 1>>
  memref.copy %b, %second : memref<8x1xf32> to memref<8x1xf32, strided<[3, 1], offset: 1>>
  linalg.generic {indexing_maps = [#columns, #columns], iterator_types = ["parallel", "parallel"]} ins(%c : memref<8x1xf32>) outs(%last : memref<8x1xf32, strided<[3, 1], offset: 2>>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  }
  return
}

// -----

// The arena is in the default memory space.
func.func @space(%x: memref<8xf32>) {
  // expected-error @below {{`memref.alloc`: expected the default memory space, found `memref<8xf32, 1>`}}
  %0 = memref.alloc() : memref<8xf32, 1>
  memref.copy %x, %0 : memref<8xf32> to memref<8xf32, 1>
  return
}
