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

#query = affine_map<(d0, d1, d2) -> (d0, d2)>
#key = affine_map<(d0, d1, d2) -> (d1, d2)>
#score = affine_map<(d0, d1, d2) -> (d0, d1)>
#value = affine_map<(d0, d1, d2) -> (d2, d1)>

// The exponentials take the memory of the scores and the quotients that of the exponentials, so the
// temporaries of enough rows fit, and a whole attention head is one loop.
// CHECK-LABEL: func.func @attention
// CHECK: scf.forall {{.*}} = (0) to (1024) step (32)
// CHECK: arith.mulf
// CHECK: arith.maximumf
// CHECK: math.exp
// CHECK: arith.divf
// CHECK: arith.mulf
// CHECK: scf.forall.in_parallel
// CHECK-NOT: scf.forall
func.func @attention(%q: tensor<1024x64xf32>, %k: tensor<1024x64xf32>, %v: tensor<1024x64xf32>) -> tensor<1024x64xf32> {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %e0 = tensor.empty() : tensor<1024x1024xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %scores = linalg.generic {indexing_maps = [#query, #key, #score], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%q, %k : tensor<1024x64xf32>, tensor<1024x64xf32>) outs(%f0 : tensor<1024x1024xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %m = arith.mulf %i, %j : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<1024x1024xf32>
  %e1 = tensor.empty() : tensor<1024xf32>
  %f1 = linalg.fill ins(%least : f32) outs(%e1 : tensor<1024xf32>) -> tensor<1024xf32>
  %max = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
    ins(%scores : tensor<1024x1024xf32>) outs(%f1 : tensor<1024xf32>) {
  ^bb0(%i: f32, %o: f32):
    %m = arith.maximumf %o, %i : f32
    linalg.yield %m : f32
  } -> tensor<1024xf32>
  %exp = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
    ins(%scores, %max : tensor<1024x1024xf32>, tensor<1024xf32>) outs(%e0 : tensor<1024x1024xf32>) {
  ^bb0(%i: f32, %m: f32, %o: f32):
    %d = arith.subf %i, %m : f32
    %x = math.exp %d : f32
    linalg.yield %x : f32
  } -> tensor<1024x1024xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<1024xf32>) -> tensor<1024xf32>
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
    ins(%exp : tensor<1024x1024xf32>) outs(%f2 : tensor<1024xf32>) {
  ^bb0(%i: f32, %o: f32):
    %s = arith.addf %o, %i : f32
    linalg.yield %s : f32
  } -> tensor<1024xf32>
  %weights = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
    ins(%exp, %sum : tensor<1024x1024xf32>, tensor<1024xf32>) outs(%e0 : tensor<1024x1024xf32>) {
  ^bb0(%i: f32, %s: f32, %o: f32):
    %d = arith.divf %i, %s : f32
    linalg.yield %d : f32
  } -> tensor<1024x1024xf32>
  %e3 = tensor.empty() : tensor<1024x64xf32>
  %f3 = linalg.fill ins(%zero : f32) outs(%e3 : tensor<1024x64xf32>) -> tensor<1024x64xf32>
  %y = linalg.generic {indexing_maps = [#query, #value, #score], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%weights, %v : tensor<1024x1024xf32>, tensor<1024x64xf32>) outs(%f3 : tensor<1024x64xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %m = arith.mulf %i, %j : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<1024x64xf32>
  return %y : tensor<1024x64xf32>
}

#left = affine_map<(d0, d1, d2) -> (d0, d2)>
#right = affine_map<(d0, d1, d2) -> (d2, d1)>
#product = affine_map<(d0, d1, d2) -> (d0, d1)>
#channel = affine_map<(d0, d1) -> (d1)>

// The factor of each column is little work and needs only arguments. It is computed first, as tiles
// with it would have few columns, and all rows.
// CHECK-LABEL: func.func @factors
// CHECK: %[[FACTORS:.*]] = linalg.generic {{.*}}["parallel"]}
// CHECK: scf.forall (%[[I:.*]]) = (0) to (1024) step ([[ROWS:[0-9]*]])
// CHECK: linalg.generic {{.*}}["parallel", "parallel", "reduction"]}
// CHECK: linalg.generic {{.*}}["parallel", "parallel"]} ins(%{{.*}}, %[[FACTORS]] : tensor<[[ROWS]]x256xf32>, tensor<256xf32>)
func.func @factors(%a: tensor<1024x512xf32>, %b: tensor<512x256xf32>, %v: tensor<256xf32>) -> tensor<1024x256xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1024x256xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1024x256xf32>) -> tensor<1024x256xf32>
  %p = linalg.generic {indexing_maps = [#left, #right, #product], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%a, %b : tensor<1024x512xf32>, tensor<512x256xf32>) outs(%f : tensor<1024x256xf32>) {
  ^bb0(%x: f32, %y: f32, %s: f32):
    %m = arith.mulf %x, %y : f32
    %t = arith.addf %s, %m : f32
    linalg.yield %t : f32
  } -> tensor<1024x256xf32>
  %e1 = tensor.empty() : tensor<256xf32>
  %r = linalg.generic {indexing_maps = [#vector, #vector], iterator_types = ["parallel"]}
    ins(%v : tensor<256xf32>) outs(%e1 : tensor<256xf32>) {
  ^bb0(%x: f32, %o: f32):
    %q = math.rsqrt %x : f32
    linalg.yield %q : f32
  } -> tensor<256xf32>
  %y = linalg.generic {indexing_maps = [#id, #channel, #id], iterator_types = ["parallel", "parallel"]}
    ins(%p, %r : tensor<1024x256xf32>, tensor<256xf32>) outs(%e : tensor<1024x256xf32>) {
  ^bb0(%x: f32, %c: f32, %o: f32):
    %m = arith.mulf %x, %c : f32
    linalg.yield %m : f32
  } -> tensor<1024x256xf32>
  return %y : tensor<1024x256xf32>
}

// A product of few rows is not computed in the tiles of the next one: those would be one tile of all
// rows, for one thread. Columns are shared instead.
// CHECK-LABEL: func.func @chain
// CHECK: scf.forall (%{{.*}}) = (0) to (2048) step
// CHECK: scf.forall (%{{.*}}) = (0) to (512) step
func.func @chain(%a: tensor<49x512xf32>, %b: tensor<512x2048xf32>, %c: tensor<2048x512xf32>) -> tensor<49x512xf32> {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<49x2048xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<49x2048xf32>) -> tensor<49x2048xf32>
  %p = linalg.generic {indexing_maps = [#left, #right, #product], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%a, %b : tensor<49x512xf32>, tensor<512x2048xf32>) outs(%f0 : tensor<49x2048xf32>) {
  ^bb0(%x: f32, %y: f32, %s: f32):
    %m = arith.mulf %x, %y : f32
    %t = arith.addf %s, %m : f32
    linalg.yield %t : f32
  } -> tensor<49x2048xf32>
  %e1 = tensor.empty() : tensor<49x512xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<49x512xf32>) -> tensor<49x512xf32>
  %q = linalg.generic {indexing_maps = [#left, #right, #product], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%p, %c : tensor<49x2048xf32>, tensor<2048x512xf32>) outs(%f1 : tensor<49x512xf32>) {
  ^bb0(%x: f32, %y: f32, %s: f32):
    %m = arith.mulf %x, %y : f32
    %t = arith.addf %s, %m : f32
    linalg.yield %t : f32
  } -> tensor<49x512xf32>
  return %q : tensor<49x512xf32>
}
