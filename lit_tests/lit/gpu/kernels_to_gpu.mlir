// Kernels move to a `gpu.module`, and a launch with a thread for each task replaces their calls.
// RUN: hlo-opt %s --split-input-file --pass-pipeline='builtin.module(hloom-kernels-to-gpu)' | FileCheck %s
// RUN: hlo-opt %s --split-input-file --pass-pipeline='builtin.module(hloom-kernels-to-gpu{threads=128})' | FileCheck %s --check-prefix=FEWER
// RUN: hlo-opt %s --split-input-file --pass-pipeline='builtin.module(hloom-kernels-to-gpu,symbol-dce)' | FileCheck %s --check-prefix=DCE

// 1000 tasks have four blocks of 256 threads. The range of a thread beyond the last task is empty.
// CHECK: module attributes {gpu.container_module}
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[A:.*]]: memref<1000xf32>, %[[B:.*]]: memref<1000xf32>)
// CHECK: gpu.launch_func @kernels::@main_kernel_0 blocks in (%c4, %c1, %c1) threads in (%c256, %c1, %c1) args(%[[A]] : memref<1000xf32>, %[[B]] : memref<1000xf32>)
// CHECK-NOT: call @main_kernel_0
// CHECK: gpu.module @kernels {
// CHECK: gpu.func @main_kernel_0(%[[X:.*]]: memref<1000xf32> {llvm.noalias}, %[[Y:.*]]: memref<1000xf32>) kernel
// CHECK-SAME: known_block_size = array<i32: 256, 1, 1>, known_grid_size = array<i32: 4, 1, 1>
// CHECK: %[[BLOCK:.*]] = gpu.block_id x
// CHECK: %[[THREAD:.*]] = gpu.thread_id x
// CHECK: %[[FIRST:.*]] = arith.muli %[[BLOCK]], %c256
// CHECK: %[[TASK:.*]] = arith.addi %[[FIRST]], %[[THREAD]]
// CHECK: %[[NEXT:.*]] = arith.addi %[[TASK]], %c1
// CHECK: %[[END:.*]] = arith.minui %[[NEXT]], %c1000
// CHECK: scf.for %[[I:.*]] = %[[TASK]] to %[[END]]
// CHECK: memref.load %[[X]][%[[I]]]
// CHECK: memref.store %{{.*}}, %[[Y]][%[[I]]]
// CHECK-NOT: gpu.barrier
// CHECK: gpu.return

// FEWER: gpu.launch_func @kernels::@main_kernel_0 blocks in (%c8, %c1, %c1) threads in (%c128, %c1, %c1)
// FEWER: known_block_size = array<i32: 128, 1, 1>, known_grid_size = array<i32: 8, 1, 1>
// FEWER: arith.muli %{{.*}}, %c128
module {
  func.func private @main_kernel_0(%a: memref<1000xf32> {llvm.noalias}, %b: memref<1000xf32>, %begin: index, %end: index) attributes {hloom.tasks = 1000 : i64} {
    %c1 = arith.constant 1 : index
    scf.for %i = %begin to %end step %c1 {
      %0 = memref.load %a[%i] : memref<1000xf32>
      memref.store %0, %b[%i] : memref<1000xf32>
    }
    return
  }
  func.func @main(%a: memref<1000xf32>, %b: memref<1000xf32>) {
    %c0 = arith.constant 0 : index
    %c1000 = arith.constant 1000 : index
    call @main_kernel_0(%a, %b, %c0, %c1000) : (memref<1000xf32>, memref<1000xf32>, index, index) -> ()
    return
  }
}

// -----

// Five tasks have one block, without threads that have nothing to do.
// CHECK-LABEL: func.func @few
// CHECK: %[[FIVE:.*]] = arith.constant 5 : index
// CHECK: gpu.launch_func @kernels::@few_kernel_0 blocks in (%c1{{[_0-9]*}}, %c1{{[_0-9]*}}, %c1{{[_0-9]*}}) threads in (%c5{{[_0-9]*}}, %c1{{[_0-9]*}}, %c1{{[_0-9]*}})
// CHECK: gpu.func @few_kernel_0
// CHECK-SAME: known_block_size = array<i32: 5, 1, 1>, known_grid_size = array<i32: 1, 1, 1>
// FEWER-LABEL: func.func @few
// FEWER: threads in (%c5{{[_0-9]*}}, %c1{{[_0-9]*}}, %c1{{[_0-9]*}})
// FEWER: known_block_size = array<i32: 5, 1, 1>, known_grid_size = array<i32: 1, 1, 1>
func.func private @few_kernel_0(%a: memref<5xf32>, %begin: index, %end: index) attributes {hloom.tasks = 5 : i64} {
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  scf.for %i = %begin to %end step %c1 {
    memref.store %z, %a[%i] : memref<5xf32>
  }
  return
}
func.func @few(%a: memref<5xf32>) {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  call @few_kernel_0(%a, %c0, %c5) : (memref<5xf32>, index, index) -> ()
  return
}

// -----

// The module of kernels has the functions that a kernel calls, the constants that these refer to,
// and nothing else. The host program keeps the constant that it uses. A loop of the host program
// launches a kernel, and two calls are two launches of one kernel.
// CHECK: func.func @references
// CHECK: memref.get_global @shared
// CHECK: scf.for
// CHECK: gpu.launch_func @kernels::@references_kernel_0
// CHECK: }
// CHECK: gpu.launch_func @kernels::@references_kernel_0
// CHECK: gpu.module @kernels {
// CHECK: gpu.func @references_kernel_0
// CHECK-NOT: gpu.func
// CHECK-DAG: func.func private @outer(%{{.*}}: f32) -> f32 attributes {hloom.body}
// CHECK-DAG: func.func private @inner(%{{.*}}: f32) -> f32 attributes {hloom.body}
// CHECK-DAG: memref.global "private" constant @shared
// CHECK-DAG: memref.global "private" constant @table
// CHECK-NOT: @host
// CHECK-NOT: memref.global

// The host program does not need the functions, nor the other constant.
// DCE-LABEL: func.func @few
// DCE: memref.global "private" constant @shared
// DCE-NEXT: memref.global "private" constant @host
// DCE-NEXT: func.func @references
// DCE: gpu.module @kernels {
// DCE-DAG: func.func private @outer
// DCE-DAG: func.func private @inner
// DCE-DAG: memref.global "private" constant @shared
// DCE-DAG: memref.global "private" constant @table
memref.global "private" constant @shared : memref<2xf32> = dense<[1.0, 2.0]>
memref.global "private" constant @table : memref<2xf32> = dense<[3.0, 4.0]>
memref.global "private" constant @host : memref<2xf32> = dense<[5.0, 6.0]>
func.func private @inner(%x: f32) -> f32 attributes {hloom.body} {
  %c0 = arith.constant 0 : index
  %table = memref.get_global @table : memref<2xf32>
  %0 = memref.load %table[%c0] : memref<2xf32>
  %1 = arith.mulf %x, %0 : f32
  return %1 : f32
}
func.func private @outer(%x: f32) -> f32 attributes {hloom.body} {
  %0 = call @inner(%x) : (f32) -> f32
  return %0 : f32
}
func.func private @references_kernel_0(%a: memref<2xf32>, %begin: index, %end: index) attributes {hloom.tasks = 2 : i64} {
  %c1 = arith.constant 1 : index
  %shared = memref.get_global @shared : memref<2xf32>
  scf.for %i = %begin to %end step %c1 {
    %0 = memref.load %shared[%i] : memref<2xf32>
    %1 = func.call @outer(%0) : (f32) -> f32
    memref.store %1, %a[%i] : memref<2xf32>
  }
  return
}
func.func @references(%a: memref<2xf32>, %b: memref<2xf32>, %c: memref<2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %shared = memref.get_global @shared : memref<2xf32>
  memref.copy %shared, %b : memref<2xf32> to memref<2xf32>
  %host = memref.get_global @host : memref<2xf32>
  memref.copy %host, %c : memref<2xf32> to memref<2xf32>
  scf.for %i = %c0 to %c2 step %c1 {
    func.call @references_kernel_0(%a, %c0, %c2) : (memref<2xf32>, index, index) -> ()
  }
  call @references_kernel_0(%b, %c0, %c2) : (memref<2xf32>, index, index) -> ()
  return
}

// -----

// A program without kernels is unchanged.
// CHECK: {{^}}module {
// CHECK-NEXT: func.func @copy
// CHECK-NOT: gpu.
// CHECK: memref.copy
func.func @copy(%a: memref<2xf32>, %b: memref<2xf32>) {
  memref.copy %a, %b : memref<2xf32> to memref<2xf32>
  return
}

// -----

// The module of kernels gets a name that the program does not use.
// CHECK-LABEL: func.func @kernels
// CHECK: gpu.launch_func @kernels_0::@kernels_kernel_0
// CHECK: gpu.module @kernels_0
module {
  func.func private @kernels_kernel_0(%a: memref<4xf32>, %begin: index, %end: index) attributes {hloom.tasks = 4 : i64} {
    return
  }
  func.func @kernels(%a: memref<4xf32>) {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    call @kernels_kernel_0(%a, %c0, %c4) : (memref<4xf32>, index, index) -> ()
    return
  }
}
