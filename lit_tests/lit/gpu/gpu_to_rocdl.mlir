// Kernels become functions that read the numbers of their block and thread from registers.
// RUN: hlo-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(gpu.module(hloom-gpu-to-rocdl))' | FileCheck %s
// RUN: hlo-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(gpu.module(hloom-gpu-to-rocdl,convert-scf-to-cf,convert-to-llvm,reconcile-unrealized-casts))' | FileCheck %s --check-prefix=LLVM

// Functions that kernels call stay functions. All take memrefs as plain pointers.
// CHECK: func.func private @body(%{{.*}}: f32) -> f32 attributes {hloom.body, llvm.bareptr}
// CHECK: func.func @scale(%[[A:.*]]: memref<1000xf32> {llvm.noalias}, %[[B:.*]]: memref<1000xf32>) attributes {gpu.kernel, gpu.known_block_size = array<i32: 250, 1, 1>, llvm.bareptr} {
// CHECK: %[[GROUP:.*]] = rocdl.workgroup.id.x : i32
// CHECK-NEXT: %[[BLOCK:.*]] = arith.index_castui %[[GROUP]] : i32 to index
// CHECK-NEXT: %[[FIRST:.*]] = arith.muli %[[BLOCK]], %c250
// CHECK-NEXT: %[[ITEM:.*]] = rocdl.workitem.id.x : i32
// CHECK-NEXT: %[[THREAD:.*]] = arith.index_castui %[[ITEM]] : i32 to index
// CHECK-NEXT: %[[TASK:.*]] = arith.addi %[[FIRST]], %[[THREAD]]
// CHECK-NEXT: memref.load %[[A]][%[[TASK]]]
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

// Threads that wait for each other see what the others have stored. The memory that they share is a variable
// in address space 3.
// CHECK: func.func @reversed
// CHECK-NEXT: %[[SHARED:.*]] = memref.get_global @[[ROW:.*]] : memref<8xf32, 3>
// CHECK: memref.store %{{.*}}, %[[SHARED]]
// CHECK-NEXT: llvm.fence syncscope("workgroup") release
// CHECK-NEXT: rocdl.s.barrier
// CHECK-NEXT: llvm.fence syncscope("workgroup") acquire
// CHECK: memref.load %[[SHARED]]
// CHECK: memref.global "private" @[[ROW]] : memref<8xf32, 3> = uninitialized {alignment = 16 : i64}
// LLVM: llvm.mlir.global private @{{.*}}() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<8 x f32>
gpu.module @kernels {
  gpu.func @reversed(%a: memref<8xf32>, %b: memref<8xf32>) workgroup(%memory: memref<8xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 8, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {
    %c7 = arith.constant 7 : index
    %shared = memref.memory_space_cast %memory : memref<8xf32, #gpu.address_space<workgroup>> to memref<8xf32>
    %i = gpu.thread_id x
    %0 = memref.load %a[%i] : memref<8xf32>
    memref.store %0, %shared[%i] : memref<8xf32>
    gpu.barrier
    %j = arith.subi %c7, %i : index
    %1 = memref.load %shared[%j] : memref<8xf32>
    memref.store %1, %b[%i] : memref<8xf32>
    gpu.return
  }
}

// -----

// Memory on the stack is in address space 5, as LLVM's backend expects. The number of threads of a block need
// not be known.
// CHECK: func.func @stack
// CHECK: %[[OWN:.*]] = memref.alloca() : memref<4xf32, 5>
// CHECK-NEXT: memref.memory_space_cast %[[OWN]] : memref<4xf32, 5> to memref<4xf32>
// LLVM: llvm.func @stack(%{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr) attributes {gpu.kernel, llvm.bareptr} {
// LLVM: %[[OWN:.*]] = llvm.alloca %{{.*}} x f32 : (i64) -> !llvm.ptr<5>
// LLVM: llvm.addrspacecast %{{.*}} : !llvm.ptr<5> to !llvm.ptr
gpu.module @kernels {
  gpu.func @stack(%a: memref<4xf32>, %at: memref<index>) kernel {
    %c0 = arith.constant 0 : index
    %own = memref.alloca() : memref<4xf32>
    %i = memref.load %at[] : memref<index>
    %0 = memref.load %a[%i] : memref<4xf32>
    memref.store %0, %own[%i] : memref<4xf32>
    %1 = memref.load %own[%c0] : memref<4xf32>
    memref.store %1, %a[%c0] : memref<4xf32>
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @size_of_block(%a: memref<index>) kernel {
    // expected-error @below {{`gpu.block_dim` is not supported in kernels for this target}}
    %0 = gpu.block_dim x
    memref.store %0, %a[] : memref<index>
    gpu.return
  }
}
