// A block computes some rows of attention, whose scores for all keys are in its memory.
// RUN: hlo-opt %s --pass-pipeline='builtin.module(func.func(hloom-tile-and-fuse{shared-bytes=49152}),canonicalize,cse)' | FileCheck %s
// RUN: hlo-opt %s --pass-pipeline='builtin.module(func.func(hloom-tile-and-fuse{shared-bytes=49152}),hloom-verify-level{level=loops})' -o /dev/null

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#left = affine_map<(d0, d1, d2) -> (d0, d2)>
#right = affine_map<(d0, d1, d2) -> (d2, d1)>
#product = affine_map<(d0, d1, d2) -> (d0, d1)>

// 100 rows are 13 tiles of 8. The last tile begins at row 92, and inserts the rows from 96 on.
// CHECK-LABEL: func.func @uneven_rows
// CHECK-DAG: %[[C8:.*]] = arith.constant 8 : index
// CHECK-DAG: %[[C92:.*]] = arith.constant 92 : index
// CHECK-NOT: linalg.generic
// CHECK: scf.forall (%[[T:.*]]) in (13) shared_outs(%[[OUT:.*]] = %{{.*}}) -> (tensor<100x64xf32>) {
// CHECK-DAG: %[[BEGIN:.*]] = arith.muli %[[T]], %[[C8]]
// CHECK-DAG: %[[FIRST:.*]] = arith.minui %[[BEGIN]], %[[C92]]
// CHECK-DAG: %[[SKIPPED:.*]] = arith.subi %[[BEGIN]], %[[FIRST]]
// CHECK-DAG: %[[OWN:.*]] = arith.subi %[[C8]], %[[SKIPPED]]
// CHECK: %[[A:.*]] = tensor.extract_slice %arg0[%[[FIRST]], 0] [8, 64] [1, 1]
// CHECK: linalg.generic {{.*}}["parallel", "parallel", "reduction"]} ins(%[[A]], %arg1 : tensor<8x64xf32>, tensor<64x300xf32>)
// CHECK: %[[Q:.*]] = linalg.generic {{.*}}["parallel", "parallel"]}
// CHECK: arith.divf
// CHECK: %[[Y:.*]] = linalg.generic {{.*}}["parallel", "parallel", "reduction"]} ins(%[[Q]], %arg2 : tensor<8x300xf32>, tensor<300x64xf32>)
// CHECK: %[[PART:.*]] = tensor.extract_slice %[[Y]][%[[SKIPPED]], 0] [%[[OWN]], 64] [1, 1] : tensor<8x64xf32> to tensor<?x64xf32>
// CHECK: tensor.parallel_insert_slice %[[PART]] into %[[OUT]][%[[BEGIN]], 0] [%[[OWN]], 64] [1, 1]
// CHECK: } {mapping = [#gpu.block<linear_dim_0>]}
// CHECK-NEXT: return
func.func @uneven_rows(%a: tensor<100x64xf32>, %b: tensor<64x300xf32>, %c: tensor<300x64xf32>, %f: tensor<100x300xf32>, %o: tensor<100xf32>, %e: tensor<100x300xf32>, %g: tensor<100x64xf32>) -> tensor<100x64xf32> {
  %x = linalg.generic {indexing_maps = [#left, #right, #product], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%a, %b : tensor<100x64xf32>, tensor<64x300xf32>) outs(%f : tensor<100x300xf32>) {
  ^bb0(%i: f32, %j: f32, %s: f32):
    %0 = arith.mulf %i, %j : f32
    %1 = arith.addf %s, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<100x300xf32>
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
    ins(%x : tensor<100x300xf32>) outs(%o : tensor<100xf32>) {
  ^bb0(%i: f32, %s: f32):
    %0 = arith.addf %s, %i fastmath<reassoc> : f32
    linalg.yield %0 : f32
  } -> tensor<100xf32>
  %q = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
    ins(%x, %sum : tensor<100x300xf32>, tensor<100xf32>) outs(%e : tensor<100x300xf32>) {
  ^bb0(%i: f32, %s: f32, %t: f32):
    %0 = arith.divf %i, %s : f32
    linalg.yield %0 : f32
  } -> tensor<100x300xf32>
  %y = linalg.generic {indexing_maps = [#left, #right, #product], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%q, %c : tensor<100x300xf32>, tensor<300x64xf32>) outs(%g : tensor<100x64xf32>) {
  ^bb0(%i: f32, %j: f32, %s: f32):
    %0 = arith.mulf %i, %j : f32
    %1 = arith.addf %s, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<100x64xf32>
  return %y : tensor<100x64xf32>
}

// All tiles have the same size, as far as possible: 36 rows are five tiles of 8, of which the last one
// computes four rows again, but two of 18 if there are enough blocks.
// CHECK-LABEL: func.func @few_blocks
// CHECK: arith.extf
// CHECK: scf.forall (%{{.*}}, %{{.*}}) in (2, 5)
// CHECK: } {mapping = [#gpu.block<linear_dim_1>, #gpu.block<linear_dim_0>]}
// CHECK-LABEL: func.func @enough_blocks
// CHECK: scf.forall (%{{.*}}, %{{.*}}) = (0, 0) to (32, 36) step (1, 18)
// CHECK: } {mapping = [#gpu.block<linear_dim_1>, #gpu.block<linear_dim_0>]}

#scores_q = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
#scores_k = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
#scores = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#values = affine_map<(d0, d1, d2, d3) -> (d0, d3, d1)>
#weights = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
#three = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#two = affine_map<(d0, d1, d2) -> (d0, d1)>

// The weights are the second input of the last product, and their rows its last dimension. A cast of the
// values, which has no rows, is no part of the group.
func.func @few_blocks(%q: tensor<2x36x16xf32>, %k: tensor<2x40x16xf32>, %v: tensor<2x40x16xf16>) -> tensor<2x16x36xf32> {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<2x36x40xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<2x36x40xf32>) -> tensor<2x36x40xf32>
  %x = linalg.generic {indexing_maps = [#scores_q, #scores_k, #scores], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
    ins(%q, %k : tensor<2x36x16xf32>, tensor<2x40x16xf32>) outs(%f0 : tensor<2x36x40xf32>) {
  ^bb0(%i: f32, %j: f32, %s: f32):
    %0 = arith.mulf %i, %j : f32
    %1 = arith.addf %s, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<2x36x40xf32>
  %e1 = tensor.empty() : tensor<2x36xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<2x36xf32>) -> tensor<2x36xf32>
  %sum = linalg.generic {indexing_maps = [#three, #two], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%x : tensor<2x36x40xf32>) outs(%f1 : tensor<2x36xf32>) {
  ^bb0(%i: f32, %s: f32):
    %0 = arith.addf %s, %i fastmath<reassoc> : f32
    linalg.yield %0 : f32
  } -> tensor<2x36xf32>
  %p = linalg.generic {indexing_maps = [#three, #two, #three], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%x, %sum : tensor<2x36x40xf32>, tensor<2x36xf32>) outs(%e0 : tensor<2x36x40xf32>) {
  ^bb0(%i: f32, %s: f32, %t: f32):
    %0 = arith.divf %i, %s : f32
    linalg.yield %0 : f32
  } -> tensor<2x36x40xf32>
  %e2 = tensor.empty() : tensor<2x40x16xf32>
  %w = linalg.generic {indexing_maps = [#three, #three], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%v : tensor<2x40x16xf16>) outs(%e2 : tensor<2x40x16xf32>) {
  ^bb0(%i: f16, %t: f32):
    %0 = arith.extf %i : f16 to f32
    linalg.yield %0 : f32
  } -> tensor<2x40x16xf32>
  %e3 = tensor.empty() : tensor<2x16x36xf32>
  %f3 = linalg.fill ins(%zero : f32) outs(%e3 : tensor<2x16x36xf32>) -> tensor<2x16x36xf32>
  %y = linalg.generic {indexing_maps = [#values, #weights, #scores], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
    ins(%w, %p : tensor<2x40x16xf32>, tensor<2x36x40xf32>) outs(%f3 : tensor<2x16x36xf32>) {
  ^bb0(%i: f32, %j: f32, %s: f32):
    %0 = arith.mulf %i, %j : f32
    %1 = arith.addf %s, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<2x16x36xf32>
  return %y : tensor<2x16x36xf32>
}

func.func @enough_blocks(%q: tensor<32x36x16xf32>, %k: tensor<32x40x16xf32>, %v: tensor<32x40x16xf32>) -> tensor<32x16x36xf32> {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<32x36x40xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<32x36x40xf32>) -> tensor<32x36x40xf32>
  %x = linalg.generic {indexing_maps = [#scores_q, #scores_k, #scores], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
    ins(%q, %k : tensor<32x36x16xf32>, tensor<32x40x16xf32>) outs(%f0 : tensor<32x36x40xf32>) {
  ^bb0(%i: f32, %j: f32, %s: f32):
    %0 = arith.mulf %i, %j : f32
    %1 = arith.addf %s, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<32x36x40xf32>
  %e1 = tensor.empty() : tensor<32x36xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<32x36xf32>) -> tensor<32x36xf32>
  %sum = linalg.generic {indexing_maps = [#three, #two], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%x : tensor<32x36x40xf32>) outs(%f1 : tensor<32x36xf32>) {
  ^bb0(%i: f32, %s: f32):
    %0 = arith.addf %s, %i fastmath<reassoc> : f32
    linalg.yield %0 : f32
  } -> tensor<32x36xf32>
  %p = linalg.generic {indexing_maps = [#three, #two, #three], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%x, %sum : tensor<32x36x40xf32>, tensor<32x36xf32>) outs(%e0 : tensor<32x36x40xf32>) {
  ^bb0(%i: f32, %s: f32, %t: f32):
    %0 = arith.divf %i, %s : f32
    linalg.yield %0 : f32
  } -> tensor<32x36x40xf32>
  %e3 = tensor.empty() : tensor<32x16x36xf32>
  %f3 = linalg.fill ins(%zero : f32) outs(%e3 : tensor<32x16x36xf32>) -> tensor<32x16x36xf32>
  %y = linalg.generic {indexing_maps = [#values, #weights, #scores], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
    ins(%v, %p : tensor<32x40x16xf32>, tensor<32x36x40xf32>) outs(%f3 : tensor<32x16x36xf32>) {
  ^bb0(%i: f32, %j: f32, %s: f32):
    %0 = arith.mulf %i, %j : f32
    %1 = arith.addf %s, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<32x16x36xf32>
  return %y : tensor<32x16x36xf32>
}

#query = affine_map<(d0, d1, d2) -> (d0, d2)>
#keys = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#score = affine_map<(d0, d1, d2) -> (d0, d1)>
#value = affine_map<(d0, d1, d2) -> (d0, d2, d1)>

// One row of each head: a block computes a head.
// CHECK-LABEL: func.func @one_row
// CHECK-NOT: linalg.generic
// CHECK: scf.forall (%[[H:.*]]) in (12)
// CHECK: tensor.extract_slice %arg1[%[[H]], 0, 0] [1, 100, 64] [1, 1, 1]
// CHECK: arith.divf
// CHECK: tensor.extract_slice %arg2[%[[H]], 0, 0] [1, 100, 64] [1, 1, 1]
// CHECK: } {mapping = [#gpu.block<linear_dim_0>]}
// CHECK-NEXT: return
func.func @one_row(%q: tensor<12x64xf32>, %k: tensor<12x100x64xf32>, %v: tensor<12x100x64xf32>, %f: tensor<12x100xf32>, %o: tensor<12xf32>, %e: tensor<12x100xf32>, %g: tensor<12x64xf32>) -> tensor<12x64xf32> {
  %x = linalg.generic {indexing_maps = [#query, #keys, #score], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%q, %k : tensor<12x64xf32>, tensor<12x100x64xf32>) outs(%f : tensor<12x100xf32>) {
  ^bb0(%i: f32, %j: f32, %s: f32):
    %0 = arith.mulf %i, %j : f32
    %1 = arith.addf %s, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<12x100xf32>
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
    ins(%x : tensor<12x100xf32>) outs(%o : tensor<12xf32>) {
  ^bb0(%i: f32, %s: f32):
    %0 = arith.addf %s, %i fastmath<reassoc> : f32
    linalg.yield %0 : f32
  } -> tensor<12xf32>
  %p = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
    ins(%x, %sum : tensor<12x100xf32>, tensor<12xf32>) outs(%e : tensor<12x100xf32>) {
  ^bb0(%i: f32, %s: f32, %t: f32):
    %0 = arith.divf %i, %s : f32
    linalg.yield %0 : f32
  } -> tensor<12x100xf32>
  %y = linalg.generic {indexing_maps = [#query, #value, #score], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%p, %v : tensor<12x100xf32>, tensor<12x100x64xf32>) outs(%g : tensor<12x64xf32>) {
  ^bb0(%i: f32, %j: f32, %s: f32):
    %0 = arith.mulf %i, %j : f32
    %1 = arith.addf %s, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<12x64xf32>
  return %y : tensor<12x64xf32>
}

// Few blocks with many keys would leave most of the device idle: three kernels have more threads.
// CHECK-LABEL: func.func @one_row_of_many_keys
// CHECK: linalg.generic {{.*}}["parallel", "parallel", "reduction"]}
// CHECK: scf.forall
// CHECK-NOT: arith.mulf
// CHECK: } {mapping = [#gpu.block<linear_dim_0>]}
// CHECK-NEXT: linalg.generic {{.*}}["parallel", "parallel", "reduction"]}
func.func @one_row_of_many_keys(%q: tensor<12x64xf32>, %k: tensor<12x1000x64xf32>, %v: tensor<12x1000x64xf32>, %f: tensor<12x1000xf32>, %o: tensor<12xf32>, %e: tensor<12x1000xf32>, %g: tensor<12x64xf32>) -> tensor<12x64xf32> {
  %x = linalg.generic {indexing_maps = [#query, #keys, #score], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%q, %k : tensor<12x64xf32>, tensor<12x1000x64xf32>) outs(%f : tensor<12x1000xf32>) {
  ^bb0(%i: f32, %j: f32, %s: f32):
    %0 = arith.mulf %i, %j : f32
    %1 = arith.addf %s, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<12x1000xf32>
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
    ins(%x : tensor<12x1000xf32>) outs(%o : tensor<12xf32>) {
  ^bb0(%i: f32, %s: f32):
    %0 = arith.addf %s, %i fastmath<reassoc> : f32
    linalg.yield %0 : f32
  } -> tensor<12xf32>
  %p = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
    ins(%x, %sum : tensor<12x1000xf32>, tensor<12xf32>) outs(%e : tensor<12x1000xf32>) {
  ^bb0(%i: f32, %s: f32, %t: f32):
    %0 = arith.divf %i, %s : f32
    linalg.yield %0 : f32
  } -> tensor<12x1000xf32>
  %y = linalg.generic {indexing_maps = [#query, #value, #score], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%p, %v : tensor<12x1000xf32>, tensor<12x1000x64xf32>) outs(%g : tensor<12x64xf32>) {
  ^bb0(%i: f32, %j: f32, %s: f32):
    %0 = arith.mulf %i, %j : f32
    %1 = arith.addf %s, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<12x64xf32>
  return %y : tensor<12x64xf32>
}
