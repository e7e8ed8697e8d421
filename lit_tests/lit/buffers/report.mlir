// RUN: hlo-opt %s --pass-pipeline='builtin.module(func.func(hloom-assign-buffers))' | FileCheck %s

// The attribute `hloom.report_buffers` asks for a description of arguments and temporaries. Each
// use has a position, and 1 if it writes; its source operation comes from the location.
// CHECK-LABEL: func.func @main
// CHECK-SAME: hloom.buffers = [
// CHECK-SAME: {argument = 0 : i64, sources = array<i64: 1>, type = memref<16xf32>, uses = array<i64: [[COPY:[0-9]+]], 0>}
// CHECK-SAME: {argument = 1 : i64, sources = array<i64: 2>, type = memref<16xf32>, uses = array<i64: [[LAST:[0-9]+]], 1>}
// CHECK-SAME: {bytes = 64 : i64, live = array<i64: [[COPY]], [[END:[0-9]+]]>, offset = 0 : i64, sources = array<i64: 1, 2>, type = memref<16xf32>, uses = array<i64: [[COPY]], 1, [[LAST]], 0>}
// CHECK-NOT: hloom.report_buffers
func.func @main(%x: memref<16xf32>, %out: memref<16xf32>) attributes {hloom.report_buffers} {
  %a = memref.alloc() : memref<16xf32>
  memref.copy %x, %a : memref<16xf32> to memref<16xf32> loc("hloom.source.1"("a.mlir":1:1))
  scf.forall (%i) in (4) {
    %from = memref.subview %a[%i] [1] [1] : memref<16xf32> to memref<1xf32, strided<[1], offset: ?>>
    %to = memref.subview %out[%i] [1] [1] : memref<16xf32> to memref<1xf32, strided<[1], offset: ?>>
    linalg.copy ins(%from : memref<1xf32, strided<[1], offset: ?>>) outs(%to : memref<1xf32, strided<[1], offset: ?>>) loc("hloom.source.2"("a.mlir":2:1))
  }
  return
}
