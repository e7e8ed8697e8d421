// Tuned schedules replace the choices of the cost model. A change of the descriptions in this test
// needs another version of tuning files.
// RUN: hlo-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(hloom-tile-and-fuse{threads=2},hloom-contraction-to-loops{vector-bits=256 registers=16 threads=2}))' | FileCheck %s

// Without a tuned schedule, the choices are reported with alternatives.
// CHECK-LABEL: func.func @kernel_choices
// CHECK-SAME: hloom.choices = [{alternatives = [
// CHECK-SAME: {kernel = array<i64: 2, 4>}
// CHECK-SAME: op = "kernel rows 24(48,0,32) columns 32(0,1,1) depth 48(1,32,0) of 32 by 32 into 32 bits"
// CHECK-SAME: order = "[] [48] by 48"
// CHECK-SAME: schedule = {kernel = array<i64: 6, 2>}
module attributes {hloom.report_choices} {
  func.func @kernel_choices(%a: memref<24x48xf32>, %b: memref<48x32xf32>, %c: memref<24x32xf32>) {
    linalg.matmul ins(%a, %b : memref<24x48xf32>, memref<48x32xf32>) outs(%c : memref<24x32xf32>)
    return
  }
}

// -----

// Two rows of four vectors.
// CHECK-LABEL: func.func @tuned_kernel
// CHECK: %{{.*}}:8 = scf.for
// CHECK-COUNT-4: vector.load
// CHECK-COUNT-8: vector.fma
// CHECK: scf.yield
module attributes {hloom.tuned = [{op = "kernel rows 24(48,0,32) columns 32(0,1,1) depth 48(1,32,0) of 32 by 32 into 32 bits", kernel = array<i64: 2, 4>}]} {
  func.func @tuned_kernel(%a: memref<24x48xf32>, %b: memref<48x32xf32>, %c: memref<24x32xf32>) {
    linalg.matmul ins(%a, %b : memref<24x48xf32>, memref<48x32xf32>) outs(%c : memref<24x32xf32>)
    return
  }
}

// -----

// A schedule for another shape is not used.
// CHECK-LABEL: func.func @other_shape
// CHECK: %{{.*}}:12 = scf.for
// CHECK-COUNT-2: vector.load
// CHECK-COUNT-12: vector.fma
// CHECK: scf.yield
module attributes {hloom.tuned = [{op = "kernel rows 24(48,0,32) columns 32(0,1,1) depth 48(1,32,0) of 32 by 32 into 32 bits", kernel = array<i64: 2, 4>}]} {
  func.func @other_shape(%a: memref<24x40xf32>, %b: memref<40x32xf32>, %c: memref<24x32xf32>) {
    linalg.matmul ins(%a, %b : memref<24x40xf32>, memref<40x32xf32>) outs(%c : memref<24x32xf32>)
    return
  }
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// CHECK-LABEL: func.func @group_choices
// CHECK-SAME: alternatives = [{tile = array<i64: 256>}, {tile = array<i64: 64>}, {fuse = array<i64: 0>}]
// CHECK-SAME: op = "elementwise 1024x512 of f32 and 1 more #59712504911f"
// CHECK-SAME: schedule = {tile = array<i64: 128>}
module attributes {hloom.report_choices} {
  func.func @group_choices(%x: tensor<1024x512xf32>, %f: tensor<1024xf32>) -> tensor<1024x512xf32> {
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
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// CHECK-LABEL: func.func @tuned_tile
// CHECK: scf.forall (%{{.*}}) = (0) to (1024) step (32)
// CHECK: linalg.generic {{.*}}["parallel", "reduction"]
// CHECK: linalg.generic {{.*}}["parallel", "parallel"]
// CHECK: scf.forall.in_parallel
module attributes {hloom.tuned = [{op = "elementwise 1024x512 of f32 and 1 more #59712504911f", tile = array<i64: 32>}]} {
  func.func @tuned_tile(%x: tensor<1024x512xf32>, %f: tensor<1024xf32>) -> tensor<1024x512xf32> {
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
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// The sums have a loop of their own.
// CHECK-LABEL: func.func @not_fused
// CHECK: scf.forall (
// CHECK-NOT: ["parallel", "parallel"]
// CHECK: scf.forall.in_parallel
// CHECK: scf.forall (
// CHECK-NOT: ["parallel", "reduction"]
// CHECK: scf.forall.in_parallel
module attributes {hloom.tuned = [{op = "elementwise 1024x512 of f32 and 1 more #59712504911f", fuse = array<i64: 0>}]} {
  func.func @not_fused(%x: tensor<1024x512xf32>, %f: tensor<1024xf32>) -> tensor<1024x512xf32> {
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
}
