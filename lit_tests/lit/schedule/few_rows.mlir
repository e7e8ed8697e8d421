// RUN: hlo-opt %s --pass-pipeline='builtin.module(func.func(hloom-contraction-to-loops{vector-bits=256 registers=16}))' | FileCheck %s
// RUN: hlo-opt %s --pass-pipeline='builtin.module(func.func(hloom-contraction-to-loops{vector-bits=256 registers=32}))' | FileCheck %s --check-prefix=MORE

// A tile of six rows by two vectors holds all sums, and reads the weights once, in place.
// CHECK-LABEL: func.func @six
// CHECK-NOT: memref.alloca
// MORE-LABEL: func.func @six
// MORE-NOT: memref.alloca
func.func @six(%x: memref<6x512xf32>, %w: memref<512x1024xf32>, %y: memref<6x1024xf32>) {
  linalg.matmul ins(%x, %w : memref<6x512xf32>, memref<512x1024xf32>) outs(%y : memref<6x1024xf32>)
  return
}

// Seven rows are two tiles. Rows of the weights are 4 KiB apart, so that a cache holds few of them
// until the second tile: the panel is packed. With more registers there is one tile.
// CHECK-LABEL: func.func @seven
// CHECK: memref.alloca() {alignment = 64 : i64}
// MORE-LABEL: func.func @seven
// MORE-NOT: memref.alloca
func.func @seven(%x: memref<7x512xf32>, %w: memref<512x1024xf32>, %y: memref<7x1024xf32>) {
  linalg.matmul ins(%x, %w : memref<7x512xf32>, memref<512x1024xf32>) outs(%y : memref<7x1024xf32>)
  return
}
