// The iterations of an `scf.forall` compute the elements of a structured operation's results.
// RUN: hlo-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(func.func(hloom-map-to-threads))' | FileCheck %s

// The last parallel dimension is the fastest, so that threads of successive numbers access memory
// next to each other.
// CHECK-LABEL: func.func @elementwise
// CHECK-SAME: (%[[X:.*]]: memref<64x32xf32>, %[[Y:.*]]: memref<64x32xf32>, %[[OUT:.*]]: memref<64x32xf32>)
// CHECK: scf.forall (%[[I:.*]], %[[J:.*]]) in (64, 32) {
// CHECK-DAG: %[[A:.*]] = memref.load %[[X]][%[[I]], %[[J]]]
// CHECK-DAG: %[[B:.*]] = memref.load %[[Y]][%[[I]], %[[J]]]
// CHECK: %[[SUM:.*]] = arith.addf %[[A]], %[[B]]
// CHECK-NEXT: memref.store %[[SUM]], %[[OUT]][%[[I]], %[[J]]]
// CHECK-NOT: linalg
func.func @elementwise(%x: memref<64x32xf32>, %y: memref<64x32xf32>, %out: memref<64x32xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x, %y : memref<64x32xf32>, memref<64x32xf32>) outs(%out : memref<64x32xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.addf %a, %b : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

// A reduction starts with the old value of the output, and stores the last one. The first dimension
// of `%x` is accessed at the sum of two dimensions.
// CHECK: #[[SUM:.*]] = affine_map<(d0, d1, d2) -> (d0 + d2)>
// CHECK-LABEL: func.func @window
// CHECK-SAME: (%[[X:.*]]: memref<34x8xf32>, %[[W:.*]]: memref<3xf32>, %[[OUT:.*]]: memref<32x8xf32>)
// CHECK: scf.forall (%[[I:.*]], %[[J:.*]]) in (32, 8) {
// CHECK: %[[OLD:.*]] = memref.load %[[OUT]][%[[I]], %[[J]]]
// CHECK: %[[SIZE:.*]] = arith.constant 3 : index
// CHECK: %[[NEW:.*]] = scf.for %[[K:.*]] = %{{.*}} to %[[SIZE]] step %{{.*}} iter_args(%[[ACC:.*]] = %[[OLD]]) -> (f32) {
// CHECK: %[[ROW:.*]] = affine.apply #[[SUM]](%[[I]], %[[J]], %[[K]])
// CHECK: memref.load %[[X]][%[[ROW]], %[[J]]]
// CHECK: memref.load %[[W]][%[[K]]]
// CHECK: %[[NEXT:.*]] = arith.addf %[[ACC]]
// CHECK-NEXT: scf.yield %[[NEXT]]
// CHECK-NEXT: }
// CHECK-NEXT: memref.store %[[NEW]], %[[OUT]][%[[I]], %[[J]]]
func.func @window(%x: memref<34x8xf32>, %w: memref<3xf32>, %out: memref<32x8xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0 + d2, d1)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %w : memref<34x8xf32>, memref<3xf32>) outs(%out : memref<32x8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// A reduction of all dimensions has one thread, with a nest of loops.
// CHECK-LABEL: func.func @all_reduced
// CHECK-SAME: (%[[X:.*]]: memref<4x8xf32>, %[[OUT:.*]]: memref<f32>)
// CHECK: scf.forall (%{{.*}}) in (1) {
// CHECK: %[[OLD:.*]] = memref.load %[[OUT]][]
// CHECK: %[[ROWS:.*]] = arith.constant 4 : index
// CHECK: %[[NEW:.*]] = scf.for %[[I:.*]] = %{{.*}} to %[[ROWS]] {{.*}} iter_args(%[[OUTER:.*]] = %[[OLD]])
// CHECK: %[[COLUMNS:.*]] = arith.constant 8 : index
// CHECK: scf.for %[[J:.*]] = %{{.*}} to %[[COLUMNS]] {{.*}} iter_args(%{{.*}} = %[[OUTER]])
// CHECK: memref.load %[[X]][%[[I]], %[[J]]]
// CHECK: memref.store %[[NEW]], %[[OUT]][]
func.func @all_reduced(%x: memref<4x8xf32>, %out: memref<f32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%x : memref<4x8xf32>) outs(%out : memref<f32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.addf %o, %a : f32
    linalg.yield %0 : f32
  }
  return
}

// An operation without dimensions.
// CHECK-LABEL: func.func @rank_zero
// CHECK-SAME: (%[[X:.*]]: memref<f32>, %[[OUT:.*]]: memref<f32>)
// CHECK: scf.forall (%{{.*}}) in (1) {
// CHECK: %[[A:.*]] = memref.load %[[X]][]
// CHECK: %[[NEGATED:.*]] = arith.negf %[[A]]
// CHECK: memref.store %[[NEGATED]], %[[OUT]][]
func.func @rank_zero(%x: memref<f32>, %out: memref<f32>) {
  linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%x : memref<f32>) outs(%out : memref<f32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.negf %a : f32
    linalg.yield %0 : f32
  }
  return
}

// The numbers of parallel and of reduction dimensions, where the reduction is the first dimension.
// CHECK-LABEL: func.func @indices
// CHECK: scf.forall (%[[J:.*]]) in (16) {
// CHECK: scf.for %[[I:.*]] = %{{.*}} iter_args
// CHECK-NOT: linalg.index
// CHECK: arith.addi %[[I]], %[[J]] : index
func.func @indices(%x: memref<4x16xi32>, %out: memref<16xi32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>], iterator_types = ["reduction", "parallel"]} ins(%x : memref<4x16xi32>) outs(%out : memref<16xi32>) {
  ^bb0(%a: i32, %o: i32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %s = arith.addi %i, %j : index
    %0 = arith.index_cast %s : index to i32
    %1 = arith.addi %a, %0 : i32
    %2 = arith.addi %o, %1 : i32
    linalg.yield %2 : i32
  }
  return
}

// Two outputs, one of them transposed.
// CHECK-LABEL: func.func @two_outputs
// CHECK-SAME: (%[[X:.*]]: memref<4x8xf32>, %[[T:.*]]: memref<8x4xf32>, %[[N:.*]]: memref<4x8xf32>)
// CHECK: scf.forall (%[[I:.*]], %[[J:.*]]) in (4, 8) {
// CHECK: %[[A:.*]] = memref.load %[[X]][%[[I]], %[[J]]]
// CHECK-NEXT: %[[NEGATED:.*]] = arith.negf %[[A]]
// CHECK-NEXT: memref.store %[[A]], %[[T]][%[[J]], %[[I]]]
// CHECK-NEXT: memref.store %[[NEGATED]], %[[N]][%[[I]], %[[J]]]
func.func @two_outputs(%x: memref<4x8xf32>, %t: memref<8x4xf32>, %n: memref<4x8xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x : memref<4x8xf32>) outs(%t, %n : memref<8x4xf32>, memref<4x8xf32>) {
  ^bb0(%a: f32, %o: f32, %p: f32):
    %0 = arith.negf %a : f32
    linalg.yield %a, %0 : f32, f32
  }
  return
}

// A thread computes several elements of a large result. They are as far apart as there are threads
// along the dimension, so that threads of successive numbers still access memory next to each other.
// CHECK-LABEL: func.func @several
// CHECK-SAME: (%[[X:.*]]: memref<512x512xf32>, %[[OUT:.*]]: memref<512x512xf32>)
// CHECK: scf.forall (%[[I:.*]], %[[J:.*]]) in (128, 512) {
// CHECK: %[[I1:.*]] = arith.addi %[[I]], %c128
// CHECK: %[[I2:.*]] = arith.addi %[[I]], %c256
// CHECK: %[[I3:.*]] = arith.addi %[[I]], %c384
// CHECK: memref.load %[[X]][%[[I]], %[[J]]]
// CHECK: arith.index_cast %[[I]] : index to i32
// CHECK: memref.load %[[X]][%[[I1]], %[[J]]]
// CHECK: arith.index_cast %[[I1]] : index to i32
// CHECK: memref.store %{{.*}}, %[[OUT]][%[[I]], %[[J]]]
// CHECK-NEXT: memref.store %{{.*}}, %[[OUT]][%[[I1]], %[[J]]]
// CHECK-NEXT: memref.store %{{.*}}, %[[OUT]][%[[I2]], %[[J]]]
// CHECK-NEXT: memref.store %{{.*}}, %[[OUT]][%[[I3]], %[[J]]]
// CHECK-NEXT: }
func.func @several(%x: memref<512x512xf32>, %out: memref<512x512xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x : memref<512x512xf32>) outs(%out : memref<512x512xf32>) {
  ^bb0(%a: f32, %o: f32):
    %i = linalg.index 0 : index
    %j = arith.index_cast %i : index to i32
    %f = arith.sitofp %j : i32 to f32
    %0 = arith.mulf %a, %f : f32
    linalg.yield %0 : f32
  }
  return
}

// A thread of a matrix product loads the operands of its tile once for several products. The last
// row of tiles has one row of elements outside of the matrix: their indices are those of the last
// row, and they are not stored.
// CHECK-LABEL: func.func @product
// CHECK-SAME: (%[[X:.*]]: memref<513x64xf32>, %[[Y:.*]]: memref<64x512xf32>, %[[OUT:.*]]: memref<513x512xf32>)
// CHECK: scf.forall (%[[I:.*]], %[[J:.*]]) in (257, 256) {
// CHECK: %[[J1:.*]] = arith.addi %[[J]], %c256
// CHECK: %[[NEXT:.*]] = arith.addi %[[I]], %c257
// CHECK: %[[INSIDE:.*]] = arith.cmpi ult, %[[NEXT]], %c513
// CHECK: %[[I1:.*]] = arith.minui %[[NEXT]], %c512
// CHECK: %[[NEW:.*]]:4 = scf.for %[[K:.*]] = %{{.*}} to %c64
// CHECK-COUNT-4: memref.load
// CHECK-NOT: memref.load
// CHECK: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: memref.store %[[NEW]]#0, %[[OUT]][%[[I]], %[[J]]]
// CHECK-NEXT: memref.store %[[NEW]]#1, %[[OUT]][%[[I]], %[[J1]]]
// CHECK-NEXT: scf.if %[[INSIDE]] {
// CHECK-NEXT: memref.store %[[NEW]]#2, %[[OUT]][%[[I1]], %[[J]]]
// CHECK-NEXT: }
// CHECK-NEXT: scf.if
// CHECK-NEXT: memref.store %[[NEW]]#3, %[[OUT]]
func.func @product(%x: memref<513x64xf32>, %y: memref<64x512xf32>, %out: memref<513x512xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : memref<513x64xf32>, memref<64x512xf32>) outs(%out : memref<513x512xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// A larger product has tiles of 8 x 8. No dimension of a copy is a multiple of four, so that each
// thread computes one element.
// CHECK-LABEL: func.func @large_product
// CHECK: scf.forall (%{{.*}}, %{{.*}}) in (256, 256) {
// CHECK: scf.for {{.*}} to %c64
// CHECK-COUNT-16: memref.load
// CHECK-NOT: memref.load
// CHECK: scf.yield
// CHECK-LABEL: func.func @odd
// CHECK: scf.forall (%{{.*}}, %{{.*}}) in (513, 513) {
func.func @large_product(%x: memref<2048x64xf32>, %y: memref<64x2048xf32>, %out: memref<2048x2048xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : memref<2048x64xf32>, memref<64x2048xf32>) outs(%out : memref<2048x2048xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  }
  return
}
func.func @odd(%x: memref<513x513xf32>, %out: memref<513x513xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x : memref<513x513xf32>) outs(%out : memref<513x513xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  }
  return
}

// The control flow inside of a body uses elements and indices.
// CHECK-LABEL: func.func @branch_in_body
// CHECK: scf.forall (%[[I:.*]]) in (8) {
// CHECK: %[[A:.*]] = memref.load %arg0[%[[I]]]
// CHECK: %[[NEW:.*]] = scf.if %{{.*}} -> (f32) {
// CHECK-NEXT: arith.index_cast %[[I]]
// CHECK: } else {
// CHECK-NEXT: scf.yield %[[A]]
// CHECK: memref.store %[[NEW]], %arg1[%[[I]]]
func.func @branch_in_body(%x: memref<8xf32>, %out: memref<8xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : memref<8xf32>) outs(%out : memref<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %i = linalg.index 0 : index
    %c = arith.cmpf olt, %a, %zero : f32
    %0 = scf.if %c -> f32 {
      %j = arith.index_cast %i : index to i32
      %f = arith.sitofp %j : i32 to f32
      scf.yield %f : f32
    } else {
      scf.yield %a : f32
    }
    linalg.yield %0 : f32
  }
  return
}

// Control flow of the host program has kernels inside. The scalar input is used as it is.
// CHECK-LABEL: func.func @control_flow
// CHECK-SAME: (%{{.*}}: memref<i1>, %[[S:.*]]: f32, %[[OUT:.*]]: memref<64xf32>, %{{.*}}: memref<5000xf32>)
// CHECK: scf.while
// CHECK: scf.forall (%[[I:.*]]) in (64) {
// CHECK: memref.store %[[S]], %[[OUT]][%[[I]]]
// CHECK: scf.condition
// CHECK: } do {
// CHECK: scf.if
// CHECK: scf.forall (%{{.*}}) in (64) {
// CHECK: arith.mulf %[[S]], %[[S]]
// CHECK: scf.for
// CHECK: scf.forall (%{{.*}}) in (5000) {
// CHECK-NOT: linalg
func.func @control_flow(%p: memref<i1>, %s: f32, %out: memref<64xf32>, %large: memref<5000xf32>) {
  scf.while : () -> () {
    linalg.generic {indexing_maps = [affine_map<(d0) -> ()>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%s : f32) outs(%out : memref<64xf32>) {
    ^bb0(%a: f32, %o: f32):
      linalg.yield %a : f32
    }
    %c = memref.load %p[] : memref<i1>
    scf.condition(%c)
  } do {
    %c = memref.load %p[] : memref<i1>
    scf.if %c {
      linalg.generic {indexing_maps = [affine_map<(d0) -> ()>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%s : f32) outs(%out : memref<64xf32>) {
      ^bb0(%a: f32, %o: f32):
        %0 = arith.mulf %a, %a : f32
        linalg.yield %0 : f32
      }
    }
    scf.yield
  }
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    linalg.generic {indexing_maps = [affine_map<(d0) -> ()>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%s : f32) outs(%large : memref<5000xf32>) {
    ^bb0(%a: f32, %o: f32):
      %0 = arith.addf %o, %a : f32
      linalg.yield %0 : f32
    }
  }
  return
}

// A sequential loop of small operations runs on one thread, and the iterations of an `scf.forall`
// are threads already: both are unchanged.
// CHECK-LABEL: func.func @unchanged
// CHECK-NOT: scf.forall
// CHECK: scf.for
// CHECK-NEXT: linalg.fill
// CHECK-NEXT: }
// CHECK-NEXT: scf.forall (%{{.*}}) in (64) {
// CHECK-NEXT: memref.subview
// CHECK-NEXT: linalg.fill
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @unchanged(%s: f32, %out: memref<64xf32>, %rows: memref<64x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    linalg.fill ins(%s : f32) outs(%out : memref<64xf32>)
  }
  scf.forall (%i) in (64) {
    %row = memref.subview %rows[%i, 0] [1, 8] [1, 1] : memref<64x8xf32> to memref<1x8xf32, strided<[8, 1], offset: ?>>
    linalg.fill ins(%s : f32) outs(%row : memref<1x8xf32, strided<[8, 1], offset: ?>>)
  }
  return
}

// The body of an operation runs on the thread that calls it.
// CHECK-LABEL: func.func private @body
// CHECK-NOT: scf.forall
// CHECK: linalg.fill
func.func private @body(%s: f32) -> f32 attributes {hloom.body} {
  %c0 = arith.constant 0 : index
  %m = memref.alloca() : memref<4xf32>
  linalg.fill ins(%s : f32) outs(%m : memref<4xf32>)
  %0 = memref.load %m[%c0] : memref<4xf32>
  return %0 : f32
}

// -----

func.func @named(%s: f32, %out: memref<64xf32>) {
  // expected-error @below {{`linalg.fill`: expected `linalg.generic`; run the pass `linalg-generalize-named-ops` first}}
  linalg.fill ins(%s : f32) outs(%out : memref<64xf32>)
  return
}

// -----

func.func @dynamic(%x: memref<?xf32>, %out: memref<?xf32>) {
  // expected-error @below {{`linalg.generic`: expected operands of static shape}}
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : memref<?xf32>) outs(%out : memref<?xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  }
  return
}

// -----

// An output with a reduction dimension is loaded and stored in the loop, and so are the others.
// CHECK-LABEL: func.func @outputs_of_different_ranks
// CHECK: scf.forall (%[[I:.*]]) in (3)
// CHECK: scf.for %[[J:.*]] = %c0{{.*}} to %c5
// CHECK-DAG: memref.load %{{.*}}[%[[I]], %[[J]]] : memref<3x5xf32>
// CHECK-DAG: memref.load %{{.*}}[%[[I]]] : memref<3xf32>
// CHECK: memref.store %{{.*}}[%[[I]], %[[J]]] : memref<3x5xf32>
// CHECK: memref.store %{{.*}}[%[[I]]] : memref<3xf32>
func.func @outputs_of_different_ranks(%x: memref<3x5xf32>, %p: memref<3x5xf32>, %s: memref<3xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%x : memref<3x5xf32>) outs(%p, %s : memref<3x5xf32>, memref<3xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %0 = arith.addf %a, %c : f32
    linalg.yield %0, %0 : f32, f32
  }
  return
}

// -----

// Both results begin with constants in registers. A fill of memory that is no result remains.
// CHECK-LABEL: func.func @several_starts
// CHECK-SAME: (%[[X:.*]]: memref<4x8xf32>, %[[V:.*]]: memref<4xf32>, %[[P:.*]]: memref<4xi32>, %[[O:.*]]: memref<4xf32>)
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-DAG: %[[TWO:.*]] = arith.constant 2 : i32
// CHECK: scf.forall (%[[I:.*]]) in (4) {
// CHECK: memref.store %[[ONE]], %[[O]][%[[I]]]
// CHECK-NOT: memref.store
// CHECK: scf.forall (%[[I:.*]]) in (4) {
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[ONE]], %{{.*}} = %[[TWO]]) -> (f32, i32)
// CHECK: memref.store %{{.*}}, %[[V]][%[[I]]]
// CHECK: memref.store %{{.*}}, %[[P]][%[[I]]]
func.func @several_starts(%x: memref<4x8xf32>, %v: memref<4xf32>, %p: memref<4xi32>, %o: memref<4xf32>) {
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2 : i32
  linalg.generic {indexing_maps = [affine_map<(d0) -> ()>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%one : f32) outs(%v : memref<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0) -> ()>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%one : f32) outs(%o : memref<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0) -> ()>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%two : i32) outs(%p : memref<4xi32>) {
  ^bb0(%a: i32, %b: i32):
    linalg.yield %a : i32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%x : memref<4x8xf32>) outs(%v, %p : memref<4xf32>, memref<4xi32>) {
  ^bb0(%a: f32, %b: f32, %c: i32):
    %0 = arith.addf %a, %b : f32
    %1 = arith.addi %c, %c : i32
    linalg.yield %0, %1 : f32, i32
  }
  return
}

// -----

// The second fill overwrites the first one, so that the reduction begins with its constant.
// CHECK-LABEL: func.func @filled_twice
// CHECK: %[[TWO:.*]] = arith.constant 2.000000e+00 : f32
// CHECK-NOT: memref.store
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[TWO]])
func.func @filled_twice(%x: memref<4x8xf32>, %v: memref<4xf32>) {
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  linalg.generic {indexing_maps = [affine_map<(d0) -> ()>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%one : f32) outs(%v : memref<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0) -> ()>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%two : f32) outs(%v : memref<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%x : memref<4x8xf32>) outs(%v : memref<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    linalg.yield %0 : f32
  }
  return
}
