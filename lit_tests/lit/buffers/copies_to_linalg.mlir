// RUN: hlo-opt %s --pass-pipeline='builtin.module(func.func(hloom-copies-to-linalg))' | FileCheck %s

// CHECK-LABEL: func.func @copies
func.func @copies(%a: memref<4x4xf32>, %b: memref<4x4xf32>) {
  // A contiguous copy is unchanged.
  // CHECK: memref.copy %{{.*}} : memref<4x4xf32> to memref<4x4xf32>
  memref.copy %a, %b : memref<4x4xf32> to memref<4x4xf32>
  // A copy of a buffer to itself is erased.
  // CHECK-NOT: memref.copy
  memref.copy %a, %a : memref<4x4xf32> to memref<4x4xf32>
  %s = memref.subview %a[0, 0] [4, 2] [1, 1] : memref<4x4xf32> to memref<4x2xf32, strided<[4, 1]>>
  %t = memref.subview %b[0, 2] [4, 2] [1, 1] : memref<4x4xf32> to memref<4x2xf32, strided<[4, 1], offset: 2>>
  // CHECK: linalg.generic
  // CHECK-SAME: iterator_types = ["parallel", "parallel"]
  memref.copy %s, %t : memref<4x2xf32, strided<[4, 1]>> to memref<4x2xf32, strided<[4, 1], offset: 2>>
  return
}
