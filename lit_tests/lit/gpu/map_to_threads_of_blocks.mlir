// The iterations of an `scf.forall` for blocks contain structured operations, which the threads of a
// block compute together. All threads wait for each other at the end of a loop over threads.
// RUN: hlo-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(func.func(linalg-generalize-named-ops,hloom-map-to-threads{shared-bytes=8192},canonicalize{region-simplify=disabled},cse))' | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#column = affine_map<(d0, d1) -> (d1)>

// Neighboring threads add neighboring elements of a row. Then half of the threads add the parts of the
// other half to theirs, until there is one part. It begins with the constant of the fill, which is no
// loop of its own.
// CHECK-LABEL: func.func @rows
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-DAG: %[[NEUTRAL:.*]] = arith.constant -0.000000e+00 : f32
// CHECK: scf.forall (%[[I:.*]]) in (64) {
// CHECK: %[[MEMORY:.*]] = memref.alloca() : memref<1x256xf32, #gpu.address_space<workgroup>>
// CHECK: %[[PARTS:.*]] = memref.memory_space_cast %[[MEMORY]] : memref<1x256xf32, #gpu.address_space<workgroup>> to memref<1x256xf32>
// CHECK: %[[ROW:.*]] = memref.subview %arg0
// CHECK: %[[SUM:.*]] = memref.subview %arg1
// CHECK: scf.forall (%{{.*}}, %[[LANE:.*]]) in (1, 256) {
// CHECK-NEXT: %[[PART:.*]] = scf.for %[[J:.*]] = %[[LANE]] to %c1000 step %c256 iter_args(%[[OLD:.*]] = %[[NEUTRAL]]) -> (f32) {
// CHECK-NEXT: %[[A:.*]] = memref.load %[[ROW]][%c0, %[[J]]]
// CHECK-NEXT: %[[NEW:.*]] = arith.addf %[[OLD]], %[[A]] fastmath<reassoc>
// CHECK-NEXT: scf.yield %[[NEW]]
// CHECK-NEXT: }
// CHECK-NEXT: memref.store %[[PART]], %[[PARTS]][%c0, %[[LANE]]]
// CHECK-NEXT: } {mapping = [#gpu.thread<linear_dim_1>, #gpu.thread<linear_dim_0>]}
// CHECK-NEXT: scf.forall (%{{.*}}, %[[LANE:.*]]) in (1, 128) {
// CHECK-NEXT: %[[PLACE:.*]] = arith.addi %[[LANE]], %c128
// CHECK-NEXT: %[[OWN:.*]] = memref.load %[[PARTS]][%c0, %[[LANE]]]
// CHECK-NEXT: %[[OTHER:.*]] = memref.load %[[PARTS]][%c0, %[[PLACE]]]
// CHECK-NEXT: %[[BOTH:.*]] = arith.addf %[[OWN]], %[[OTHER]] fastmath<reassoc>
// CHECK-NEXT: memref.store %[[BOTH]], %[[PARTS]][%c0, %[[LANE]]]
// CHECK-NEXT: } {mapping = [#gpu.thread<linear_dim_1>, #gpu.thread<linear_dim_0>]}
// CHECK-NEXT: scf.forall (%{{.*}}, %[[LANE:.*]]) in (1, 64) {
// CHECK-NEXT: arith.addi %[[LANE]], %c64
// CHECK: scf.forall (%{{.*}}, %[[LANE:.*]]) in (1, 32) {
// CHECK-NEXT: arith.addi %[[LANE]], %c32
// CHECK: scf.forall (%{{.*}}, %[[LANE:.*]]) in (1, 16) {
// CHECK-NEXT: arith.addi %[[LANE]], %c16
// CHECK: scf.forall (%{{.*}}, %[[LANE:.*]]) in (1, 8) {
// CHECK-NEXT: arith.addi %[[LANE]], %c8
// CHECK: scf.forall (%{{.*}}, %[[LANE:.*]]) in (1, 4) {
// CHECK-NEXT: arith.addi %[[LANE]], %c4
// CHECK: scf.forall (%{{.*}}, %[[LANE:.*]]) in (1, 2) {
// CHECK-NEXT: arith.addi %[[LANE]], %c2
// CHECK: scf.forall (%{{.*}}, %{{.*}}) in (1, 1) {
// CHECK-NEXT: %[[FIRST:.*]] = memref.load %[[PARTS]][%c0, %c0]
// CHECK-NEXT: %[[SECOND:.*]] = memref.load %[[PARTS]][%c0, %c1]
// CHECK-NEXT: %[[BOTH:.*]] = arith.addf %[[FIRST]], %[[SECOND]] fastmath<reassoc>
// CHECK-NEXT: %[[TOTAL:.*]] = arith.addf %[[BOTH]], %[[ZERO]] fastmath<reassoc>
// CHECK-NEXT: memref.store %[[TOTAL]], %[[SUM]][%c0]
// CHECK-NEXT: } {mapping = [#gpu.thread<linear_dim_1>, #gpu.thread<linear_dim_0>]}
// CHECK-NEXT: } {mapping = [#gpu.block<linear_dim_0>]}
// CHECK-NEXT: return
func.func @rows(%x: memref<64x1000xf32>, %out: memref<64xf32>) {
  %zero = arith.constant 0.0 : f32
  scf.forall (%i) in (64) {
    %row = memref.subview %x[%i, 0] [1, 1000] [1, 1] : memref<64x1000xf32> to memref<1x1000xf32, strided<[1000, 1], offset: ?>>
    %sum = memref.subview %out[%i] [1] [1] : memref<64xf32> to memref<1xf32, strided<[1], offset: ?>>
    linalg.fill ins(%zero : f32) outs(%sum : memref<1xf32, strided<[1], offset: ?>>)
    linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%row : memref<1x1000xf32, strided<[1000, 1], offset: ?>>) outs(%sum : memref<1xf32, strided<[1], offset: ?>>) {
    ^bb0(%a: f32, %s: f32):
      %0 = arith.addf %s, %a fastmath<reassoc> : f32
      linalg.yield %0 : f32
    }
  } {mapping = [#gpu.block<linear_dim_0>]}
  return
}

// Neighboring threads compute the maxima of neighboring columns, 8 threads each of the 32. The maxima
// begin with the values in memory.
// CHECK-LABEL: func.func @columns
// CHECK: %[[LEAST:.*]] = arith.constant 0xFF800000 : f32
// CHECK: scf.forall (%{{.*}}) = (0) to (64) step (32) {
// CHECK: memref.alloca() : memref<8x32xf32, #gpu.address_space<workgroup>>
// CHECK: %[[PARTS:.*]] = memref.memory_space_cast
// CHECK: %[[TILE:.*]] = memref.subview %arg0
// CHECK: %[[MAXIMA:.*]] = memref.subview %arg1
// CHECK: scf.forall (%[[LANE:.*]], %[[COLUMN:.*]]) in (8, 32) {
// CHECK-NEXT: %[[PART:.*]] = scf.for %[[FIRST:.*]] = %c0 to %c1000 step %c8 iter_args(%{{.*}} = %[[LEAST]]) -> (f32) {
// CHECK-NEXT: %[[J:.*]] = arith.addi %[[FIRST]], %[[LANE]] : index
// CHECK-NEXT: memref.load %[[TILE]][%[[J]], %[[COLUMN]]]
// CHECK-NEXT: arith.maximumf
// CHECK: memref.store %[[PART]], %[[PARTS]][%[[LANE]], %[[COLUMN]]]
// CHECK: scf.forall (%[[LANE:.*]], %[[COLUMN:.*]]) in (4, 32) {
// CHECK-NEXT: %[[PLACE:.*]] = arith.addi %[[LANE]], %c4
// CHECK-NEXT: memref.load %[[PARTS]][%[[LANE]], %[[COLUMN]]]
// CHECK-NEXT: memref.load %[[PARTS]][%[[PLACE]], %[[COLUMN]]]
// CHECK: memref.store %{{.*}}, %[[PARTS]][%[[LANE]], %[[COLUMN]]]
// CHECK: scf.forall (%{{.*}}, %{{.*}}) in (2, 32) {
// CHECK: scf.forall (%[[LANE:.*]], %[[COLUMN:.*]]) in (1, 32) {
// CHECK: %[[BOTH:.*]] = arith.maximumf
// CHECK-NEXT: %[[OLD:.*]] = memref.load %[[MAXIMA]][%[[COLUMN]]]
// CHECK-NEXT: %[[NEW:.*]] = arith.maximumf %[[OLD]], %[[BOTH]]
// CHECK-NEXT: memref.store %[[NEW]], %[[MAXIMA]][%[[COLUMN]]]
// CHECK-NEXT: } {mapping = [#gpu.thread<linear_dim_1>, #gpu.thread<linear_dim_0>]}
// CHECK-NEXT: } {mapping = [#gpu.block<linear_dim_0>]}
func.func @columns(%x: memref<1000x64xf32>, %out: memref<64xf32>) {
  scf.forall (%i) = (0) to (64) step (32) {
    %tile = memref.subview %x[0, %i] [1000, 32] [1, 1] : memref<1000x64xf32> to memref<1000x32xf32, strided<[64, 1], offset: ?>>
    %max = memref.subview %out[%i] [32] [1] : memref<64xf32> to memref<32xf32, strided<[1], offset: ?>>
    linalg.generic {indexing_maps = [#id, #column], iterator_types = ["reduction", "parallel"]} ins(%tile : memref<1000x32xf32, strided<[64, 1], offset: ?>>) outs(%max : memref<32xf32, strided<[1], offset: ?>>) {
    ^bb0(%a: f32, %s: f32):
      %0 = arith.maximumf %s, %a : f32
      linalg.yield %0 : f32
    }
  } {mapping = [#gpu.block<linear_dim_0>]}
  return
}

// -----

#vector = affine_map<(d0) -> (d0)>
#all = affine_map<(d0) -> ()>

// A sum of 63 elements has one thread, and one of 100 elements 64 threads. The order of the last one
// is fixed, so that it has one thread, too. Memory that only one operation reads stays where it is.
// CHECK-LABEL: func.func @numbers_of_threads
// CHECK-SAME: (%[[X:.*]]: memref<63xf32>, %[[Y:.*]]: memref<100xf32>, %[[Z:.*]]: memref<2000xf32>, %[[OUT:.*]]: memref<3xf32>)
// CHECK: memref.alloca() : memref<1x64xf32, #gpu.address_space<workgroup>>
// CHECK-NOT: memref.alloca
// CHECK: scf.forall (%{{.*}}) in (1) {
// CHECK: scf.for %{{.*}} = %c0 to %c63 step %c1 iter_args
// CHECK-NEXT: memref.load %[[X]]
// CHECK: } {mapping = [#gpu.thread<linear_dim_0>]}
// CHECK: scf.forall (%{{.*}}, %[[LANE:.*]]) in (1, 64) {
// CHECK-NEXT: scf.for %{{.*}} = %[[LANE]] to %c100 step %c64
// CHECK-NEXT: memref.load %[[Y]]
// CHECK: scf.forall (%{{.*}}, %{{.*}}) in (1, 32) {
// CHECK: scf.forall (%{{.*}}, %{{.*}}) in (1, 1) {
// CHECK: scf.forall (%{{.*}}) in (1) {
// CHECK: scf.for %{{.*}} = %c0 to %c2000 step %c1 iter_args
// CHECK-NEXT: memref.load %[[Z]]
// CHECK: } {mapping = [#gpu.thread<linear_dim_0>]}
// CHECK-NEXT: } {mapping = [#gpu.block<linear_dim_0>]}
func.func @numbers_of_threads(%x: memref<63xf32>, %y: memref<100xf32>, %z: memref<2000xf32>, %out: memref<3xf32>) {
  scf.forall (%b) in (1) {
    %first = memref.subview %out[0] [1] [1] : memref<3xf32> to memref<f32>
    linalg.generic {indexing_maps = [#vector, #all], iterator_types = ["reduction"]} ins(%x : memref<63xf32>) outs(%first : memref<f32>) {
    ^bb0(%a: f32, %s: f32):
      %0 = arith.addf %s, %a fastmath<reassoc> : f32
      linalg.yield %0 : f32
    }
    %second = memref.subview %out[1] [1] [1] : memref<3xf32> to memref<f32, strided<[], offset: 1>>
    linalg.generic {indexing_maps = [#vector, #all], iterator_types = ["reduction"]} ins(%y : memref<100xf32>) outs(%second : memref<f32, strided<[], offset: 1>>) {
    ^bb0(%a: f32, %s: f32):
      %0 = arith.addf %s, %a fastmath<reassoc> : f32
      linalg.yield %0 : f32
    }
    %third = memref.subview %out[2] [1] [1] : memref<3xf32> to memref<f32, strided<[], offset: 2>>
    linalg.generic {indexing_maps = [#vector, #all], iterator_types = ["reduction"]} ins(%z : memref<2000xf32>) outs(%third : memref<f32, strided<[], offset: 2>>) {
    ^bb0(%a: f32, %s: f32):
      %0 = arith.addf %s, %a : f32
      linalg.yield %0 : f32
    }
  } {mapping = [#gpu.block<linear_dim_0>]}
  return
}

// -----

#tensor = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#middle = affine_map<(d0, d1, d2) -> (d1)>

// A reduction of two dimensions: the number of an element follows from the thread's number, and the
// result has that of the remaining dimension. 3 results have 64 threads each.
// CHECK-LABEL: func.func @two_dimensions
// CHECK: scf.forall (%[[RESULT:.*]], %[[LANE:.*]]) in (3, 64) {
// CHECK-NEXT: scf.for %[[K:.*]] = %[[LANE]] to %c200 step %c64
// CHECK-NEXT: %[[COLUMN:.*]] = arith.remui %[[K]], %c50
// CHECK-NEXT: %[[ROW:.*]] = arith.divui %[[K]], %c50
// CHECK-NEXT: memref.load %{{.*}}[%[[ROW]], %[[RESULT]], %[[COLUMN]]]
// CHECK-NEXT: arith.maxsi
// CHECK: scf.forall (%{{.*}}, %{{.*}}) in (3, 32) {
// CHECK: scf.forall (%[[RESULT:.*]], %{{.*}}) in (3, 1) {
// CHECK: memref.store %{{.*}}, %arg1[%[[RESULT]]]
func.func @two_dimensions(%x: memref<4x3x50xi16>, %out: memref<3xi16>) {
  scf.forall (%b) in (1) {
    linalg.generic {indexing_maps = [#tensor, #middle], iterator_types = ["reduction", "parallel", "reduction"]} ins(%x : memref<4x3x50xi16>) outs(%out : memref<3xi16>) {
    ^bb0(%a: i16, %s: i16):
      %0 = arith.maxsi %s, %a : i16
      linalg.yield %0 : i16
    }
  } {mapping = [#gpu.block<linear_dim_0>]}
  return
}

// -----

#vector = affine_map<(d0) -> (d0)>
#all = affine_map<(d0) -> ()>

// Reductions with parts of the same type share the memory of the parts.
// CHECK-LABEL: func.func @parts
// CHECK-DAG: memref.alloca() : memref<1x64xf32, #gpu.address_space<workgroup>>
// CHECK-DAG: memref.alloca() : memref<1x64xi32, #gpu.address_space<workgroup>>
// CHECK-NOT: memref.alloca
// CHECK: return
func.func @parts(%x: memref<64xf32>, %y: memref<64xf32>, %z: memref<64xi32>, %a: memref<f32>, %b: memref<f32>, %c: memref<i32>) {
  scf.forall (%i) in (1) {
    linalg.generic {indexing_maps = [#vector, #all], iterator_types = ["reduction"]} ins(%x : memref<64xf32>) outs(%a : memref<f32>) {
    ^bb0(%e: f32, %s: f32):
      %0 = arith.addf %s, %e fastmath<reassoc> : f32
      linalg.yield %0 : f32
    }
    linalg.generic {indexing_maps = [#vector, #all], iterator_types = ["reduction"]} ins(%y : memref<64xf32>) outs(%b : memref<f32>) {
    ^bb0(%e: f32, %s: f32):
      %0 = arith.minimumf %s, %e : f32
      linalg.yield %0 : f32
    }
    linalg.generic {indexing_maps = [#vector, #all], iterator_types = ["reduction"]} ins(%z : memref<64xi32>) outs(%c : memref<i32>) {
    ^bb0(%e: i32, %s: i32):
      %0 = arith.muli %s, %e : i32
      linalg.yield %0 : i32
    }
  } {mapping = [#gpu.block<linear_dim_0>]}
  return
}

// -----

#vector = affine_map<(d0) -> (d0)>
#all = affine_map<(d0) -> ()>

// A fill is a loop of its own if an operation between it and the reduction uses the memory, and if the
// next operation writes other memory. Memory that the block allocates is shared by its threads.
// CHECK-LABEL: func.func @fills
// CHECK-SAME: (%[[X:.*]]: memref<48xf32>, %[[SUM:.*]]: memref<f32>, %[[OUT:.*]]: memref<48xf32>)
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: scf.forall (%{{.*}}) in (8) {
// CHECK: %[[MEMORY:.*]] = memref.alloca() : memref<48xf32, #gpu.address_space<workgroup>>
// CHECK: %[[T:.*]] = memref.memory_space_cast %[[MEMORY]]
// CHECK-NOT: memref.alloc
// CHECK: scf.forall (%{{.*}}) in (1) {
// CHECK-NEXT: memref.store %[[ZERO]], %[[SUM]][]
// CHECK-NEXT: } {mapping = [#gpu.thread<linear_dim_0>]}
// CHECK-NEXT: %[[OLD:.*]] = memref.load %[[SUM]][]
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: %[[NEXT:.*]] = arith.addf %[[OLD]], %[[OLD]]
// CHECK-NEXT: scf.forall (%[[I:.*]]) in (48) {
// CHECK-NEXT: %[[A:.*]] = memref.load %[[X]][%[[I]]]
// CHECK-NEXT: %[[PRODUCT:.*]] = arith.mulf %[[A]], %[[NEXT]]
// CHECK-NEXT: memref.store %[[PRODUCT]], %[[T]][%[[I]]]
// CHECK-NEXT: } {mapping = [#gpu.thread<linear_dim_0>]}
// CHECK-NEXT: scf.forall (%[[I:.*]]) in (48) {
// CHECK-NEXT: memref.store %[[ZERO]], %[[OUT]][%[[I]]]
// CHECK-NEXT: } {mapping = [#gpu.thread<linear_dim_0>]}
// CHECK-NEXT: scf.forall (%{{.*}}) in (1) {
// CHECK-NEXT: %[[OLD:.*]] = memref.load %[[SUM]][]
// CHECK-NEXT: scf.for %[[I:.*]] = %c0 to %c48 step %c1 iter_args(%{{.*}} = %[[OLD]]) -> (f32) {
// CHECK-NEXT: memref.load %[[T]][%[[I]]]
// CHECK: } {mapping = [#gpu.thread<linear_dim_0>]}
// CHECK-NEXT: } {mapping = [#gpu.block<linear_dim_0>]}
func.func @fills(%x: memref<48xf32>, %sum: memref<f32>, %out: memref<48xf32>) {
  %zero = arith.constant 0.0 : f32
  scf.forall (%b) in (8) {
    %t = memref.alloc() : memref<48xf32>
    linalg.fill ins(%zero : f32) outs(%sum : memref<f32>)
    %old = memref.load %sum[] : memref<f32>
    %factor = arith.addf %old, %old : f32
    linalg.generic {indexing_maps = [#vector, #all, #vector], iterator_types = ["parallel"]} ins(%x, %factor : memref<48xf32>, f32) outs(%t : memref<48xf32>) {
    ^bb0(%a: f32, %f: f32, %o: f32):
      %0 = arith.mulf %a, %f : f32
      linalg.yield %0 : f32
    }
    linalg.fill ins(%zero : f32) outs(%out : memref<48xf32>)
    linalg.generic {indexing_maps = [#vector, #all], iterator_types = ["reduction"]} ins(%t : memref<48xf32>) outs(%sum : memref<f32>) {
    ^bb0(%a: f32, %s: f32):
      %0 = arith.addf %s, %a fastmath<reassoc> : f32
      linalg.yield %0 : f32
    }
  } {mapping = [#gpu.block<linear_dim_0>]}
  return
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>

// Each thread copies an element. A copy of rank 0 has one thread. A fill at the end of a block is a loop.
// CHECK-LABEL: func.func @copies
// CHECK-SAME: (%[[X:.*]]: memref<8x16xi8>, %[[Y:.*]]: memref<8x16xi8, strided<[1, 8]>>, %[[N:.*]]: memref<f64>, %[[M:.*]]: memref<f64>)
// CHECK: scf.forall (%[[I:.*]], %[[J:.*]]) in (8, 16) {
// CHECK-NEXT: %[[A:.*]] = memref.load %[[X]][%[[I]], %[[J]]]
// CHECK-NEXT: memref.store %[[A]], %[[Y]][%[[I]], %[[J]]]
// CHECK-NEXT: } {mapping = [#gpu.thread<linear_dim_1>, #gpu.thread<linear_dim_0>]}
// CHECK-NEXT: scf.forall (%{{.*}}) in (1) {
// CHECK-NEXT: %[[A:.*]] = memref.load %[[N]][]
// CHECK-NEXT: memref.store %[[A]], %[[M]][]
// CHECK-NEXT: } {mapping = [#gpu.thread<linear_dim_0>]}
// CHECK-NEXT: scf.forall (%[[I:.*]], %[[J:.*]]) in (8, 16) {
// CHECK-NEXT: memref.store %{{.*}}, %[[X]][%[[I]], %[[J]]]
// CHECK-NEXT: } {mapping = [#gpu.thread<linear_dim_1>, #gpu.thread<linear_dim_0>]}
// CHECK-NEXT: } {mapping = [#gpu.block<linear_dim_0>]}
func.func @copies(%x: memref<8x16xi8>, %y: memref<8x16xi8, strided<[1, 8]>>, %n: memref<f64>, %m: memref<f64>) {
  %one = arith.constant 1 : i8
  scf.forall (%b) in (1) {
    memref.copy %x, %y : memref<8x16xi8> to memref<8x16xi8, strided<[1, 8]>>
    memref.copy %n, %m : memref<f64> to memref<f64>
    linalg.fill ins(%one : i8) outs(%x : memref<8x16xi8>)
  } {mapping = [#gpu.block<linear_dim_0>]}
  return
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#column = affine_map<(d0, d1) -> (d1)>

// Two operations read the view of `%x`: the threads copy it to shared memory, before the fill with which
// the sum begins. 4096 of the 8192 bytes are left for parts of reductions, so that `%y` stays where it
// is.
// CHECK-LABEL: func.func @inputs
// CHECK-SAME: (%[[X:.*]]: memref<64x800xf32>, %[[Y:.*]]: memref<800xf32>, %[[OUT:.*]]: memref<64x800xf32>)
// CHECK: %[[PARTS:.*]] = memref.memory_space_cast %{{.*}} : memref<1x256xf32, #gpu.address_space<workgroup>>
// CHECK: %[[SHARED:.*]] = memref.memory_space_cast %{{.*}} : memref<1x800xf32, #gpu.address_space<workgroup>>
// CHECK: %[[SUM:.*]] = memref.memory_space_cast %{{.*}} : memref<1xf32, #gpu.address_space<workgroup>>
// CHECK-NOT: memref.alloca
// CHECK: %[[ROW:.*]] = memref.subview %[[X]]
// CHECK: scf.forall (%{{.*}}, %[[J:.*]]) in (1, 800) {
// CHECK-NEXT: %[[A:.*]] = memref.load %[[ROW]][%c0, %[[J]]]
// CHECK-NEXT: memref.store %[[A]], %[[SHARED]][%c0, %[[J]]]
// CHECK-NEXT: } {mapping = [#gpu.thread<linear_dim_1>, #gpu.thread<linear_dim_0>]}
// CHECK-NEXT: scf.forall (%{{.*}}, %{{.*}}) in (1, 256) {
// CHECK-NEXT: scf.for %[[J:.*]] = %{{.*}} to %c800 step %c256
// CHECK-NEXT: memref.load %[[SHARED]][%c0, %[[J]]]
// CHECK: memref.store %{{.*}}, %[[PARTS]]
// CHECK: scf.forall (%{{.*}}, %{{.*}}) in (1, 1) {
// CHECK: memref.store %{{.*}}, %[[SUM]][%c0]
// CHECK: scf.forall (%{{.*}}, %[[J:.*]]) in (1, 800) {
// CHECK-NEXT: memref.load %[[SHARED]][%c0, %[[J]]]
// CHECK-NEXT: memref.load %[[SUM]][%c0]
// CHECK-NEXT: memref.load %[[Y]][%[[J]]]
// CHECK: scf.forall (%{{.*}}, %[[J:.*]]) in (1, 800) {
// CHECK-NEXT: memref.load %{{.*}}[%c0, %[[J]]]
// CHECK-NEXT: memref.load %[[Y]][%[[J]]]
// CHECK-NOT: scf.forall
// CHECK: return
func.func @inputs(%x: memref<64x800xf32>, %y: memref<800xf32>, %out: memref<64x800xf32>) {
  %zero = arith.constant 0.0 : f32
  scf.forall (%i) in (64) {
    %sum = memref.alloc() : memref<1xf32>
    %row = memref.subview %x[%i, 0] [1, 800] [1, 1] : memref<64x800xf32> to memref<1x800xf32, strided<[800, 1], offset: ?>>
    linalg.fill ins(%zero : f32) outs(%sum : memref<1xf32>)
    linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%row : memref<1x800xf32, strided<[800, 1], offset: ?>>) outs(%sum : memref<1xf32>) {
    ^bb0(%a: f32, %s: f32):
      %0 = arith.addf %s, %a fastmath<reassoc> : f32
      linalg.yield %0 : f32
    }
    %target = memref.subview %out[%i, 0] [1, 800] [1, 1] : memref<64x800xf32> to memref<1x800xf32, strided<[800, 1], offset: ?>>
    linalg.generic {indexing_maps = [#id, #row, #column, #id], iterator_types = ["parallel", "parallel"]} ins(%row, %sum, %y : memref<1x800xf32, strided<[800, 1], offset: ?>>, memref<1xf32>, memref<800xf32>) outs(%target : memref<1x800xf32, strided<[800, 1], offset: ?>>) {
    ^bb0(%a: f32, %s: f32, %f: f32, %o: f32):
      %0 = arith.divf %a, %s : f32
      %1 = arith.mulf %0, %f : f32
      linalg.yield %1 : f32
    }
    linalg.generic {indexing_maps = [#column, #id], iterator_types = ["parallel", "parallel"]} ins(%y : memref<800xf32>) outs(%target : memref<1x800xf32, strided<[800, 1], offset: ?>>) {
    ^bb0(%f: f32, %o: f32):
      %0 = arith.addf %o, %f : f32
      linalg.yield %0 : f32
    }
  } {mapping = [#gpu.block<linear_dim_0>]}
  return
}

// -----

#vector = affine_map<(d0) -> (d0)>

// Memory that the block writes is not copied, also if it writes a part.
// CHECK-LABEL: func.func @written_inputs
// CHECK-SAME: (%[[X:.*]]: memref<8xf32>, %[[OUT:.*]]: memref<8xf32>)
// CHECK-NOT: memref.alloca
// CHECK: scf.forall (%[[I:.*]]) in (8) {
// CHECK-NEXT: memref.load %[[X]][%[[I]]]
// CHECK: memref.store %{{.*}}, %[[OUT]][%[[I]]]
// CHECK: %[[PART:.*]] = memref.subview %[[X]]
// CHECK: scf.forall (%{{.*}}) in (4) {
// CHECK: memref.store %{{.*}}, %[[PART]]
// CHECK: scf.forall (%[[I:.*]]) in (8) {
// CHECK: memref.load %[[X]][%[[I]]]
func.func @written_inputs(%x: memref<8xf32>, %out: memref<8xf32>) {
  %zero = arith.constant 0.0 : f32
  scf.forall (%b) in (1) {
    linalg.generic {indexing_maps = [#vector, #vector], iterator_types = ["parallel"]} ins(%x : memref<8xf32>) outs(%out : memref<8xf32>) {
    ^bb0(%a: f32, %o: f32):
      %0 = arith.negf %a : f32
      linalg.yield %0 : f32
    }
    %part = memref.subview %x[2] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 2>>
    linalg.fill ins(%zero : f32) outs(%part : memref<4xf32, strided<[1], offset: 2>>)
    linalg.generic {indexing_maps = [#vector, #vector], iterator_types = ["parallel"]} ins(%x : memref<8xf32>) outs(%out : memref<8xf32>) {
    ^bb0(%a: f32, %o: f32):
      %0 = arith.addf %o, %a : f32
      linalg.yield %0 : f32
    }
  } {mapping = [#gpu.block<linear_dim_0>]}
  return
}

// -----

#vector = affine_map<(d0) -> (d0)>

// Loops over threads stay as they are, and what is before them stays before them.
// CHECK-LABEL: func.func @loops
// CHECK-SAME: (%[[X:.*]]: memref<64xf32>, %[[OUT:.*]]: memref<64xf32>)
// CHECK: scf.forall (%{{.*}}) in (2) {
// CHECK: %[[T:.*]] = memref.memory_space_cast
// CHECK: scf.forall (%[[I:.*]]) in (64) {
// CHECK-NEXT: memref.store %{{.*}}, %[[T]][%[[I]]]
// CHECK: scf.forall (%[[I:.*]]) = (0) to (64) step (2) {
// CHECK-NEXT: memref.load %[[X]][%[[I]]]
// CHECK-NEXT: memref.store %{{.*}}, %[[T]][%[[I]]]
// CHECK-NEXT: } {mapping = [#gpu.thread<linear_dim_0>]}
// CHECK-NEXT: scf.forall (%[[I:.*]]) in (64) {
// CHECK-NEXT: memref.load %[[T]][%[[I]]]
// CHECK: memref.store %{{.*}}, %[[OUT]][%[[I]]]
func.func @loops(%x: memref<64xf32>, %out: memref<64xf32>) {
  %one = arith.constant 1.0 : f32
  scf.forall (%b) in (2) {
    %t = memref.alloc() : memref<64xf32>
    linalg.fill ins(%one : f32) outs(%t : memref<64xf32>)
    scf.forall (%i) = (0) to (64) step (2) {
      %0 = memref.load %x[%i] : memref<64xf32>
      memref.store %0, %t[%i] : memref<64xf32>
    } {mapping = [#gpu.thread<linear_dim_0>]}
    linalg.generic {indexing_maps = [#vector, #vector], iterator_types = ["parallel"]} ins(%t : memref<64xf32>) outs(%out : memref<64xf32>) {
    ^bb0(%a: f32, %o: f32):
      %0 = arith.negf %a : f32
      linalg.yield %0 : f32
    }
  } {mapping = [#gpu.block<linear_dim_0>]}
  return
}

// -----

// Outside of loops for blocks, a thread of the device computes an element, and no memory is shared.
// CHECK-LABEL: func.func @host_memory
// CHECK: memref.alloc() : memref<64xf32>
// CHECK: scf.forall (%{{.*}}) in (64) {
// CHECK-NOT: mapping
// CHECK: return
func.func @host_memory(%out: memref<64xf32>) {
  %one = arith.constant 1.0 : f32
  %t = memref.alloca() : memref<64xf32>
  linalg.fill ins(%one : f32) outs(%t : memref<64xf32>)
  memref.copy %t, %out : memref<64xf32> to memref<64xf32>
  return
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>

// The last tile stores fewer rows than it computes. The memory of the tile bounds their number.
// CHECK-LABEL: func.func @parts
// CHECK: %[[T:.*]] = memref.memory_space_cast %{{.*}} : memref<7x16xf32, #gpu.address_space<workgroup>> to memref<7x16xf32>
// CHECK: %[[BEGIN:.*]] = arith.muli
// CHECK-NEXT: %[[FIRST:.*]] = arith.minui %[[BEGIN]]
// CHECK-NEXT: %[[SKIPPED:.*]] = arith.subi %[[BEGIN]], %[[FIRST]]
// CHECK-NEXT: %[[OWN:.*]] = arith.subi %c7, %[[SKIPPED]]
// CHECK: scf.forall (%{{.*}}, %{{.*}}) in (7, 16) {
// CHECK: memref.store %{{.*}}, %[[T]]
// CHECK: scf.forall (%[[I:.*]], %[[J:.*]]) in (7, 16) {
// CHECK-NEXT: %[[IS_OWN:.*]] = arith.cmpi ult, %[[I]], %[[OWN]] : index
// CHECK-NEXT: scf.if %[[IS_OWN]] {
// CHECK-NEXT: %[[SOURCE:.*]] = arith.addi %[[I]], %[[SKIPPED]]
// CHECK-NEXT: %[[A:.*]] = memref.load %[[T]][%[[SOURCE]], %[[J]]] : memref<7x16xf32>
// CHECK-NEXT: %[[TARGET:.*]] = arith.addi %[[I]], %[[BEGIN]]
// CHECK-NEXT: memref.store %[[A]], %arg1[%[[TARGET]], %[[J]]] : memref<13x16xf32>
// CHECK-NEXT: }
// CHECK-NEXT: } {mapping = [#gpu.thread<linear_dim_1>, #gpu.thread<linear_dim_0>]}
// CHECK-NEXT: } {mapping = [#gpu.block<linear_dim_0>]}
func.func @parts(%x: memref<13x16xf32>, %out: memref<13x16xf32>) {
  %c6 = arith.constant 6 : index
  %c7 = arith.constant 7 : index
  scf.forall (%b) in (2) {
    %begin = arith.muli %b, %c7 : index
    %first = arith.minui %begin, %c6 : index
    %skipped = arith.subi %begin, %first : index
    %own = arith.subi %c7, %skipped : index
    %t = memref.alloc() : memref<7x16xf32>
    %rows = memref.subview %x[%first, 0] [7, 16] [1, 1] : memref<13x16xf32> to memref<7x16xf32, strided<[16, 1], offset: ?>>
    linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%rows : memref<7x16xf32, strided<[16, 1], offset: ?>>) outs(%t : memref<7x16xf32>) {
    ^bb0(%a: f32, %o: f32):
      %0 = arith.negf %a : f32
      linalg.yield %0 : f32
    }
    %part = memref.subview %t[%skipped, 0] [%own, 16] [1, 1] : memref<7x16xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
    %place = memref.subview %out[%begin, 0] [%own, 16] [1, 1] : memref<13x16xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
    linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%part : memref<?x16xf32, strided<[16, 1], offset: ?>>) outs(%place : memref<?x16xf32, strided<[16, 1], offset: ?>>) {
    ^bb0(%a: f32, %o: f32):
      linalg.yield %a : f32
    }
  } {mapping = [#gpu.block<linear_dim_0>]}
  return
}

// -----

#vector = affine_map<(d0) -> (d0)>

// All threads of a block execute a sequential loop around structured operations. Its memory is that of the
// block.
// CHECK-LABEL: func.func @sequence
// CHECK: scf.forall (%{{.*}}) in (8) {
// CHECK-DAG: %[[T:.*]] = memref.memory_space_cast %{{.*}} : memref<16xf32, #gpu.address_space<workgroup>>
// CHECK-DAG: %[[SUM:.*]] = memref.memory_space_cast %{{.*}} : memref<1x16xf32, #gpu.address_space<workgroup>>
// CHECK-NOT: memref.alloc
// CHECK: scf.forall (%{{.*}}, %[[I:.*]]) in (1, 16) {
// CHECK-NEXT: memref.store %{{.*}}, %[[SUM]][%{{.*}}, %[[I]]]
// CHECK-NEXT: } {mapping = [#gpu.thread<linear_dim_1>, #gpu.thread<linear_dim_0>]}
// CHECK-NEXT: scf.for %[[K:.*]] = %c0 to %c64 step %c16 {
// CHECK-NEXT: %[[PART:.*]] = memref.subview %arg0[%{{.*}}, %[[K]]] [1, 16] [1, 1]
// CHECK-NEXT: scf.forall (%[[I:.*]]) in (16) {
// CHECK-NEXT: memref.load %[[PART]][%[[I]]]
// CHECK-NEXT: arith.negf
// CHECK-NEXT: memref.store %{{.*}}, %[[T]][%[[I]]]
// CHECK-NEXT: } {mapping = [#gpu.thread<linear_dim_0>]}
// CHECK-NEXT: scf.forall (%{{.*}}, %[[I:.*]]) in (1, 16) {
// CHECK-NEXT: memref.load %[[SUM]][%{{.*}}, %[[I]]]
// CHECK-NEXT: memref.load %[[T]][%[[I]]]
// CHECK-NEXT: arith.addf
// CHECK-NEXT: memref.store %{{.*}}, %[[SUM]][%{{.*}}, %[[I]]]
// CHECK-NEXT: } {mapping = [#gpu.thread<linear_dim_1>, #gpu.thread<linear_dim_0>]}
// CHECK-NEXT: }
// CHECK: scf.forall (%{{.*}}, %[[I:.*]]) in (1, 16) {
// CHECK-NEXT: memref.load %[[SUM]][%{{.*}}, %[[I]]]
// CHECK: } {mapping = [#gpu.block<linear_dim_0>]}
#matrix = affine_map<(d0, d1) -> (d0, d1)>
#last = affine_map<(d0, d1) -> (d1)>
func.func @sequence(%x: memref<8x64xf32>, %out: memref<8x16xf32>) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  scf.forall (%b) in (8) {
    %sum = memref.alloc() : memref<1x16xf32>
    linalg.fill ins(%zero : f32) outs(%sum : memref<1x16xf32>)
    scf.for %k = %c0 to %c64 step %c16 {
      %t = memref.alloc() : memref<16xf32>
      %part = memref.subview %x[%b, %k] [1, 16] [1, 1] : memref<8x64xf32> to memref<16xf32, strided<[1], offset: ?>>
      linalg.generic {indexing_maps = [#vector, #vector], iterator_types = ["parallel"]} ins(%part : memref<16xf32, strided<[1], offset: ?>>) outs(%t : memref<16xf32>) {
      ^bb0(%a: f32, %o: f32):
        %0 = arith.negf %a : f32
        linalg.yield %0 : f32
      }
      linalg.generic {indexing_maps = [#last, #matrix], iterator_types = ["parallel", "parallel"]} ins(%t : memref<16xf32>) outs(%sum : memref<1x16xf32>) {
      ^bb0(%a: f32, %o: f32):
        %0 = arith.addf %o, %a : f32
        linalg.yield %0 : f32
      }
    }
    %row = memref.subview %out[%b, 0] [1, 16] [1, 1] : memref<8x16xf32> to memref<1x16xf32, strided<[16, 1], offset: ?>>
    memref.copy %sum, %row : memref<1x16xf32> to memref<1x16xf32, strided<[16, 1], offset: ?>>
  } {mapping = [#gpu.block<linear_dim_0>]}
  return
}

// -----

func.func @much_memory(%x: memref<2049xf32>) {
  scf.forall (%b) in (8) {
    // expected-error @below {{the shared memory of a GPU thread block is too small for `memref<2049xf32>`}}
    %t = memref.alloc() : memref<2049xf32>
    memref.copy %x, %t : memref<2049xf32> to memref<2049xf32>
  } {mapping = [#gpu.block<linear_dim_0>]}
  return
}

// -----

// Each memory is aligned to 16 bytes.
func.func @aligned_memory(%x: memref<i8>, %y: memref<8177xi8>) {
  scf.forall (%b) in (8) {
    %t = memref.alloca() : memref<i8>
    // expected-error @below {{the shared memory of a GPU thread block is too small for `memref<8177xi8>`}}
    %u = memref.alloca() : memref<8177xi8>
    memref.copy %x, %t : memref<i8> to memref<i8>
    memref.copy %y, %u : memref<8177xi8> to memref<8177xi8>
  } {mapping = [#gpu.block<linear_dim_0>]}
  return
}
