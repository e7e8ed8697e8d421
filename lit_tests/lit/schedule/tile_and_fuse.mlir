// RUN: hlo-opt %s --pass-pipeline='builtin.module(func.func(hloom-tile-and-fuse{threads=2}),canonicalize,cse)' | FileCheck %s

#vector = affine_map<(d0) -> (d0)>

// The sums of a tile are computed with the products that use them.
// CHECK-LABEL: func.func @two
// CHECK: scf.forall {{.*}} = (0) to (1048576) step ([[#TILE:]])
// CHECK: %[[SUMS:.*]] = linalg.generic
// CHECK-NEXT: ^bb0
// CHECK-NEXT: arith.addf
// CHECK: } -> tensor<[[#TILE]]xf32>
// CHECK: %[[PRODUCTS:.*]] = linalg.generic {{.*}} ins(%[[SUMS]] : tensor<[[#TILE]]xf32>)
// CHECK-NEXT: ^bb0
// CHECK-NEXT: arith.mulf
// CHECK: tensor.parallel_insert_slice %[[PRODUCTS]]
func.func @two(%x: tensor<1048576xf32>) -> tensor<1048576xf32> {
  %e = tensor.empty() : tensor<1048576xf32>
  %a = linalg.generic {indexing_maps = [#vector, #vector], iterator_types = ["parallel"]} ins(%x : tensor<1048576xf32>) outs(%e : tensor<1048576xf32>) {
  ^bb0(%i: f32, %o: f32):
    %s = arith.addf %i, %i : f32
    linalg.yield %s : f32
  } -> tensor<1048576xf32>
  %b = linalg.generic {indexing_maps = [#vector, #vector], iterator_types = ["parallel"]} ins(%a : tensor<1048576xf32>) outs(%e : tensor<1048576xf32>) {
  ^bb0(%i: f32, %o: f32):
    %s = arith.mulf %i, %i : f32
    linalg.yield %s : f32
  } -> tensor<1048576xf32>
  return %b : tensor<1048576xf32>
}

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// The row sums of a tile are computed with the tile that uses them.
// CHECK-LABEL: func.func @rows
func.func @rows(%x: tensor<1024x512xf32>) -> tensor<1024x512xf32> {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<1024xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e0 : tensor<1024xf32>) -> tensor<1024xf32>
  // CHECK: scf.forall (%[[I:.*]]) = (0) to (1024) step ([[STEP:.*]]) shared_outs
  // CHECK: linalg.fill
  // CHECK: linalg.generic {{.*}}["parallel", "reduction"]
  // CHECK: linalg.generic {{.*}}["parallel", "parallel"]
  // CHECK: tensor.parallel_insert_slice
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
    ins(%x : tensor<1024x512xf32>) outs(%f : tensor<1024xf32>) {
  ^bb0(%i: f32, %o: f32):
    %a = arith.addf %o, %i : f32
    linalg.yield %a : f32
  } -> tensor<1024xf32>
  %e1 = tensor.empty() : tensor<1024x512xf32>
  %q = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
    ins(%x, %sum : tensor<1024x512xf32>, tensor<1024xf32>) outs(%e1 : tensor<1024x512xf32>) {
  ^bb0(%i: f32, %s: f32, %o: f32):
    %d = arith.divf %i, %s : f32
    linalg.yield %d : f32
  } -> tensor<1024x512xf32>
  return %q : tensor<1024x512xf32>
}

// Too little work to share between threads, so the loop is unchanged.
// CHECK-LABEL: func.func @small
// CHECK-NOT: scf.forall
func.func @small(%x: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
    ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%i: f32, %o: f32):
    %a = arith.addf %i, %i : f32
    linalg.yield %a : f32
  } -> tensor<8xf32>
  return %y : tensor<8xf32>
}
