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

// A prime number of elements: 2048 parts of 512 elements, and the last 27 elements, which come first.
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
