// Each kernel of the host has an entry that takes its arguments as an array.
// RUN: hlo-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(gpu.module(convert-scf-to-cf,convert-to-llvm,hloom-emit-kernel-entries))' | FileCheck %s

// The arguments are loaded from the array. The numbers of the block and the thread, and the memory that
// the threads of a block share, are passed on. Other functions have no entry.
// CHECK: llvm.func @scale_entry(%[[ARRAY:.*]]: !llvm.ptr, %[[BLOCK:.*]]: i64, %[[THREAD:.*]]: i64, %[[SHARED:.*]]: !llvm.ptr) {
// CHECK-NEXT: %[[FIRST:.*]] = llvm.getelementptr %[[ARRAY]][0]
// CHECK-NEXT: %[[A:.*]] = llvm.load %[[FIRST]] : !llvm.ptr -> !llvm.ptr
// CHECK-NEXT: %[[SECOND:.*]] = llvm.getelementptr %[[ARRAY]][8]
// CHECK-NEXT: %[[B:.*]] = llvm.load %[[SECOND]] : !llvm.ptr -> !llvm.ptr
// CHECK-NEXT: llvm.call @scale(%[[A]], %[[B]], %[[BLOCK]], %[[THREAD]], %[[SHARED]]) : (!llvm.ptr, !llvm.ptr, i64, i64, !llvm.ptr) -> ()
// CHECK-NEXT: llvm.return
// CHECK-NEXT: }
// CHECK-NEXT: llvm.func @scale(
// CHECK-NOT: @body_entry
gpu.module @kernels {
  func.func @scale(%a: memref<8xf32> {llvm.noalias}, %b: memref<8xf32>, %block: index, %thread: index, %shared: memref<49152xi8>) attributes {gpu.kernel, llvm.bareptr} {
    return
  }
  func.func @body(%x: f32) -> f32 attributes {llvm.bareptr} {
    return %x : f32
  }
}

// -----

// A kernel without memory.
// CHECK: llvm.func @none_entry(%{{.*}}: !llvm.ptr, %[[BLOCK:.*]]: i64, %[[THREAD:.*]]: i64, %[[SHARED:.*]]: !llvm.ptr) {
// CHECK-NEXT: llvm.call @none(%[[BLOCK]], %[[THREAD]], %[[SHARED]]) : (i64, i64, !llvm.ptr) -> ()
gpu.module @kernels {
  llvm.func @none(%block: i64, %thread: i64, %shared: !llvm.ptr) attributes {gpu.kernel} {
    llvm.return
  }
}

// -----

// The name of an entry says that the threads of a block wait for each other: the runtime then gives
// each a stack of its own.
// CHECK-NOT: @waits_entry
// CHECK: llvm.func @waits_cooperative_entry(%[[ARRAY:.*]]: !llvm.ptr, %[[BLOCK:.*]]: i64, %[[THREAD:.*]]: i64, %[[SHARED:.*]]: !llvm.ptr) {
// CHECK-NEXT: %[[FIRST:.*]] = llvm.getelementptr %[[ARRAY]][0]
// CHECK-NEXT: %[[A:.*]] = llvm.load %[[FIRST]] : !llvm.ptr -> !llvm.ptr
// CHECK-NEXT: llvm.call @waits(%[[A]], %[[BLOCK]], %[[THREAD]], %[[SHARED]]) : (!llvm.ptr, i64, i64, !llvm.ptr) -> ()
// CHECK-NEXT: llvm.return
// CHECK-NEXT: }
// CHECK-NEXT: llvm.func @waits(
// CHECK-NOT: @goes_on_cooperative_entry
// CHECK: llvm.func @goes_on_entry(
// CHECK: llvm.func @goes_on(
// CHECK-NOT: llvm.func @{{.*}}_entry
// CHECK: llvm.func @hloom_simt_barrier()
gpu.module @kernels {
  func.func @waits(%a: memref<8xf32>, %block: index, %thread: index, %shared: memref<49152xi8>) attributes {gpu.kernel, llvm.bareptr} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %block step %c1 {
      func.call @hloom_simt_barrier() : () -> ()
    }
    return
  }
  func.func @goes_on(%a: memref<8xf32>, %block: index, %thread: index, %shared: memref<49152xi8>) attributes {gpu.kernel, llvm.bareptr} {
    call @body() : () -> ()
    return
  }
  func.func private @body()
  func.func private @hloom_simt_barrier()
}

// -----

gpu.module @kernels {
  // expected-error @below {{`llvm.func`: expected the numbers of the block (`i64`) and the thread (`i64`), and the shared memory (`!llvm.ptr`), as the last three arguments of kernel `few`}}
  llvm.func @few(%block: i64, %thread: i64) attributes {gpu.kernel} {
    llvm.return
  }
}

// -----

gpu.module @kernels {
  // expected-error @below {{`llvm.func`: expected a pointer as argument 1 of kernel}}
  llvm.func @scalar(%a: !llvm.ptr, %n: i64, %block: i64, %thread: i64, %shared: !llvm.ptr) attributes {gpu.kernel} {
    llvm.return
  }
}
