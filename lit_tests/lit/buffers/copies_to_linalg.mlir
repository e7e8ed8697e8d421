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

// Of an array whose inner part an insertion overwrites, only the four sides are filled.
// CHECK-LABEL: func.func @border
// CHECK: memref.subview %arg0[0, 0] [1, 128] [1, 1]
// CHECK-NEXT: linalg.fill
// CHECK: memref.subview %arg0[1, 0] [127, 2] [1, 1] : memref<128x128xf32> to memref<127x2xf32, strided<[128, 1], offset: 128>>
// CHECK-NEXT: linalg.fill
// CHECK: memref.subview %arg0[1, 125] [127, 3] [1, 1]
// CHECK-NEXT: linalg.fill
// CHECK-NOT: linalg.fill
func.func @border(%out: memref<128x128xf32>, %value: f32) {
  linalg.fill {hloom.overwritten = array<i64: 1, 2, 127, 123, 128, 128>} ins(%value : f32) outs(%out : memref<128x128xf32>)
  return
}

// An array of another shape, a part outside of the array and a small array are filled whole.
// CHECK-LABEL: func.func @whole
// CHECK-NOT: overwritten
// CHECK: linalg.fill ins(%{{.*}}) outs(%arg0 :
// CHECK: linalg.fill ins(%{{.*}}) outs(%arg0 :
// CHECK: linalg.fill ins(%{{.*}}) outs(%arg1 :
func.func @whole(%out: memref<64x128xf32>, %small: memref<4x4xf32>, %value: f32) {
  linalg.fill {hloom.overwritten = array<i64: 1, 2, 127, 123, 128, 128>} ins(%value : f32) outs(%out : memref<64x128xf32>)
  linalg.fill {hloom.overwritten = array<i64: 1, 2, 64, 126, 64, 128>} ins(%value : f32) outs(%out : memref<64x128xf32>)
  linalg.fill {hloom.overwritten = array<i64: 1, 1, 3, 3, 4, 4>} ins(%value : f32) outs(%small : memref<4x4xf32>)
  return
}
