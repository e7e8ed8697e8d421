// Each kernel of the host has an entry that takes its arguments as an array.
// RUN: hlo-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(gpu.module(convert-to-llvm,hloom-emit-kernel-entries))' | FileCheck %s

// The arguments are loaded from the array. The numbers of the block and the thread are passed on.
// Other functions have no entry.
// CHECK: llvm.func @scale_entry(%[[ARRAY:.*]]: !llvm.ptr, %[[BLOCK:.*]]: i64, %[[THREAD:.*]]: i64) {
// CHECK-NEXT: %[[FIRST:.*]] = llvm.getelementptr %[[ARRAY]][0]
// CHECK-NEXT: %[[A:.*]] = llvm.load %[[FIRST]] : !llvm.ptr -> !llvm.ptr
// CHECK-NEXT: %[[SECOND:.*]] = llvm.getelementptr %[[ARRAY]][8]
// CHECK-NEXT: %[[B:.*]] = llvm.load %[[SECOND]] : !llvm.ptr -> !llvm.ptr
// CHECK-NEXT: llvm.call @scale(%[[A]], %[[B]], %[[BLOCK]], %[[THREAD]]) : (!llvm.ptr, !llvm.ptr, i64, i64) -> ()
// CHECK-NEXT: llvm.return
// CHECK-NEXT: }
// CHECK-NEXT: llvm.func @scale(
// CHECK-NOT: @body_entry
gpu.module @kernels {
  func.func @scale(%a: memref<8xf32> {llvm.noalias}, %b: memref<8xf32>, %block: index, %thread: index) attributes {gpu.kernel, llvm.bareptr} {
    return
  }
  func.func @body(%x: f32) -> f32 attributes {llvm.bareptr} {
    return %x : f32
  }
}

// -----

// A kernel without memory.
// CHECK: llvm.func @none_entry(%{{.*}}: !llvm.ptr, %[[BLOCK:.*]]: i64, %[[THREAD:.*]]: i64) {
// CHECK-NEXT: llvm.call @none(%[[BLOCK]], %[[THREAD]]) : (i64, i64) -> ()
gpu.module @kernels {
  llvm.func @none(%block: i64, %thread: i64) attributes {gpu.kernel} {
    llvm.return
  }
}

// -----

gpu.module @kernels {
  // expected-error @below {{`llvm.func`: expected a pointer as argument 1 of kernel}}
  llvm.func @scalar(%a: !llvm.ptr, %n: i64, %block: i64, %thread: i64) attributes {gpu.kernel} {
    llvm.return
  }
}
