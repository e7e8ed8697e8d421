// RUN: hlo-opt %s --pass-pipeline='builtin.module(hlo-outline-kernels{threshold=16})' | FileCheck %s

// CHECK: func.func private @main_kernel_0(%{{.*}}: memref<64xf32> {llvm.noalias})
// CHECK-SAME: hloom.tasks = 1
// CHECK: linalg.fill

// A parallel loop over 4 x 2 tiles becomes eight tasks.
// CHECK: func.func private @main_kernel_1(%[[A:.*]]: memref<64x32xf32> {llvm.noalias}, %[[BEGIN:.*]]: index, %[[END:.*]]: index)
// CHECK-SAME: hloom.tasks = 8
// CHECK: scf.for %[[TASK:.*]] = %[[BEGIN]] to %[[END]]
// CHECK: arith.remui %[[TASK]]
// CHECK: memref.subview %[[A]]

// CHECK-LABEL: func.func @main
func.func @main(%a: memref<64xf32>, %b: memref<64x32xf32>, %small: memref<4xf32>) {
  %c = arith.constant 1.0 : f32
  // CHECK: call @main_kernel_0(%{{.*}}) : (memref<64xf32>) -> ()
  linalg.fill ins(%c : f32) outs(%a : memref<64xf32>)
  // Too small for a kernel of its own.
  // CHECK: linalg.fill
  linalg.fill ins(%c : f32) outs(%small : memref<4xf32>)
  // CHECK: %[[C0:.*]] = arith.constant 0 : index
  // CHECK: %[[C8:.*]] = arith.constant 8 : index
  // CHECK: call @main_kernel_1(%{{.*}}, %[[C0]], %[[C8]]) : (memref<64x32xf32>, index, index) -> ()
  scf.forall (%i, %j) = (0, 0) to (64, 32) step (16, 16) {
    %s = memref.subview %b[%i, %j] [16, 16] [1, 1] : memref<64x32xf32> to memref<16x16xf32, strided<[32, 1], offset: ?>>
    linalg.fill ins(%c : f32) outs(%s : memref<16x16xf32, strided<[32, 1], offset: ?>>)
  }
  return
}
