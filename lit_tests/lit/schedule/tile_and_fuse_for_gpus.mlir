// A block of a GPU computes a tile of a group with a reduction: its threads share the memory of the
// group's results.
// RUN: hlo-opt %s --pass-pipeline='builtin.module(func.func(hloom-tile-and-fuse{shared-bytes=49152}),canonicalize,cse)' | FileCheck %s
// RUN: hlo-opt %s --pass-pipeline='builtin.module(func.func(hloom-tile-and-fuse{shared-bytes=5120}),canonicalize,cse)' | FileCheck %s --check-prefix=LITTLE
// RUN: hlo-opt %s --pass-pipeline='builtin.module(func.func(hloom-tile-and-fuse{shared-bytes=4096}),canonicalize,cse)' | FileCheck %s --check-prefix=NONE
// RUN: hlo-opt %s --pass-pipeline='builtin.module(func.func(hloom-tile-and-fuse{shared-bytes=49152}),hloom-verify-level{level=loops})' -o /dev/null

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#column = affine_map<(d0, d1) -> (d1)>

// A softmax over rows is one loop, of which a block computes a row. It reads the row, and writes it.
// CHECK-LABEL: func.func @softmax
// CHECK-NOT: linalg.generic
// CHECK: scf.forall (%[[I:.*]]) in (64) shared_outs(%[[OUT:.*]] = %{{.*}}) -> (tensor<64x300xf32>) {
// CHECK: %[[X:.*]] = tensor.extract_slice %arg0[%[[I]], 0] [1, 300] [1, 1]
// CHECK: %[[LEAST:.*]] = linalg.fill
// CHECK: %[[MAX:.*]] = linalg.generic {{.*}}["parallel", "reduction"]} ins(%[[X]] : tensor<1x300xf32>) outs(%[[LEAST]] : tensor<1xf32>)
// CHECK: arith.maximumf
// CHECK: %[[EXP:.*]] = linalg.generic {{.*}}["parallel", "parallel"]} ins(%[[X]], %[[MAX]] : tensor<1x300xf32>, tensor<1xf32>)
// CHECK: math.exp
// CHECK: %[[ZERO:.*]] = linalg.fill
// CHECK: %[[SUM:.*]] = linalg.generic {{.*}}["parallel", "reduction"]} ins(%[[EXP]] : tensor<1x300xf32>) outs(%[[ZERO]] : tensor<1xf32>)
// CHECK: arith.addf
// CHECK: %[[TARGET:.*]] = tensor.extract_slice %[[OUT]][%[[I]], 0] [1, 300] [1, 1]
// CHECK: %[[QUOTIENTS:.*]] = linalg.generic {{.*}} ins(%[[EXP]], %[[SUM]] : tensor<1x300xf32>, tensor<1xf32>) outs(%[[TARGET]] : tensor<1x300xf32>)
// CHECK: arith.divf
// CHECK: tensor.parallel_insert_slice %[[QUOTIENTS]] into %[[OUT]][%[[I]], 0] [1, 300] [1, 1]
// CHECK: } {mapping = [#gpu.block<linear_dim_0>]}
// CHECK-NEXT: return

// 4096 bytes are left for the parts of reductions. The exponentials of a row do not fit into 1024
// bytes, so that two loops compute the softmax.
// LITTLE-LABEL: func.func @softmax
// LITTLE: scf.forall (%{{.*}}) in (64)
// LITTLE: arith.maximumf
// LITTLE: math.exp
// LITTLE: } {mapping = [#gpu.block<linear_dim_0>]}
// LITTLE: scf.forall (%{{.*}}) in (64)
// LITTLE: arith.addf
// LITTLE: arith.divf
// LITTLE: } {mapping = [#gpu.block<linear_dim_0>]}
// LITTLE-LABEL: func.func @lone

// No memory is left for results, so that there are no groups.
// NONE-NOT: scf.forall
func.func @softmax(%x: tensor<64x300xf32>) -> tensor<64x300xf32> {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %e0 = tensor.empty() : tensor<64xf32>
  %e1 = tensor.empty() : tensor<64x300xf32>
  %f0 = linalg.fill ins(%least : f32) outs(%e0 : tensor<64xf32>) -> tensor<64xf32>
  %max = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
    ins(%x : tensor<64x300xf32>) outs(%f0 : tensor<64xf32>) {
  ^bb0(%i: f32, %o: f32):
    %m = arith.maximumf %o, %i : f32
    linalg.yield %m : f32
  } -> tensor<64xf32>
  %exp = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
    ins(%x, %max : tensor<64x300xf32>, tensor<64xf32>) outs(%e1 : tensor<64x300xf32>) {
  ^bb0(%i: f32, %m: f32, %o: f32):
    %d = arith.subf %i, %m : f32
    %y = math.exp %d : f32
    linalg.yield %y : f32
  } -> tensor<64x300xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<64xf32>) -> tensor<64xf32>
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
    ins(%exp : tensor<64x300xf32>) outs(%f1 : tensor<64xf32>) {
  ^bb0(%i: f32, %o: f32):
    %s = arith.addf %o, %i fastmath<reassoc> : f32
    linalg.yield %s : f32
  } -> tensor<64xf32>
  %q = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
    ins(%exp, %sum : tensor<64x300xf32>, tensor<64xf32>) outs(%e1 : tensor<64x300xf32>) {
  ^bb0(%i: f32, %s: f32, %o: f32):
    %d = arith.divf %i, %s : f32
    linalg.yield %d : f32
  } -> tensor<64x300xf32>
  return %q : tensor<64x300xf32>
}

// A reduction alone keeps no result in memory, and all threads of the device compute it.
// CHECK-LABEL: func.func @lone
// CHECK-NOT: scf.forall
func.func @lone(%x: tensor<1024x512xf32>, %o: tensor<1024xf32>) -> tensor<1024xf32> {
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
    ins(%x : tensor<1024x512xf32>) outs(%o : tensor<1024xf32>) {
  ^bb0(%i: f32, %s: f32):
    %0 = arith.addf %s, %i fastmath<reassoc> : f32
    linalg.yield %0 : f32
  } -> tensor<1024xf32>
  return %sum : tensor<1024xf32>
}

// Operations without a reduction are not grouped: elementwise fusion has merged them before.
// CHECK-LABEL: func.func @elementwise
// CHECK-NOT: scf.forall
func.func @elementwise(%x: tensor<1024x512xf32>, %e: tensor<1024x512xf32>) -> tensor<1024x512xf32> {
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%x : tensor<1024x512xf32>) outs(%e : tensor<1024x512xf32>) {
  ^bb0(%i: f32, %o: f32):
    %0 = math.exp %i : f32
    linalg.yield %0 : f32
  } -> tensor<1024x512xf32>
  %z = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%y : tensor<1024x512xf32>) outs(%e : tensor<1024x512xf32>) {
  ^bb0(%i: f32, %o: f32):
    %0 = math.sqrt %i : f32
    linalg.yield %0 : f32
  } -> tensor<1024x512xf32>
  return %z : tensor<1024x512xf32>
}

// With long rows, the threads of few blocks would have all the work.
// CHECK-LABEL: func.func @long_rows
// CHECK-NOT: scf.forall
func.func @long_rows(%x: tensor<64x32769xf32>, %o: tensor<64xf32>, %e: tensor<64x32769xf32>) -> tensor<64x32769xf32> {
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
    ins(%x : tensor<64x32769xf32>) outs(%o : tensor<64xf32>) {
  ^bb0(%i: f32, %s: f32):
    %0 = arith.addf %s, %i fastmath<reassoc> : f32
    linalg.yield %0 : f32
  } -> tensor<64xf32>
  %q = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
    ins(%x, %sum : tensor<64x32769xf32>, tensor<64xf32>) outs(%e : tensor<64x32769xf32>) {
  ^bb0(%i: f32, %s: f32, %t: f32):
    %0 = arith.divf %i, %s : f32
    linalg.yield %0 : f32
  } -> tensor<64x32769xf32>
  return %q : tensor<64x32769xf32>
}

// Many blocks keep the device busy, however long their rows are.
// CHECK-LABEL: func.func @many_long_rows
// CHECK: scf.forall (%{{.*}}) in (256)
// CHECK: tensor<1x32769xf32>
// CHECK: } {mapping = [#gpu.block<linear_dim_0>]}
func.func @many_long_rows(%x: tensor<256x32769xf32>, %o: tensor<256xf32>, %e: tensor<256x32769xf32>) -> tensor<256x32769xf32> {
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
    ins(%x : tensor<256x32769xf32>) outs(%o : tensor<256xf32>) {
  ^bb0(%i: f32, %s: f32):
    %0 = arith.addf %s, %i fastmath<reassoc> : f32
    linalg.yield %0 : f32
  } -> tensor<256xf32>
  %q = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
    ins(%x, %sum : tensor<256x32769xf32>, tensor<256xf32>) outs(%e : tensor<256x32769xf32>) {
  ^bb0(%i: f32, %s: f32, %t: f32):
    %0 = arith.divf %i, %s : f32
    linalg.yield %0 : f32
  } -> tensor<256x32769xf32>
  return %q : tensor<256x32769xf32>
}

// A block computes several short rows, so that each of 256 threads has an element.
// CHECK-LABEL: func.func @short_rows
// CHECK: scf.forall (%{{.*}}) = (0) to (4096) step (16)
// CHECK: linalg.generic {{.*}}["parallel", "reduction"]} ins(%{{.*}} : tensor<16x16xf32>) outs(%{{.*}} : tensor<16xf32>)
// CHECK: } {mapping = [#gpu.block<linear_dim_0>]}
func.func @short_rows(%x: tensor<4096x16xf32>, %o: tensor<4096xf32>, %e: tensor<4096x16xf32>) -> tensor<4096x16xf32> {
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
    ins(%x : tensor<4096x16xf32>) outs(%o : tensor<4096xf32>) {
  ^bb0(%i: f32, %s: f32):
    %0 = arith.addf %s, %i fastmath<reassoc> : f32
    linalg.yield %0 : f32
  } -> tensor<4096xf32>
  %q = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
    ins(%x, %sum : tensor<4096x16xf32>, tensor<4096xf32>) outs(%e : tensor<4096x16xf32>) {
  ^bb0(%i: f32, %s: f32, %t: f32):
    %0 = arith.divf %i, %s : f32
    linalg.yield %0 : f32
  } -> tensor<4096x16xf32>
  return %q : tensor<4096x16xf32>
}

// Of few short rows, 64 blocks compute two each.
// CHECK-LABEL: func.func @few_short_rows
// CHECK: scf.forall (%{{.*}}) = (0) to (128) step (2)
func.func @few_short_rows(%x: tensor<128x16xf32>, %o: tensor<128xf32>, %e: tensor<128x16xf32>) -> tensor<128x16xf32> {
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
    ins(%x : tensor<128x16xf32>) outs(%o : tensor<128xf32>) {
  ^bb0(%i: f32, %s: f32):
    %0 = arith.addf %s, %i fastmath<reassoc> : f32
    linalg.yield %0 : f32
  } -> tensor<128xf32>
  %q = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
    ins(%x, %sum : tensor<128x16xf32>, tensor<128xf32>) outs(%e : tensor<128x16xf32>) {
  ^bb0(%i: f32, %s: f32, %t: f32):
    %0 = arith.divf %i, %s : f32
    linalg.yield %0 : f32
  } -> tensor<128x16xf32>
  return %q : tensor<128x16xf32>
}

// One tile needs no loop over blocks.
// CHECK-LABEL: func.func @one_row
// CHECK-NOT: scf.forall
func.func @one_row(%x: tensor<1x300xf32>, %o: tensor<1xf32>, %e: tensor<1x300xf32>) -> tensor<1x300xf32> {
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
    ins(%x : tensor<1x300xf32>) outs(%o : tensor<1xf32>) {
  ^bb0(%i: f32, %s: f32):
    %0 = arith.addf %s, %i fastmath<reassoc> : f32
    linalg.yield %0 : f32
  } -> tensor<1xf32>
  %q = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
    ins(%x, %sum : tensor<1x300xf32>, tensor<1xf32>) outs(%e : tensor<1x300xf32>) {
  ^bb0(%i: f32, %s: f32, %t: f32):
    %0 = arith.divf %i, %s : f32
    linalg.yield %0 : f32
  } -> tensor<1x300xf32>
  return %q : tensor<1x300xf32>
}

// A block computes neighboring columns, which memory delivers at once.
// CHECK-LABEL: func.func @columns
// CHECK: scf.forall (%[[J:.*]]) = (0) to (4096) step (32)
// CHECK: tensor.extract_slice %arg0[0, %[[J]]] [100, 32] [1, 1]
// CHECK: linalg.generic {{.*}}["reduction", "parallel"]} ins(%{{.*}} : tensor<100x32xf32>) outs(%{{.*}} : tensor<32xf32>)
// CHECK: } {mapping = [#gpu.block<linear_dim_0>]}
func.func @columns(%x: tensor<100x4096xf32>, %o: tensor<4096xf32>, %e: tensor<100x4096xf32>) -> tensor<100x4096xf32> {
  %sum = linalg.generic {indexing_maps = [#id, #column], iterator_types = ["reduction", "parallel"]}
    ins(%x : tensor<100x4096xf32>) outs(%o : tensor<4096xf32>) {
  ^bb0(%i: f32, %s: f32):
    %0 = arith.addf %s, %i fastmath<reassoc> : f32
    linalg.yield %0 : f32
  } -> tensor<4096xf32>
  %q = linalg.generic {indexing_maps = [#id, #column, #id], iterator_types = ["parallel", "parallel"]}
    ins(%x, %sum : tensor<100x4096xf32>, tensor<4096xf32>) outs(%e : tensor<100x4096xf32>) {
  ^bb0(%i: f32, %s: f32, %t: f32):
    %0 = arith.divf %i, %s : f32
    linalg.yield %0 : f32
  } -> tensor<100x4096xf32>
  return %q : tensor<100x4096xf32>
}

// No number of neighboring columns divides all of them.
// CHECK-LABEL: func.func @prime_columns
// CHECK-NOT: scf.forall
func.func @prime_columns(%x: tensor<100x4093xf32>, %o: tensor<4093xf32>, %e: tensor<100x4093xf32>) -> tensor<100x4093xf32> {
  %sum = linalg.generic {indexing_maps = [#id, #column], iterator_types = ["reduction", "parallel"]}
    ins(%x : tensor<100x4093xf32>) outs(%o : tensor<4093xf32>) {
  ^bb0(%i: f32, %s: f32):
    %0 = arith.addf %s, %i fastmath<reassoc> : f32
    linalg.yield %0 : f32
  } -> tensor<4093xf32>
  %q = linalg.generic {indexing_maps = [#id, #column, #id], iterator_types = ["parallel", "parallel"]}
    ins(%x, %sum : tensor<100x4093xf32>, tensor<4093xf32>) outs(%e : tensor<100x4093xf32>) {
  ^bb0(%i: f32, %s: f32, %t: f32):
    %0 = arith.divf %i, %s : f32
    linalg.yield %0 : f32
  } -> tensor<100x4093xf32>
  return %q : tensor<100x4093xf32>
}

#three = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#head = affine_map<(d0, d1, d2) -> (d0, d1)>

// Blocks have the dimensions of the rows, the last one fastest.
// CHECK-LABEL: func.func @two_dimensions
// CHECK: scf.forall (%[[I:.*]], %[[J:.*]]) in (16, 24)
// CHECK: tensor.extract_slice %arg0[%[[I]], %[[J]], 0] [1, 1, 300] [1, 1, 1]
// CHECK: } {mapping = [#gpu.block<linear_dim_1>, #gpu.block<linear_dim_0>]}
func.func @two_dimensions(%x: tensor<16x24x300xf32>, %o: tensor<16x24xf32>, %e: tensor<16x24x300xf32>) -> tensor<16x24x300xf32> {
  %sum = linalg.generic {indexing_maps = [#three, #head], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%x : tensor<16x24x300xf32>) outs(%o : tensor<16x24xf32>) {
  ^bb0(%i: f32, %s: f32):
    %0 = arith.addf %s, %i fastmath<reassoc> : f32
    linalg.yield %0 : f32
  } -> tensor<16x24xf32>
  %q = linalg.generic {indexing_maps = [#three, #head, #three], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%x, %sum : tensor<16x24x300xf32>, tensor<16x24xf32>) outs(%e : tensor<16x24x300xf32>) {
  ^bb0(%i: f32, %s: f32, %t: f32):
    %0 = arith.divf %i, %s : f32
    linalg.yield %0 : f32
  } -> tensor<16x24x300xf32>
  return %q : tensor<16x24x300xf32>
}

#left = affine_map<(d0, d1, d2) -> (d0, d2)>
#right = affine_map<(d0, d1, d2) -> (d2, d1)>
#product = affine_map<(d0, d1, d2) -> (d0, d1)>

// A contraction is no member of a group without another one, neither as a producer nor as a root.
// CHECK-LABEL: func.func @producer
// CHECK-NOT: scf.forall
// CHECK: %[[P:.*]] = linalg.generic {{.*}}["parallel", "parallel", "reduction"]}
// CHECK: %[[Q:.*]] = scf.forall (%[[I:.*]]) in (128)
// CHECK: tensor.extract_slice %[[P]][%[[I]], 0] [1, 300] [1, 1]
// CHECK-NOT: arith.mulf
// CHECK: } {mapping = [#gpu.block<linear_dim_0>]}
// CHECK-NEXT: return %[[Q]]
func.func @producer(%a: tensor<128x64xf32>, %b: tensor<64x300xf32>, %f: tensor<128x300xf32>, %o: tensor<128xf32>, %e: tensor<128x300xf32>) -> tensor<128x300xf32> {
  %x = linalg.generic {indexing_maps = [#left, #right, #product], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%a, %b : tensor<128x64xf32>, tensor<64x300xf32>) outs(%f : tensor<128x300xf32>) {
  ^bb0(%i: f32, %j: f32, %s: f32):
    %0 = arith.mulf %i, %j : f32
    %1 = arith.addf %s, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<128x300xf32>
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
    ins(%x : tensor<128x300xf32>) outs(%o : tensor<128xf32>) {
  ^bb0(%i: f32, %s: f32):
    %0 = arith.addf %s, %i fastmath<reassoc> : f32
    linalg.yield %0 : f32
  } -> tensor<128xf32>
  %q = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
    ins(%x, %sum : tensor<128x300xf32>, tensor<128xf32>) outs(%e : tensor<128x300xf32>) {
  ^bb0(%i: f32, %s: f32, %t: f32):
    %0 = arith.divf %i, %s : f32
    linalg.yield %0 : f32
  } -> tensor<128x300xf32>
  return %q : tensor<128x300xf32>
}

// CHECK-LABEL: func.func @root
// CHECK: %[[Q:.*]] = scf.forall (%{{.*}}) in (128)
// CHECK-NOT: arith.mulf
// CHECK: } {mapping = [#gpu.block<linear_dim_0>]}
// CHECK-NEXT: linalg.generic {{.*}}["parallel", "parallel", "reduction"]} ins(%[[Q]],
func.func @root(%x: tensor<128x300xf32>, %c: tensor<300x64xf32>, %o: tensor<128xf32>, %e: tensor<128x300xf32>, %g: tensor<128x64xf32>) -> tensor<128x64xf32> {
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
    ins(%x : tensor<128x300xf32>) outs(%o : tensor<128xf32>) {
  ^bb0(%i: f32, %s: f32):
    %0 = arith.addf %s, %i fastmath<reassoc> : f32
    linalg.yield %0 : f32
  } -> tensor<128xf32>
  %q = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
    ins(%x, %sum : tensor<128x300xf32>, tensor<128xf32>) outs(%e : tensor<128x300xf32>) {
  ^bb0(%i: f32, %s: f32, %t: f32):
    %0 = arith.divf %i, %s : f32
    linalg.yield %0 : f32
  } -> tensor<128x300xf32>
  %y = linalg.generic {indexing_maps = [#left, #right, #product], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%q, %c : tensor<128x300xf32>, tensor<300x64xf32>) outs(%g : tensor<128x64xf32>) {
  ^bb0(%i: f32, %j: f32, %s: f32):
    %0 = arith.mulf %i, %j : f32
    %1 = arith.addf %s, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<128x64xf32>
  return %y : tensor<128x64xf32>
}

// Attention: two contractions, and a reduction between them. A block computes the scores of eight rows,
// which the second contraction reads from its memory.
// CHECK-LABEL: func.func @attention
// CHECK-NOT: linalg.generic
// CHECK: scf.forall (%[[I:.*]]) = (0) to (128) step (8) shared_outs
// CHECK: %[[A:.*]] = tensor.extract_slice %arg0[%[[I]], 0] [8, 64] [1, 1]
// CHECK: linalg.generic {{.*}}["parallel", "parallel", "reduction"]} ins(%[[A]], %arg1 : tensor<8x64xf32>, tensor<64x300xf32>)
// CHECK: %[[Q:.*]] = linalg.generic {{.*}}["parallel", "parallel"]}
// CHECK: arith.divf
// CHECK: linalg.generic {{.*}}["parallel", "parallel", "reduction"]} ins(%[[Q]], %arg2 : tensor<8x300xf32>, tensor<300x64xf32>)
// CHECK: } {mapping = [#gpu.block<linear_dim_0>]}
// CHECK-NEXT: return
func.func @attention(%a: tensor<128x64xf32>, %b: tensor<64x300xf32>, %c: tensor<300x64xf32>, %f: tensor<128x300xf32>, %o: tensor<128xf32>, %e: tensor<128x300xf32>, %g: tensor<128x64xf32>) -> tensor<128x64xf32> {
  %x = linalg.generic {indexing_maps = [#left, #right, #product], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%a, %b : tensor<128x64xf32>, tensor<64x300xf32>) outs(%f : tensor<128x300xf32>) {
  ^bb0(%i: f32, %j: f32, %s: f32):
    %0 = arith.mulf %i, %j : f32
    %1 = arith.addf %s, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<128x300xf32>
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
    ins(%x : tensor<128x300xf32>) outs(%o : tensor<128xf32>) {
  ^bb0(%i: f32, %s: f32):
    %0 = arith.addf %s, %i fastmath<reassoc> : f32
    linalg.yield %0 : f32
  } -> tensor<128xf32>
  %q = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
    ins(%x, %sum : tensor<128x300xf32>, tensor<128xf32>) outs(%e : tensor<128x300xf32>) {
  ^bb0(%i: f32, %s: f32, %t: f32):
    %0 = arith.divf %i, %s : f32
    linalg.yield %0 : f32
  } -> tensor<128x300xf32>
  %y = linalg.generic {indexing_maps = [#left, #right, #product], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%q, %c : tensor<128x300xf32>, tensor<300x64xf32>) outs(%g : tensor<128x64xf32>) {
  ^bb0(%i: f32, %j: f32, %s: f32):
    %0 = arith.mulf %i, %j : f32
    %1 = arith.addf %s, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<128x64xf32>
  return %y : tensor<128x64xf32>
}

// All rows are one tile, so that the softmax is a group of its own.
// CHECK-LABEL: func.func @one_tile
// CHECK: linalg.generic {{.*}}["parallel", "parallel", "reduction"]}
// CHECK: scf.forall
// CHECK-NOT: arith.mulf
// CHECK: } {mapping = [#gpu.block<linear_dim_0>]}
// CHECK-NEXT: linalg.generic {{.*}}["parallel", "parallel", "reduction"]}
func.func @one_tile(%a: tensor<8x64xf32>, %b: tensor<64x300xf32>, %c: tensor<300x64xf32>, %f: tensor<8x300xf32>, %o: tensor<8xf32>, %e: tensor<8x300xf32>, %g: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %x = linalg.generic {indexing_maps = [#left, #right, #product], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%a, %b : tensor<8x64xf32>, tensor<64x300xf32>) outs(%f : tensor<8x300xf32>) {
  ^bb0(%i: f32, %j: f32, %s: f32):
    %0 = arith.mulf %i, %j : f32
    %1 = arith.addf %s, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<8x300xf32>
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
    ins(%x : tensor<8x300xf32>) outs(%o : tensor<8xf32>) {
  ^bb0(%i: f32, %s: f32):
    %0 = arith.addf %s, %i fastmath<reassoc> : f32
    linalg.yield %0 : f32
  } -> tensor<8xf32>
  %q = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
    ins(%x, %sum : tensor<8x300xf32>, tensor<8xf32>) outs(%e : tensor<8x300xf32>) {
  ^bb0(%i: f32, %s: f32, %t: f32):
    %0 = arith.divf %i, %s : f32
    linalg.yield %0 : f32
  } -> tensor<8x300xf32>
  %y = linalg.generic {indexing_maps = [#left, #right, #product], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%q, %c : tensor<8x300xf32>, tensor<300x64xf32>) outs(%g : tensor<8x64xf32>) {
  ^bb0(%i: f32, %j: f32, %s: f32):
    %0 = arith.mulf %i, %j : f32
    %1 = arith.addf %s, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<8x64xf32>
  return %y : tensor<8x64xf32>
}

// The reduction comes before both contractions: no attention.
// CHECK-LABEL: func.func @norm_and_products
// CHECK-NOT: arith.mulf
// CHECK: } {mapping = [#gpu.block<linear_dim_0>]}
// CHECK-NEXT: linalg.generic {{.*}}["parallel", "parallel", "reduction"]}
// CHECK: linalg.generic {{.*}}["parallel", "parallel", "reduction"]}
// CHECK-NOT: scf.forall
// CHECK: return
func.func @norm_and_products(%x: tensor<512x300xf32>, %a: tensor<300x64xf32>, %b: tensor<64x64xf32>, %o: tensor<512xf32>, %e: tensor<512x300xf32>, %f: tensor<512x64xf32>) -> tensor<512x64xf32> {
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
    ins(%x : tensor<512x300xf32>) outs(%o : tensor<512xf32>) {
  ^bb0(%i: f32, %s: f32):
    %0 = arith.addf %s, %i fastmath<reassoc> : f32
    linalg.yield %0 : f32
  } -> tensor<512xf32>
  %d = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
    ins(%x, %sum : tensor<512x300xf32>, tensor<512xf32>) outs(%e : tensor<512x300xf32>) {
  ^bb0(%i: f32, %s: f32, %t: f32):
    %0 = arith.subf %i, %s : f32
    linalg.yield %0 : f32
  } -> tensor<512x300xf32>
  %h = linalg.generic {indexing_maps = [#left, #right, #product], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%d, %a : tensor<512x300xf32>, tensor<300x64xf32>) outs(%f : tensor<512x64xf32>) {
  ^bb0(%i: f32, %j: f32, %s: f32):
    %0 = arith.mulf %i, %j : f32
    %1 = arith.addf %s, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<512x64xf32>
  %y = linalg.generic {indexing_maps = [#left, #right, #product], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%h, %b : tensor<512x64xf32>, tensor<64x64xf32>) outs(%f : tensor<512x64xf32>) {
  ^bb0(%i: f32, %j: f32, %s: f32):
    %0 = arith.mulf %i, %j : f32
    %1 = arith.addf %s, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<512x64xf32>
  return %y : tensor<512x64xf32>
}

#vector = affine_map<(d0) -> (d0)>
#all = affine_map<(d0) -> ()>
#scalar = affine_map<() -> ()>

// Operations without dimensions have no tiles.
// CHECK-LABEL: func.func @rank_zero
// CHECK-NOT: scf.forall
func.func @rank_zero(%x: tensor<1024xf32>, %o: tensor<f32>, %e: tensor<f32>) -> tensor<f32> {
  %sum = linalg.generic {indexing_maps = [#vector, #all], iterator_types = ["reduction"]}
    ins(%x : tensor<1024xf32>) outs(%o : tensor<f32>) {
  ^bb0(%i: f32, %s: f32):
    %0 = arith.addf %s, %i fastmath<reassoc> : f32
    linalg.yield %0 : f32
  } -> tensor<f32>
  %r = linalg.generic {indexing_maps = [#scalar, #scalar], iterator_types = []}
    ins(%sum : tensor<f32>) outs(%e : tensor<f32>) {
  ^bb0(%i: f32, %t: f32):
    %0 = math.sqrt %i : f32
    linalg.yield %0 : f32
  } -> tensor<f32>
  return %r : tensor<f32>
}

#window = affine_map<(d0, d1) -> (d0 + d1)>

// A producer is not a member if neighboring tiles of a window would compute its halo twice.
// CHECK-LABEL: func.func @window
// CHECK-NOT: scf.forall
func.func @window(%x: tensor<4098xf32>, %e: tensor<4098xf32>, %w: tensor<3xf32>, %o: tensor<4096xf32>) -> tensor<4096xf32> {
  %y = linalg.generic {indexing_maps = [#vector, #vector], iterator_types = ["parallel"]}
    ins(%x : tensor<4098xf32>) outs(%e : tensor<4098xf32>) {
  ^bb0(%i: f32, %t: f32):
    %0 = math.exp %i : f32
    linalg.yield %0 : f32
  } -> tensor<4098xf32>
  %sum = linalg.generic {indexing_maps = [#window, #column, #row], iterator_types = ["parallel", "reduction"]}
    ins(%y, %w : tensor<4098xf32>, tensor<3xf32>) outs(%o : tensor<4096xf32>) {
  ^bb0(%i: f32, %j: f32, %s: f32):
    %0 = arith.addf %s, %i fastmath<reassoc> : f32
    linalg.yield %0 : f32
  } -> tensor<4096xf32>
  return %sum : tensor<4096xf32>
}
