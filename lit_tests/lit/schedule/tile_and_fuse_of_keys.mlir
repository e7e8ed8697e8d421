// The scores of 8 rows for all keys do not fit in the memory of a block: it computes a block of keys after
// the other, with the maximum, the sum of exponentials and the mean of values up to it.
// RUN: hlo-opt %s --pass-pipeline='builtin.module(func.func(hloom-tile-and-fuse{shared-bytes=49152}),canonicalize,cse)' | FileCheck %s
// RUN: hlo-opt %s --pass-pipeline='builtin.module(func.func(hloom-tile-and-fuse{shared-bytes=49152}),hloom-verify-level{level=loops})' -o /dev/null

#queries = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
#keys = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
#scores = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#values = affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>
#three = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#two = affine_map<(d0, d1, d2) -> (d0, d1)>

// 1600 keys are six blocks of 256, and one of 64. The function of the scores, here a factor, is in both the
// maximum and the exponential.
// CHECK-LABEL: func.func @softmax
// CHECK-DAG: %[[LOWEST:.*]] = arith.constant -3.40282347E+38 : f32
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-NOT: linalg.generic
// CHECK: scf.forall (%[[H:.*]], %{{.*}}) in (2, 2) shared_outs
// CHECK: %[[FIRST:.*]] = arith.muli
// CHECK-DAG: %[[M0:.*]] = linalg.fill ins(%[[LOWEST]] : f32) outs(%{{.*}} : tensor<1x8xf32>)
// CHECK-DAG: %[[L0:.*]] = linalg.fill ins(%[[ZERO]] : f32) outs(%{{.*}} : tensor<1x8xf32>)
// CHECK-DAG: %[[A0:.*]] = linalg.fill ins(%[[ZERO]] : f32) outs(%{{.*}} : tensor<1x8x2xf32>)
// CHECK: %[[R:.*]]:3 = scf.for %[[K:.*]] = %c0 to %c1536 step %c256 iter_args(%[[M:.*]] = %[[M0]], %[[L:.*]] = %[[L0]], %[[A:.*]] = %[[A0]])
// CHECK: tensor.extract_slice %arg0[%[[H]], %[[FIRST]], 0] [1, 8, 2]
// CHECK: tensor.extract_slice %arg1[%[[H]], %[[K]], 0] [1, 256, 2]
// CHECK: %[[X:.*]] = linalg.generic {{.*}}["parallel", "parallel", "parallel", "reduction"]}
// CHECK: %[[MB:.*]] = linalg.generic {{.*}}["parallel", "parallel", "reduction"]} ins(%[[X]] : tensor<1x8x256xf32>)
// CHECK: arith.mulf
// CHECK-NEXT: arith.maximumf
// CHECK: %[[M1:.*]]:2 = linalg.generic {{.*}} ins(%[[MB]] : tensor<1x8xf32>) outs(%[[M]], %{{.*}} : tensor<1x8xf32>, tensor<1x8xf32>)
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f32, %[[OLD:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT: %[[NEW:.*]] = arith.maximumf %[[OLD]], %[[IN]]
// CHECK-NEXT: %[[D:.*]] = arith.subf %[[OLD]], %[[NEW]]
// CHECK-NEXT: %[[C:.*]] = math.exp %[[D]]
// CHECK-NEXT: linalg.yield %[[NEW]], %[[C]]
// CHECK: %[[E:.*]] = linalg.generic {{.*}} ins(%[[X]], %[[M1]]#0 : tensor<1x8x256xf32>, tensor<1x8xf32>)
// CHECK: math.exp
// CHECK: %[[S:.*]] = linalg.generic {{.*}}["parallel", "parallel", "reduction"]} ins(%[[E]] : tensor<1x8x256xf32>)
// CHECK: %[[L1:.*]]:3 = linalg.generic {{.*}} ins(%[[S]], %[[M1]]#1 : tensor<1x8xf32>, tensor<1x8xf32>) outs(%[[L]], %{{.*}}, %{{.*}} :
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f32, %[[C:.*]]: f32, %[[OLD:.*]]: f32, %{{.*}}: f32, %{{.*}}: f32):
// CHECK-NEXT: %[[SCALED:.*]] = arith.mulf %[[OLD]], %[[C]]
// CHECK-NEXT: %[[NEW:.*]] = arith.addf %[[SCALED]], %[[IN]]
// CHECK-NEXT: %[[IS_ZERO:.*]] = arith.cmpf oeq, %[[NEW]], %[[ZERO]]
// CHECK-NEXT: %[[G:.*]] = arith.select %[[IS_ZERO]], %[[ONE]], %[[NEW]]
// CHECK-NEXT: %[[F:.*]] = arith.divf %[[SCALED]], %[[G]]
// CHECK-NEXT: linalg.yield %[[NEW]], %[[G]], %[[F]]
// CHECK: %[[P:.*]] = linalg.generic {{.*}} ins(%[[E]], %[[L1]]#1 : tensor<1x8x256xf32>, tensor<1x8xf32>)
// CHECK: arith.divf
// CHECK: %[[AS:.*]] = linalg.generic {{.*}} ins(%[[L1]]#2 : tensor<1x8xf32>) outs(%[[A]] : tensor<1x8x2xf32>)
// CHECK: arith.mulf
// CHECK: %[[V:.*]] = tensor.extract_slice %arg2[%[[H]], %[[K]], 0] [1, 256, 2]
// CHECK: %[[A1:.*]] = linalg.generic {{.*}} ins(%[[P]], %[[V]] : tensor<1x8x256xf32>, tensor<1x256x2xf32>) outs(%[[AS]] : tensor<1x8x2xf32>)
// CHECK: scf.yield %[[M1]]#0, %[[L1]]#0, %[[A1]]
// CHECK: tensor.extract_slice %arg1[%[[H]], 1536, 0] [1, 64, 2]
// CHECK: outs(%[[R]]#0, %{{.*}} : tensor<1x8xf32>, tensor<1x8xf32>)
// CHECK: %[[L2:.*]]:3 = linalg.generic {{.*}} outs(%[[R]]#1,
// CHECK: linalg.generic {{.*}} outs(%[[R]]#2 : tensor<1x8x2xf32>)
// CHECK: %[[A2:.*]] = linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<1x8x64xf32>, tensor<1x64x2xf32>)
// CHECK: linalg.generic {{.*}} ins(%[[A2]], %[[L2]]#0 : tensor<1x8x2xf32>, tensor<1x8xf32>)
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f32, %[[SUM:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT: %[[Q:.*]] = arith.divf %[[SUM]], %[[SUM]]
// CHECK-NEXT: arith.mulf %[[IN]], %[[Q]]
// CHECK: tensor.parallel_insert_slice
// CHECK: } {mapping = [#gpu.block<linear_dim_1>, #gpu.block<linear_dim_0>]}
// CHECK-NEXT: return
func.func @softmax(%q: tensor<2x16x2xf32>, %k: tensor<2x1600x2xf32>, %v: tensor<2x1600x2xf32>) -> tensor<2x16x2xf32> {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %a = arith.constant 0.5 : f32
  %b = arith.constant 0.5 : f32
  %e0 = tensor.empty() : tensor<2x16x1600xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<2x16x1600xf32>) -> tensor<2x16x1600xf32>
  %x = linalg.generic {indexing_maps = [#queries, #keys, #scores], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
    ins(%q, %k : tensor<2x16x2xf32>, tensor<2x1600x2xf32>) outs(%f0 : tensor<2x16x1600xf32>) {
  ^bb0(%i: f32, %j: f32, %s: f32):
    %0 = arith.mulf %i, %j : f32
    %1 = arith.addf %s, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<2x16x1600xf32>
  %e1 = tensor.empty() : tensor<2x16xf32>
  %f1 = linalg.fill ins(%least : f32) outs(%e1 : tensor<2x16xf32>) -> tensor<2x16xf32>
  %max = linalg.generic {indexing_maps = [#three, #two], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%x : tensor<2x16x1600xf32>) outs(%f1 : tensor<2x16xf32>) {
  ^bb0(%i: f32, %s: f32):
    %0 = arith.mulf %i, %a : f32
    %1 = arith.maximumf %s, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<2x16xf32>
  %exp = linalg.generic {indexing_maps = [#three, #two, #three], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%x, %max : tensor<2x16x1600xf32>, tensor<2x16xf32>) outs(%e0 : tensor<2x16x1600xf32>) {
  ^bb0(%i: f32, %m: f32, %t: f32):
    %0 = arith.mulf %i, %b : f32
    %1 = arith.subf %0, %m : f32
    %2 = math.exp %1 : f32
    linalg.yield %2 : f32
  } -> tensor<2x16x1600xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<2x16xf32>) -> tensor<2x16xf32>
  %sum = linalg.generic {indexing_maps = [#three, #two], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%exp : tensor<2x16x1600xf32>) outs(%f2 : tensor<2x16xf32>) {
  ^bb0(%i: f32, %s: f32):
    %0 = arith.addf %s, %i fastmath<reassoc> : f32
    linalg.yield %0 : f32
  } -> tensor<2x16xf32>
  %p = linalg.generic {indexing_maps = [#three, #two, #three], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%exp, %sum : tensor<2x16x1600xf32>, tensor<2x16xf32>) outs(%e0 : tensor<2x16x1600xf32>) {
  ^bb0(%i: f32, %s: f32, %t: f32):
    %0 = arith.divf %i, %s : f32
    linalg.yield %0 : f32
  } -> tensor<2x16x1600xf32>
  %e3 = tensor.empty() : tensor<2x16x2xf32>
  %f3 = linalg.fill ins(%zero : f32) outs(%e3 : tensor<2x16x2xf32>) -> tensor<2x16x2xf32>
  %y = linalg.generic {indexing_maps = [#queries, #values, #scores], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
    ins(%p, %v : tensor<2x16x1600xf32>, tensor<2x1600x2xf32>) outs(%f3 : tensor<2x16x2xf32>) {
  ^bb0(%i: f32, %j: f32, %s: f32):
    %0 = arith.mulf %i, %j : f32
    %1 = arith.addf %s, %0 fastmath<reassoc> : f32
    linalg.yield %1 : f32
  } -> tensor<2x16x2xf32>
  return %y : tensor<2x16x2xf32>
}

// The scores of f64 need twice the memory.
// CHECK-LABEL: func.func @doubles
// CHECK: arith.constant -1.7976931348623157E+308 : f64
// CHECK: scf.for %{{.*}} = %c0 to %{{.*}} step %c128 iter_args
func.func @doubles(%q: tensor<2x16x2xf64>, %k: tensor<2x1600x2xf64>, %v: tensor<2x1600x2xf64>) -> tensor<2x16x2xf64> {
  %zero = arith.constant 0.0 : f64
  %least = arith.constant 0xFFF0000000000000 : f64
  %a = arith.constant 0.5 : f64
  %b = arith.constant 0.5 : f64
  %e0 = tensor.empty() : tensor<2x16x1600xf64>
  %f0 = linalg.fill ins(%zero : f64) outs(%e0 : tensor<2x16x1600xf64>) -> tensor<2x16x1600xf64>
  %x = linalg.generic {indexing_maps = [#queries, #keys, #scores], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
    ins(%q, %k : tensor<2x16x2xf64>, tensor<2x1600x2xf64>) outs(%f0 : tensor<2x16x1600xf64>) {
  ^bb0(%i: f64, %j: f64, %s: f64):
    %0 = arith.mulf %i, %j : f64
    %1 = arith.addf %s, %0 : f64
    linalg.yield %1 : f64
  } -> tensor<2x16x1600xf64>
  %e1 = tensor.empty() : tensor<2x16xf64>
  %f1 = linalg.fill ins(%least : f64) outs(%e1 : tensor<2x16xf64>) -> tensor<2x16xf64>
  %max = linalg.generic {indexing_maps = [#three, #two], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%x : tensor<2x16x1600xf64>) outs(%f1 : tensor<2x16xf64>) {
  ^bb0(%i: f64, %s: f64):
    %0 = arith.mulf %i, %a : f64
    %1 = arith.maximumf %s, %0 : f64
    linalg.yield %1 : f64
  } -> tensor<2x16xf64>
  %exp = linalg.generic {indexing_maps = [#three, #two, #three], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%x, %max : tensor<2x16x1600xf64>, tensor<2x16xf64>) outs(%e0 : tensor<2x16x1600xf64>) {
  ^bb0(%i: f64, %m: f64, %t: f64):
    %0 = arith.mulf %i, %b : f64
    %1 = arith.subf %0, %m : f64
    %2 = math.exp %1 : f64
    linalg.yield %2 : f64
  } -> tensor<2x16x1600xf64>
  %f2 = linalg.fill ins(%zero : f64) outs(%e1 : tensor<2x16xf64>) -> tensor<2x16xf64>
  %sum = linalg.generic {indexing_maps = [#three, #two], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%exp : tensor<2x16x1600xf64>) outs(%f2 : tensor<2x16xf64>) {
  ^bb0(%i: f64, %s: f64):
    %0 = arith.addf %s, %i fastmath<reassoc> : f64
    linalg.yield %0 : f64
  } -> tensor<2x16xf64>
  %p = linalg.generic {indexing_maps = [#three, #two, #three], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%exp, %sum : tensor<2x16x1600xf64>, tensor<2x16xf64>) outs(%e0 : tensor<2x16x1600xf64>) {
  ^bb0(%i: f64, %s: f64, %t: f64):
    %0 = arith.divf %i, %s : f64
    linalg.yield %0 : f64
  } -> tensor<2x16x1600xf64>
  %e3 = tensor.empty() : tensor<2x16x2xf64>
  %f3 = linalg.fill ins(%zero : f64) outs(%e3 : tensor<2x16x2xf64>) -> tensor<2x16x2xf64>
  %y = linalg.generic {indexing_maps = [#queries, #values, #scores], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
    ins(%p, %v : tensor<2x16x1600xf64>, tensor<2x1600x2xf64>) outs(%f3 : tensor<2x16x2xf64>) {
  ^bb0(%i: f64, %j: f64, %s: f64):
    %0 = arith.mulf %i, %j : f64
    %1 = arith.addf %s, %0 fastmath<reassoc> : f64
    linalg.yield %1 : f64
  } -> tensor<2x16x2xf64>
  return %y : tensor<2x16x2xf64>
}

// With another number than the maximum, the program has other infinities and NaNs.
// CHECK-LABEL: func.func @other_maximum
// CHECK-NOT: scf.for %
func.func @other_maximum(%q: tensor<2x16x2xf32>, %k: tensor<2x1600x2xf32>, %v: tensor<2x1600x2xf32>) -> tensor<2x16x2xf32> {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %a = arith.constant 0.25 : f32
  %b = arith.constant 0.5 : f32
  %e0 = tensor.empty() : tensor<2x16x1600xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<2x16x1600xf32>) -> tensor<2x16x1600xf32>
  %x = linalg.generic {indexing_maps = [#queries, #keys, #scores], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
    ins(%q, %k : tensor<2x16x2xf32>, tensor<2x1600x2xf32>) outs(%f0 : tensor<2x16x1600xf32>) {
  ^bb0(%i: f32, %j: f32, %s: f32):
    %0 = arith.mulf %i, %j : f32
    %1 = arith.addf %s, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<2x16x1600xf32>
  %e1 = tensor.empty() : tensor<2x16xf32>
  %f1 = linalg.fill ins(%least : f32) outs(%e1 : tensor<2x16xf32>) -> tensor<2x16xf32>
  %max = linalg.generic {indexing_maps = [#three, #two], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%x : tensor<2x16x1600xf32>) outs(%f1 : tensor<2x16xf32>) {
  ^bb0(%i: f32, %s: f32):
    %0 = arith.mulf %i, %a : f32
    %1 = arith.maximumf %s, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<2x16xf32>
  %exp = linalg.generic {indexing_maps = [#three, #two, #three], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%x, %max : tensor<2x16x1600xf32>, tensor<2x16xf32>) outs(%e0 : tensor<2x16x1600xf32>) {
  ^bb0(%i: f32, %m: f32, %t: f32):
    %0 = arith.mulf %i, %b : f32
    %1 = arith.subf %0, %m : f32
    %2 = math.exp %1 : f32
    linalg.yield %2 : f32
  } -> tensor<2x16x1600xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<2x16xf32>) -> tensor<2x16xf32>
  %sum = linalg.generic {indexing_maps = [#three, #two], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%exp : tensor<2x16x1600xf32>) outs(%f2 : tensor<2x16xf32>) {
  ^bb0(%i: f32, %s: f32):
    %0 = arith.addf %s, %i fastmath<reassoc> : f32
    linalg.yield %0 : f32
  } -> tensor<2x16xf32>
  %p = linalg.generic {indexing_maps = [#three, #two, #three], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%exp, %sum : tensor<2x16x1600xf32>, tensor<2x16xf32>) outs(%e0 : tensor<2x16x1600xf32>) {
  ^bb0(%i: f32, %s: f32, %t: f32):
    %0 = arith.divf %i, %s : f32
    linalg.yield %0 : f32
  } -> tensor<2x16x1600xf32>
  %e3 = tensor.empty() : tensor<2x16x2xf32>
  %f3 = linalg.fill ins(%zero : f32) outs(%e3 : tensor<2x16x2xf32>) -> tensor<2x16x2xf32>
  %y = linalg.generic {indexing_maps = [#queries, #values, #scores], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
    ins(%p, %v : tensor<2x16x1600xf32>, tensor<2x1600x2xf32>) outs(%f3 : tensor<2x16x2xf32>) {
  ^bb0(%i: f32, %j: f32, %s: f32):
    %0 = arith.mulf %i, %j : f32
    %1 = arith.addf %s, %0 fastmath<reassoc> : f32
    linalg.yield %1 : f32
  } -> tensor<2x16x2xf32>
  return %y : tensor<2x16x2xf32>
}

// A maximum that begins with 0 is not that of negative scores.
// CHECK-LABEL: func.func @positive_maximum
// CHECK-NOT: scf.for %
func.func @positive_maximum(%q: tensor<2x16x2xf32>, %k: tensor<2x1600x2xf32>, %v: tensor<2x1600x2xf32>) -> tensor<2x16x2xf32> {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0.0 : f32
  %a = arith.constant 0.5 : f32
  %b = arith.constant 0.5 : f32
  %e0 = tensor.empty() : tensor<2x16x1600xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<2x16x1600xf32>) -> tensor<2x16x1600xf32>
  %x = linalg.generic {indexing_maps = [#queries, #keys, #scores], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
    ins(%q, %k : tensor<2x16x2xf32>, tensor<2x1600x2xf32>) outs(%f0 : tensor<2x16x1600xf32>) {
  ^bb0(%i: f32, %j: f32, %s: f32):
    %0 = arith.mulf %i, %j : f32
    %1 = arith.addf %s, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<2x16x1600xf32>
  %e1 = tensor.empty() : tensor<2x16xf32>
  %f1 = linalg.fill ins(%least : f32) outs(%e1 : tensor<2x16xf32>) -> tensor<2x16xf32>
  %max = linalg.generic {indexing_maps = [#three, #two], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%x : tensor<2x16x1600xf32>) outs(%f1 : tensor<2x16xf32>) {
  ^bb0(%i: f32, %s: f32):
    %0 = arith.mulf %i, %a : f32
    %1 = arith.maximumf %s, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<2x16xf32>
  %exp = linalg.generic {indexing_maps = [#three, #two, #three], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%x, %max : tensor<2x16x1600xf32>, tensor<2x16xf32>) outs(%e0 : tensor<2x16x1600xf32>) {
  ^bb0(%i: f32, %m: f32, %t: f32):
    %0 = arith.mulf %i, %b : f32
    %1 = arith.subf %0, %m : f32
    %2 = math.exp %1 : f32
    linalg.yield %2 : f32
  } -> tensor<2x16x1600xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<2x16xf32>) -> tensor<2x16xf32>
  %sum = linalg.generic {indexing_maps = [#three, #two], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%exp : tensor<2x16x1600xf32>) outs(%f2 : tensor<2x16xf32>) {
  ^bb0(%i: f32, %s: f32):
    %0 = arith.addf %s, %i fastmath<reassoc> : f32
    linalg.yield %0 : f32
  } -> tensor<2x16xf32>
  %p = linalg.generic {indexing_maps = [#three, #two, #three], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%exp, %sum : tensor<2x16x1600xf32>, tensor<2x16xf32>) outs(%e0 : tensor<2x16x1600xf32>) {
  ^bb0(%i: f32, %s: f32, %t: f32):
    %0 = arith.divf %i, %s : f32
    linalg.yield %0 : f32
  } -> tensor<2x16x1600xf32>
  %e3 = tensor.empty() : tensor<2x16x2xf32>
  %f3 = linalg.fill ins(%zero : f32) outs(%e3 : tensor<2x16x2xf32>) -> tensor<2x16x2xf32>
  %y = linalg.generic {indexing_maps = [#queries, #values, #scores], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
    ins(%p, %v : tensor<2x16x1600xf32>, tensor<2x1600x2xf32>) outs(%f3 : tensor<2x16x2xf32>) {
  ^bb0(%i: f32, %j: f32, %s: f32):
    %0 = arith.mulf %i, %j : f32
    %1 = arith.addf %s, %0 fastmath<reassoc> : f32
    linalg.yield %1 : f32
  } -> tensor<2x16x2xf32>
  return %y : tensor<2x16x2xf32>
}

// The order of the sums of products matters.
// CHECK-LABEL: func.func @ordered
// CHECK-NOT: scf.for %
func.func @ordered(%q: tensor<2x16x2xf32>, %k: tensor<2x1600x2xf32>, %v: tensor<2x1600x2xf32>) -> tensor<2x16x2xf32> {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %a = arith.constant 0.5 : f32
  %b = arith.constant 0.5 : f32
  %e0 = tensor.empty() : tensor<2x16x1600xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<2x16x1600xf32>) -> tensor<2x16x1600xf32>
  %x = linalg.generic {indexing_maps = [#queries, #keys, #scores], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
    ins(%q, %k : tensor<2x16x2xf32>, tensor<2x1600x2xf32>) outs(%f0 : tensor<2x16x1600xf32>) {
  ^bb0(%i: f32, %j: f32, %s: f32):
    %0 = arith.mulf %i, %j : f32
    %1 = arith.addf %s, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<2x16x1600xf32>
  %e1 = tensor.empty() : tensor<2x16xf32>
  %f1 = linalg.fill ins(%least : f32) outs(%e1 : tensor<2x16xf32>) -> tensor<2x16xf32>
  %max = linalg.generic {indexing_maps = [#three, #two], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%x : tensor<2x16x1600xf32>) outs(%f1 : tensor<2x16xf32>) {
  ^bb0(%i: f32, %s: f32):
    %0 = arith.mulf %i, %a : f32
    %1 = arith.maximumf %s, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<2x16xf32>
  %exp = linalg.generic {indexing_maps = [#three, #two, #three], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%x, %max : tensor<2x16x1600xf32>, tensor<2x16xf32>) outs(%e0 : tensor<2x16x1600xf32>) {
  ^bb0(%i: f32, %m: f32, %t: f32):
    %0 = arith.mulf %i, %b : f32
    %1 = arith.subf %0, %m : f32
    %2 = math.exp %1 : f32
    linalg.yield %2 : f32
  } -> tensor<2x16x1600xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<2x16xf32>) -> tensor<2x16xf32>
  %sum = linalg.generic {indexing_maps = [#three, #two], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%exp : tensor<2x16x1600xf32>) outs(%f2 : tensor<2x16xf32>) {
  ^bb0(%i: f32, %s: f32):
    %0 = arith.addf %s, %i fastmath<reassoc> : f32
    linalg.yield %0 : f32
  } -> tensor<2x16xf32>
  %p = linalg.generic {indexing_maps = [#three, #two, #three], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%exp, %sum : tensor<2x16x1600xf32>, tensor<2x16xf32>) outs(%e0 : tensor<2x16x1600xf32>) {
  ^bb0(%i: f32, %s: f32, %t: f32):
    %0 = arith.divf %i, %s : f32
    linalg.yield %0 : f32
  } -> tensor<2x16x1600xf32>
  %e3 = tensor.empty() : tensor<2x16x2xf32>
  %f3 = linalg.fill ins(%zero : f32) outs(%e3 : tensor<2x16x2xf32>) -> tensor<2x16x2xf32>
  %y = linalg.generic {indexing_maps = [#queries, #values, #scores], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
    ins(%p, %v : tensor<2x16x1600xf32>, tensor<2x1600x2xf32>) outs(%f3 : tensor<2x16x2xf32>) {
  ^bb0(%i: f32, %j: f32, %s: f32):
    %0 = arith.mulf %i, %j : f32
    %1 = arith.addf %s, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<2x16x2xf32>
  return %y : tensor<2x16x2xf32>
}

// The program needs the sums for other operations.
// CHECK-LABEL: func.func @other_user
// CHECK-NOT: scf.for %
func.func @other_user(%q: tensor<2x16x2xf32>, %k: tensor<2x1600x2xf32>, %v: tensor<2x1600x2xf32>) -> (tensor<2x16x2xf32>, tensor<2x16xf32>) {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %a = arith.constant 0.5 : f32
  %b = arith.constant 0.5 : f32
  %e0 = tensor.empty() : tensor<2x16x1600xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<2x16x1600xf32>) -> tensor<2x16x1600xf32>
  %x = linalg.generic {indexing_maps = [#queries, #keys, #scores], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
    ins(%q, %k : tensor<2x16x2xf32>, tensor<2x1600x2xf32>) outs(%f0 : tensor<2x16x1600xf32>) {
  ^bb0(%i: f32, %j: f32, %s: f32):
    %0 = arith.mulf %i, %j : f32
    %1 = arith.addf %s, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<2x16x1600xf32>
  %e1 = tensor.empty() : tensor<2x16xf32>
  %f1 = linalg.fill ins(%least : f32) outs(%e1 : tensor<2x16xf32>) -> tensor<2x16xf32>
  %max = linalg.generic {indexing_maps = [#three, #two], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%x : tensor<2x16x1600xf32>) outs(%f1 : tensor<2x16xf32>) {
  ^bb0(%i: f32, %s: f32):
    %0 = arith.mulf %i, %a : f32
    %1 = arith.maximumf %s, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<2x16xf32>
  %exp = linalg.generic {indexing_maps = [#three, #two, #three], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%x, %max : tensor<2x16x1600xf32>, tensor<2x16xf32>) outs(%e0 : tensor<2x16x1600xf32>) {
  ^bb0(%i: f32, %m: f32, %t: f32):
    %0 = arith.mulf %i, %b : f32
    %1 = arith.subf %0, %m : f32
    %2 = math.exp %1 : f32
    linalg.yield %2 : f32
  } -> tensor<2x16x1600xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<2x16xf32>) -> tensor<2x16xf32>
  %sum = linalg.generic {indexing_maps = [#three, #two], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%exp : tensor<2x16x1600xf32>) outs(%f2 : tensor<2x16xf32>) {
  ^bb0(%i: f32, %s: f32):
    %0 = arith.addf %s, %i fastmath<reassoc> : f32
    linalg.yield %0 : f32
  } -> tensor<2x16xf32>
  %p = linalg.generic {indexing_maps = [#three, #two, #three], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%exp, %sum : tensor<2x16x1600xf32>, tensor<2x16xf32>) outs(%e0 : tensor<2x16x1600xf32>) {
  ^bb0(%i: f32, %s: f32, %t: f32):
    %0 = arith.divf %i, %s : f32
    linalg.yield %0 : f32
  } -> tensor<2x16x1600xf32>
  %e3 = tensor.empty() : tensor<2x16x2xf32>
  %f3 = linalg.fill ins(%zero : f32) outs(%e3 : tensor<2x16x2xf32>) -> tensor<2x16x2xf32>
  %y = linalg.generic {indexing_maps = [#queries, #values, #scores], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
    ins(%p, %v : tensor<2x16x1600xf32>, tensor<2x1600x2xf32>) outs(%f3 : tensor<2x16x2xf32>) {
  ^bb0(%i: f32, %j: f32, %s: f32):
    %0 = arith.mulf %i, %j : f32
    %1 = arith.addf %s, %0 fastmath<reassoc> : f32
    linalg.yield %1 : f32
  } -> tensor<2x16x2xf32>
  return %y, %sum : tensor<2x16x2xf32>, tensor<2x16xf32>
}

// Sums of 16-bit floats would be rounded in each block.
// CHECK-LABEL: func.func @halves
// CHECK-NOT: scf.for %
func.func @halves(%q: tensor<2x16x2xf16>, %k: tensor<2x3200x2xf16>, %v: tensor<2x3200x2xf16>) -> tensor<2x16x2xf16> {
  %zero = arith.constant 0.0 : f16
  %least = arith.constant 0xFC00 : f16
  %a = arith.constant 0.5 : f16
  %b = arith.constant 0.5 : f16
  %e0 = tensor.empty() : tensor<2x16x3200xf16>
  %f0 = linalg.fill ins(%zero : f16) outs(%e0 : tensor<2x16x3200xf16>) -> tensor<2x16x3200xf16>
  %x = linalg.generic {indexing_maps = [#queries, #keys, #scores], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
    ins(%q, %k : tensor<2x16x2xf16>, tensor<2x3200x2xf16>) outs(%f0 : tensor<2x16x3200xf16>) {
  ^bb0(%i: f16, %j: f16, %s: f16):
    %0 = arith.mulf %i, %j : f16
    %1 = arith.addf %s, %0 : f16
    linalg.yield %1 : f16
  } -> tensor<2x16x3200xf16>
  %e1 = tensor.empty() : tensor<2x16xf16>
  %f1 = linalg.fill ins(%least : f16) outs(%e1 : tensor<2x16xf16>) -> tensor<2x16xf16>
  %max = linalg.generic {indexing_maps = [#three, #two], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%x : tensor<2x16x3200xf16>) outs(%f1 : tensor<2x16xf16>) {
  ^bb0(%i: f16, %s: f16):
    %0 = arith.mulf %i, %a : f16
    %1 = arith.maximumf %s, %0 : f16
    linalg.yield %1 : f16
  } -> tensor<2x16xf16>
  %exp = linalg.generic {indexing_maps = [#three, #two, #three], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%x, %max : tensor<2x16x3200xf16>, tensor<2x16xf16>) outs(%e0 : tensor<2x16x3200xf16>) {
  ^bb0(%i: f16, %m: f16, %t: f16):
    %0 = arith.mulf %i, %b : f16
    %1 = arith.subf %0, %m : f16
    %2 = math.exp %1 : f16
    linalg.yield %2 : f16
  } -> tensor<2x16x3200xf16>
  %f2 = linalg.fill ins(%zero : f16) outs(%e1 : tensor<2x16xf16>) -> tensor<2x16xf16>
  %sum = linalg.generic {indexing_maps = [#three, #two], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%exp : tensor<2x16x3200xf16>) outs(%f2 : tensor<2x16xf16>) {
  ^bb0(%i: f16, %s: f16):
    %0 = arith.addf %s, %i fastmath<reassoc> : f16
    linalg.yield %0 : f16
  } -> tensor<2x16xf16>
  %p = linalg.generic {indexing_maps = [#three, #two, #three], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%exp, %sum : tensor<2x16x3200xf16>, tensor<2x16xf16>) outs(%e0 : tensor<2x16x3200xf16>) {
  ^bb0(%i: f16, %s: f16, %t: f16):
    %0 = arith.divf %i, %s : f16
    linalg.yield %0 : f16
  } -> tensor<2x16x3200xf16>
  %e3 = tensor.empty() : tensor<2x16x2xf16>
  %f3 = linalg.fill ins(%zero : f16) outs(%e3 : tensor<2x16x2xf16>) -> tensor<2x16x2xf16>
  %y = linalg.generic {indexing_maps = [#queries, #values, #scores], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
    ins(%p, %v : tensor<2x16x3200xf16>, tensor<2x3200x2xf16>) outs(%f3 : tensor<2x16x2xf16>) {
  ^bb0(%i: f16, %j: f16, %s: f16):
    %0 = arith.mulf %i, %j : f16
    %1 = arith.addf %s, %0 fastmath<reassoc> : f16
    linalg.yield %1 : f16
  } -> tensor<2x16x2xf16>
  return %y : tensor<2x16x2xf16>
}
