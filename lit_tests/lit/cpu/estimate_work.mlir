// RUN: hlo-opt %s --split-input-file --mlir-print-debuginfo --pass-pipeline='builtin.module(func.func(hloom-estimate-work))' | FileCheck %s

// Each nest has a number in its location, and its work in the attribute. A buffer counts once, and
// the values that a nest writes before it reads them are not read.
// CHECK-LABEL: func.func @main
// CHECK-SAME: hloom.work = [
// CHECK-SAME: {bytes_read = 0 : i64, bytes_written = 2048 : i64, exact = true, flops = 0 : i64, source_flops = array<i64: 0>, source_work = array<i64: 512>, sources = array<i64: 5>}
// CHECK-SAME: {bytes_read = 6656 : i64, bytes_written = 2048 : i64, exact = true, flops = 16896 : i64, source_flops = array<i64: 16384, 512>, source_work = array<i64: 18944, 1536>, sources = array<i64: 3, 7>}
// CHECK-SAME: {bytes_read = 2048 : i64, bytes_written = 2048 : i64, exact = true, flops = 0 : i64
// CHECK: linalg.fill {{.*}} loc(#[[FILL:.*]])
// CHECK: linalg.yield
// CHECK-NEXT: } loc(
// CHECK-NEXT: } loc(#[[NEST:.*]])
// CHECK-NEXT: memref.copy {{.*}} loc(#[[COPY:.*]])
// CHECK-DAG: #[[FILL]] = loc("hloom.nest.0"(
// CHECK-DAG: #[[NEST]] = loc("hloom.nest.1"(
// CHECK-DAG: #[[COPY]] = loc("hloom.nest.2"(
func.func @main(%x: memref<64x16xf32>, %w: memref<16x8xf32>, %out: memref<64x8xf32>, %copy: memref<64x8xf32>) attributes {hloom.inputs = 2 : i64} {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%out : memref<64x8xf32>) loc("hloom.source.5"("a.mlir":1:1))
  scf.forall (%i) = (0) to (64) step (16) {
    %part = memref.subview %x[%i, 0] [16, 16] [1, 1] : memref<64x16xf32> to memref<16x16xf32, strided<[16, 1], offset: ?>>
    %to = memref.subview %out[%i, 0] [16, 8] [1, 1] : memref<64x8xf32> to memref<16x8xf32, strided<[8, 1], offset: ?>>
    linalg.matmul ins(%part, %w : memref<16x16xf32, strided<[16, 1], offset: ?>>, memref<16x8xf32>) outs(%to : memref<16x8xf32, strided<[8, 1], offset: ?>>) loc("hloom.source.3"("a.mlir":2:1))
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%to : memref<16x8xf32, strided<[8, 1], offset: ?>>) {
    ^bb0(%e: f32):
      %sum = arith.addf %e, %e : f32
      linalg.yield %sum : f32
    } loc("hloom.source.7"("a.mlir":3:1))
  }
  memref.copy %out, %copy : memref<64x8xf32> to memref<64x8xf32>
  return
}

// -----

// The number of iterations is not known, so the estimates are lower bounds.
// CHECK-LABEL: func.func @unknown
// CHECK-SAME: bytes_read = 4 : i64, bytes_written = 4 : i64, exact = false, flops = 1 : i64
func.func @unknown(%x: memref<64xf32>, %n: index) attributes {hloom.inputs = 2 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %e = memref.load %x[%i] : memref<64xf32>
    %sum = arith.addf %e, %e : f32
    memref.store %sum, %x[%i] : memref<64xf32>
  }
  return
}

// -----

// A runtime call reads the buffers of its operands and writes those of its results.
// CHECK-LABEL: func.func @runtime_call
// CHECK-SAME: bytes_read = 24 : i64, bytes_written = 256 : i64, exact = false
func.func private @hloom_call_0(memref<3xf64>, memref<64xf32>) attributes {hloom.runtime_call = {attributes = {}, name = "stablehlo.custom_call", operands = [tensor<3xf64>], results = [tensor<64xf32>]}}
func.func @runtime_call(%x: memref<3xf64>, %y: memref<64xf32>) attributes {hloom.inputs = 1 : i64} {
  call @hloom_call_0(%x, %y) : (memref<3xf64>, memref<64xf32>) -> ()
  return
}

// -----

// Only the entry has a profile.
// CHECK-LABEL: func.func private @body
// CHECK-NOT: hloom.work
func.func private @body(%x: memref<64xf32>, %y: memref<64xf32>) {
  memref.copy %x, %y : memref<64xf32> to memref<64xf32>
  return
}
