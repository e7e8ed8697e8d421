// Reductions are split so that all threads of a GPU have work.
// RUN: hlo-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(hloom-split-reductions{gpu-threads=131072}))' | FileCheck %s

// Neighboring threads add neighboring elements: 64 of them share a row.
// CHECK-LABEL: func.func @rows
// CHECK: tensor.expand_shape %{{.*}} {{\[}}[0], [1, 2]] output_shape [1024, 64, 64]
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction", "parallel"]
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]
func.func @rows(%x: tensor<1024x4096xf32>, %o: tensor<1024xf32>) -> tensor<1024xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<1024x4096xf32>) outs(%o : tensor<1024xf32>) {
  ^bb0(%a: f32, %s: f32):
    %1 = arith.addf %s, %a fastmath<reassoc> : f32
    linalg.yield %1 : f32
  } -> tensor<1024xf32>
  return %0 : tensor<1024xf32>
}

// -----

// Threads of neighboring columns access neighboring elements already. Parts are contiguous rows.
// CHECK-LABEL: func.func @columns
// CHECK: tensor.expand_shape %{{.*}} {{\[}}[0, 1], [2]] output_shape [64, 64, 512]
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction", "parallel"]
func.func @columns(%x: tensor<4096x512xf32>, %o: tensor<512xf32>) -> tensor<512xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>], iterator_types = ["reduction", "parallel"]} ins(%x : tensor<4096x512xf32>) outs(%o : tensor<512xf32>) {
  ^bb0(%a: f32, %s: f32):
    %1 = arith.addf %s, %a fastmath<reassoc> : f32
    linalg.yield %1 : f32
  } -> tensor<512xf32>
  return %0 : tensor<512xf32>
}

// -----

// The results of many parts are split again.
// CHECK-LABEL: func.func @all
// CHECK: tensor.expand_shape %{{.*}} {{\[}}[0, 1]] output_shape [512, 2048]
// CHECK: tensor.expand_shape %{{.*}} {{\[}}[0, 1]] output_shape [64, 32]
// CHECK-NOT: tensor.expand_shape
func.func @all(%x: tensor<1048576xi32>, %o: tensor<i32>) -> tensor<i32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%x : tensor<1048576xi32>) outs(%o : tensor<i32>) {
  ^bb0(%a: i32, %s: i32):
    %1 = arith.addi %s, %a : i32
    linalg.yield %1 : i32
  } -> tensor<i32>
  return %0 : tensor<i32>
}

// -----

// A short reduction is left to one thread.
// CHECK-LABEL: func.func @short
// CHECK-NOT: tensor.expand_shape
func.func @short(%x: tensor<1024x512xf32>, %o: tensor<1024xf32>) -> tensor<1024xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<1024x512xf32>) outs(%o : tensor<1024xf32>) {
  ^bb0(%a: f32, %s: f32):
    %1 = arith.addf %s, %a fastmath<reassoc> : f32
    linalg.yield %1 : f32
  } -> tensor<1024xf32>
  return %0 : tensor<1024xf32>
}

// -----

// A reduction in a tile is left to the threads of the tile's block.
// CHECK-LABEL: func.func @tile
// CHECK-NOT: tensor.expand_shape
// CHECK: return
func.func @tile(%x: tensor<1024x4096xf32>, %o: tensor<1024xf32>) -> tensor<1024xf32> {
  %0 = scf.forall (%i) in (1024) shared_outs(%p = %o) -> tensor<1024xf32> {
    %row = tensor.extract_slice %x[%i, 0] [1, 4096] [1, 1] : tensor<1024x4096xf32> to tensor<1x4096xf32>
    %sum = tensor.extract_slice %p[%i] [1] [1] : tensor<1024xf32> to tensor<1xf32>
    %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%row : tensor<1x4096xf32>) outs(%sum : tensor<1xf32>) {
    ^bb0(%a: f32, %s: f32):
      %2 = arith.addf %s, %a fastmath<reassoc> : f32
      linalg.yield %2 : f32
    } -> tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %1 into %p[%i] [1] [1] : tensor<1xf32> into tensor<1024xf32>
    }
  } {mapping = [#gpu.block<linear_dim_0>]}
  return %0 : tensor<1024xf32>
}

// -----

// A prime number of elements: 2048 parts of 512 elements, and the last 27 elements, which come last.
// CHECK-LABEL: func.func @prime
// CHECK-DAG: tensor.extract_slice %arg0[0] [1048576] [1]
// CHECK-DAG: tensor.extract_slice %arg0[1048576] [27] [1]
// CHECK-DAG: tensor.expand_shape %{{.*}} {{\[}}[0, 1]] output_shape [512, 2048]
func.func @prime(%x: tensor<1048603xi32>, %o: tensor<i32>) -> tensor<i32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%x : tensor<1048603xi32>) outs(%o : tensor<i32>) {
  ^bb0(%a: i32, %s: i32):
    %1 = arith.addi %s, %a : i32
    linalg.yield %1 : i32
  } -> tensor<i32>
  return %0 : tensor<i32>
}

// -----

// A loop that indexes an operand twice is not split.
// CHECK-LABEL: func.func @diagonal
// CHECK-NOT: tensor.e
func.func @diagonal(%x: tensor<4096x4096xi32>, %o: tensor<i32>) -> tensor<i32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0, d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%x : tensor<4096x4096xi32>) outs(%o : tensor<i32>) {
  ^bb0(%a: i32, %s: i32):
    %1 = arith.addi %s, %a : i32
    linalg.yield %1 : i32
  } -> tensor<i32>
  return %0 : tensor<i32>
}

// -----

// The dimension of neighboring elements is too short, so the other one is split.
// CHECK-LABEL: func.func @short_rows
// CHECK: tensor.expand_shape %{{.*}} {{\[}}[0, 1], [2]]
func.func @short_rows(%x: tensor<70001x3xf32>, %o: tensor<f32>) -> tensor<f32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%x : tensor<70001x3xf32>) outs(%o : tensor<f32>) {
  ^bb0(%a: f32, %s: f32):
    %1 = arith.addf %s, %a fastmath<reassoc> : f32
    linalg.yield %1 : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// Threads add neighboring elements. The counter of the split loop is computed from those of both loops.
// CHECK-LABEL: func.func @weighted
// CHECK: tensor.expand_shape %arg0 {{\[}}[0], [1, 2]] output_shape [1024, 64, 64]
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction", "parallel"]
// CHECK: %[[ROW:.*]] = linalg.index 0 : index
// CHECK: %[[MAJOR:.*]] = linalg.index 1 : index
// CHECK: %[[MINOR:.*]] = linalg.index 2 : index
// CHECK: %[[FIRST:.*]] = arith.muli %[[MAJOR]], %c64
// CHECK: %[[COLUMN:.*]] = arith.addi %[[FIRST]], %[[MINOR]] : index
// CHECK: arith.addi %[[ROW]], %[[COLUMN]] : index
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]
// CHECK-NOT: linalg.index
func.func @weighted(%x: tensor<1024x4096xi64>, %o: tensor<1024xi64>) -> tensor<1024xi64> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<1024x4096xi64>) outs(%o : tensor<1024xi64>) {
  ^bb0(%a: i64, %s: i64):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %k = arith.addi %i, %j : index
    %w = arith.index_cast %k : index to i64
    %b = arith.muli %a, %w : i64
    %1 = arith.addi %s, %b : i64
    linalg.yield %1 : i64
  } -> tensor<1024xi64>
  return %0 : tensor<1024xi64>
}

// -----

// JAX's argmax keeps the first NaN, so that parts are contiguous and combined in order. They begin with
// the least value at the last place.
// CHECK-LABEL: func.func @argmax
// CHECK: %[[X:.*]] = tensor.expand_shape %arg0 {{\[}}[0, 1]] output_shape [2048, 512]
// CHECK: %[[LEAST:.*]] = arith.constant 0xFF800000 : f32
// CHECK: %[[LAST:.*]] = arith.constant 2147483647 : i32
// CHECK: %[[VALUES:.*]] = linalg.fill ins(%[[LEAST]] : f32) outs(%{{.*}} : tensor<2048xf32>)
// CHECK: %[[PLACES:.*]] = linalg.fill ins(%[[LAST]] : i32) outs(%{{.*}} : tensor<2048xi32>)
// CHECK: %[[PARTS:.*]]:2 = linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%[[X]] : tensor<2048x512xf32>) outs(%[[VALUES]], %[[PLACES]] : tensor<2048xf32>, tensor<2048xi32>)
// CHECK: %[[MINOR:.*]] = linalg.index 1 : index
// CHECK: %[[MAJOR:.*]] = linalg.index 0 : index
// CHECK: %[[FIRST:.*]] = arith.muli %[[MAJOR]], %c512
// CHECK: arith.addi %[[FIRST]], %[[MINOR]] : index
// The results of many parts are split again. The last reduction begins with the initial values.
// CHECK-DAG: tensor.expand_shape %[[PARTS]]#0 {{\[}}[0, 1]] output_shape [32, 64]
// CHECK-DAG: tensor.expand_shape %[[PARTS]]#1 {{\[}}[0, 1]] output_shape [32, 64]
// CHECK: %[[PARTS2:.*]]:2 = linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]
// CHECK: linalg.generic {{.*}} iterator_types = ["reduction"]} ins(%[[PARTS2]]#0, %[[PARTS2]]#1 : tensor<32xf32>, tensor<32xi32>) outs(%arg1, %arg2 : tensor<f32>, tensor<i32>)
// CHECK: ^bb0(%[[A:.*]]: f32, %[[P:.*]]: i32, %[[W:.*]]: f32, %[[Q:.*]]: i32):
// CHECK: arith.cmpf ogt, %[[W]], %[[A]] : f32
// CHECK: arith.cmpi slt, %[[Q]], %[[P]] : i32
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @argmax(%x: tensor<1048576xf32>, %o: tensor<f32>, %s: tensor<i32>) -> (tensor<f32>, tensor<i32>) {
  %0:2 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%x : tensor<1048576xf32>) outs(%o, %s : tensor<f32>, tensor<i32>) {
  ^bb0(%a: f32, %w: f32, %q: i32):
    %i = linalg.index 0 : index
    %p = arith.index_cast %i : index to i32
    %g = arith.cmpf ogt, %w, %a : f32
    %n = arith.cmpf une, %w, %w : f32
    %k = arith.ori %g, %n : i1
    %e = arith.cmpf oeq, %w, %a : f32
    %l = arith.cmpi slt, %q, %p : i32
    %t = arith.andi %e, %l : i1
    %m = arith.ori %k, %t : i1
    %v = arith.select %k, %w, %a : f32
    %r = arith.select %m, %q, %p : i32
    linalg.yield %v, %r : f32, i32
  } -> (tensor<f32>, tensor<i32>)
  return %0#0, %0#1 : tensor<f32>, tensor<i32>
}

// -----

// The last three elements of a row, of a prime number, come after the parts.
// CHECK-LABEL: func.func @argmax_of_rows
// CHECK: tensor.extract_slice %arg0[0, 0] [48, 4096] [1, 1]
// CHECK: tensor.expand_shape %{{.*}} {{\[}}[0], [1, 2]] output_shape [48, 64, 64]
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction"]
// CHECK: %[[TOTAL:.*]]:2 = linalg.generic {{.*}} iterator_types = ["reduction", "parallel"]
// CHECK: %[[REST:.*]] = tensor.extract_slice %arg0[0, 4096] [48, 3] [1, 1]
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%[[REST]] : tensor<48x3xf32>) outs(%[[TOTAL]]#0, %[[TOTAL]]#1 : tensor<48xf32>, tensor<48xi32>)
// CHECK: %[[I:.*]] = linalg.index 1 : index
// CHECK: arith.addi %[[I]], %c4096
// CHECK: return
func.func @argmax_of_rows(%x: tensor<48x4099xf32>, %o: tensor<48xf32>, %s: tensor<48xi32>) -> (tensor<48xf32>, tensor<48xi32>) {
  %0:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<48x4099xf32>) outs(%o, %s : tensor<48xf32>, tensor<48xi32>) {
  ^bb0(%a: f32, %w: f32, %q: i32):
    %i = linalg.index 1 : index
    %p = arith.index_cast %i : index to i32
    %g = arith.cmpf ogt, %w, %a : f32
    %n = arith.cmpf une, %w, %w : f32
    %k = arith.ori %g, %n : i1
    %e = arith.cmpf oeq, %w, %a : f32
    %l = arith.cmpi slt, %q, %p : i32
    %t = arith.andi %e, %l : i1
    %m = arith.ori %k, %t : i1
    %v = arith.select %k, %w, %a : f32
    %r = arith.select %m, %q, %p : i32
    linalg.yield %v, %r : f32, i32
  } -> (tensor<48xf32>, tensor<48xi32>)
  return %0#0, %0#1 : tensor<48xf32>, tensor<48xi32>
}

// -----

// The inner one of two loops is split after the outer one, so that parts are in order.
// CHECK-LABEL: func.func @argmax_of_matrix
// CHECK-DAG: tensor.expand_shape %arg0 {{\[}}[0, 1], [2]] output_shape [512, 1, 4096]
// CHECK-DAG: tensor.expand_shape %arg1 {{\[}}[0, 1], [2]] output_shape [512, 1, 4096]
// CHECK-COUNT-2: tensor.expand_shape %{{.*}} {{\[}}[0], [1], [2, 3]] output_shape [512, 1, 64, 64]
func.func @argmax_of_matrix(%x: tensor<512x4096xf32>, %y: tensor<512x4096xi32>, %o: tensor<f32>, %s: tensor<i32>) -> (tensor<f32>, tensor<i32>) {
  %0:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> ()>, affine_map<(d0, d1) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%x, %y : tensor<512x4096xf32>, tensor<512x4096xi32>) outs(%o, %s : tensor<f32>, tensor<i32>) {
  ^bb0(%a: f32, %p: i32, %w: f32, %q: i32):
    %g = arith.cmpf ogt, %w, %a : f32
    %n = arith.cmpf une, %w, %w : f32
    %k = arith.ori %g, %n : i1
    %e = arith.cmpf oeq, %w, %a : f32
    %l = arith.cmpi slt, %q, %p : i32
    %t = arith.andi %e, %l : i1
    %m = arith.ori %k, %t : i1
    %v = arith.select %k, %w, %a : f32
    %r = arith.select %m, %q, %p : i32
    linalg.yield %v, %r : f32, i32
  } -> (tensor<f32>, tensor<i32>)
  return %0#0, %0#1 : tensor<f32>, tensor<i32>
}

// -----

// XLA's argmin of integers without signs. Its parts begin with the greatest value at the last place.
// CHECK-LABEL: func.func @argmin
// CHECK: tensor.expand_shape
// CHECK: arith.constant -1 : i8
// CHECK: arith.constant 9223372036854775807 : i64
// CHECK: arith.minsi
func.func @argmin(%x: tensor<4096xi8>, %y: tensor<4096xi64>, %o: tensor<i8>, %s: tensor<i64>) -> (tensor<i8>, tensor<i64>) {
  %0:2 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%x, %y : tensor<4096xi8>, tensor<4096xi64>) outs(%o, %s : tensor<i8>, tensor<i64>) {
  ^bb0(%a: i8, %p: i64, %w: i8, %q: i64):
    %k = arith.cmpi ule, %w, %a : i8
    %v = arith.select %k, %w, %a : i8
    %f = arith.select %k, %q, %p : i64
    %e = arith.cmpi eq, %w, %a : i8
    %l = arith.minsi %q, %p : i64
    %r = arith.select %e, %l, %f : i64
    linalg.yield %v, %r : i8, i64
  } -> (tensor<i8>, tensor<i64>)
  return %0#0, %0#1 : tensor<i8>, tensor<i64>
}

// -----

// Its argmin of floats depends on the tree of the reduction, if there is a NaN.
// CHECK-LABEL: func.func @argmin_of_floats
// CHECK-NOT: tensor.e
func.func @argmin_of_floats(%x: tensor<4096xf32>, %y: tensor<4096xi64>, %o: tensor<f32>, %s: tensor<i64>) -> (tensor<f32>, tensor<i64>) {
  %0:2 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%x, %y : tensor<4096xf32>, tensor<4096xi64>) outs(%o, %s : tensor<f32>, tensor<i64>) {
  ^bb0(%a: f32, %p: i64, %w: f32, %q: i64):
    %k = arith.cmpf ole, %w, %a : f32
    %v = arith.select %k, %w, %a : f32
    %f = arith.select %k, %q, %p : i64
    %e = arith.cmpf oeq, %w, %a : f32
    %l = arith.minsi %q, %p : i64
    %r = arith.select %e, %l, %f : i64
    linalg.yield %v, %r : f32, i64
  } -> (tensor<f32>, tensor<i64>)
  return %0#0, %0#1 : tensor<f32>, tensor<i64>
}

// -----

// A selection by a sum is not known to be associative, and neither is one that flags restrict to finite
// numbers known to have a neutral element.
// CHECK-LABEL: func.func @unknown
// CHECK-NOT: tensor.e
func.func @unknown(%x: tensor<4096xf32>, %o: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %zero = arith.constant 0.0 : f32
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%x : tensor<4096xf32>) outs(%o : tensor<f32>) {
  ^bb0(%a: f32, %w: f32):
    %s = arith.addf %w, %a : f32
    %k = arith.cmpf ogt, %s, %zero : f32
    %v = arith.select %k, %w, %a : f32
    linalg.yield %v : f32
  } -> tensor<f32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%x : tensor<4096xf32>) outs(%o : tensor<f32>) {
  ^bb0(%a: f32, %w: f32):
    %k = arith.cmpf ugt, %a, %w fastmath<ninf> : f32
    %v = arith.select %k, %a, %w : f32
    linalg.yield %v : f32
  } -> tensor<f32>
  return %0, %1 : tensor<f32>, tensor<f32>
}
