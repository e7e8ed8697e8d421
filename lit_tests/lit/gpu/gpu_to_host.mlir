// Kernels become functions of the host that take the numbers of a block and a thread.
// RUN: hlo-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(gpu.module(hloom-gpu-to-host))' | FileCheck %s

// Functions that kernels call stay functions. All take memrefs as plain pointers.
// CHECK: gpu.module @kernels {
// CHECK-NEXT: func.func private @body(%{{.*}}: f32) -> f32 attributes {hloom.body, llvm.bareptr}
// CHECK: func.func @scale(%[[A:.*]]: memref<1000xf32> {llvm.noalias}, %[[B:.*]]: memref<1000xf32>, %[[BLOCK:.*]]: index, %[[THREAD:.*]]: index) attributes {gpu.kernel, gpu.known_block_size = array<i32: 250, 1, 1>, llvm.bareptr} {
// CHECK-NOT: gpu.block_id
// CHECK: %[[FIRST:.*]] = arith.muli %[[BLOCK]], %c250
// CHECK-NEXT: %[[TASK:.*]] = arith.addi %[[FIRST]], %[[THREAD]]
// CHECK-NEXT: memref.load %[[A]][%[[TASK]]]
// CHECK-NEXT: call @body
// CHECK-NEXT: memref.store %{{.*}}, %[[B]][%[[TASK]]]
// CHECK-NEXT: return
// CHECK-NEXT: }
gpu.module @kernels {
  func.func private @body(%x: f32) -> f32 attributes {hloom.body} {
    %0 = arith.mulf %x, %x : f32
    return %0 : f32
  }
  gpu.func @scale(%a: memref<1000xf32> {llvm.noalias}, %b: memref<1000xf32>) kernel attributes {known_block_size = array<i32: 250, 1, 1>, known_grid_size = array<i32: 4, 1, 1>} {
    %c250 = arith.constant 250 : index
    %block = gpu.block_id x
    %first = arith.muli %block, %c250 : index
    %thread = gpu.thread_id x
    %task = arith.addi %first, %thread : index
    %0 = memref.load %a[%task] : memref<1000xf32>
    %1 = func.call @body(%0) : (f32) -> f32
    memref.store %1, %b[%task] : memref<1000xf32>
    gpu.return
  }
}

// -----

// Numbers are also read inside of control flow. The number of threads of a block need not be known.
// CHECK: func.func @branch(%[[P:.*]]: memref<i1>, %[[A:.*]]: memref<8xindex>, %[[BLOCK:.*]]: index, %[[THREAD:.*]]: index) attributes {gpu.kernel, llvm.bareptr} {
// CHECK: scf.if
// CHECK-NEXT: memref.store %[[BLOCK]], %[[A]][%[[THREAD]]]
gpu.module @kernels {
  gpu.func @branch(%p: memref<i1>, %a: memref<8xindex>) kernel {
    %c = memref.load %p[] : memref<i1>
    scf.if %c {
      %block = gpu.block_id x
      %thread = gpu.thread_id x
      memref.store %block, %a[%thread] : memref<8xindex>
    }
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @synchronized(%a: memref<8xf32>) kernel {
    // expected-error @below {{`gpu.barrier` is not supported by this target}}
    gpu.barrier
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @size_of_block(%a: memref<index>) kernel {
    // expected-error @below {{`gpu.block_dim` is not supported by this target}}
    %0 = gpu.block_dim x
    memref.store %0, %a[] : memref<index>
    gpu.return
  }
}
