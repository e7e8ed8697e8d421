// The tasks of a kernel that contains loops over threads are those of blocks. A launch has a block for
// each task.
// RUN: hlo-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(hloom-kernels-to-gpu,canonicalize{region-simplify=disabled},cse)' | FileCheck %s
// RUN: hlo-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(hloom-kernels-to-gpu{threads=64},canonicalize{region-simplify=disabled},cse)' | FileCheck %s --check-prefix=FEWER
// RUN: hlo-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(hloom-kernels-to-gpu{pass-constants=true},canonicalize{region-simplify=disabled},cse)' | FileCheck %s --check-prefix=CONSTANTS

// The threads of a block share the iterations of each loop, and wait for each other at its end. One
// thread executes the loop with one iteration. Threads read what others have written, so that no
// argument is `noalias`. The memory that they share is declared by the kernel.
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[A:.*]]: memref<50x300xf32>, %[[B:.*]]: memref<50x300xf32>)
// CHECK: gpu.launch_func @kernels::@main_kernel_0 blocks in (%c50, %c1, %c1) threads in (%c256, %c1, %c1) args(%[[A]] : memref<50x300xf32>, %[[B]] : memref<50x300xf32>)
// CHECK: gpu.func @main_kernel_0(%[[X:.*]]: memref<50x300xf32>, %[[Y:.*]]: memref<50x300xf32>)
// CHECK-SAME: workgroup(%[[ROW_MEMORY:.*]] : memref<1x300xf32, #gpu.address_space<workgroup>>, %[[FIRST_MEMORY:.*]] : memref<1xf32, #gpu.address_space<workgroup>>) kernel
// CHECK-SAME: known_block_size = array<i32: 256, 1, 1>, known_grid_size = array<i32: 50, 1, 1>
// CHECK-NOT: memref.alloca
// CHECK: %[[BLOCK:.*]] = gpu.block_id x
// CHECK-NEXT: %[[THREAD:.*]] = gpu.thread_id x
// CHECK-NEXT: %[[NEXT:.*]] = arith.addi %[[BLOCK]], %c1
// CHECK-NEXT: scf.for %[[I:.*]] = %[[BLOCK]] to %[[NEXT]] step %c1 {
// CHECK-NEXT: %[[ROW:.*]] = memref.memory_space_cast %[[ROW_MEMORY]]
// CHECK-NEXT: %[[FIRST:.*]] = memref.memory_space_cast %[[FIRST_MEMORY]]
// CHECK-NEXT: scf.for %[[J:.*]] = %[[THREAD]] to %c300 step %c256 {
// CHECK-NEXT: %[[E:.*]] = memref.load %[[X]][%[[I]], %[[J]]]
// CHECK-NEXT: memref.store %[[E]], %[[ROW]][%c0, %[[J]]]
// CHECK-NEXT: }
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: %[[IS_FIRST:.*]] = arith.cmpi ult, %[[THREAD]], %c1
// CHECK-NEXT: scf.if %[[IS_FIRST]] {
// CHECK-NEXT: %[[E:.*]] = memref.load %[[ROW]][%[[THREAD]], %[[THREAD]]]
// CHECK-NEXT: memref.store %[[E]], %[[FIRST]][%[[THREAD]]]
// CHECK-NEXT: }
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: scf.for %[[J:.*]] = %[[THREAD]] to %c300 step %c256 {
// CHECK-NEXT: %[[E:.*]] = memref.load %[[FIRST]][%c0]
// CHECK-NEXT: memref.store %[[E]], %[[Y]][%[[I]], %[[J]]]
// CHECK-NEXT: }
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: }
// CHECK-NEXT: gpu.return

// FEWER: gpu.launch_func @kernels::@main_kernel_0 blocks in (%c50, %c1, %c1) threads in (%c64, %c1, %c1)
// FEWER: known_block_size = array<i32: 64, 1, 1>, known_grid_size = array<i32: 50, 1, 1>
// FEWER: scf.for %{{.*}} to %c300 step %c64 {
// FEWER: scf.if
// FEWER: scf.for %{{.*}} to %c300 step %c64 {
module {
  func.func private @main_kernel_0(%a: memref<50x300xf32> {llvm.noalias}, %b: memref<50x300xf32> {llvm.noalias}, %begin: index, %end: index) attributes {hloom.tasks = 50 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %begin to %end step %c1 {
      %0 = memref.alloca() : memref<1x300xf32, #gpu.address_space<workgroup>>
      %row = memref.memory_space_cast %0 : memref<1x300xf32, #gpu.address_space<workgroup>> to memref<1x300xf32>
      %1 = memref.alloca() : memref<1xf32, #gpu.address_space<workgroup>>
      %first = memref.memory_space_cast %1 : memref<1xf32, #gpu.address_space<workgroup>> to memref<1xf32>
      scf.forall (%k, %j) in (1, 300) {
        %2 = memref.load %a[%i, %j] : memref<50x300xf32>
        memref.store %2, %row[%k, %j] : memref<1x300xf32>
      } {mapping = [#gpu.thread<linear_dim_1>, #gpu.thread<linear_dim_0>]}
      scf.forall (%j) in (1) {
        %2 = memref.load %row[%j, %j] : memref<1x300xf32>
        memref.store %2, %first[%j] : memref<1xf32>
      } {mapping = [#gpu.thread<linear_dim_0>]}
      scf.forall (%k, %j) in (1, 300) {
        %2 = memref.load %first[%c0] : memref<1xf32>
        memref.store %2, %b[%i, %j] : memref<50x300xf32>
      } {mapping = [#gpu.thread<linear_dim_1>, #gpu.thread<linear_dim_0>]}
    }
    return
  }
  func.func @main(%a: memref<50x300xf32>, %b: memref<50x300xf32>) {
    %c0 = arith.constant 0 : index
    %c50 = arith.constant 50 : index
    call @main_kernel_0(%a, %b, %c0, %c50) : (memref<50x300xf32>, memref<50x300xf32>, index, index) -> ()
    return
  }
}

// -----

// A block has no more threads than the largest loop has iterations, so that each thread executes one of
// them. The last dimension is the fastest. Loops may begin at other numbers, and have steps.
// CHECK-LABEL: func.func @small
// CHECK: gpu.launch_func @kernels::@small_kernel_0 blocks in (%c8{{[_0-9]*}}, %c1{{[_0-9]*}}, %c1{{[_0-9]*}}) threads in (%c48{{[_0-9]*}}, %c1{{[_0-9]*}}, %c1{{[_0-9]*}})
// CHECK: gpu.func @small_kernel_0(%[[X:.*]]: memref<8x2x3xf32>, %[[Y:.*]]: memref<8x4x24xf32>) kernel
// CHECK-SAME: known_block_size = array<i32: 48, 1, 1>
// CHECK: %[[THREAD:.*]] = gpu.thread_id x
// CHECK: scf.for %[[BLOCK:.*]] = %{{.*}} to %{{.*}} step %c1 {
// CHECK-NEXT: %[[CONDITION:.*]] = arith.cmpi ult, %[[THREAD]], %c6
// CHECK-NEXT: scf.if %[[CONDITION]] {
// CHECK-NEXT: %[[J:.*]] = arith.remui %[[THREAD]], %c3
// CHECK-NEXT: %[[I:.*]] = arith.divui %[[THREAD]], %c3
// CHECK-NEXT: memref.store %{{.*}}, %[[X]][%[[BLOCK]], %[[I]], %[[J]]]
// CHECK-NEXT: }
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: %[[REMAINDER:.*]] = arith.remui %[[THREAD]], %c12
// CHECK-NEXT: %[[I:.*]] = arith.divui %[[THREAD]], %c12
// CHECK-NEXT: %[[J:.*]] = arith.muli %[[REMAINDER]], %c2
// CHECK-NEXT: memref.store %{{.*}}, %[[Y]][%[[BLOCK]], %[[I]], %[[J]]]
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: }
// CHECK-NEXT: gpu.return
func.func private @small_kernel_0(%a: memref<8x2x3xf32>, %b: memref<8x4x24xf32>, %begin: index, %end: index) attributes {hloom.tasks = 8 : i64} {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  scf.for %t = %begin to %end step %c1 {
    scf.forall (%i, %j) in (2, 3) {
      memref.store %zero, %a[%t, %i, %j] : memref<8x2x3xf32>
    } {mapping = [#gpu.thread<linear_dim_1>, #gpu.thread<linear_dim_0>]}
    scf.forall (%i, %j) = (1, 0) to (5, 24) step (1, 2) {
      %k = arith.subi %i, %c1 : index
      memref.store %zero, %b[%t, %k, %j] : memref<8x4x24xf32>
    } {mapping = [#gpu.thread<linear_dim_1>, #gpu.thread<linear_dim_0>]}
  }
  return
}
func.func @small(%a: memref<8x2x3xf32>, %b: memref<8x4x24xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  call @small_kernel_0(%a, %b, %c0, %c8) : (memref<8x2x3xf32>, memref<8x4x24xf32>, index, index) -> ()
  return
}

// -----

// Constants of the module come after the arguments, and before the memory of a block.
// CHECK-LABEL: func.func @constant
// CHECK: gpu.func @constant_kernel_0(%{{.*}}: memref<2x2xf32>) workgroup(
// CHECK: memref.get_global @table
// CONSTANTS-LABEL: func.func @constant
// CONSTANTS: %[[TABLE:.*]] = memref.get_global @table
// CONSTANTS: gpu.launch_func @kernels::@constant_kernel_0 blocks in (%c2{{[_0-9]*}}, %c1{{[_0-9]*}}, %c1{{[_0-9]*}}) threads in (%c2{{[_0-9]*}}, %c1{{[_0-9]*}}, %c1{{[_0-9]*}}) args(%{{.*}} : memref<2x2xf32>, %[[TABLE]] : memref<2xf32>)
// CONSTANTS: gpu.func @constant_kernel_0(%[[A:.*]]: memref<2x2xf32>, %[[VALUES:.*]]: memref<2xf32>) workgroup(%[[MEMORY:.*]] : memref<2xf32, #gpu.address_space<workgroup>>) kernel
// CONSTANTS: %[[SHARED:.*]] = memref.memory_space_cast %[[MEMORY]]
// CONSTANTS: %[[E:.*]] = memref.load %[[VALUES]][%[[J:.*]]]
// CONSTANTS-NEXT: memref.store %[[E]], %[[SHARED]][%[[J]]]
// CONSTANTS: gpu.barrier
memref.global "private" constant @table : memref<2xf32> = dense<[1.0, 2.0]>
func.func private @constant_kernel_0(%a: memref<2x2xf32>, %begin: index, %end: index) attributes {hloom.tasks = 2 : i64} {
  %c1 = arith.constant 1 : index
  %table = memref.get_global @table : memref<2xf32>
  scf.for %i = %begin to %end step %c1 {
    %0 = memref.alloca() : memref<2xf32, #gpu.address_space<workgroup>>
    %shared = memref.memory_space_cast %0 : memref<2xf32, #gpu.address_space<workgroup>> to memref<2xf32>
    scf.forall (%j) in (2) {
      %1 = memref.load %table[%j] : memref<2xf32>
      memref.store %1, %shared[%j] : memref<2xf32>
    } {mapping = [#gpu.thread<linear_dim_0>]}
    scf.forall (%j) in (2) {
      %k = arith.subi %c1, %j : index
      %1 = memref.load %shared[%k] : memref<2xf32>
      memref.store %1, %a[%i, %j] : memref<2x2xf32>
    } {mapping = [#gpu.thread<linear_dim_0>]}
  }
  return
}
func.func @constant(%a: memref<2x2xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  call @constant_kernel_0(%a, %c0, %c2) : (memref<2x2xf32>, index, index) -> ()
  return
}

// -----

// A loop over threads without iterations has one thread, and a launch without blocks is erased.
// CHECK-LABEL: func.func @nothing
// CHECK: gpu.launch_func @kernels::@nothing_kernel_0 blocks in (%c2{{[_0-9]*}}, %c1{{[_0-9]*}}, %c1{{[_0-9]*}}) threads in (%c1{{[_0-9]*}}, %c1{{[_0-9]*}}, %c1{{[_0-9]*}})
// CHECK-NOT: gpu.launch_func
// CHECK: gpu.module
func.func private @nothing_kernel_0(%a: memref<0xf32>, %begin: index, %end: index) attributes {hloom.tasks = 2 : i64} {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %begin to %end step %c1 {
    scf.forall (%j) in (0) {
      memref.store %zero, %a[%j] : memref<0xf32>
    } {mapping = [#gpu.thread<linear_dim_0>]}
  }
  return
}
func.func private @nothing_kernel_1(%a: memref<8xf32>, %begin: index, %end: index) attributes {hloom.tasks = 0 : i64} {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %begin to %end step %c1 {
    scf.forall (%j) in (8) {
      memref.store %zero, %a[%j] : memref<8xf32>
    } {mapping = [#gpu.thread<linear_dim_0>]}
  }
  return
}
func.func @nothing(%a: memref<0xf32>, %b: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  call @nothing_kernel_0(%a, %c0, %c2) : (memref<0xf32>, index, index) -> ()
  call @nothing_kernel_1(%b, %c0, %c0) : (memref<8xf32>, index, index) -> ()
  return
}

// -----

func.func private @dynamic_kernel_0(%a: memref<8xf32>, %begin: index, %end: index) attributes {hloom.tasks = 2 : i64} {
  %zero = arith.constant 0.0 : f32
  // expected-error @below {{`scf.forall`: expected static bounds of a loop over threads}}
  scf.forall (%j) in (%end) {
    memref.store %zero, %a[%j] : memref<8xf32>
  } {mapping = [#gpu.thread<linear_dim_0>]}
  return
}
